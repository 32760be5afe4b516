#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/storage/backend.h"
#include "pintle/storage/lmdb/format.h"
#include "pintle/storage/lmdb/lmdb_environment.h"

namespace pintle::storage {

// Reads keys and versions (see format.h) in one transaction, which must outlive it. One thread.
class VersionReader {
 public:
  static constexpr Revision kNewest = INT64_MAX;

  static Result<VersionReader> Open(MDB_txn* transaction, const LmdbTables& tables);

  Result<Bounds> ReadBounds() const;

  // The last version of `key` that is not newer than `at`, deletions too.
  Result<std::optional<lmdb_format::IndexEntry>> FindVersion(std::string_view key, Revision at);
  // The same as a record; nothing for a deletion.
  Result<std::optional<KeyValue>> FindRecord(std::string_view key, Revision at);
  // The version of this revision; nothing if it has been removed. Valid until the transaction
  // writes.
  Result<std::optional<lmdb_format::VersionRow>> Row(Revision revision) const;
  // A version that must be there, as a record.
  Result<KeyValue> Record(Revision revision) const;

  // Walks the keys with `prefix` that are >= `start` and exist at `at`, in order:
  //   FirstKey(...), then NextKey(), as long as they are true.
  // `at` kNewest is the fast way to the current state.
  Result<bool> FirstKey(std::string_view prefix, std::string_view start, Revision at);
  Result<bool> NextKey();
  Revision key_revision() const { return key_revision_; }

 private:
  VersionReader(MDB_txn* transaction, const LmdbTables& tables, LmdbCursor walk, LmdbCursor seek)
      : transaction_(transaction),
        tables_(tables),
        walk_(std::move(walk)),
        seek_(std::move(seek)) {}

  // From a walk position on the first version of some key: goes on to the first key that counts.
  Result<bool> SettleOnKey(bool found);
  // Moves the walk to the first version of the next key.
  Result<bool> SkipKey();
  // The version of the walk's key at `walk_at_`.
  Result<std::optional<lmdb_format::IndexEntry>> VersionOfWalkKey();
  // False if the entry is damaged.
  bool ReadWalkKey();

  MDB_txn* const transaction_;
  const LmdbTables& tables_;
  LmdbCursor walk_;
  LmdbCursor seek_;
  std::string prefix_;
  std::string start_;
  Revision walk_at_ = kNewest;
  std::string key_;
  Revision key_revision_ = 0;
};

}  // namespace pintle::storage
