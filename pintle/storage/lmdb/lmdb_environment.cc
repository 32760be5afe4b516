#include "pintle/storage/lmdb/lmdb_environment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "pintle/storage/lmdb/format.h"

namespace pintle::storage {
namespace {

constexpr mdb_mode_t kFileMode = 0600;
// Concurrent read transactions; a slot is 64 bytes of the shared lock table.
constexpr unsigned kMaxReaders = 1024;

// Makes the names of new files in the folder durable; LMDB syncs only the files.
Status SyncFolder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return LmdbFailure("opening folder " + path, errno);
  const int code = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (code != 0) return LmdbFailure("syncing folder " + path, code);
  return {};
}

}  // namespace

std::unexpected<Error> LmdbFailure(std::string_view doing, int code) {
  return InternalError(fmt::format("embedded store: {}: {}", doing, mdb_strerror(code)));
}

Result<std::unique_ptr<LmdbEnvironment>> LmdbEnvironment::Open(const std::string& path,
                                                               size_t map_size) {
  std::error_code fault;
  if (std::filesystem::create_directories(path, fault)) ::chmod(path.c_str(), 0700);
  if (fault) return LmdbFailure("making folder " + path, fault.value());
  PINTLE_TRY(LockFile lock, LockFile::Acquire(path + "/LOCK"));
  MDB_env* env = nullptr;
  if (int code = mdb_env_create(&env); code != 0) return LmdbFailure("creating", code);
  std::unique_ptr<LmdbEnvironment> opened(new LmdbEnvironment(env, std::move(lock)));
  int code = mdb_env_set_mapsize(env, map_size);
  if (code == 0) code = mdb_env_set_maxdbs(env, lmdb_format::kTables);
  if (code == 0) code = mdb_env_set_maxreaders(env, kMaxReaders);
  // NOTLS: a read transaction belongs to its object, not to the thread.
  if (code == 0) code = mdb_env_open(env, path.c_str(), MDB_NOTLS, kFileMode);
  if (code != 0) return LmdbFailure("opening " + path, code);
  PINTLE_RETURN_IF_ERROR(opened->OpenTables());
  PINTLE_RETURN_IF_ERROR(SyncFolder(path));
  PINTLE_RETURN_IF_ERROR(SyncFolder(path + "/.."));
  return opened;
}

LmdbEnvironment::~LmdbEnvironment() {
  for (MDB_txn* reader : idle_readers_) mdb_txn_abort(reader);
  mdb_env_close(env_);
}

Status LmdbEnvironment::OpenTables() {
  MDB_txn* transaction = nullptr;
  if (int code = mdb_txn_begin(env_, nullptr, 0, &transaction); code != 0) {
    return LmdbFailure("beginning", code);
  }
  const struct {
    const char* name;
    unsigned flags;
    MDB_dbi* table;
  } tables[] = {
      {lmdb_format::kMetaTable, 0, &tables_.meta},
      {lmdb_format::kRevisionsTable, 0, &tables_.revisions},
      {lmdb_format::kIndexTable, MDB_DUPSORT, &tables_.index},
      {lmdb_format::kExpiryTable, 0, &tables_.expiry},
  };
  for (const auto& table : tables) {
    const int code = mdb_dbi_open(transaction, table.name, MDB_CREATE | table.flags, table.table);
    if (code == 0) continue;
    mdb_txn_abort(transaction);
    return LmdbFailure(fmt::format("opening table {}", table.name), code);
  }
  if (int code = mdb_txn_commit(transaction); code != 0) return LmdbFailure("committing", code);
  return {};
}

Result<LmdbEnvironment::ReadTransaction> LmdbEnvironment::BeginRead() {
  MDB_txn* transaction = nullptr;
  {
    std::scoped_lock lock(mutex_);
    if (!idle_readers_.empty()) {
      transaction = idle_readers_.back();
      idle_readers_.pop_back();
    }
  }
  if (transaction != nullptr) {
    const int code = mdb_txn_renew(transaction);
    if (code == 0) return ReadTransaction(this, transaction);
    mdb_txn_abort(transaction);
    return LmdbFailure("beginning to read", code);
  }
  const int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &transaction);
  if (code != 0) return LmdbFailure("beginning to read", code);
  return ReadTransaction(this, transaction);
}

LmdbEnvironment::ReadTransaction::~ReadTransaction() {
  if (transaction_ == nullptr) return;
  mdb_txn_reset(transaction_);
  std::scoped_lock lock(owner_->mutex_);
  owner_->idle_readers_.push_back(transaction_);
}

Result<LmdbCursor> LmdbCursor::Open(MDB_txn* transaction, MDB_dbi table) {
  MDB_cursor* cursor = nullptr;
  if (int code = mdb_cursor_open(transaction, table, &cursor); code != 0) {
    return LmdbFailure("opening a cursor", code);
  }
  return LmdbCursor(cursor);
}

Result<bool> LmdbCursor::Move(MDB_cursor_op operation) {
  const int code = mdb_cursor_get(cursor_, &key_, &value_, operation);
  if (code == 0) return true;
  if (code == MDB_NOTFOUND) return false;
  return LmdbFailure("reading", code);
}

Result<bool> LmdbCursor::Seek(MDB_cursor_op operation, std::string_view key,
                              std::string_view value) {
  key_ = ToLmdb(key);
  value_ = ToLmdb(value);
  return Move(operation);
}

Status LmdbCursor::Remove() {
  if (int code = mdb_cursor_del(cursor_, 0); code != 0) return LmdbFailure("deleting", code);
  return {};
}

Result<std::optional<std::string_view>> LmdbGet(MDB_txn* transaction, MDB_dbi table,
                                                std::string_view key) {
  MDB_val key_value = ToLmdb(key);
  MDB_val found{};
  const int code = mdb_get(transaction, table, &key_value, &found);
  if (code == MDB_NOTFOUND) return std::nullopt;
  if (code != 0) return LmdbFailure("reading", code);
  return FromLmdb(found);
}

Status LmdbPut(MDB_txn* transaction, MDB_dbi table, std::string_view key, std::string_view value,
               unsigned flags) {
  MDB_val key_value = ToLmdb(key);
  MDB_val data = ToLmdb(value);
  const int code = mdb_put(transaction, table, &key_value, &data, flags);
  if (code != 0) return LmdbFailure("writing", code);
  return {};
}

Status LmdbDelete(MDB_txn* transaction, MDB_dbi table, std::string_view key,
                  std::optional<std::string_view> duplicate) {
  MDB_val key_value = ToLmdb(key);
  MDB_val data = duplicate ? ToLmdb(*duplicate) : MDB_val{};
  const int code = mdb_del(transaction, table, &key_value, duplicate ? &data : nullptr);
  if (code != 0 && code != MDB_NOTFOUND) return LmdbFailure("deleting", code);
  return {};
}

}  // namespace pintle::storage
