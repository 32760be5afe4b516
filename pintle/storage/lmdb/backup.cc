#include "pintle/storage/lmdb/backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#include "pintle/storage/lmdb/format.h"
#include "pintle/storage/lmdb/lmdb_environment.h"
#include "pintle/storage/lmdb/lock_file.h"
#include "pintle/storage/lmdb/version_reader.h"

namespace pintle::storage {
namespace {

constexpr mode_t kFileMode = 0600;
// The server may grow the map between two looks; it doubles, so this is never reached.
constexpr int kMaxMapChanges = 64;

std::unexpected<Error> FileFailure(std::string_view doing, const std::string& path, int code) {
  return InternalError(
      fmt::format("{} {}: {}", doing, path, std::generic_category().message(code)));
}

// A file that is removed unless it was given its name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& for_path)
      : path_(fmt::format("{}.part-{}", for_path, ::getpid())) {}
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

  // Syncs it, gives it its name and makes the name durable.
  Status MoveTo(const std::string& path) const {
    PINTLE_RETURN_IF_ERROR(Sync(path_));
    if (::rename(path_.c_str(), path.c_str()) != 0) return FileFailure("naming", path, errno);
    const std::string folder = std::filesystem::path(path).parent_path();
    return Sync(folder.empty() ? "." : folder);
  }

 private:
  static Status Sync(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return FileFailure("opening", path, errno);
    const int code = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    if (code != 0) return FileFailure("syncing", path, code);
    return {};
  }

  const std::string path_;
};

// An LMDB environment for one of the jobs here, not for serving.
class Environment {
 public:
  static Result<Environment> Open(const std::string& path, unsigned flags) {
    MDB_env* env = nullptr;
    if (int code = mdb_env_create(&env); code != 0) return LmdbFailure("creating", code);
    Environment environment(env);
    int code = mdb_env_set_maxdbs(env, lmdb_format::kTables);
    if (code == 0) code = mdb_env_open(env, path.c_str(), flags | MDB_NOTLS, kFileMode);
    if (code == MDB_INVALID || code == MDB_VERSION_MISMATCH) {
      return Fail(Reason::kBadRequest, fmt::format("{} is not the data of a store", path));
    }
    if (code != 0) return LmdbFailure("opening " + path, code);
    return environment;
  }

  MDB_env* get() const { return env_.get(); }

 private:
  explicit Environment(MDB_env* env) : env_(env, mdb_env_close) {}
  std::unique_ptr<MDB_env, decltype(&mdb_env_close)> env_;
};

class Transaction {
 public:
  static Result<Transaction> Begin(const Environment& environment, unsigned flags) {
    MDB_txn* transaction = nullptr;
    int code = mdb_txn_begin(environment.get(), nullptr, flags, &transaction);
    for (int i = 0; code == MDB_MAP_RESIZED && i < kMaxMapChanges; ++i) {
      code = mdb_env_set_mapsize(environment.get(), 0);
      if (code == 0) code = mdb_txn_begin(environment.get(), nullptr, flags, &transaction);
    }
    if (code != 0) return LmdbFailure("beginning", code);
    return Transaction(transaction);
  }

  MDB_txn* get() const { return transaction_.get(); }

  Result<MDB_dbi> OpenTable(const char* name, unsigned flags) const {
    MDB_dbi table = 0;
    const int code = mdb_dbi_open(get(), name, flags, &table);
    if (code != 0) {
      return Fail(Reason::kBadRequest, fmt::format("table {} is not there: not a store", name));
    }
    return table;
  }

  Status Commit() {
    const int code = mdb_txn_commit(transaction_.release());
    if (code != 0) return LmdbFailure("committing", code);
    return {};
  }

 private:
  explicit Transaction(MDB_txn* transaction) : transaction_(transaction, mdb_txn_abort) {}
  std::unique_ptr<MDB_txn, decltype(&mdb_txn_abort)> transaction_;
};

// Checks the format too.
Result<Bounds> ReadBounds(const Transaction& transaction, MDB_dbi* meta_table) {
  LmdbTables tables;
  PINTLE_TRY(tables.meta, transaction.OpenTable(lmdb_format::kMetaTable, 0));
  PINTLE_TRY(tables.index, transaction.OpenTable(lmdb_format::kIndexTable, MDB_DUPSORT));
  PINTLE_TRY(auto format, LmdbGet(transaction.get(), tables.meta, lmdb_format::kMetaFormat));
  const int64_t version =
      format && format->size() == 8 ? lmdb_format::ReadInt64(*format) : int64_t{0};
  PINTLE_RETURN_IF_ERROR(lmdb_format::CheckFormatVersion(version));
  *meta_table = tables.meta;
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables));
  return reader.ReadBounds();
}

// Of a file nobody else uses.
Result<BackupSummary> Summarise(const std::string& file) {
  PINTLE_TRY(Environment environment,
             Environment::Open(file, MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK));
  PINTLE_TRY(Transaction transaction, Transaction::Begin(environment, MDB_RDONLY));
  MDB_dbi meta = 0;
  PINTLE_TRY(Bounds bounds, ReadBounds(transaction, &meta));
  std::error_code fault;
  const uint64_t size_bytes = std::filesystem::file_size(file, fault);
  return BackupSummary{.revision = bounds.current,
                       .restored_revision = bounds.current + kRestoreRevisionGap,
                       .size_bytes = fault ? 0 : size_bytes};
}

Status CopyCompacted(const Environment& environment, const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode);
  if (descriptor < 0) return FileFailure("making", file, errno);
  const int code = mdb_env_copyfd2(environment.get(), descriptor, MDB_CP_COMPACT);
  ::close(descriptor);
  if (code != 0) return LmdbFailure("copying to " + file, code);
  return {};
}

// Moves the history of a copy past every revision that the lost store may have given out.
Status SkipRevisions(const std::string& file) {
  PINTLE_TRY(Environment environment, Environment::Open(file, MDB_NOSUBDIR | MDB_NOLOCK));
  PINTLE_TRY(Transaction transaction, Transaction::Begin(environment, 0));
  MDB_dbi meta = 0;
  PINTLE_TRY(Bounds bounds, ReadBounds(transaction, &meta));
  const std::string revision = lmdb_format::Integer(bounds.current + kRestoreRevisionGap);
  for (std::string_view name : {lmdb_format::kMetaCurrent, lmdb_format::kMetaCompacted}) {
    PINTLE_RETURN_IF_ERROR(LmdbPut(transaction.get(), meta, name, revision));
  }
  return transaction.Commit();
}

}  // namespace

Result<BackupSummary> BackupLmdbStore(const std::string& folder, const std::string& file) {
  if (!std::filesystem::exists(folder + "/data.mdb")) {
    return Fail(Reason::kNotFound, fmt::format("there is no store in {}", folder));
  }
  const TemporaryFile copy(file);
  {
    PINTLE_TRY(Environment environment, Environment::Open(folder, MDB_RDONLY));
    // Sees to it that the map is as large as the data.
    PINTLE_RETURN_IF_ERROR(Transaction::Begin(environment, MDB_RDONLY));
    PINTLE_RETURN_IF_ERROR(CopyCompacted(environment, copy.path()));
  }
  PINTLE_TRY(BackupSummary summary, Summarise(copy.path()));
  PINTLE_RETURN_IF_ERROR(copy.MoveTo(file));
  return summary;
}

Result<BackupSummary> RestoreLmdbStore(const std::string& file, const std::string& folder) {
  if (!std::filesystem::is_regular_file(file)) {
    return Fail(Reason::kNotFound, fmt::format("there is no backup {}", file));
  }
  PINTLE_TRY(BackupSummary summary, Summarise(file));
  std::error_code fault;
  if (std::filesystem::create_directories(folder, fault)) ::chmod(folder.c_str(), 0700);
  if (fault) return FileFailure("making", folder, fault.value());
  PINTLE_TRY(LockFile lock, LockFile::Acquire(folder + "/LOCK"));
  const std::string data = folder + "/data.mdb";
  if (std::filesystem::exists(data)) {
    return Fail(Reason::kAlreadyExists,
                fmt::format("{} already holds a store; restore into an empty folder, or move that "
                            "one away first",
                            folder));
  }
  const TemporaryFile copy(data);
  {
    PINTLE_TRY(Environment backup, Environment::Open(file, MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK));
    PINTLE_RETURN_IF_ERROR(CopyCompacted(backup, copy.path()));
  }
  PINTLE_RETURN_IF_ERROR(SkipRevisions(copy.path()));
  PINTLE_RETURN_IF_ERROR(copy.MoveTo(data));
  return summary;
}

}  // namespace pintle::storage
