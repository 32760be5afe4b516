#include "pintle/storage/store_errors.h"

#include <fmt/format.h>

namespace pintle::storage {

Error ListTooOld() {
  return Error(Reason::kExpired, "The resourceVersion for the provided list is too old.");
}

Error WatchTooOld() {
  return Error(Reason::kExpired, "The resourceVersion for the provided watch is too old.");
}

Error RevisionTooLarge(Revision wanted, Revision current, int retry_after_seconds) {
  ErrorDetails details;
  details.causes.push_back(Cause{"ResourceVersionTooLarge", "Too large resource version", ""});
  details.retry_after_seconds = retry_after_seconds;
  return Error(Reason::kTimeout,
               fmt::format("Timeout: Too large resource version: {}, current: {}", wanted, current))
      .WithDetails(std::move(details));
}

Error Stopping() { return Error(Reason::kServiceUnavailable, "the store is being closed"); }

}  // namespace pintle::storage
