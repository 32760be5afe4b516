#pragma once

#include <lmdb.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/lmdb/lock_file.h"

namespace pintle::storage {

// kInternalError that says what LMDB was doing and why it could not.
std::unexpected<Error> LmdbFailure(std::string_view doing, int code);

inline MDB_val ToLmdb(std::string_view bytes) {
  return {bytes.size(), const_cast<char*>(bytes.data())};
}
inline std::string_view FromLmdb(const MDB_val& value) {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

struct LmdbTables {
  MDB_dbi meta = 0;
  MDB_dbi revisions = 0;
  MDB_dbi index = 0;
  MDB_dbi expiry = 0;
};

// An open LMDB folder with its tables and its lock file. Thread-safe but for the one write
// transaction.
class LmdbEnvironment {
 public:
  static Result<std::unique_ptr<LmdbEnvironment>> Open(const std::string& path, size_t map_size);
  ~LmdbEnvironment();
  LmdbEnvironment(const LmdbEnvironment&) = delete;
  LmdbEnvironment& operator=(const LmdbEnvironment&) = delete;

  MDB_env* handle() const { return env_; }
  const LmdbTables& tables() const { return tables_; }

  // A consistent view; keep it short, for pages it sees cannot be reused. One thread at a time.
  class ReadTransaction {
   public:
    ReadTransaction(ReadTransaction&& other) noexcept
        : owner_(other.owner_), transaction_(std::exchange(other.transaction_, nullptr)) {}
    ReadTransaction& operator=(ReadTransaction&&) = delete;
    ~ReadTransaction();
    MDB_txn* get() const { return transaction_; }

   private:
    friend class LmdbEnvironment;
    ReadTransaction(LmdbEnvironment* owner, MDB_txn* transaction)
        : owner_(owner), transaction_(transaction) {}
    LmdbEnvironment* owner_;
    MDB_txn* transaction_;
  };
  Result<ReadTransaction> BeginRead();

 private:
  LmdbEnvironment(MDB_env* env, LockFile lock) : env_(env), lock_(std::move(lock)) {}
  Status OpenTables();

  MDB_env* const env_;
  const LockFile lock_;
  LmdbTables tables_;

  std::mutex mutex_;
  std::vector<MDB_txn*> idle_readers_;  // reset, ready to be renewed; guarded by mutex_
};

// A cursor of one table in one transaction; destroyed before the transaction ends.
class LmdbCursor {
 public:
  static Result<LmdbCursor> Open(MDB_txn* transaction, MDB_dbi table);
  LmdbCursor(LmdbCursor&& other) noexcept
      : cursor_(std::exchange(other.cursor_, nullptr)), key_(other.key_), value_(other.value_) {}
  LmdbCursor& operator=(LmdbCursor&&) = delete;
  ~LmdbCursor() {
    if (cursor_ != nullptr) mdb_cursor_close(cursor_);
  }

  // Moves; false if there is nothing there. The forms with arguments seek them.
  Result<bool> Move(MDB_cursor_op operation);
  Result<bool> Seek(MDB_cursor_op operation, std::string_view key, std::string_view value = {});
  Status Remove();

  std::string_view key() const { return FromLmdb(key_); }
  std::string_view value() const { return FromLmdb(value_); }

 private:
  explicit LmdbCursor(MDB_cursor* cursor) : cursor_(cursor) {}
  MDB_cursor* cursor_;
  MDB_val key_{};
  MDB_val value_{};
};

// The value of a key; nothing if it is not there. Valid until the transaction writes or ends.
Result<std::optional<std::string_view>> LmdbGet(MDB_txn* transaction, MDB_dbi table,
                                                std::string_view key);
Status LmdbPut(MDB_txn* transaction, MDB_dbi table, std::string_view key, std::string_view value,
               unsigned flags = 0);
// Removes the key, or in a table with duplicates one of them; no failure if it is not there.
Status LmdbDelete(MDB_txn* transaction, MDB_dbi table, std::string_view key,
                  std::optional<std::string_view> duplicate = std::nullopt);

}  // namespace pintle::storage
