#pragma once

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

// Failures that every engine and the cache report in the same words.
namespace pintle::storage {

// 410: a read at a revision that is compacted.
Error ListTooOld();
// 410: a watch from a revision that is compacted.
Error WatchTooOld();
// 504 with cause `ResourceVersionTooLarge`: `wanted` is newer than `current`. 0 leaves
// retryAfterSeconds out.
Error RevisionTooLarge(Revision wanted, Revision current, int retry_after_seconds = 0);
// 503: the store or the cache is being closed.
Error Stopping();

}  // namespace pintle::storage
