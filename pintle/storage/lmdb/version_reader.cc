#include "pintle/storage/lmdb/version_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle::storage {
namespace {

using lmdb_format::IndexEntry;
using lmdb_format::VersionRow;
using lmdb_format::VersionType;

std::unexpected<Error> Damaged(std::string_view what) {
  return InternalError(fmt::format("embedded store: {} is damaged", what));
}

}  // namespace

Result<VersionReader> VersionReader::Open(MDB_txn* transaction, const LmdbTables& tables) {
  PINTLE_TRY(LmdbCursor walk, LmdbCursor::Open(transaction, tables.index));
  PINTLE_TRY(LmdbCursor seek, LmdbCursor::Open(transaction, tables.index));
  return VersionReader(transaction, tables, std::move(walk), std::move(seek));
}

Result<Bounds> VersionReader::ReadBounds() const {
  Bounds bounds;
  const struct {
    std::string_view name;
    Revision* revision;
  } rows[] = {{lmdb_format::kMetaCurrent, &bounds.current},
              {lmdb_format::kMetaCompacted, &bounds.compacted},
              {lmdb_format::kMetaScrubbed, &bounds.scrubbed}};
  for (const auto& row : rows) {
    PINTLE_TRY(auto found, LmdbGet(transaction_, tables_.meta, row.name));
    if (!found) continue;  // a new store
    if (found->size() != 8) return Damaged("the meta table");
    *row.revision = lmdb_format::ReadInt64(*found);
  }
  return bounds;
}

Result<std::optional<IndexEntry>> VersionReader::FindVersion(std::string_view key, Revision at) {
  const std::string_view head = lmdb_format::IndexHead(key);
  const std::string_view tail = lmdb_format::IndexTail(key);
  // No version up to `at` sorts after this, as kDelete is the largest type.
  const std::string bound = lmdb_format::EncodeIndexEntry({tail, at, VersionType(0xff)});
  PINTLE_TRY(bool later, seek_.Seek(MDB_GET_BOTH_RANGE, head, bound));
  bool found = false;
  if (later) {
    PINTLE_TRY(found, seek_.Move(MDB_PREV_DUP));
  } else {
    PINTLE_TRY(found, seek_.Seek(MDB_SET, head));
    if (found) {
      PINTLE_TRY(found, seek_.Move(MDB_LAST_DUP));
    }
  }
  if (!found) return std::nullopt;
  std::optional<IndexEntry> entry = lmdb_format::DecodeIndexEntry(seek_.value());
  if (!entry) return Damaged("the index");
  // Another long key with the same head.
  if (entry->tail != tail) return std::nullopt;
  return entry;
}

Result<std::optional<KeyValue>> VersionReader::FindRecord(std::string_view key, Revision at) {
  PINTLE_TRY(auto version, FindVersion(key, at));
  if (!version || version->type == VersionType::kDelete) return std::nullopt;
  return Record(version->revision);
}

Result<std::optional<VersionRow>> VersionReader::Row(Revision revision) const {
  PINTLE_TRY(auto found, LmdbGet(transaction_, tables_.revisions, lmdb_format::Integer(revision)));
  if (!found) return std::nullopt;
  std::optional<VersionRow> row = lmdb_format::DecodeVersion(*found);
  if (!row) return Damaged(fmt::format("revision {}", revision));
  return row;
}

Result<KeyValue> VersionReader::Record(Revision revision) const {
  PINTLE_TRY(auto row, Row(revision));
  if (!row) return Damaged(fmt::format("revision {}", revision));
  return KeyValue{.key = std::string(row->key),
                  .value = Bytes(std::string(row->value)),
                  .mod_revision = revision,
                  .create_revision = row->create_revision};
}

Result<bool> VersionReader::FirstKey(std::string_view prefix, std::string_view start, Revision at) {
  prefix_ = prefix;
  start_ = std::max(prefix, start);
  walk_at_ = at;
  // LMDB cannot seek an empty key; the smallest one is as good.
  const std::string head(start_.empty() ? std::string(1, '\0') : lmdb_format::IndexHead(start_));
  PINTLE_TRY(bool found, walk_.Seek(MDB_SET_RANGE, head));
  return SettleOnKey(found);
}

Result<bool> VersionReader::NextKey() {
  PINTLE_TRY(bool found, SkipKey());
  return SettleOnKey(found);
}

Result<bool> VersionReader::SettleOnKey(bool found) {
  while (found) {
    if (!ReadWalkKey()) return Damaged("the index");
    if (key_ >= start_) {
      if (!key_.starts_with(prefix_)) return false;
      PINTLE_TRY(auto version, VersionOfWalkKey());
      if (version && version->type == VersionType::kPut) {
        key_revision_ = version->revision;
        return true;
      }
    }
    PINTLE_TRY(found, SkipKey());
  }
  return false;
}

bool VersionReader::ReadWalkKey() {
  std::optional<IndexEntry> entry = lmdb_format::DecodeIndexEntry(walk_.value());
  if (!entry) return false;
  key_.assign(walk_.key());
  key_.append(entry->tail);
  return true;
}

Result<std::optional<IndexEntry>> VersionReader::VersionOfWalkKey() {
  const bool alone_under_head = key_.size() < lmdb_format::kIndexHeadBytes;
  if (walk_at_ != kNewest || !alone_under_head) return FindVersion(key_, walk_at_);
  PINTLE_TRY(bool found, walk_.Move(MDB_LAST_DUP));
  if (!found) return std::nullopt;
  return lmdb_format::DecodeIndexEntry(walk_.value());
}

Result<bool> VersionReader::SkipKey() {
  if (key_.size() < lmdb_format::kIndexHeadBytes) return walk_.Move(MDB_NEXT_NODUP);
  // Long keys may share a head; there are few of them, so go version by version.
  while (true) {
    PINTLE_TRY(bool found, walk_.Move(MDB_NEXT));
    if (!found) return false;
    std::optional<IndexEntry> entry = lmdb_format::DecodeIndexEntry(walk_.value());
    if (!entry) return Damaged("the index");
    const bool same =
        walk_.key() == lmdb_format::IndexHead(key_) && entry->tail == lmdb_format::IndexTail(key_);
    if (!same) return true;
  }
}

}  // namespace pintle::storage
