#include "pintle/api/request/deadline.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/auth/verb.h"
#include "pintle/base/duration_text.h"
#include "pintle/base/move_to.h"

namespace pintle::api {
namespace {

using auth::Verb;
using auth::Verbs;

// Writes of one object are given up earlier than other requests.
constexpr std::chrono::milliseconds kLongestWrite{34'000};

constexpr std::string_view kAllotted = "request did not complete within the allotted timeout";
constexpr std::string_view kRequested =
    "request did not complete within requested timeout - context deadline exceeded";

template <size_t N>
bool IsOneOf(std::string_view text, const std::string_view (&all)[N]) {
  return std::ranges::find(all, text) != std::end(all);
}

Task<Status> Revoked() { co_return Fail(Reason::kTimeout, "the time of the request is over"); }

}  // namespace

bool IsLongRunning(const auth::Attributes& info) {
  constexpr std::string_view kSubresources[] = {"attach", "exec", "log", "portforward", "proxy"};
  if (!info.is_resource) return false;
  return auth::VerbOf(info) == Verb::kWatch || IsOneOf(info.subresource, kSubresources);
}

Error TimeLimit::Exceeded() const {
  return Error(Reason::kTimeout, fmt::format("Timeout: {}", text)).WithDetails({});
}

Result<TimeLimit> TimeLimitOf(const auth::Attributes& info, const http::Query& query,
                              std::chrono::milliseconds longest) {
  TimeLimit limit{longest, kAllotted};
  if (auto asked = query.First("timeout"); asked && !asked->empty()) {
    auto parsed = ParseDuration(*asked);
    if (!parsed) {
      return BadRequest("invalid timeout specified in the request URL - " +
                        parsed.error().message());
    }
    auto time = std::chrono::ceil<std::chrono::milliseconds>(*parsed);
    if (time.count() != 0) limit.time = std::min(time, longest);
  }
  constexpr Verbs kWrites = {Verb::kCreate, Verb::kUpdate, Verb::kPatch, Verb::kDelete};
  if (kWrites.Has(auth::VerbOf(info)) && limit.time > kLongestWrite) {
    limit = {kLongestWrite, kRequested};
  }
  return limit;
}

void RevocableWriter::Count(const std::vector<Bytes>& pieces) {
  for (const Bytes& piece : pieces) bytes_ += piece.view().size();
}

Task<Status> RevocableWriter::AtHome(bool ends, std::function<Task<Status>()> call) {
  Executor& here = *Executor::Current();
  co_await MoveTo(*home_);
  auto calling = call();
  Status called = co_await calling;
  done_ = ends && called.has_value();
  co_await MoveTo(here);
  co_return called;
}

Task<Status> RevocableWriter::Send(http::Response response) {
  if (IsAway()) {
    auto shared = std::make_shared<http::Response>(std::move(response));
    return AtHome(true, [this, shared] { return Send(std::move(*shared)); });
  }
  if (revoked_) return Revoked();
  started_ = true;
  Count(response.body);
  return inner_.Send(std::move(response));
}

Task<Status> RevocableWriter::Start(int status, http::Headers headers, http::StreamKind kind) {
  if (IsAway())
    return AtHome(false, [this, status, headers, kind] { return Start(status, headers, kind); });
  if (revoked_) return Revoked();
  started_ = true;
  return inner_.Start(status, std::move(headers), kind);
}

Task<Status> RevocableWriter::Write(std::vector<Bytes> pieces) {
  if (IsAway()) return AtHome(false, [this, pieces] { return Write(pieces); });
  if (revoked_) return Revoked();
  Count(pieces);
  return inner_.Write(std::move(pieces));
}

Task<Status> RevocableWriter::Finish() {
  if (IsAway()) return AtHome(true, [this] { return Finish(); });
  return revoked_ ? Revoked() : inner_.Finish();
}

Task<void> RunWithin(std::chrono::milliseconds time, Task<void> task,
                     std::function<Task<void>()> late) {
  Executor* executor = Executor::Current();
  if (executor == nullptr) {
    co_await task;
    co_return;
  }
  struct State {
    int running = 1;
    std::optional<Resolver<bool>> waiter;
    void End() {
      if (--running == 0 && waiter) (*waiter)(true);
    }
  } state;
  pintle::Start(std::move(task), [&state] { state.End(); });
  // Most requests never wait for anything, and so need no timer.
  if (state.running == 0) co_return;
  std::unique_ptr<Executor::Timer> timer =
      executor->PostAfter(std::max(time, std::chrono::milliseconds(0)), [&state, &late] {
        if (state.running == 0) return;
        ++state.running;
        pintle::Start(late(), [&state] { state.End(); });
      });
  Await<bool> wait([&state](Resolver<bool> resolve) { state.waiter = std::move(resolve); });
  co_await wait;
}

}  // namespace pintle::api
