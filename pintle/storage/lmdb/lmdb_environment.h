#pragma once

#include <lmdb.h>

#include <condition_variable>
#include <cstddef>
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

struct LmdbSizes {
  // Address space reserved at first.
  size_t map_bytes = 0;
  // Free address space a transaction finds at least when it begins, besides what it says it needs.
  size_t headroom_bytes = 0;
};

// An open LMDB folder with its tables and its lock file. The map grows and the whole environment is
// opened again under readers: both wait for the read transactions that run, which are short, and
// hold up new ones meanwhile. Members are for the one writing thread unless they say otherwise.
class LmdbEnvironment {
 public:
  // Makes the folder and an empty store if there is none.
  static Result<std::unique_ptr<LmdbEnvironment>> Open(const std::string& path,
                                                       const LmdbSizes& sizes);
  ~LmdbEnvironment();
  LmdbEnvironment(const LmdbEnvironment&) = delete;
  LmdbEnvironment& operator=(const LmdbEnvironment&) = delete;

  // Any thread, inside a transaction.
  const LmdbTables& tables() const { return tables_; }

  // A consistent view; keep it short, for pages it sees cannot be reused. One thread at a time, and
  // not two at once on one thread.
  class ReadTransaction {
   public:
    ReadTransaction(ReadTransaction&& other) noexcept
        : owner_(other.owner_), transaction_(std::exchange(other.transaction_, nullptr)) {}
    ReadTransaction& operator=(ReadTransaction&&) = delete;
    ~ReadTransaction() {
      if (transaction_ != nullptr) owner_->EndRead(transaction_);
    }
    MDB_txn* get() const { return transaction_; }

   private:
    friend class LmdbEnvironment;
    ReadTransaction(LmdbEnvironment* owner, MDB_txn* transaction)
        : owner_(owner), transaction_(transaction) {}
    LmdbEnvironment* owner_;
    MDB_txn* transaction_;
  };
  // Any thread.
  Result<ReadTransaction> BeginRead();

  // A transaction that can add about `expected_bytes`; the map grows first if need be.
  Result<MDB_txn*> BeginWrite(size_t expected_bytes);

  // To be called after a commit that failed. LMDB then refuses everything, reads too, until it is
  // opened again, and nobody knows which of the two meta pages is on disk: what is written next
  // must not destroy what the other one needs. So this opens the environment again, for readers at
  // once, and then writes both meta pages as they are seen and syncs them. Until it succeeds
  // nothing may be written.
  Status Recover();

  // Frees the slots of readers in other processes (backups) that died.
  void ForgetDeadReaders();

 private:
  LmdbEnvironment(std::string path, const LmdbSizes& sizes, LockFile lock)
      : path_(std::move(path)), sizes_(sizes), lock_(std::move(lock)) {}

  Status OpenHandle();
  Status OpenTables();
  void CloseHandle();
  Status EnsureRoom(size_t bytes);
  Status SettleMetaPages();
  void EndRead(MDB_txn* transaction);

  // While it exists no read transaction runs.
  class ReadersHeldUp {
   public:
    explicit ReadersHeldUp(LmdbEnvironment& owner);
    ~ReadersHeldUp();
    ReadersHeldUp(const ReadersHeldUp&) = delete;
    ReadersHeldUp& operator=(const ReadersHeldUp&) = delete;

   private:
    LmdbEnvironment& owner_;
  };

  const std::string path_;
  LmdbSizes sizes_;
  bool growth_refused_ = false;  // has been logged
  const LockFile lock_;
  // Changed only while readers are held up. Null if opening again has failed.
  MDB_env* env_ = nullptr;
  LmdbTables tables_;

  std::mutex mutex_;
  std::condition_variable readers_changed_;
  // Guarded by mutex_.
  std::vector<MDB_txn*> idle_readers_;  // reset, ready to be renewed
  size_t active_readers_ = 0;
  bool readers_held_up_ = false;
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
