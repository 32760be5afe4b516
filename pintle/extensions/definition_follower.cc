#include "pintle/extensions/definition_follower.h"

#include <chrono>
#include <utility>
#include <vector>

#include "pintle/base/log.h"
#include "pintle/base/task.h"
#include "pintle/extensions/pause.h"

namespace pintle::extensions {
namespace {

// Long enough for a write of this server to be served first; how much later than elsewhere a
// definition is served here.
constexpr std::chrono::milliseconds kLookDelay{100};
// Between attempts to follow a cache that is loading anew.
constexpr std::chrono::milliseconds kRetryDelay{1000};

}  // namespace

DefinitionFollower::DefinitionFollower(CustomResources& custom,
                                       std::shared_ptr<const api::ServedResource> definitions,
                                       Executor& executor)
    : custom_(custom), definitions_(std::move(definitions)), executor_(executor) {
  Post([this] { Subscribe(); });
}

void DefinitionFollower::Stop() {
  std::unique_ptr<storage::CacheWatch> watch;
  std::scoped_lock lock(mutex_);
  stopped_ = true;
  watch.swap(watch_);
}

void DefinitionFollower::Post(std::function<void()> callback) {
  std::scoped_lock lock(mutex_);
  if (!stopped_) executor_.Post(std::move(callback));
}

Task<void> DefinitionFollower::LookAt(std::vector<storage::CacheEventPtr> events) {
  co_await Sleep(kLookDelay);
  for (const auto& event : events) {
    auto looking = custom_.OnSeen(event->object());
    co_await looking;
  }
}

Task<void> DefinitionFollower::SubscribeLater() {
  co_await Sleep(kRetryDelay);
  Subscribe();
}

void DefinitionFollower::Subscribe() {
  storage::CacheWatchSink sink;
  sink.on_events = [this](std::span<const storage::CacheEventPtr> events) {
    std::vector<storage::CacheEventPtr> kept(events.begin(), events.end());
    Post([this, kept = std::move(kept)] { Start(LookAt(kept), [] {}); });
  };
  sink.on_end = [this](const Error&) { Post([this] { Start(SubscribeLater(), [] {}); }); };
  auto snapshot = definitions_->cache->Current();
  auto watch = definitions_->cache->Subscribe(snapshot->revision(), std::move(sink));
  if (!watch) {
    LogWarning("definitions cannot be followed yet", {{"error", watch.error().message()}});
    return Start(SubscribeLater(), [] {});
  }
  {
    std::scoped_lock lock(mutex_);
    if (!stopped_) watch_.swap(*watch);
  }
  // What happened before the subscription.
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    Start(custom_.OnSeen(at.value()), [] {});
  }
}

}  // namespace pintle::extensions
