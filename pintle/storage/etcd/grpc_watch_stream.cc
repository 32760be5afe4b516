#include <grpcpp/alarm.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <deque>

#include "pintle/storage/etcd/grpc_connection.h"

// The stream of all watches.
namespace pintle::storage::etcd {

// Holds itself until OnClosed has been called. Its state is guarded by the connection's mutex.
class GrpcConnection::Stream final : public WatchStream,
                                     public Activity,
                                     public std::enable_shared_from_this<Stream> {
 public:
  Stream(GrpcConnection& connection, std::shared_ptr<WatchStreamHandler> handler)
      : connection_(connection), handler_(std::move(handler)) {}

  void Begin() {
    bool begun = false;
    {
      std::scoped_lock lock(connection_.mutex_);
      self_ = shared_from_this();
      begun = TryBegin();
    }
    if (!begun) Close({RpcStatus::kCancelled, "stopped"});
  }

  void Write(const rpc::WatchRequest& request) override {
    std::scoped_lock lock(connection_.mutex_);
    if (finishing_) return;
    unwritten_.push_back(Serialize(request));
    WriteNext();
  }

  void ReadNext() override {
    std::scoped_lock lock(connection_.mutex_);
    if (finishing_) return;
    StartRead();
  }

  void Cancel() override {
    std::scoped_lock lock(connection_.mutex_);
    if (self_) Abort();
  }

  void Abort() override {
    cancelled_ = true;
    alarm_.Cancel();
    if (context_) context_->TryCancel();
    // Without a read under way nothing would notice.
    if (started_ && !reading_) StartFinish();
  }

 private:
  // A member function as a tag.
  class Step final : public Tag {
   public:
    Step(Stream& stream, void (Stream::*member)(bool)) : stream_(stream), member_(member) {}
    void Complete(bool ok) override { (stream_.*member_)(ok); }

   private:
    Stream& stream_;
    void (Stream::* const member_)(bool);
  };

  // With the mutex held. False: it will not begin any more.
  bool TryBegin() {
    if (connection_.stopping_ || cancelled_) return false;
    connection_.active_.insert(this);
    ++pending_;
    std::optional<size_t> server = connection_.PickServer(std::nullopt);
    if (!server) {
      alarm_.Set(connection_.watches_.queue(), std::chrono::system_clock::now() + kRetryInterval,
                 &on_alarm_);
      return true;
    }
    server_ = *server;
    context_ = std::make_unique<grpc::ClientContext>();
    // A server cut off from the others ends the stream instead of leaving it silent.
    context_->AddMetadata("hasleader", "true");
    grpc::GenericStub stub(connection_.channels_[server_]);
    stream_ = stub.PrepareCall(context_.get(), kWatchMethod, connection_.watches_.queue());
    stream_->StartCall(&on_start_);
    return true;
  }

  void OnAlarm(bool) {
    bool begun = false;
    {
      std::scoped_lock lock(connection_.mutex_);
      --pending_;
      begun = TryBegin();
    }
    if (!begun) Close({RpcStatus::kCancelled, "stopped"});
  }

  void OnStart(bool ok) {
    std::scoped_lock lock(connection_.mutex_);
    --pending_;
    started_ = true;
    if (!ok || cancelled_) return StartFinish();
    WriteNext();
    StartRead();
  }

  void OnWrite(bool ok) {
    std::unique_lock lock(connection_.mutex_);
    --pending_;
    writing_ = false;
    if (finishing_) return CloseIfDone(lock);
    if (ok) WriteNext();  // else the read under way, or the next one, fails too
  }

  void OnRead(bool ok) {
    rpc::WatchResponse response;
    const bool parsed = ok && Parse(incoming_, response);
    {
      std::scoped_lock lock(connection_.mutex_);
      --pending_;
      reading_ = false;
      if (ok && !parsed) context_->TryCancel();
      if (!parsed || cancelled_) return StartFinish();
    }
    handler_->OnMessage(std::move(response));
  }

  void OnFinish(bool) {
    std::unique_lock lock(connection_.mutex_);
    --pending_;
    finished_ = true;
    CloseIfDone(lock);
  }

  // The following with the mutex held.
  void StartRead() {
    if (reading_ || finishing_) return;
    reading_ = true;
    ++pending_;
    stream_->Read(&incoming_, &on_read_);
  }
  void WriteNext() {
    if (!started_ || writing_ || finishing_ || unwritten_.empty()) return;
    writing_ = true;
    ++pending_;
    stream_->Write(unwritten_.front(), &on_write_);
    unwritten_.pop_front();
  }
  void StartFinish() {
    if (std::exchange(finishing_, true)) return;
    ++pending_;
    stream_->Finish(&status_, &on_finish_);
  }
  void CloseIfDone(std::unique_lock<std::mutex>& lock) {
    if (!finished_ || pending_ != 0) return;
    RpcStatus status{static_cast<int>(status_.error_code()), status_.error_message()};
    connection_.MoveOnFrom(server_);
    lock.unlock();
    Close(std::move(status));
  }

  // Without the mutex.
  void Close(RpcStatus status) {
    handler_->OnClosed(std::move(status));
    std::shared_ptr<Stream> self;
    {
      std::scoped_lock lock(connection_.mutex_);
      finishing_ = true;
      self = std::move(self_);
    }
    connection_.Remove(this);
  }

  GrpcConnection& connection_;
  const std::shared_ptr<WatchStreamHandler> handler_;
  Step on_alarm_{*this, &Stream::OnAlarm};
  Step on_start_{*this, &Stream::OnStart};
  Step on_write_{*this, &Stream::OnWrite};
  Step on_read_{*this, &Stream::OnRead};
  Step on_finish_{*this, &Stream::OnFinish};

  std::shared_ptr<Stream> self_;
  size_t server_ = 0;
  int pending_ = 0;  // tags in the queue
  bool started_ = false;
  bool reading_ = false;
  bool writing_ = false;
  bool cancelled_ = false;
  bool finishing_ = false;
  bool finished_ = false;
  std::deque<grpc::ByteBuffer> unwritten_;
  grpc::ByteBuffer incoming_;
  grpc::Alarm alarm_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::Status status_;
};

std::shared_ptr<WatchStream> GrpcConnection::OpenWatch(
    std::shared_ptr<WatchStreamHandler> handler) {
  auto stream = std::make_shared<Stream>(*this, std::move(handler));
  stream->Begin();
  return stream;
}

}  // namespace pintle::storage::etcd
