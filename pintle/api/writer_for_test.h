#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pintle/http/server.h"

namespace pintle::api {

// A failing test ends.
inline constexpr std::chrono::seconds kPatience{30};

// Keeps an answer in memory. Streams may be followed from another thread.
class TestWriter final : public http::ResponseWriter {
 public:
  Task<Status> Send(http::Response sent) override {
    Keep(std::move(sent), true);
    co_return Status();
  }
  Task<Status> Start(int status, http::Headers headers, http::StreamKind) override {
    http::Response started;
    started.status = status;
    started.headers = std::move(headers);
    Keep(std::move(started), false);
    co_return Status();
  }
  Task<Status> Write(std::vector<Bytes> pieces) override {
    std::scoped_lock lock(mutex_);
    for (Bytes& piece : pieces) response.body.push_back(std::move(piece));
    changed_.notify_all();
    co_return Status();
  }
  Task<Status> Finish() override {
    std::scoped_lock lock(mutex_);
    finished_ = true;
    changed_.notify_all();
    co_return Status();
  }
  void OnGone(std::function<void()> callback) override {
    std::scoped_lock lock(mutex_);
    gone_ = std::move(callback);
  }

  // As if the client had closed the connection; on the connection's executor.
  void Disconnect() {
    std::function<void()> gone;
    {
      std::scoped_lock lock(mutex_);
      gone = gone_;
    }
    if (gone) gone();
  }

  std::string Body() {
    std::scoped_lock lock(mutex_);
    return BodyLocked();
  }
  // The body once it contains `text`, or what there is at the end of the stream or of patience.
  std::string WaitFor(std::string_view text) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience,
                      [&] { return finished_ || BodyLocked().find(text) != std::string::npos; });
    return BodyLocked();
  }

  http::Response response;

 private:
  void Keep(http::Response kept, bool whole) {
    std::scoped_lock lock(mutex_);
    response = std::move(kept);
    finished_ = whole;
    changed_.notify_all();
  }
  std::string BodyLocked() const {
    std::string text;
    for (const Bytes& piece : response.body) text += piece.view();
    return text;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  std::function<void()> gone_;
};

}  // namespace pintle::api
