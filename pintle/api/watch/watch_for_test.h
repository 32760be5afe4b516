#pragma once

#include <semaphore>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/api/handler_for_test.h"

namespace pintle::api {

// A watch that runs until the client goes away.
class RunningWatch {
 public:
  RunningWatch(TestApi& api, const std::string& target, const TestHeaders& headers = {})
      : api_(api), request_(TestApi::MakeRequest("GET", target, "", headers)) {
    api_.thread->Post(
        [this] { Start(api_.handler->Handle(request_, writer_), [this] { ended_.release(); }); });
  }
  ~RunningWatch() { End(); }

  std::string WaitFor(std::string_view text) { return writer_.WaitFor(text); }
  // As if the client had closed the connection.
  void End() {
    if (std::exchange(over_, true)) return;
    api_.thread->Post([this] { writer_.Disconnect(); });
    ended_.acquire();
  }
  // The server ended it.
  std::string WaitForEnd() {
    if (!std::exchange(over_, true)) ended_.acquire();
    return writer_.Body();
  }
  http::Response& response() { return writer_.response; }

 private:
  TestApi& api_;
  http::Request request_;
  TestWriter writer_;
  std::binary_semaphore ended_{0};
  bool over_ = false;
};

}  // namespace pintle::api
