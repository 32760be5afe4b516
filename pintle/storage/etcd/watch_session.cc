#include "pintle/storage/etcd/watch_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/storage/etcd/rpc_messages.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;

// What may have been read and not been given to the watches yet.
constexpr size_t kMaxHeldBytes = size_t{16} * 1024 * 1024;
// How long to wait before the stream is opened again, doubled up to the second.
constexpr milliseconds kFirstReopenDelay{20};
constexpr milliseconds kLongestReopenDelay{2000};
// An unanswered request for progress is repeated after this.
constexpr milliseconds kProgressPatience{500};
// How etcd addresses all watchers of a stream.
constexpr int64_t kAllWatchers = -1;

// Nothing if etcd does not have the record before any more, which compaction can take away between
// an event and its delivery.
std::optional<Event> EventFromRpc(rpc::Event& source, const KeyLayout& layout) {
  Event event;
  const bool deletes = source.type() == rpc::Event::DELETE;
  const bool creates = !deletes && source.kv().version() == 1;
  if (!source.has_prev_kv() && !creates) return std::nullopt;
  event.type = deletes ? Event::Type::kDelete : Event::Type::kPut;
  event.current = FromRpc(*source.mutable_kv(), layout);
  if (source.has_prev_kv() && !creates) event.previous = FromRpc(*source.mutable_prev_kv(), layout);
  if (deletes) event.current.value = Bytes();
  return event;
}

}  // namespace

// Tells messages of one stream from those of the next.
class WatchSession::Listener final : public WatchStreamHandler {
 public:
  Listener(std::shared_ptr<WatchSession> session, uint64_t stream_number)
      : session_(std::move(session)), stream_number_(stream_number) {}
  void OnMessage(rpc::WatchResponse response) override { session_->OnMessage(std::move(response)); }
  void OnClosed(RpcStatus status) override { session_->OnClosed(stream_number_, status); }

 private:
  const std::shared_ptr<WatchSession> session_;
  const uint64_t stream_number_;
};

WatchSession::WatchSession(std::shared_ptr<Connection> connection, KeyLayout layout,
                           bool trust_progress, std::function<void(Revision)> on_revision)
    : connection_(std::move(connection)),
      layout_(std::move(layout)),
      trust_progress_(trust_progress),
      on_revision_(std::move(on_revision)) {}

void WatchSession::Start() { OpenStream(); }

void WatchSession::Stop() {
  std::map<WatcherId, WatcherPointer> watchers;
  std::shared_ptr<WatchStream> stream;
  {
    std::scoped_lock lock(mutex_);
    stopped_ = true;
    watchers.swap(watchers_);
    stream = std::move(stream_);
  }
  if (stream) stream->Cancel();
  for (const auto& [id, watcher] : watchers) watcher->callbacks.on_end(Stopping());
}

void WatchSession::OpenStream() {
  uint64_t number = 0;
  {
    std::scoped_lock lock(mutex_);
    if (stopped_) return;
    number = ++stream_number_;
  }
  auto stream = connection_->OpenWatch(std::make_shared<Listener>(shared_from_this(), number));
  std::unique_lock lock(mutex_);
  if (stopped_) {
    lock.unlock();
    stream->Cancel();
    return;
  }
  if (closed_number_ >= number) return;  // it has failed already and the next is on its way
  stream_ = std::move(stream);
  for (const auto& [id, watcher] : watchers_) SendCreate(*watcher);
}

void WatchSession::SendCreate(const Watcher& watcher) {
  if (!stream_) return;
  rpc::WatchRequest request;
  rpc::WatchCreateRequest& create = *request.mutable_create_request();
  create.set_key(watcher.range.begin);
  create.set_range_end(watcher.range.end);
  // Not position + 1: etcd refuses a revision that is compacted only if it is older than the last
  // compacted one, whose own events may be gone too.
  create.set_start_revision(watcher.position);
  create.set_progress_notify(true);
  create.set_prev_kv(true);
  create.set_fragment(true);
  create.set_watch_id(watcher.id);
  stream_->Write(request);
}

WatchSession::WatcherId WatchSession::Add(KeyRange range, Revision from, Callbacks callbacks) {
  auto watcher = std::make_shared<Watcher>();
  watcher->range = std::move(range);
  watcher->callbacks = std::move(callbacks);
  watcher->position = from;
  {
    std::scoped_lock lock(mutex_);
    watcher->id = next_id_++;
    if (!stopped_) {
      watchers_.emplace(watcher->id, watcher);
      SendCreate(*watcher);
      return watcher->id;
    }
  }
  watcher->callbacks.on_end(Stopping());
  return watcher->id;
}

void WatchSession::Remove(WatcherId id) {
  WatcherPointer removed;  // its callbacks are destroyed without the mutex
  std::scoped_lock lock(mutex_);
  auto found = watchers_.find(id);
  if (found == watchers_.end()) return;
  removed = std::move(found->second);
  watchers_.erase(found);
  if (!stream_) return;
  rpc::WatchRequest request;
  request.mutable_cancel_request()->set_watch_id(id);
  stream_->Write(request);
}

void WatchSession::RequestProgress() {
  std::scoped_lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (!trust_progress_ || !stream_) return;
  if (!progress_requests_.empty() && now - last_progress_request_ < kProgressPatience) return;
  progress_requests_.push_back(confirmations_);
  last_progress_request_ = now;
  rpc::WatchRequest request;
  request.mutable_progress_request();
  stream_->Write(request);
}

void WatchSession::Hold(size_t size_bytes) {
  std::scoped_lock lock(mutex_);
  held_bytes_ += size_bytes;
}

void WatchSession::Release(size_t size_bytes) {
  std::scoped_lock lock(mutex_);
  held_bytes_ -= size_bytes;
  if (!paused_ || held_bytes_ >= kMaxHeldBytes) return;
  paused_ = false;
  if (stream_) stream_->ReadNext();
}

void WatchSession::ReadOn() {
  std::scoped_lock lock(mutex_);
  paused_ = held_bytes_ >= kMaxHeldBytes;
  if (!paused_ && stream_) stream_->ReadNext();
}

void WatchSession::OnMessage(rpc::WatchResponse response) {
  on_revision_(response.header().revision());
  WatcherPointer watcher;
  {
    std::scoped_lock lock(mutex_);
    failures_ = 0;
    auto found = watchers_.find(response.watch_id());
    if (found != watchers_.end()) watcher = found->second;
  }
  if (response.watch_id() == kAllWatchers && !response.created() && !response.canceled()) {
    OnStreamProgress(response.header().revision());
  } else if (watcher == nullptr) {
    // Removed meanwhile.
  } else if (response.canceled()) {
    OnCanceled(watcher, response);
  } else if (response.created()) {
    std::scoped_lock lock(mutex_);
    watcher->confirmed = ++confirmations_;
  } else {
    OnEvents(watcher, response);
  }
  ReadOn();
}

// An answer to a progress request: every event up to `revision` has been sent to every watcher etcd
// knew when it was asked. (A confirmation can overtake the answer.)
void WatchSession::OnStreamProgress(Revision revision) {
  std::vector<WatcherPointer> watchers;
  {
    std::scoped_lock lock(mutex_);
    if (progress_requests_.empty()) return;
    const uint64_t known = progress_requests_.front();
    progress_requests_.pop_front();
    for (const auto& [id, watcher] : watchers_) {
      if (watcher->confirmed != 0 && watcher->confirmed <= known) watchers.push_back(watcher);
    }
  }
  for (const WatcherPointer& watcher : watchers) {
    if (revision <= watcher->position || !watcher->fragments.empty()) continue;
    watcher->position = revision;
    watcher->callbacks.on_events({}, revision);
  }
}

void WatchSession::OnCanceled(const WatcherPointer& watcher, const rpc::WatchResponse& response) {
  if (response.compact_revision() != 0) return End(watcher, WatchTooOld());
  const std::string& reason = response.cancel_reason();
  LogWarning("etcd ended a watch", {{"reason", reason}});
  if (reason.find("permission denied") != std::string::npos) {
    return End(watcher, InternalError("etcd refused a watch: " + reason).error());
  }
  // Whatever it was, a new stream starts over.
  std::scoped_lock lock(mutex_);
  ++failures_;
  if (stream_) stream_->Cancel();
}

void WatchSession::OnEvents(const WatcherPointer& watcher, rpc::WatchResponse& response) {
  for (rpc::Event& source : *response.mutable_events()) {
    if (source.kv().mod_revision() <= watcher->position) continue;
    std::optional<Event> event = EventFromRpc(source, layout_);
    if (!event) return End(watcher, WatchTooOld());
    watcher->fragments.push_back(std::move(*event));
  }
  if (response.fragment()) return;
  std::vector<Event> events = std::exchange(watcher->fragments, {});
  // Without events it is a progress notification of etcd's own accord. With events the header may
  // be ahead of them.
  const Revision revision = !events.empty()             ? events.back().current.mod_revision
                            : response.events().empty() ? response.header().revision()
                                                        : watcher->position;
  if (revision <= watcher->position) return;
  watcher->position = revision;
  watcher->callbacks.on_events(std::move(events), revision);
}

void WatchSession::End(const WatcherPointer& watcher, Error error) {
  Remove(watcher->id);
  watcher->callbacks.on_end(std::move(error));
}

void WatchSession::OnClosed(uint64_t stream_number, const RpcStatus& status) {
  milliseconds delay = kFirstReopenDelay;
  {
    std::scoped_lock lock(mutex_);
    closed_number_ = stream_number;
    if (stream_number == stream_number_) stream_ = nullptr;
    progress_requests_.clear();
    paused_ = false;
    for (const auto& [id, watcher] : watchers_) {
      watcher->confirmed = 0;
      watcher->fragments.clear();
    }
    if (stopped_) return;
    // One that was cancelled has been given up here, or stops with the connection.
    if (failures_ == 0 && status.code != RpcStatus::kCancelled) {
      LogWarning("the watch stream of etcd broke", {{"reason", status.message}});
    }
    delay = std::min(kLongestReopenDelay, kFirstReopenDelay * (1 << std::min(failures_, 10)));
    ++failures_;
  }
  auto self = shared_from_this();
  connection_->After(delay, [self](bool elapsed) {
    if (elapsed) self->OpenStream();
  });
}

}  // namespace pintle::storage::etcd
