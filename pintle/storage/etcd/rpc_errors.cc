#include "pintle/storage/etcd/rpc_errors.h"

#include <fmt/format.h>

#include <string_view>

#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

bool Says(const RpcStatus& status, std::string_view text) {
  return status.message.find(text) != std::string::npos;
}

// Of the engine's own limits most are met before a request is sent (limits.h); an etcd may have
// been told a lower one.
bool IsTooLarge(const RpcStatus& status) {
  if (status.code == RpcStatus::kInvalidArgument) return Says(status, "request is too large");
  return status.code == RpcStatus::kResourceExhausted && Says(status, "larger than max");
}

}  // namespace

bool IsCompacted(const RpcStatus& status) {
  return status.code == RpcStatus::kOutOfRange && Says(status, "has been compacted");
}

bool IsFutureRevision(const RpcStatus& status) {
  return status.code == RpcStatus::kOutOfRange && Says(status, "future revision");
}

bool IsLeaseNotFound(const RpcStatus& status) {
  return status.code == RpcStatus::kNotFound && Says(status, "lease not found");
}

Error ErrorOf(const RpcStatus& status) {
  if (IsCompacted(status)) return ListTooOld();
  if (IsTooLarge(status)) {
    return Error(Reason::kRequestEntityTooLarge,
                 "the object is larger than what etcd takes in one request");
  }
  switch (status.code) {
    case RpcStatus::kCancelled:
      return Stopping();
    case RpcStatus::kDeadlineExceeded:
      return Error(Reason::kServiceUnavailable, "etcd did not answer in time");
    case RpcStatus::kUnavailable:
      return Error(Reason::kServiceUnavailable,
                   fmt::format("etcd cannot be reached: {}", status.message));
    case RpcStatus::kResourceExhausted:
      // A full disk or quota is not over soon, too many requests are.
      if (Says(status, "too many requests")) {
        return Error(Reason::kServiceUnavailable, "etcd has too many requests to do");
      }
      [[fallthrough]];
    default:
      return InternalError(fmt::format("etcd refused: {}", status.message)).error();
  }
}

}  // namespace pintle::storage::etcd
