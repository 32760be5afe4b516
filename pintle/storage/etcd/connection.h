#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pintle/base/error.h"
#include "pintle/storage/etcd/etcd_rpc.pb.h"
#include "pintle/storage/etcd_module.h"

namespace pintle::storage::etcd {

// Methods of the etcd v3 API.
inline constexpr char kRangeMethod[] = "/etcdserverpb.KV/Range";
inline constexpr char kTxnMethod[] = "/etcdserverpb.KV/Txn";
inline constexpr char kCompactMethod[] = "/etcdserverpb.KV/Compact";
inline constexpr char kLeaseGrantMethod[] = "/etcdserverpb.Lease/LeaseGrant";
inline constexpr char kStatusMethod[] = "/etcdserverpb.Maintenance/Status";
inline constexpr char kWatchMethod[] = "/etcdserverpb.Watch/Watch";

// How a call ended. The codes are those of gRPC, as far as anybody here looks at them.
struct RpcStatus {
  enum Code : int {
    kOk = 0,
    kCancelled = 1,
    kInvalidArgument = 3,
    kDeadlineExceeded = 4,
    kNotFound = 5,
    kResourceExhausted = 8,
    kOutOfRange = 11,
    kInternal = 13,
    kUnavailable = 14,
  };
  int code = kOk;
  std::string message{};

  bool ok() const { return code == kOk; }
};

struct CallOptions {
  // From the call to its end, waiting for a connection and repetitions included.
  std::chrono::milliseconds timeout;
  // It changes nothing, so that it is tried again, also with another server, when one fails.
  bool repeatable = false;
  // Only this server will do.
  std::optional<size_t> server{};
};

// The stream of all watches.
class WatchStream {
 public:
  virtual ~WatchStream() = default;
  // Any thread. Queued until the stream is open; lost if it is closed.
  virtual void Write(const rpc::WatchRequest& request) = 0;
  // Asks for one more OnMessage. Any thread; once after each OnMessage, the first is asked for.
  virtual void ReadNext() = 0;
  // OnClosed follows, if it has not been called yet.
  virtual void Cancel() = 0;
};

class WatchStreamHandler {
 public:
  virtual ~WatchStreamHandler() = default;
  // Called on the thread of the stream, one at a time.
  virtual void OnMessage(rpc::WatchResponse response) = 0;
  virtual void OnClosed(RpcStatus status) = 0;  // the last call
};

// Connections to the servers of one etcd cluster. One server is used until it fails, then the next
// that works. Two threads: one ends calls and timers, one reads the watch stream; callbacks run on
// them. This is all the rest of the engine sees of gRPC. Thread-safe.
class Connection {
 public:
  // Connecting goes on in the background.
  static Result<std::unique_ptr<Connection>> Open(const EtcdOptions& options);
  virtual ~Connection() = default;  // stops

  // Ends everything under way with kCancelled; when it returns, all callbacks have been called and
  // the threads are gone. What is begun later ends so at once. Not inside a callback.
  virtual void Stop() = 0;

  virtual size_t server_count() const = 0;

  // `response` must live until `done` is called. `done` may be called before this returns.
  virtual void Call(const char* method, const google::protobuf::MessageLite& request,
                    google::protobuf::MessageLite* response, CallOptions options,
                    std::function<void(RpcStatus)> done) = 0;
  // Opens when a server can be reached, however long that takes.
  virtual std::shared_ptr<WatchStream> OpenWatch(std::shared_ptr<WatchStreamHandler> handler) = 0;
  // `elapsed` is false when the connection stops.
  virtual void After(std::chrono::milliseconds delay, std::function<void(bool elapsed)> done) = 0;
};

}  // namespace pintle::storage::etcd
