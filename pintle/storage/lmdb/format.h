#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

// How the embedded store lies in LMDB. All integers are big-endian, so that bytewise order is
// numeric order. Four tables:
//
//   meta        name                              -> int64
//               "format" "current" "compacted" "scrubbed"
//
//   revisions   revision:8                        -> type:1 create:8 previous:8 key_size:4 key
//   value
//               Every retained version once; one write is one revision. Appended only, so that
//               writing is sequential. `previous` is the revision of the version this one replaced,
//               0 for a creation. A deletion has no value.
//
//   index       key[0, 480)                       -> key[480, end) 00 revision:8 type:1 (sorted
//   duplicates)
//               For every key the revisions of its retained versions, the newest one last. LMDB
//               bounds keys and duplicates to 511 bytes each; keys are longer at times, so the tail
//               of a long key stands in the duplicate. Keys contain no 00, which keeps the order of
//               (tail, revision) equal to that of the bytes. The type is here too so that counting
//               does not touch `revisions`.
//
//   expiry      milliseconds:8 revision:8         -> (empty)
//               When the version falls due. Void if it is no longer the newest of its key.
//
// Example: /a created at 2, changed at 3, deleted at 4:
//   revisions  2 -> put create=2 previous=0 "/a" v1      index  "/a" -> 00 2 put
//              3 -> put create=2 previous=2 "/a" v2                     00 3 put
//              4 -> del create=2 previous=3 "/a"                        00 4 del
// Compacting to 3 removes version 2 (replaced by 3); compacting to 4 removes 3, and 4 itself, as it
// is a deletion.
namespace pintle::storage::lmdb_format {

constexpr int64_t kFormatVersion = 1;

// Refuses data of another format; a newer one is that of a newer program.
inline Status CheckFormatVersion(int64_t version) {
  if (version == kFormatVersion) return {};
  return InternalError(
      fmt::format("embedded store: the data has format {}, this program reads format {}", version,
                  kFormatVersion));
}

constexpr const char* kMetaTable = "meta";
constexpr const char* kRevisionsTable = "revisions";
constexpr const char* kIndexTable = "index";
constexpr const char* kExpiryTable = "expiry";
constexpr unsigned kTables = 4;

constexpr std::string_view kMetaFormat = "format";
constexpr std::string_view kMetaCurrent = "current";
constexpr std::string_view kMetaCompacted = "compacted";
constexpr std::string_view kMetaScrubbed = "scrubbed";

constexpr size_t kIndexHeadBytes = 480;

enum class VersionType : uint8_t { kPut = 1, kDelete = 2 };

inline void AppendInteger(std::string& out, uint64_t value, int size_bytes) {
  for (int shift = 8 * (size_bytes - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift));
  }
}

inline std::string Integer(int64_t value) {
  std::string out;
  AppendInteger(out, static_cast<uint64_t>(value), 8);
  return out;
}

// `bytes` has at least `size_bytes` bytes.
inline uint64_t ReadInteger(std::string_view bytes, int size_bytes) {
  uint64_t value = 0;
  for (int i = 0; i < size_bytes; ++i) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

inline int64_t ReadInt64(std::string_view bytes) {
  return static_cast<int64_t>(ReadInteger(bytes, 8));
}

// The value of a row of `revisions`; views point into the row.
struct VersionRow {
  VersionType type = VersionType::kPut;
  Revision create_revision = 0;
  Revision previous = 0;
  std::string_view key;
  std::string_view value;
};

constexpr size_t kVersionHeadBytes = 1 + 8 + 8 + 4;

inline std::string EncodeVersion(const VersionRow& row) {
  std::string out;
  out.reserve(kVersionHeadBytes + row.key.size() + row.value.size());
  out.push_back(static_cast<char>(row.type));
  AppendInteger(out, static_cast<uint64_t>(row.create_revision), 8);
  AppendInteger(out, static_cast<uint64_t>(row.previous), 8);
  AppendInteger(out, row.key.size(), 4);
  out.append(row.key);
  out.append(row.value);
  return out;
}

// Nothing if the row is damaged.
inline std::optional<VersionRow> DecodeVersion(std::string_view bytes) {
  if (bytes.size() < kVersionHeadBytes) return std::nullopt;
  VersionRow row;
  row.type = static_cast<VersionType>(bytes[0]);
  if (row.type != VersionType::kPut && row.type != VersionType::kDelete) return std::nullopt;
  row.create_revision = ReadInt64(bytes.substr(1));
  row.previous = ReadInt64(bytes.substr(9));
  const uint64_t key_size = ReadInteger(bytes.substr(17), 4);
  bytes.remove_prefix(kVersionHeadBytes);
  if (key_size > bytes.size()) return std::nullopt;
  row.key = bytes.substr(0, key_size);
  row.value = bytes.substr(key_size);
  return row;
}

// A duplicate of `index`; `tail` points into it.
struct IndexEntry {
  std::string_view tail;
  Revision revision = 0;
  VersionType type = VersionType::kPut;
};

constexpr size_t kIndexEntryBytes = 1 + 8 + 1;

inline std::string_view IndexHead(std::string_view key) { return key.substr(0, kIndexHeadBytes); }
inline std::string_view IndexTail(std::string_view key) {
  return key.substr(std::min(key.size(), kIndexHeadBytes));
}

inline std::string EncodeIndexEntry(const IndexEntry& entry) {
  std::string out(entry.tail);
  out.push_back('\0');
  AppendInteger(out, static_cast<uint64_t>(entry.revision), 8);
  out.push_back(static_cast<char>(entry.type));
  return out;
}

inline std::optional<IndexEntry> DecodeIndexEntry(std::string_view bytes) {
  if (bytes.size() < kIndexEntryBytes) return std::nullopt;
  const size_t tail_size = bytes.size() - kIndexEntryBytes;
  if (bytes[tail_size] != '\0') return std::nullopt;
  return IndexEntry{bytes.substr(0, tail_size), ReadInt64(bytes.substr(tail_size + 1)),
                    static_cast<VersionType>(bytes.back())};
}

}  // namespace pintle::storage::lmdb_format
