#include "pintle/storage/etcd/connection.h"

#include <fmt/format.h>
#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <limits>
#include <mutex>
#include <random>
#include <sstream>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;
using SystemTime = std::chrono::system_clock::time_point;

// While no server can be reached, how often to look whether one can, or to repeat a call.
constexpr milliseconds kRetryInterval{25};
// After this long without an answer a repeatable call is tried with another server.
constexpr milliseconds kAttemptTimeout{3000};
// A connection on which nothing came for the first is probed; without an answer to that for the
// second it is given up. etcd allows a probe every 5 s.
constexpr milliseconds kKeepaliveInterval{6000};
constexpr milliseconds kKeepaliveTimeout{4000};
constexpr milliseconds kShortestReconnect{50};
constexpr milliseconds kLongestReconnect{1000};
// A connection that is not ready to use after this long is tried anew.
constexpr milliseconds kConnectTimeout{4000};

// Something that waits in a completion queue.
class Tag {
 public:
  virtual ~Tag() = default;
  virtual void Complete(bool ok) = 0;
};

// A completion queue and the thread that serves it.
class Completions {
 public:
  Completions() : thread_([this] { Run(); }) {}
  // When nothing is waiting in it any more.
  void End() {
    queue_.Shutdown();
    thread_.join();
  }
  Completions(const Completions&) = delete;
  Completions& operator=(const Completions&) = delete;

  grpc::CompletionQueue* queue() { return &queue_; }

 private:
  void Run() {
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) static_cast<Tag*>(tag)->Complete(ok);
  }

  grpc::CompletionQueue queue_;
  std::thread thread_;
};

grpc::ByteBuffer Serialize(const google::protobuf::MessageLite& message) {
  const std::string text = message.SerializeAsString();
  grpc::Slice slice(text);
  return grpc::ByteBuffer(&slice, 1);
}

bool Parse(grpc::ByteBuffer& buffer, google::protobuf::MessageLite& message) {
  grpc::ProtoBufferReader reader(&buffer);
  return reader.status().ok() && message.ParseFromZeroCopyStream(&reader);
}

RpcStatus Malformed() { return {RpcStatus::kInternal, "the answer of etcd cannot be read"}; }

bool IsServerTrouble(const RpcStatus& status) {
  return status.code == RpcStatus::kUnavailable || status.code == RpcStatus::kDeadlineExceeded;
}

// A call or timer under way, so that stopping can end it.
class Activity {
 public:
  virtual ~Activity() = default;
  // Called with the mutex of the connection held: makes its completion come soon.
  virtual void Abort() = 0;
};

class GrpcConnection final : public Connection {
 public:
  GrpcConnection(std::vector<std::shared_ptr<grpc::Channel>> channels, std::string names)
      : channels_(std::move(channels)), names_(std::move(names)) {
    // Several API servers begin with different etcd servers.
    preferred_ = std::random_device()() % channels_.size();
  }
  ~GrpcConnection() override { Stop(); }

  void Stop() override;
  size_t server_count() const override { return channels_.size(); }
  void Call(const char* method, const google::protobuf::MessageLite& request,
            google::protobuf::MessageLite* response, CallOptions options,
            std::function<void(RpcStatus)> done) override;
  std::shared_ptr<WatchStream> OpenWatch(std::shared_ptr<WatchStreamHandler> handler) override;
  void After(milliseconds delay, std::function<void(bool)> done) override;

 private:
  class UnaryCall;
  class Timer;
  class Stream;

  // With mutex_ held: the server to use now, if one is connected.
  std::optional<size_t> PickServer(std::optional<size_t> only) {
    const size_t count = channels_.size();
    for (size_t i = 0; i < count; ++i) {
      const size_t index = (preferred_ + i) % count;
      if (only && *only != index) continue;
      if (channels_[index]->GetState(/*try_to_connect=*/true) != GRPC_CHANNEL_READY) continue;
      if (!only) preferred_ = index;
      return index;
    }
    return std::nullopt;
  }
  // With mutex_ held: the next call goes to another server if there is one.
  void MoveOnFrom(size_t server) {
    if (preferred_ == server) preferred_ = (server + 1) % channels_.size();
  }
  RpcStatus Unreachable() const {
    return {RpcStatus::kUnavailable, fmt::format("no etcd server can be reached: {}", names_)};
  }
  void Remove(Activity* activity) {
    std::scoped_lock lock(mutex_);
    active_.erase(activity);
    if (active_.empty()) idle_.notify_all();
  }

  const std::vector<std::shared_ptr<grpc::Channel>> channels_;
  const std::string names_;

  std::mutex mutex_;
  std::condition_variable idle_;
  // Guarded by mutex_.
  size_t preferred_ = 0;
  bool stopping_ = false;
  std::unordered_set<Activity*> active_;

  std::once_flag ended_;
  Completions calls_;
  Completions watches_;
};

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
      if (options_.repeatable && !connection_.stopping_ && Now() < deadline_) return Wait();
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

std::shared_ptr<WatchStream> GrpcConnection::OpenWatch(
    std::shared_ptr<WatchStreamHandler> handler) {
  auto stream = std::make_shared<Stream>(*this, std::move(handler));
  stream->Begin();
  return stream;
}

void GrpcConnection::After(milliseconds delay, std::function<void(bool)> done) {
  auto* timer = new Timer(*this, std::move(done));
  timer->Begin(delay);
}

Result<std::string> ReadPem(const std::string& path) {
  if (path.empty()) return std::string();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) {
    return BadRequest(fmt::format("cannot read {}", Quoted(path)));
  }
  return text.str();
}

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(std::numeric_limits<int>::max());
  arguments.SetMaxSendMessageSize(std::numeric_limits<int>::max());
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveInterval.count());
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeout.count());
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);  // no bound: watches are quiet
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kShortestReconnect.count());
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectTimeout.count());
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestReconnect.count());
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return arguments;
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::Open(const EtcdOptions& options) {
  grpc::SslCredentialsOptions tls;
  PINTLE_TRY(tls.pem_root_certs, ReadPem(options.ca_file));
  PINTLE_TRY(tls.pem_cert_chain, ReadPem(options.certificate_file));
  PINTLE_TRY(tls.pem_private_key, ReadPem(options.key_file));
  if (tls.pem_cert_chain.empty() != tls.pem_private_key.empty()) {
    return BadRequest("a client certificate for etcd needs its key, and the other way round");
  }
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (std::string_view server : options.servers) {
    const bool secure = server.starts_with("https://");
    if (!secure && !server.starts_with("http://")) {
      return BadRequest(fmt::format("{} is not of the form https://HOST:PORT or http://HOST:PORT",
                                    Quoted(server)));
    }
    std::string_view address = server.substr(server.find("//") + 2);
    while (address.ends_with('/')) address.remove_suffix(1);
    channels.push_back(grpc::CreateCustomChannel(
        fmt::format("dns:///{}", address),
        secure ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials(), Arguments()));
  }
  if (channels.empty()) return BadRequest("no etcd server is named");
  return std::make_unique<GrpcConnection>(std::move(channels), Join(options.servers, ", "));
}

}  // namespace pintle::storage::etcd
