#include "pintle/storage/etcd/grpc_connection.h"

#include <grpcpp/alarm.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;
using SystemTime = std::chrono::system_clock::time_point;

// After this long without an answer a repeatable call is tried with another server.
constexpr milliseconds kAttemptTimeout{3000};

RpcStatus Malformed() { return {RpcStatus::kInternal, "the answer of etcd cannot be read"}; }

bool IsServerTrouble(const RpcStatus& status) {
  return status.code == RpcStatus::kUnavailable || status.code == RpcStatus::kDeadlineExceeded;
}

}  // namespace

grpc::ByteBuffer Serialize(const google::protobuf::MessageLite& message) {
  const std::string text = message.SerializeAsString();
  grpc::Slice slice(text);
  return grpc::ByteBuffer(&slice, 1);
}

bool Parse(grpc::ByteBuffer& buffer, google::protobuf::MessageLite& message) {
  grpc::ProtoBufferReader reader(&buffer);
  return reader.status().ok() && message.ParseFromZeroCopyStream(&reader);
}

// One call with its repetitions; owns itself until it is done.
class GrpcConnection::UnaryCall final : public Tag, public Activity {
 public:
  UnaryCall(GrpcConnection& connection, const char* method, grpc::ByteBuffer request,
            google::protobuf::MessageLite* response, const CallOptions& options,
            std::function<void(RpcStatus)> done)
      : connection_(connection),
        method_(method),
        request_(std::move(request)),
        response_(response),
        options_(options),
        deadline_(std::chrono::system_clock::now() + options.timeout),
        done_(std::move(done)) {}

  void Attempt() {
    RpcStatus status;
    {
      std::scoped_lock lock(connection_.mutex_);
      if (TryBegin(status)) return;
    }
    Finish(std::move(status));
  }

  void Complete(bool) override {
    if (std::exchange(waiting_, false)) return Attempt();
    RpcStatus status{static_cast<int>(status_.error_code()), status_.error_message()};
    if (status.ok() && !Parse(reply_, *response_)) status = Malformed();
    if (IsServerTrouble(status)) {
      std::scoped_lock lock(connection_.mutex_);
      connection_.MoveOnFrom(server_);
      if (options_.repeatable && Now() < deadline_) return Wait();
    }
    Finish(std::move(status));
  }

  void Abort() override {
    if (context_) context_->TryCancel();
    alarm_.Cancel();
  }

 private:
  static SystemTime Now() { return std::chrono::system_clock::now(); }

  // With the mutex held. False: it has ended with `status`.
  bool TryBegin(RpcStatus& status) {
    if (connection_.stopping_) {
      status = {RpcStatus::kCancelled, "stopped"};
      return false;
    }
    connection_.active_.insert(this);
    std::optional<size_t> server = connection_.PickServer(options_.server);
    if (!server) {
      if (Now() < deadline_) {
        Wait();
        return true;
      }
      status = connection_.Unreachable();
      return false;
    }
    server_ = *server;
    reader_.reset();
    context_ = std::make_unique<grpc::ClientContext>();
    context_->set_deadline(options_.repeatable ? std::min(deadline_, Now() + kAttemptTimeout)
                                               : deadline_);
    grpc::GenericStub stub(connection_.channels_[server_]);
    reader_ = stub.PrepareUnaryCall(context_.get(), method_, request_, connection_.calls_.queue());
    reader_->StartCall();
    reader_->Finish(&reply_, &status_, this);
    return true;
  }

  // With the mutex held.
  void Wait() {
    waiting_ = true;
    alarm_.Set(connection_.calls_.queue(), std::min(deadline_, Now() + kRetryInterval), this);
  }

  void Finish(RpcStatus status) {
    done_(std::move(status));
    connection_.Remove(this);
    delete this;
  }

  GrpcConnection& connection_;
  const std::string method_;
  const grpc::ByteBuffer request_;
  google::protobuf::MessageLite* const response_;
  const CallOptions options_;
  const SystemTime deadline_;
  const std::function<void(RpcStatus)> done_;

  // Of the attempt under way.
  size_t server_ = 0;
  bool waiting_ = false;
  grpc::Alarm alarm_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader_;
  grpc::ByteBuffer reply_;
  grpc::Status status_;
};

class GrpcConnection::Timer final : public Tag, public Activity {
 public:
  Timer(GrpcConnection& connection, std::function<void(bool)> done)
      : connection_(connection), done_(std::move(done)) {}

  void Begin(milliseconds delay) {
    {
      std::scoped_lock lock(connection_.mutex_);
      if (!connection_.stopping_) {
        connection_.active_.insert(this);
        alarm_.Set(connection_.calls_.queue(), std::chrono::system_clock::now() + delay, this);
        return;
      }
    }
    Complete(false);
  }

  void Complete(bool ok) override {
    done_(ok);
    connection_.Remove(this);
    delete this;
  }

  void Abort() override { alarm_.Cancel(); }

 private:
  GrpcConnection& connection_;
  const std::function<void(bool)> done_;
  grpc::Alarm alarm_;
};

void GrpcConnection::Stop() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (Activity* activity : active_) activity->Abort();
  idle_.wait(lock, [&] { return active_.empty(); });
  lock.unlock();
  std::call_once(ended_, [&] {
    calls_.End();
    watches_.End();
  });
}

void GrpcConnection::Call(const char* method, const google::protobuf::MessageLite& request,
                          google::protobuf::MessageLite* response, CallOptions options,
                          std::function<void(RpcStatus)> done) {
  auto* call = new UnaryCall(*this, method, Serialize(request), response, options, std::move(done));
  call->Attempt();
}

void GrpcConnection::After(milliseconds delay, std::function<void(bool)> done) {
  auto* timer = new Timer(*this, std::move(done));
  timer->Begin(delay);
}

}  // namespace pintle::storage::etcd
