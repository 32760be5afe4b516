#include "pintle/storage/lmdb/lmdb_store.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "pintle/storage/backend.h"
#include "pintle/storage/embedded_store.h"
#include "pintle/storage/lmdb/format.h"
#include "pintle/storage/lmdb/lmdb_environment.h"
#include "pintle/storage/lmdb/version_reader.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

using lmdb_format::Integer;
using lmdb_format::ReadInt64;
using lmdb_format::VersionRow;
using lmdb_format::VersionType;

// One round of Replay: short enough to hold a read transaction and the hub for.
constexpr size_t kReplayRevisions = 4096;
constexpr size_t kReplayBytes = 4 * 1024 * 1024;
// Revisions that Scrub looks at between two looks at the clock: well below a millisecond.
constexpr size_t kScrubBatchRows = 32;

class LmdbBackend final : public Backend {
 public:
  explicit LmdbBackend(std::unique_ptr<LmdbEnvironment> environment)
      : environment_(std::move(environment)), tables_(environment_->tables()) {}
  ~LmdbBackend() override { Rollback(); }

  Status CheckFormat();

  Result<Bounds> ReadBounds() override;
  Result<GetResult> Get(const std::string& key) override;
  Result<RangeResult> Range(const RangeOptions& options) override;
  Result<size_t> Count(const std::string& prefix) override;
  Result<HistorySlice> Replay(const std::string& prefix, Revision after, Revision up_to) override;

  Status Begin(size_t expected_bytes) override;
  Result<std::optional<KeyValue>> Find(const std::string& key) override;
  Status Append(const Event& event, int64_t expires_at_ms) override;
  Result<std::vector<KeyValue>> TakeExpired(int64_t now_ms, size_t limit) override;
  Result<std::optional<int64_t>> NextExpiry() override;
  Result<Revision> Scrub(Revision after, Revision up_to,
                         std::chrono::steady_clock::time_point deadline) override;
  Status Probe() override;
  Status Commit(const Bounds& bounds) override;
  void Rollback() override;

 private:
  // A version that Scrub looks at or removes.
  struct Obsolete {
    Revision revision;
    std::string key;
    VersionType type;
  };
  struct ScrubBatch {
    std::vector<Obsolete> obsolete;
    // They are all of the revisions up to here.
    Revision covered = 0;
  };
  Result<ScrubBatch> FindObsolete(Revision after, Revision up_to);
  Status Remove(const Obsolete& version);
  // As the open transaction has them.
  Result<Bounds> StoredBounds();

  const std::unique_ptr<LmdbEnvironment> environment_;
  const LmdbTables& tables_;
  // Of the writer's thread.
  MDB_txn* transaction_ = nullptr;
  bool needs_recovery_ = false;
};

Result<Bounds> LmdbBackend::ReadBounds() {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables_));
  return reader.ReadBounds();
}

Result<GetResult> LmdbBackend::Get(const std::string& key) {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables_));
  PINTLE_TRY(Bounds bounds, reader.ReadBounds());
  GetResult result;
  result.revision = bounds.current;
  if (key.empty()) return result;
  PINTLE_TRY(result.record, reader.FindRecord(key, VersionReader::kNewest));
  return result;
}

Result<RangeResult> LmdbBackend::Range(const RangeOptions& options) {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables_));
  PINTLE_TRY(Bounds bounds, reader.ReadBounds());
  const bool now = options.revision <= 0 || options.revision == bounds.current;
  RangeResult result;
  result.revision = now ? bounds.current : options.revision;
  if (result.revision < bounds.compacted) return std::unexpected(ListTooOld());
  if (result.revision > bounds.current) {
    return std::unexpected(RevisionTooLarge(result.revision, bounds.current));
  }
  PINTLE_TRY(bool found, reader.FirstKey(options.prefix, options.start,
                                         now ? VersionReader::kNewest : result.revision));
  while (found) {
    ++result.count;
    if (options.limit == 0 || result.records.size() < options.limit) {
      PINTLE_TRY(KeyValue record, reader.Record(reader.key_revision()));
      result.records.push_back(std::move(record));
    }
    PINTLE_TRY(found, reader.NextKey());
  }
  return result;
}

Result<size_t> LmdbBackend::Count(const std::string& prefix) {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables_));
  size_t count = 0;
  PINTLE_TRY(bool found, reader.FirstKey(prefix, {}, VersionReader::kNewest));
  while (found) {
    ++count;
    PINTLE_TRY(found, reader.NextKey());
  }
  return count;
}

Result<HistorySlice> LmdbBackend::Replay(const std::string& prefix, Revision after,
                                         Revision up_to) {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto reader, VersionReader::Open(transaction.get(), tables_));
  PINTLE_TRY(Bounds bounds, reader.ReadBounds());
  if (after < bounds.compacted) return std::unexpected(WatchTooOld());
  PINTLE_TRY(auto cursor, LmdbCursor::Open(transaction.get(), tables_.revisions));
  HistorySlice slice;
  size_t looked_at = 0;
  size_t bytes = 0;
  PINTLE_TRY(bool found, cursor.Seek(MDB_SET_RANGE, Integer(after + 1)));
  while (found && ReadInt64(cursor.key()) <= up_to) {
    if (looked_at++ == kReplayRevisions || bytes > kReplayBytes) return slice;
    slice.covered = ReadInt64(cursor.key());
    auto row = lmdb_format::DecodeVersion(cursor.value());
    if (!row) return InternalError("embedded store: history is damaged");
    if (row->key.starts_with(prefix)) {
      Event event;
      PINTLE_TRY(event.current, reader.Record(slice.covered));
      if (row->type == VersionType::kDelete) {
        event.type = Event::Type::kDelete;
        event.current.value = Bytes();
      }
      if (row->previous > 0) {
        PINTLE_TRY(event.previous, reader.Record(row->previous));
      }
      bytes += event.current.value.size() + (event.previous ? event.previous->value.size() : 0);
      slice.events.push_back(std::move(event));
    }
    PINTLE_TRY(found, cursor.Move(MDB_NEXT));
  }
  slice.covered = up_to;
  return slice;
}

Status LmdbBackend::Begin(size_t expected_bytes) {
  if (needs_recovery_) {
    PINTLE_RETURN_IF_ERROR(environment_->Recover());
    needs_recovery_ = false;
  }
  auto transaction = environment_->BeginWrite(expected_bytes);
  needs_recovery_ = !transaction;
  PINTLE_TRY(transaction_, std::move(transaction));
  return {};
}

Result<std::optional<KeyValue>> LmdbBackend::Find(const std::string& key) {
  PINTLE_TRY(auto reader, VersionReader::Open(transaction_, tables_));
  return reader.FindRecord(key, VersionReader::kNewest);
}

Status LmdbBackend::Append(const Event& event, int64_t expires_at_ms) {
  const KeyValue& record = event.current;
  VersionRow row;
  row.type = event.type == Event::Type::kPut ? VersionType::kPut : VersionType::kDelete;
  row.create_revision = record.create_revision;
  row.previous = event.previous ? event.previous->mod_revision : 0;
  row.key = record.key;
  row.value = record.value.view();
  PINTLE_RETURN_IF_ERROR(LmdbPut(transaction_, tables_.revisions, Integer(record.mod_revision),
                                 lmdb_format::EncodeVersion(row), MDB_APPEND));
  const std::string entry = lmdb_format::EncodeIndexEntry(
      {lmdb_format::IndexTail(record.key), record.mod_revision, row.type});
  PINTLE_RETURN_IF_ERROR(
      LmdbPut(transaction_, tables_.index, lmdb_format::IndexHead(record.key), entry));
  if (expires_at_ms == 0) return {};
  return LmdbPut(transaction_, tables_.expiry,
                 Integer(expires_at_ms) + Integer(record.mod_revision), {});
}

Result<std::vector<KeyValue>> LmdbBackend::TakeExpired(int64_t now_ms, size_t limit) {
  std::vector<KeyValue> expired;
  std::vector<Revision> due;
  {
    PINTLE_TRY(auto cursor, LmdbCursor::Open(transaction_, tables_.expiry));
    PINTLE_TRY(bool found, cursor.Move(MDB_FIRST));
    while (found && due.size() < limit && ReadInt64(cursor.key()) <= now_ms) {
      due.push_back(ReadInt64(cursor.key().substr(8)));
      PINTLE_RETURN_IF_ERROR(cursor.Remove());
      PINTLE_TRY(found, cursor.Move(MDB_FIRST));
    }
  }
  if (due.empty()) return expired;
  PINTLE_TRY(auto reader, VersionReader::Open(transaction_, tables_));
  for (Revision revision : due) {
    PINTLE_TRY(auto row, reader.Row(revision));
    if (!row) continue;
    PINTLE_TRY(auto newest, reader.FindVersion(row->key, VersionReader::kNewest));
    // A later write of the key has made the deadline void.
    if (!newest || newest->revision != revision) continue;
    PINTLE_TRY(KeyValue record, reader.Record(revision));
    expired.push_back(std::move(record));
  }
  return expired;
}

Result<std::optional<int64_t>> LmdbBackend::NextExpiry() {
  PINTLE_TRY(auto cursor, LmdbCursor::Open(transaction_, tables_.expiry));
  PINTLE_TRY(bool found, cursor.Move(MDB_FIRST));
  if (!found) return std::nullopt;
  return ReadInt64(cursor.key());
}

Result<LmdbBackend::ScrubBatch> LmdbBackend::FindObsolete(Revision after, Revision up_to) {
  ScrubBatch batch;
  PINTLE_TRY(auto cursor, LmdbCursor::Open(transaction_, tables_.revisions));
  PINTLE_TRY(bool found, cursor.Seek(MDB_SET_RANGE, Integer(after + 1)));
  for (size_t rows = 0; found && ReadInt64(cursor.key()) <= up_to; ++rows) {
    if (rows == kScrubBatchRows) return batch;
    batch.covered = ReadInt64(cursor.key());
    auto row = lmdb_format::DecodeVersion(cursor.value());
    if (!row) return InternalError("embedded store: history is damaged");
    std::string key(row->key);
    // What a version replaced is always a record: after a deletion comes a creation.
    if (row->previous > 0) batch.obsolete.push_back({row->previous, key, VersionType::kPut});
    if (row->type == VersionType::kDelete) {
      batch.obsolete.push_back({batch.covered, std::move(key), VersionType::kDelete});
    }
    PINTLE_TRY(found, cursor.Move(MDB_NEXT));
  }
  batch.covered = up_to;
  return batch;
}

Status LmdbBackend::Remove(const Obsolete& version) {
  const std::string entry = lmdb_format::EncodeIndexEntry(
      {lmdb_format::IndexTail(version.key), version.revision, version.type});
  PINTLE_RETURN_IF_ERROR(
      LmdbDelete(transaction_, tables_.index, lmdb_format::IndexHead(version.key), entry));
  return LmdbDelete(transaction_, tables_.revisions, Integer(version.revision));
}

Result<Revision> LmdbBackend::Scrub(Revision after, Revision up_to,
                                    std::chrono::steady_clock::time_point deadline) {
  environment_->ForgetDeadReaders();
  do {
    PINTLE_TRY(ScrubBatch batch, FindObsolete(after, up_to));
    for (const Obsolete& version : batch.obsolete) PINTLE_RETURN_IF_ERROR(Remove(version));
    after = batch.covered;
  } while (after < up_to && std::chrono::steady_clock::now() < deadline);
  return after;
}

Status LmdbBackend::Probe() {
  PINTLE_TRY(Bounds stored, StoredBounds());
  return LmdbPut(transaction_, tables_.meta, lmdb_format::kMetaCurrent, Integer(stored.current));
}

Result<Bounds> LmdbBackend::StoredBounds() {
  PINTLE_TRY(auto reader, VersionReader::Open(transaction_, tables_));
  return reader.ReadBounds();
}

Status LmdbBackend::Commit(const Bounds& bounds) {
  PINTLE_TRY(Bounds stored, StoredBounds());
  const struct {
    std::string_view name;
    Revision before;
    Revision after;
  } rows[] = {{lmdb_format::kMetaCurrent, stored.current, bounds.current},
              {lmdb_format::kMetaCompacted, stored.compacted, bounds.compacted},
              {lmdb_format::kMetaScrubbed, stored.scrubbed, bounds.scrubbed}};
  for (const auto& row : rows) {
    // A transaction that changes nothing costs no sync.
    if (row.before == row.after) continue;
    PINTLE_RETURN_IF_ERROR(LmdbPut(transaction_, tables_.meta, row.name, Integer(row.after)));
  }
  // Ends the transaction also when it fails.
  const int code = mdb_txn_commit(std::exchange(transaction_, nullptr));
  if (code == 0) return {};
  // At once, as reads need it too.
  needs_recovery_ = !environment_->Recover();
  return LmdbFailure("committing", code);
}

void LmdbBackend::Rollback() {
  if (transaction_ != nullptr) mdb_txn_abort(std::exchange(transaction_, nullptr));
}

Status LmdbBackend::CheckFormat() {
  PINTLE_TRY(auto transaction, environment_->BeginRead());
  PINTLE_TRY(auto format, LmdbGet(transaction.get(), tables_.meta, lmdb_format::kMetaFormat));
  return lmdb_format::CheckFormatVersion(format && format->size() == 8 ? ReadInt64(*format) : 0);
}

}  // namespace

Result<std::unique_ptr<Store>> OpenLmdbStore(LmdbOptions options) {
  PINTLE_TRY(auto environment,
             LmdbEnvironment::Open(options.path, {.map_bytes = options.map_size,
                                                  .headroom_bytes = options.map_headroom}));
  auto backend = std::make_unique<LmdbBackend>(std::move(environment));
  PINTLE_RETURN_IF_ERROR(backend->CheckFormat());
  PINTLE_TRY(Bounds bounds, backend->ReadBounds());
  return std::make_unique<EmbeddedStore>(std::move(backend), bounds);
}

}  // namespace pintle::storage
