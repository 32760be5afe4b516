#pragma once

#include <fmt/format.h>
#include <grpcpp/channel.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/support/byte_buffer.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pintle/storage/etcd/connection.h"

// How connection.h is done with gRPC; for its own files only.
namespace pintle::storage::etcd {

// While no server can be reached, how often to look whether one can, or to repeat a call.
inline constexpr std::chrono::milliseconds kRetryInterval{25};

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

// Messages as gRPC sends them. Parse is false for bytes that are no such message.
grpc::ByteBuffer Serialize(const google::protobuf::MessageLite& message);
bool Parse(grpc::ByteBuffer& buffer, google::protobuf::MessageLite& message);

// A call or timer under way, so that stopping can end it.
class Activity {
 public:
  virtual ~Activity() = default;
  // Called with the mutex of the connection held: makes its completion come soon.
  virtual void Abort() = 0;
};

// One server is used until it fails. What is under way is in `active_`, so that stopping can end
// it.
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
  void After(std::chrono::milliseconds delay, std::function<void(bool)> done) override;

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

}  // namespace pintle::storage::etcd
