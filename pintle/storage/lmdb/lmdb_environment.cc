#include "pintle/storage/lmdb/lmdb_environment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "pintle/base/log.h"
#include "pintle/storage/lmdb/format.h"

namespace pintle::storage {
namespace {

constexpr mdb_mode_t kFileMode = 0600;
// Concurrent read transactions; a slot is 64 bytes of the shared lock table.
constexpr unsigned kMaxReaders = 1024;
// Pages are not filled to the brim.
constexpr size_t kRoomPerByte = 2;

// Makes the names of new files in the folder durable; LMDB syncs only the files.
Status SyncFolder(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return LmdbFailure("opening folder " + path, errno);
  const int code = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (code != 0) return LmdbFailure("syncing folder " + path, code);
  return {};
}

// LMDB maps its reader table and would be killed (SIGBUS) by a disk too full to back it.
Status ReserveReaderTable(const std::string& path) {
  constexpr off_t kSlotBytes = 64;
  constexpr off_t kHeadBytes = 8192;
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
  if (descriptor < 0) return LmdbFailure("opening " + path, errno);
  const int code = ::posix_fallocate(descriptor, 0, kMaxReaders * kSlotBytes + kHeadBytes);
  ::close(descriptor);
  if (code != 0 && code != EOPNOTSUPP && code != EINVAL) {
    return LmdbFailure("making room for " + path, code);
  }
  return {};
}

// Aborts the transaction if it fails.
Status OpenTablesIn(MDB_txn* transaction, unsigned flags, LmdbTables& opened) {
  const struct {
    const char* name;
    unsigned flags;
    MDB_dbi* table;
  } tables[] = {
      {lmdb_format::kMetaTable, 0, &opened.meta},
      {lmdb_format::kRevisionsTable, 0, &opened.revisions},
      {lmdb_format::kIndexTable, MDB_DUPSORT, &opened.index},
      {lmdb_format::kExpiryTable, 0, &opened.expiry},
  };
  for (const auto& table : tables) {
    const int code = mdb_dbi_open(transaction, table.name, flags | table.flags, table.table);
    if (code == 0) continue;
    mdb_txn_abort(transaction);
    return LmdbFailure(fmt::format("opening table {}", table.name), code);
  }
  return {};
}

// Writes the tables and the format version to a new file.
Status WriteEmptyStore(MDB_env* env, const std::string& file) {
  int code = mdb_env_set_maxdbs(env, lmdb_format::kTables);
  if (code == 0) code = mdb_env_open(env, file.c_str(), MDB_NOSUBDIR | MDB_NOLOCK, kFileMode);
  MDB_txn* transaction = nullptr;
  if (code == 0) code = mdb_txn_begin(env, nullptr, 0, &transaction);
  if (code != 0) return LmdbFailure("making " + file, code);
  LmdbTables tables;
  PINTLE_RETURN_IF_ERROR(OpenTablesIn(transaction, MDB_CREATE, tables));
  Status status = LmdbPut(transaction, tables.meta, lmdb_format::kMetaFormat,
                          lmdb_format::Integer(lmdb_format::kFormatVersion));
  if (!status) {
    mdb_txn_abort(transaction);
    return status;
  }
  code = mdb_txn_commit(transaction);
  if (code == 0) code = mdb_env_sync(env, 1);
  if (code != 0) return LmdbFailure("making " + file, code);
  return {};
}

// LMDB would make the file under its name and could not open what a power failure leaves of it. So
// it gets the name when it is whole and synced.
Status CreateStore(const std::string& path) {
  const std::string file = path + "/data.mdb";
  if (std::filesystem::exists(file)) return {};
  const std::string unfinished = file + ".new";
  ::unlink(unfinished.c_str());
  MDB_env* env = nullptr;
  if (int code = mdb_env_create(&env); code != 0) return LmdbFailure("creating", code);
  Status status = WriteEmptyStore(env, unfinished);
  mdb_env_close(env);
  PINTLE_RETURN_IF_ERROR(std::move(status));
  if (::rename(unfinished.c_str(), file.c_str()) != 0) {
    return LmdbFailure("naming " + file, errno);
  }
  PINTLE_RETURN_IF_ERROR(SyncFolder(path));
  return SyncFolder(path + "/..");
}

bool HasAddressSpace(size_t bytes) {
  void* map = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return false;
  ::munmap(map, bytes);
  return true;
}

}  // namespace

std::unexpected<Error> LmdbFailure(std::string_view doing, int code) {
  return InternalError(fmt::format("embedded store: {}: {}", doing, mdb_strerror(code)));
}

Result<std::unique_ptr<LmdbEnvironment>> LmdbEnvironment::Open(const std::string& path,
                                                               const LmdbSizes& sizes) {
  std::error_code fault;
  if (std::filesystem::create_directories(path, fault)) ::chmod(path.c_str(), 0700);
  if (fault) return LmdbFailure("making folder " + path, fault.value());
  PINTLE_TRY(LockFile lock, LockFile::Acquire(path + "/LOCK"));
  PINTLE_RETURN_IF_ERROR(ReserveReaderTable(path + "/lock.mdb"));
  PINTLE_RETURN_IF_ERROR(CreateStore(path));
  std::unique_ptr<LmdbEnvironment> opened(new LmdbEnvironment(path, sizes, std::move(lock)));
  PINTLE_RETURN_IF_ERROR(opened->OpenHandle());
  PINTLE_RETURN_IF_ERROR(opened->SettleMetaPages());
  PINTLE_RETURN_IF_ERROR(opened->OpenTables());
  return opened;
}

LmdbEnvironment::~LmdbEnvironment() { CloseHandle(); }

Status LmdbEnvironment::OpenHandle() {
  if (int code = mdb_env_create(&env_); code != 0) return LmdbFailure("creating", code);
  int code = mdb_env_set_mapsize(env_, sizes_.map_bytes);
  if (code == 0) code = mdb_env_set_maxdbs(env_, lmdb_format::kTables);
  if (code == 0) code = mdb_env_set_maxreaders(env_, kMaxReaders);
  // NOTLS: a read transaction belongs to its object, not to the thread.
  if (code == 0) code = mdb_env_open(env_, path_.c_str(), MDB_NOTLS, kFileMode);
  if (code == 0) return {};
  CloseHandle();
  return LmdbFailure("opening " + path_, code);
}

void LmdbEnvironment::CloseHandle() {
  for (MDB_txn* reader : std::exchange(idle_readers_, {})) mdb_txn_abort(reader);
  if (env_ != nullptr) mdb_env_close(std::exchange(env_, nullptr));
}

Status LmdbEnvironment::OpenTables() {
  // Nothing is written: a full disk can still be read.
  MDB_txn* transaction = nullptr;
  if (int code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &transaction); code != 0) {
    return LmdbFailure("beginning", code);
  }
  PINTLE_RETURN_IF_ERROR(OpenTablesIn(transaction, 0, tables_));
  if (int code = mdb_txn_commit(transaction); code != 0) return LmdbFailure("committing", code);
  return {};
}

LmdbEnvironment::ReadersHeldUp::ReadersHeldUp(LmdbEnvironment& owner) : owner_(owner) {
  std::unique_lock lock(owner_.mutex_);
  owner_.readers_held_up_ = true;
  owner_.readers_changed_.wait(lock, [&] { return owner_.active_readers_ == 0; });
}

LmdbEnvironment::ReadersHeldUp::~ReadersHeldUp() {
  {
    std::scoped_lock lock(owner_.mutex_);
    owner_.readers_held_up_ = false;
  }
  owner_.readers_changed_.notify_all();
}

Result<LmdbEnvironment::ReadTransaction> LmdbEnvironment::BeginRead() {
  MDB_txn* transaction = nullptr;
  {
    std::unique_lock lock(mutex_);
    readers_changed_.wait(lock, [&] { return !readers_held_up_; });
    if (env_ == nullptr) return InternalError("embedded store: it could not be opened again");
    ++active_readers_;
    if (!idle_readers_.empty()) {
      transaction = idle_readers_.back();
      idle_readers_.pop_back();
    }
  }
  int code = 0;
  if (transaction != nullptr) {
    code = mdb_txn_renew(transaction);
    if (code != 0) mdb_txn_abort(std::exchange(transaction, nullptr));
  } else {
    code = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &transaction);
  }
  if (code == 0) return ReadTransaction(this, transaction);
  EndRead(nullptr);
  return LmdbFailure("beginning to read", code);
}

void LmdbEnvironment::EndRead(MDB_txn* transaction) {
  if (transaction != nullptr) mdb_txn_reset(transaction);
  std::scoped_lock lock(mutex_);
  if (transaction != nullptr) idle_readers_.push_back(transaction);
  if (--active_readers_ == 0 && readers_held_up_) readers_changed_.notify_all();
}

Result<MDB_txn*> LmdbEnvironment::BeginWrite(size_t expected_bytes) {
  if (env_ == nullptr) PINTLE_RETURN_IF_ERROR(Recover());
  PINTLE_RETURN_IF_ERROR(EnsureRoom(expected_bytes * kRoomPerByte + sizes_.headroom_bytes));
  MDB_txn* transaction = nullptr;
  const int code = mdb_txn_begin(env_, nullptr, 0, &transaction);
  if (code != 0) return LmdbFailure("beginning to write", code);
  return transaction;
}

Status LmdbEnvironment::EnsureRoom(size_t bytes) {
  MDB_envinfo info{};
  MDB_stat stat{};
  mdb_env_info(env_, &info);
  mdb_env_stat(env_, &stat);
  const size_t needed = (info.me_last_pgno + 1) * stat.ms_psize + bytes;
  if (needed <= info.me_mapsize) return {};
  const size_t wanted = std::max(info.me_mapsize * 2, std::bit_ceil(needed));
  // LMDB gives up the old map before it asks for the new one, so ask first.
  if (!HasAddressSpace(wanted)) {
    if (!std::exchange(growth_refused_, true)) {
      LogError("the map of the store cannot grow", {{"bytes", wanted}});
    }
    return {};
  }
  growth_refused_ = false;
  sizes_.map_bytes = wanted;
  ReadersHeldUp readers(*this);
  const int code = mdb_env_set_mapsize(env_, wanted);
  if (code == 0) return {};
  CloseHandle();
  return LmdbFailure("growing the map", code);
}

Status LmdbEnvironment::Recover() {
  {
    ReadersHeldUp readers(*this);
    CloseHandle();
    PINTLE_RETURN_IF_ERROR(OpenHandle());
    if (Status status = OpenTables(); !status) {
      CloseHandle();
      return status;
    }
  }
  return SettleMetaPages();
}

Status LmdbEnvironment::SettleMetaPages() {
  mdb_filehandle_t file = -1;
  mdb_env_get_fd(env_, &file);
  MDB_stat stat{};
  mdb_env_stat(env_, &stat);
  std::string pages(size_t{2} * stat.ms_psize, '\0');
  errno = EIO;  // for a short read or write
  if (::pread(file, pages.data(), pages.size(), 0) != static_cast<ssize_t>(pages.size())) {
    return LmdbFailure("reading the meta pages", errno);
  }
  if (::pwrite(file, pages.data(), pages.size(), 0) != static_cast<ssize_t>(pages.size())) {
    return LmdbFailure("writing the meta pages", errno);
  }
  if (::fdatasync(file) != 0) return LmdbFailure("syncing the meta pages", errno);
  return {};
}

void LmdbEnvironment::ForgetDeadReaders() {
  int dead = 0;
  if (env_ != nullptr) mdb_reader_check(env_, &dead);
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
