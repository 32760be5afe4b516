#include "pintle/controllers/namespace/controller.h"

#include <algorithm>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/controllers/namespace/conditions.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"

namespace pintle::controllers {
namespace {

using apis::core::v1::Namespace;

// A large namespace must not hold up the others.
constexpr int kWorkers = 4;
constexpr std::string_view kFinalizer = "kubernetes";
// After a failure; doubles up to the second.
constexpr std::chrono::milliseconds kFirstRetry{100};
constexpr std::chrono::milliseconds kLastRetry{30'000};
constexpr std::chrono::milliseconds kFollowRetry{1000};
// For the writes in progress.
constexpr std::chrono::milliseconds kStopWait{1000};

bool IsTerminating(const storage::CachedObject& found) {
  return std::ranges::any_of(found.header().fields, [](const auto& field) {
    return field.first == "status.phase" && field.second == apis::core::v1::kNamespaceTerminating;
  });
}

bool HasFinalizer(const Namespace& ns) {
  return std::ranges::find(ns.spec.finalizers, kFinalizer) != ns.spec.finalizers.end();
}

}  // namespace

NamespaceController::NamespaceController(write::World& world, api::RegistryHolder& registry,
                                         std::shared_ptr<const api::ServedResource> namespaces,
                                         Executor& executor, Options options)
    : world_(world),
      registry_(registry),
      namespaces_(std::move(namespaces)),
      executor_(executor),
      options_(options),
      queue_(executor, options.metrics),
      workers_(kWorkers) {
  executor_.Post([this] {
    Follow();
    for (int i = 0; i < kWorkers; ++i) {
      Start(Work(), [this] {
        std::scoped_lock lock(mutex_);
        if (--workers_ == 0) ended_.notify_all();
      });
    }
  });
}

void NamespaceController::Stop() {
  if (stopped_.exchange(true)) return;
  queue_.Stop();
  std::unique_ptr<storage::CacheWatch> watch;
  {
    std::unique_lock lock(mutex_);
    if (!ended_.wait_for(lock, kStopWait, [this] { return workers_ == 0; })) {
      LogWarning("the namespace controller was stopped in the middle of a write");
    }
    watch.swap(watch_);
  }
}

void NamespaceController::Follow() {
  if (stopped_) return;
  follow_retry_ = nullptr;
  const size_t prefix = namespaces_->definition->storing.key_prefix.size();
  storage::CacheWatchSink sink;
  sink.on_events = [this, prefix](std::span<const storage::CacheEventPtr> events) {
    for (const auto& event : events) {
      if (IsTerminating(*event->object())) queue_.Add(event->object()->key().substr(prefix));
    }
  };
  // The cache loads anew, or is too far behind: what was missed is found in its next state.
  sink.on_end = [this](const Error&) {
    if (stopped_) return;
    executor_.Post([this] {
      if (stopped_) return;
      follow_retry_ = executor_.PostAfter(kFollowRetry, [this] { Follow(); });
    });
  };
  auto snapshot = namespaces_->cache->Current();
  auto watch = namespaces_->cache->Subscribe(snapshot->revision(), std::move(sink));
  if (!watch) {
    LogWarning("namespaces cannot be followed yet", {{"error", watch.error().message()}});
    follow_retry_ = executor_.PostAfter(kFollowRetry, [this] { Follow(); });
    return;
  }
  {
    std::scoped_lock lock(mutex_);
    watch_.swap(*watch);
  }
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    if (IsTerminating(*at.value())) queue_.Add(at.value()->key().substr(prefix));
  }
}

Task<void> NamespaceController::Work() {
  for (;;) {
    auto taking = queue_.Take();
    std::optional<std::string> name = co_await taking;
    if (!name) break;
    auto reconciling = Reconcile(*name);
    co_await reconciling;
    queue_.Done(*name);
  }
  // Timers and subscriptions go on the thread they belong to.
  follow_retry_ = nullptr;
  queue_.CancelDelays();
  for (auto& [name, progress] : terminating_) progress.watches.clear();
}

Task<void> NamespaceController::Reconcile(std::string name) {
  const write::ResourceDefinition& definition = *namespaces_->definition;
  auto found = namespaces_->cache->Current()->Find(definition.Key("", name));
  if (found == nullptr) {
    terminating_.erase(name);
    co_return;
  }
  auto object = object::DecodeStored(definition.kind, found->stored(), found->mod_revision());
  if (!object || !object->meta().deletion_timestamp || !HasFinalizer(object->As<Namespace>())) {
    terminating_.erase(name);
    co_return;
  }
  const std::string uid(object->meta().uid);
  Progress& progress = terminating_[name];  // stays where it is while a worker has the name
  const auto now = std::chrono::steady_clock::now();
  if (progress.uid != uid) progress = Progress{.uid = uid, .seen = now, .failures = 0, .watches{}};
  auto registry = registry_.Current();
  auto deleting = DeleteContent(world_, *registry, name, stopped_);
  NamespaceContent content = co_await deleting;
  if (content.incomplete || stopped_) co_return;
  if (content.empty()) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(progress.seen + options_.settle - now);
    if (left.count() > 0) {
      queue_.AddAfter(name, left);
      co_return;
    }
    auto releasing = Release(name, uid);
    co_await releasing;
    co_return;
  }
  auto storing = StoreConditions(name, uid, content);
  Status stored = co_await storing;
  if (stored) stored = WatchRemaining(name, content, progress);
  if (!stored) {
    RetryLater(name, stored.error().message());
  } else if (!content.failures.empty()) {
    RetryLater(name, content.failures.front());
  } else {
    progress.failures = 0;
  }
}

Status NamespaceController::WatchRemaining(const std::string& name, const NamespaceContent& content,
                                           Progress& progress) {
  progress.watches.clear();
  for (const RemainingObjects& each : content.remaining) {
    storage::CacheWatchSink sink;
    sink.on_events = [this, name](std::span<const storage::CacheEventPtr>) { queue_.Add(name); };
    sink.on_end = [this, name](const Error&) { queue_.Add(name); };
    PINTLE_TRY(auto watch,
               each.resource->cache->Subscribe(each.revision, std::move(sink),
                                               each.resource->definition->Prefix(name)));
    progress.watches.push_back(std::move(watch));
  }
  return {};
}

void NamespaceController::RetryLater(const std::string& name, std::string_view error) {
  Progress& progress = terminating_[name];
  auto delay = kFirstRetry * (1 << std::min(progress.failures, 10));
  ++progress.failures;
  LogWarning("a namespace cannot be emptied", {{"name", name}, {"error", error}});
  queue_.AddAfter(name, std::min(delay, kLastRetry));
}

Task<void> NamespaceController::Release(std::string name, std::string uid) {
  auto changing = Change(name, std::move(uid), "finalize", [](Arena&, Namespace& ns) {
    auto& finalizers = ns.spec.finalizers;
    for (size_t i = finalizers.size(); i-- > 0;) {
      if (finalizers[i] == kFinalizer) finalizers.Erase(i);
    }
  });
  Status released = co_await changing;
  if (!released) RetryLater(name, released.error().message());
}

Task<Status> NamespaceController::StoreConditions(std::string name, std::string uid,
                                                  const NamespaceContent& content) {
  const int64_t now = world_.clock().NowSeconds();
  auto changing = Change(
      std::move(name), std::move(uid), "status",
      [&content, now](Arena& arena, Namespace& ns) { SetConditions(arena, ns, content, now); });
  Status stored = co_await changing;
  co_return stored;
}

Task<Status> NamespaceController::Change(std::string name, std::string uid, std::string subresource,
                                         std::function<void(Arena&, Namespace&)> change) {
  const write::ResourceDefinition& definition = *namespaces_->definition;
  write::Request request = write::OwnRequest(definition, write::Verb::kUpdate, "v1");
  request.what.user.name = kNamespaceControllerUser;
  request.what.name = name;
  request.what.subresource = subresource;
  const write::Rules rules =
      write::RulesOf(world_, definition, definition.writing.subresources.at(subresource).strategy);
  write::Edit edit = [&](const write::Object& current, const write::Drawn&,
                         write::Warnings&) -> Result<write::Object> {
    if (current.meta().uid != uid || !current.meta().deletion_timestamp) {
      return object::NotFound(definition.name(), name);
    }
    write::Object object = current.Copy();
    change(object.arena(), object.As<Namespace>());
    return object;
  };
  write::Warnings warnings;
  auto changing = write::Commit(world_, request, rules, write::EditBy(std::move(edit)), warnings);
  Result<write::Outcome> outcome = co_await changing;
  // Another server was faster.
  if (!outcome && outcome.error().reason() == Reason::kNotFound) co_return Status();
  if (!outcome) co_return std::unexpected(outcome.error());
  co_return Status();
}

}  // namespace pintle::controllers
