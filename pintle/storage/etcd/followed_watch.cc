#include "pintle/storage/etcd/followed_watch.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/storage/etcd/follower.h"
#include "pintle/storage/guarded_sink.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

// While somebody waits, etcd is asked this often how far the watches are.
constexpr milliseconds kProgressInterval{100};

// A coroutine that waits for something to change, resumed once by whoever comes first.
struct Waiter {
  explicit Waiter(Resolver<bool> resolve) : resolve(std::move(resolve)) {}
  // With false if the store stops.
  void Wake(bool go_on) {
    if (!woken.exchange(true)) resolve(go_on);
  }
  std::atomic<bool> woken{false};
  const Resolver<bool> resolve;
};

}  // namespace

class FollowedWatch::State : public std::enable_shared_from_this<FollowedWatch::State> {
 public:
  State(std::shared_ptr<Follower> follower, std::string prefix, Revision from, WatchSink sink)
      : follower_(std::move(follower)),
        prefix_(std::move(prefix)),
        sink_(std::move(sink)),
        position_(from) {}

  // Takes the hub or a watcher of its own, whichever has what comes after position_. Called at the
  // start and as the last thing a callback of the feed before does.
  void Connect();
  void Close();

  Revision progress() const {
    std::scoped_lock lock(mutex_);
    return live_ ? std::max(position_.load(), live_->progress()) : position_.load();
  }
  static Task<Status> WaitFor(std::shared_ptr<State> self, Revision revision, milliseconds timeout);

 private:
  WatchSink LiveSink(const std::shared_ptr<Follower::Run>& run);
  WatchSession::Callbacks HistoryCallbacks(uint64_t feed);
  // False if it has changed to another one, whose events and end count.
  bool IsFedBy(uint64_t feed) const;
  void OnHistory(uint64_t feed, std::vector<Event> events, Revision revision);
  void End(Error error);
  void WakeWaiters();
  // Something may have changed when it ends; false if the store stops.
  static Task<bool> WaitABit(std::shared_ptr<State> self, Revision revision, milliseconds timeout);

  const std::shared_ptr<Follower> follower_;
  const std::string prefix_;
  GuardedSink sink_;
  // Events up to here have been given to the sink.
  std::atomic<Revision> position_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  bool ended_ = false;
  uint64_t feed_ = 0;  // counts Connect, so that a slow one does not undo a later one
  std::unique_ptr<Watch> live_;
  std::optional<WatchSession::WatcherId> history_;
  std::vector<std::shared_ptr<Waiter>> waiters_;
};

void FollowedWatch::State::Connect() {
  std::shared_ptr<Follower::Run> run = follower_->run();
  // Between two runs its position is as lost as that of the others.
  if (run == nullptr) return End(follower_->stopped() ? Stopping() : WatchTooOld());
  uint64_t feed = 0;
  {
    std::scoped_lock lock(mutex_);
    if (ended_) return;
    feed = ++feed_;
  }
  std::unique_ptr<Watch> live;
  std::optional<WatchSession::WatcherId> history;
  if (run->ring.Covers(position_)) {
    live = run->hub.Add(prefix_, position_, LiveSink(run));
  } else {
    history = follower_->session().Add(follower_->layout().Range(prefix_), position_,
                                       HistoryCallbacks(feed));
  }
  {
    std::scoped_lock lock(mutex_);
    if (!ended_ && feed == feed_) {
      std::swap(live, live_);
      std::swap(history, history_);
    }
  }
  // What is not needed (any more), without the mutex. A feed that has ended is not minded.
  live.reset();
  if (history) follower_->session().Remove(*history);
  WakeWaiters();
}

WatchSink FollowedWatch::State::LiveSink(const std::shared_ptr<Follower::Run>& run) {
  auto self = shared_from_this();
  std::weak_ptr<Follower::Run> weak_run = run;
  return {.on_events =
              [self](std::vector<Event> events, Revision revision) {
                self->sink_.Deliver(std::move(events), revision);
                self->position_ = revision;
              },
          .on_end =
              [self, weak_run](Error error) {
                auto run = weak_run.lock();
                if (run && run->lost) return self->End(WatchTooOld());
                // The ring forgot what it needed before its turn came.
                if (error.reason() == Reason::kExpired) return self->Connect();
                self->End(std::move(error));
              }};
}

WatchSession::Callbacks FollowedWatch::State::HistoryCallbacks(uint64_t feed) {
  auto self = shared_from_this();
  return {.on_events =
              [self, feed](std::vector<Event> events, Revision revision) {
                self->OnHistory(feed, std::move(events), revision);
              },
          .on_end =
              [self, feed](Error error) {
                if (self->IsFedBy(feed)) self->End(std::move(error));
              }};
}

bool FollowedWatch::State::IsFedBy(uint64_t feed) const {
  std::scoped_lock lock(mutex_);
  return feed == feed_;
}

void FollowedWatch::State::OnHistory(uint64_t feed, std::vector<Event> events, Revision revision) {
  if (!IsFedBy(feed)) return;
  sink_.Deliver(std::move(events), revision);
  position_ = revision;
  std::shared_ptr<Follower::Run> run = follower_->run();
  if (run && run->ring.Covers(revision)) {
    Connect();
  } else {
    WakeWaiters();
  }
}

void FollowedWatch::State::End(Error error) {
  sink_.End(std::move(error));
  {
    std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  WakeWaiters();
}

void FollowedWatch::State::Close() {
  sink_.Close();
  std::unique_ptr<Watch> live;
  std::optional<WatchSession::WatcherId> history;
  {
    std::scoped_lock lock(mutex_);
    ended_ = true;
    live.swap(live_);
    history.swap(history_);
  }
  live.reset();
  if (history) follower_->session().Remove(*history);
  WakeWaiters();
}

void FollowedWatch::State::WakeWaiters() {
  std::vector<std::shared_ptr<Waiter>> waiters;
  {
    std::scoped_lock lock(mutex_);
    waiters.swap(waiters_);
  }
  for (const auto& waiter : waiters) waiter->Wake(true);
}

Task<bool> FollowedWatch::State::WaitABit(std::shared_ptr<State> self, Revision revision,
                                          milliseconds timeout) {
  std::optional<Task<Status>> live;
  {
    std::scoped_lock lock(self->mutex_);
    if (self->ended_) co_return false;
    if (self->live_) live = self->live_->WaitFor(revision, timeout);
  }
  if (live) {
    Task<Status> wait = std::move(*live);
    Status waited = co_await wait;
    const bool refused = !waited && waited.error().reason() == Reason::kServiceUnavailable;
    // Either the feed has changed, or its hub stops: it may be the hub's own thread that is here
    // and has yet to end the watch.
    co_return !refused || self->follower_->run() != nullptr;
  }
  Await<bool> change([self, timeout](Resolver<bool> resolve) {
    auto waiter = std::make_shared<Waiter>(std::move(resolve));
    {
      std::scoped_lock lock(self->mutex_);
      self->waiters_.push_back(waiter);
    }
    self->follower_->connection()->After(timeout,
                                         [waiter](bool elapsed) { waiter->Wake(elapsed); });
  });
  co_return co_await change;
}

Task<Status> FollowedWatch::State::WaitFor(std::shared_ptr<State> self, Revision revision,
                                           milliseconds timeout) {
  const SteadyClock::time_point deadline = SteadyClock::now() + timeout;
  while (true) {
    const Revision progress = self->progress();
    if (progress >= revision) co_return Status();
    {
      std::scoped_lock lock(self->mutex_);
      if (self->ended_) co_return std::unexpected(Stopping());
    }
    const auto rest = std::chrono::ceil<milliseconds>(deadline - SteadyClock::now());
    if (rest <= milliseconds(0)) co_return std::unexpected(RevisionTooLarge(revision, progress));
    self->follower_->session().RequestProgress();
    auto waiting = WaitABit(self, revision, std::min(rest, kProgressInterval));
    const bool go_on = co_await waiting;
    if (!go_on) co_return std::unexpected(Stopping());
  }
}

FollowedWatch::FollowedWatch(std::shared_ptr<State> state) : state_(std::move(state)) {}

FollowedWatch::~FollowedWatch() { state_->Close(); }

std::unique_ptr<Watch> FollowedWatch::Start(std::shared_ptr<Follower> follower, std::string prefix,
                                            Revision from, WatchSink sink) {
  auto state =
      std::make_shared<State>(std::move(follower), std::move(prefix), from, std::move(sink));
  state->Connect();
  return std::unique_ptr<Watch>(new FollowedWatch(std::move(state)));
}

Revision FollowedWatch::progress() const { return state_->progress(); }

Task<Status> FollowedWatch::WaitFor(Revision revision, milliseconds timeout) {
  return State::WaitFor(state_, revision, timeout);
}

}  // namespace pintle::storage::etcd
