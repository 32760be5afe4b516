#pragma once

#include <cstdint>
#include <string>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// How far a restored store's revision is ahead of its backup's: more writes than a server makes
// between its last backup and its loss (a week of 1,600 a second). Every revision a client can have
// seen is then in the past of the restored store and counts as compacted, so that a watch or a list
// at one of them is told to start over instead of being given another history under the same
// number.
constexpr Revision kRestoreRevisionGap = 1'000'000'000;

struct BackupSummary {
  // Of the last write it holds.
  Revision revision = 0;
  // The same in the restored store, for a restore.
  Revision restored_revision = 0;
  uint64_t size_bytes = 0;
};

// Writes a compact, consistent copy of the store in `folder` to `file`, which it replaces when the
// copy is whole and synced. The store may be in use by another process (not by this one: LMDB does
// not allow it); while the copy is made that one cannot reuse space.
Result<BackupSummary> BackupLmdbStore(const std::string& folder, const std::string& file);

// Makes a store of the backup `file` in `folder`, which must hold none and must not be in use.
Result<BackupSummary> RestoreLmdbStore(const std::string& file, const std::string& folder);

}  // namespace pintle::storage
