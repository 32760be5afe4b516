#include <random>

#include "pintle/api/answer/render.h"
#include "pintle/api/request/list_request.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/api/watch/watch_frame.h"
#include "pintle/storage/cache/event_queue.h"

namespace pintle::api {
namespace {

// A watcher that falls this many events behind is cut off; its client lists anew.
constexpr size_t kMaxQueuedEvents = 10'000;
// What it still gets in this time.
constexpr std::chrono::seconds kCutOffGrace{5};
constexpr std::chrono::seconds kBookmarkInterval{60};
// A last one lets the client go on from there with its next watch.
constexpr std::chrono::seconds kLastBookmarkBeforeEnd{2};
// Watches without timeoutSeconds end after a random time in this range, so that clients spread.
constexpr int kMinWatchSeconds = 1800;
constexpr int kMaxWatchSeconds = 3600;
// More than anybody waits, and little enough for every clock.
constexpr int64_t kLongestWatchSeconds = int64_t{365} * 24 * 3600;
// Initial objects are written in pieces of this many.
constexpr size_t kInitialBatch = 500;

int64_t TimeoutSeconds(const ListOptions& options) {
  if (options.timeout_seconds && *options.timeout_seconds > 0) {
    return std::min(*options.timeout_seconds, kLongestWatchSeconds);
  }
  thread_local std::minstd_rand random{std::random_device{}()};
  return std::uniform_int_distribution<int>(kMinWatchSeconds, kMaxWatchSeconds - 1)(random);
}

// One watch while it runs. Timers and the client's going away reach it through its queue.
class WatchSession {
 public:
  WatchSession(Exchange& exchange, write::World& world, const ListRequest& list,
               IncludeObject include_object)
      : exchange_(exchange),
        clock_(world.clock()),
        list_(list),
        frames_(exchange, list, include_object),
        queue_(storage::EventQueue::Create(kMaxQueuedEvents)) {
    const auth::Attributes& info = exchange.asked.what;
    if (exchange.metrics == nullptr) return;
    counter_ = &exchange.metrics->WatchesOf(info.group, info.version, info.resource);
  }

  Task<void> Run() {
    std::string_view content_type = StreamContentType(exchange_.negotiated.media);
    http::Headers headers = StandardHeaders(exchange_, content_type);
    exchange_.status_sent = 200;
    Status started = co_await exchange_.writer.Start(200, std::move(headers));
    if (!started) co_return;
    auto queue = queue_;
    exchange_.writer.OnGone([queue] { queue->Close(); });
    queue->OnOverflow([executor = Executor::Current(), weak = std::weak_ptr(this_)] {
      executor->Post([weak] {
        if (auto session = weak.lock()) (*session)->CutOff();
      });
    });
    co_await Follow();
    exchange_.writer.OnGone({});
    Status finished = co_await exchange_.writer.Finish();
    static_cast<void>(finished);
  }

 private:
  // From the first event to the last.
  Task<void> Follow() {
    storage::WatchCache& cache = *exchange_.resource->cache;
    bool initial = list_.options.send_initial_events.value_or(false);
    storage::SnapshotPtr snapshot;
    Status ready;
    if (initial || list_.min_revision == 0) {
      // From now on; what is there now is read from the same snapshot.
      auto reading = cache.Read(list_.prefix, list_.Freshness());
      Result<storage::SnapshotPtr> read = co_await reading;
      if (read) {
        snapshot = std::move(*read);
      } else {
        ready = std::unexpected(read.error());
      }
    } else {
      ready = co_await cache.WaitFor(list_.min_revision, kRevisionWait);
    }
    if (!ready) {
      co_await SendError(ready.error());
      co_return;
    }
    StartTimers();
    int64_t from = snapshot != nullptr ? snapshot->revision() : list_.min_revision;
    auto subscribed = cache.Subscribe(from, CountingSink(), list_.prefix);
    if (!subscribed) {
      co_await SendError(subscribed.error());
      co_return;
    }
    watch_ = std::move(*subscribed);
    // Who changes a definition ends the watches that are there. One that begins just then may have
    // come too late for that.
    if (exchange_.IsOutdated()) co_return;
    last_revision_ = from;
    if (initial) {
      const auto begun = std::chrono::steady_clock::now();
      bool sent = co_await SendInitial(*snapshot);
      if (!sent) co_return;
      CountInitial(std::chrono::steady_clock::now() - begun);
    }
    co_await SendEvents();
  }

  // The client has fallen too far behind. If it reads, it comes to a proper end.
  void CutOff() {
    if (counter_ != nullptr) counter_->CutOff();
    cut_off_timer_ =
        Executor::Current()->PostAfter(kCutOffGrace, [this] { exchange_.writer.Abort(); });
  }

  // Past events are also counted.
  storage::CacheWatchSink CountingSink() {
    storage::CacheWatchSink sink = queue_->Sink();
    if (counter_ == nullptr) return sink;
    sink.on_past_events = [queue = queue_,
                           counter = counter_](std::span<const storage::CacheEventPtr> events) {
      counter->Began(events.size());
      queue->PushPast(events);
    };
    return sink;
  }

  void CountInitial(std::chrono::duration<double> took) {
    if (exchange_.metrics == nullptr) return;
    const auth::Attributes& info = exchange_.asked.what;
    RequestLabels labels;
    labels.group = info.group;
    labels.version = info.version;
    labels.resource = info.resource;
    labels.scope = ScopeOf(info);
    exchange_.metrics->WatchListDone(labels, took.count());
  }

  void StartTimers() {
    Executor* executor = Executor::Current();
    auto queue = queue_;
    std::chrono::seconds timeout(TimeoutSeconds(list_.options));
    end_timer_ = executor->PostAfter(timeout, [queue] { queue->Close(); });
    if (!list_.options.allow_bookmarks) return;
    ScheduleBookmark();
    if (timeout > kLastBookmarkBeforeEnd) {
      last_bookmark_timer_ = executor->PostAfter(timeout - kLastBookmarkBeforeEnd, [this] {
        bookmark_due_ = true;
        queue_->Wake();
      });
    }
  }

  void ScheduleBookmark() {
    bookmark_timer_ = Executor::Current()->PostAfter(kBookmarkInterval, [this] {
      bookmark_due_ = true;
      queue_->Wake();
    });
  }

  // Every object that was there, then the bookmark that says so.
  Task<bool> SendInitial(const storage::Snapshot& snapshot) {
    const bool converted_first = list_.SelectsConverted(exchange_.definition().kind);
    std::vector<storage::CachedObjectPtr> batch;
    for (auto at = snapshot.From(list_.prefix); !at.Done() && at.key().starts_with(list_.prefix);
         at.Next()) {
      if (!converted_first && !list_.Matches(at.value()->header())) continue;
      batch.push_back(at.value());
      if (batch.size() < kInitialBatch) continue;
      bool sent = co_await SendInitialBatch(batch, std::nullopt);
      batch.clear();
      if (!sent) co_return false;
    }
    std::optional<storage::Revision> end;
    if (list_.options.allow_bookmarks) end = snapshot.revision();
    bool sent = co_await SendInitialBatch(batch, end);
    co_return sent;
  }

  // `end` is for the bookmark that follows.
  Task<bool> SendInitialBatch(const std::vector<storage::CachedObjectPtr>& batch,
                              std::optional<storage::Revision> end) {
    if (HasConverter()) {
      auto preparing = frames_.Prepare(batch);
      Status prepared = co_await preparing;
      if (!prepared) {
        co_await SendError(prepared.error());
        co_return false;
      }
    }
    if (counter_ != nullptr) counter_->Began(batch.size());
    std::vector<Bytes> pieces;
    for (const storage::CachedObjectPtr& object : batch) {
      Bytes frame = frames_.Initial(object, clock_.NowSeconds());
      if (frame) pieces.push_back(std::move(frame));
    }
    if (end) pieces.push_back(frames_.Bookmark(*end, true));
    if (pieces.empty()) co_return true;
    Status written = co_await exchange_.writer.Write(std::move(pieces));
    co_return written.has_value();
  }

  Task<void> SendEvents() {
    for (;;) {
      Result<storage::EventBatch> batch = co_await queue_->Next();
      if (!batch) {
        // A watcher that was too slow is just cut off, as clients expect; other ends are told.
        if (!queue_->overflowed() && batch.error().reason() != Reason::kServiceUnavailable) {
          co_await SendError(batch.error());
        }
        co_return;
      }
      if (HasConverter()) {
        auto preparing = frames_.Prepare(std::span<const storage::CacheEventPtr>(batch->events));
        Status prepared = co_await preparing;
        if (!prepared) {
          co_await SendError(prepared.error());
          co_return;
        }
      }
      std::vector<Bytes> pieces;
      for (const storage::CacheEventPtr& event : batch->events) {
        last_revision_ = std::max(last_revision_, event->revision());
        if (Bytes frame = frames_.Event(*event, clock_.NowSeconds())) {
          if (counter_ != nullptr) counter_->Sent(frame.view().size());
          pieces.push_back(std::move(frame));
        }
      }
      AddBookmark(pieces);
      if (!pieces.empty()) {
        Status written = co_await exchange_.writer.Write(std::move(pieces));
        if (!written) co_return;
      }
      if (batch->closed) co_return;
      watch_->Continue();
    }
  }

  void AddBookmark(std::vector<Bytes>& pieces) {
    if (!bookmark_due_) return;
    bookmark_due_ = false;
    ScheduleBookmark();
    storage::Revision progress = watch_->progress();
    if (queue_->empty()) last_revision_ = std::max(last_revision_, progress);
    pieces.push_back(frames_.Bookmark(last_revision_, false));
  }

  bool HasConverter() const { return exchange_.definition().kind.converter != nullptr; }

  Task<void> SendError(const Error& error) {
    std::vector<Bytes> pieces;
    pieces.push_back(frames_.Error(error));
    Status written = co_await exchange_.writer.Write(std::move(pieces));
    static_cast<void>(written);
  }

  Exchange& exchange_;
  const Clock& clock_;
  const ListRequest& list_;
  WatchFrames frames_;
  WatchCounter* counter_ = nullptr;
  // For callbacks that may come when the session has ended.
  const std::shared_ptr<WatchSession*> this_ = std::make_shared<WatchSession*>(this);
  std::shared_ptr<storage::EventQueue> queue_;  // shared with the sink and the callbacks
  std::unique_ptr<storage::CacheWatch> watch_;
  std::unique_ptr<Executor::Timer> end_timer_;
  std::unique_ptr<Executor::Timer> bookmark_timer_;
  std::unique_ptr<Executor::Timer> last_bookmark_timer_;
  std::unique_ptr<Executor::Timer> cut_off_timer_;
  storage::Revision last_revision_ = 0;
  bool bookmark_due_ = false;
};

}  // namespace

Task<void> HandleWatch(Exchange& exchange, write::EndpointWorld& world) {
  Result<ListRequest> list = ListRequest::Parse(exchange, true);
  if (!list) {
    co_await ReplyError(exchange, list.error());
    co_return;
  }
  Result<IncludeObject> include = RequestedInclude(exchange.query);
  if (!include && exchange.negotiated.transform == Transform::kTable) {
    co_await ReplyError(exchange, include.error());
    co_return;
  }
  WatchSession session(exchange, world, *list, include.value_or(IncludeObject::kMetadata));
  co_await session.Run();
}

}  // namespace pintle::api
