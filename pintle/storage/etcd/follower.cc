#include "pintle/storage/etcd/follower.h"

#include <utility>

#include "pintle/base/log.h"
#include "pintle/storage/etcd/followed_watch.h"
#include "pintle/storage/etcd/rpc_messages.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

constexpr std::chrono::seconds kReadTimeout{10};
constexpr std::chrono::seconds kBeginAnewDelay{1};
// No key begins so: keys are paths.
constexpr char kNoKey[] = "\xff";

WatchSink NoSink() {
  return {.on_events = [](const std::vector<Event>&, Revision) {}, .on_end = [](const Error&) {}};
}

}  // namespace

Follower::Run::Run(Revision revision)
    : ring(revision),
      hub(revision, [this](const std::string& prefix, Revision after,
                           Revision up_to) { return ring.Replay(prefix, after, up_to); }),
      progress(hub.Add(kNoKey, revision, NoSink())) {}

Follower::Follower(std::shared_ptr<Connection> connection, KeyLayout layout, bool trust_progress)
    : connection_(std::move(connection)),
      layout_(std::move(layout)),
      trust_progress_(trust_progress) {}

void Follower::Start(Revision revision) {
  Mention(revision);
  auto run = std::make_shared<Run>(revision);
  std::weak_ptr<Follower> weak = weak_from_this();
  bool first = false;
  {
    std::scoped_lock lock(mutex_);
    if (stopped_) return;
    first = session_ == nullptr;
    if (first) {
      session_ = std::make_shared<WatchSession>(connection_, layout_, trust_progress_,
                                                [weak](Revision mentioned) {
                                                  if (auto self = weak.lock())
                                                    self->Mention(mentioned);
                                                });
    }
    run_ = run;
  }
  session_->Add(layout_.Everything(), revision,
                {.on_events =
                     [weak, run](std::vector<Event> events, Revision covered) {
                       if (auto self = weak.lock()) {
                         self->OnRootEvents(run, std::move(events), covered);
                       }
                     },
                 .on_end =
                     [weak, run](const Error& error) {
                       auto self = weak.lock();
                       if (self && error.reason() == Reason::kExpired) self->OnRootEnd(run);
                     }});
  if (first) session_->Start();
}

void Follower::Stop() {
  std::shared_ptr<Run> run;
  {
    std::scoped_lock lock(mutex_);
    stopped_ = true;
    run = std::move(run_);
  }
  if (session_) session_->Stop();
  if (run) run->hub.Stop();
}

std::shared_ptr<Follower::Run> Follower::run() const {
  std::scoped_lock lock(mutex_);
  return run_;
}

bool Follower::stopped() const {
  std::scoped_lock lock(mutex_);
  return stopped_;
}

void Follower::Mention(Revision revision) {
  Revision known = known_revision_;
  while (known < revision && !known_revision_.compare_exchange_weak(known, revision)) {
  }
}

void Follower::Forget(Revision revision) {
  if (auto now = run()) now->ring.Forget(revision);
}

Result<std::unique_ptr<Watch>> Follower::StartWatch(std::string prefix, Revision from,
                                                    WatchSink sink) {
  std::shared_ptr<Run> now = run();
  if (now == nullptr) {
    return Fail(Reason::kServiceUnavailable, "the history of etcd is being read anew");
  }
  const Revision known = known_revision_;
  if (from > known) return std::unexpected(RevisionTooLarge(from, known));
  if (from == 0) from = known;
  return FollowedWatch::Start(shared_from_this(), std::move(prefix), from, std::move(sink));
}

Task<void> Follower::WaitUntilSeen(std::shared_ptr<Follower> follower, Revision revision,
                                   std::chrono::milliseconds timeout) {
  std::shared_ptr<Run> now = follower->run();
  if (now == nullptr || now->progress->progress() >= revision) co_return;
  Status seen = co_await now->progress->WaitFor(revision, timeout);
  if (!seen && seen.error().reason() == Reason::kTimeout) {
    LogWarning("a write is answered before its event came from etcd", {{"revision", revision}});
  }
}

void Follower::OnRootEvents(const std::shared_ptr<Run>& run, std::vector<Event> events,
                            Revision revision) {
  size_t size_bytes = 0;
  for (const Event& event : events) size_bytes += SizeBytes(event);
  run->ring.Append(events, revision);
  session_->Hold(size_bytes);
  // The hub may outlive the stream by what it has still to give out.
  auto session = session_;
  run->hub.Publish(std::move(events), revision,
                   [session, size_bytes] { session->Release(size_bytes); });
}

void Follower::OnRootEnd(const std::shared_ptr<Run>& run) {
  {
    std::scoped_lock lock(mutex_);
    if (run_ != run) return;
    run_ = nullptr;
  }
  LogWarning("history of etcd was compacted before it was read; all watches begin anew");
  run->lost = true;
  run->hub.Stop();
  BeginAnew();
}

void Follower::BeginAnew() {
  const rpc::RangeRequest request = NothingRequest(layout_);
  auto response = std::make_shared<rpc::RangeResponse>();
  std::weak_ptr<Follower> weak = weak_from_this();
  connection_->Call(kRangeMethod, request, response.get(),
                    {.timeout = kReadTimeout, .repeatable = true},
                    [weak, response](const RpcStatus& status) {
                      auto self = weak.lock();
                      if (!self) return;
                      if (status.ok()) return self->Start(response->header().revision());
                      self->connection_->After(kBeginAnewDelay, [weak](bool elapsed) {
                        auto again = weak.lock();
                        if (again && elapsed) again->BeginAnew();
                      });
                    });
}

}  // namespace pintle::storage::etcd
