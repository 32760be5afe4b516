#pragma once

#include <atomic>
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
  Task<Status> Send(http::Response sent) override;
  Task<Status> Start(int status, http::Headers headers, http::StreamKind) override;
  Task<Status> Write(std::vector<Bytes> pieces) override;
  Task<Status> Finish() override;
  void OnGone(std::function<void()> callback) override;
  bool ClientHasGone() const override { return disconnected_; }

  // As if the client had closed the connection; on the connection's executor.
  void Disconnect();

  std::string Body();
  // The body once it contains `text`, or what there is at the end of the stream or of patience.
  std::string WaitFor(std::string_view text);

  http::Response response;

 private:
  void Keep(http::Response kept, bool whole);
  std::string BodyLocked() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  std::function<void()> gone_;
  std::atomic<bool> disconnected_ = false;
};

}  // namespace pintle::api
