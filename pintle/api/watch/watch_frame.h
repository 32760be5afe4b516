#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/api/answer/render.h"
#include "pintle/api/request/list_request.h"
#include "pintle/storage/cache/cached_object.h"

namespace pintle::api {

// Turns cache events into the frames one watcher gets: filters by its selectors, which can make a
// change look like an appearance or a disappearance, and encodes in its format. Plain frames are
// shared between watchers. One thread.
class WatchFrames {
 public:
  WatchFrames(const Exchange& exchange, const ListRequest& list, IncludeObject include_object);

  // Converts what the next frames are about, where the resource has a converter: called before
  // Event with the events, and before Initial with the objects, that will come.
  Task<Status> Prepare(std::span<const storage::CacheEventPtr> events);
  Task<Status> Prepare(std::vector<storage::CachedObjectPtr> objects);

  // The frame for an event; no bytes if this watcher does not see it.
  Bytes Event(const storage::CacheEvent& event, int64_t now_seconds);
  // ADDED for an object that was there when the watch began; no bytes if it does not match.
  Bytes Initial(const storage::CachedObjectPtr& object, int64_t now_seconds);
  Bytes Bookmark(storage::Revision revision, bool initial_events_end);
  Bytes Error(const pintle::Error& error);

 private:
  // What a watcher is told of an event.
  struct Told {
    const storage::CachedObjectPtr& object() const { return left != nullptr ? left : *now; }

    std::string_view type;
    const storage::CachedObjectPtr* now;  // the event's
    // Not null if the object left the selection: what the watcher last saw, at the new revision.
    storage::CachedObjectPtr left = nullptr;
  };
  // Nothing if the watcher does not see it.
  std::optional<Told> Tell(const storage::CacheEvent& event) const;
  bool Matches(const storage::CachedObject& object) const;
  // Adds to converted_.
  Task<Status> Convert(std::vector<storage::CachedObjectPtr> objects);
  uint64_t FrameKey(const Told& told) const;
  // Null if it needed no conversion.
  const object::Object* Converted(const storage::CachedObject& object) const;
  Bytes Frame(std::string_view type, const storage::CachedObject& object, int64_t now_seconds);
  // Frames that depend on nothing but the object: whole objects.
  bool IsPlain() const { return exchange_.negotiated.transform == Transform::kNone; }
  Bytes Wrap(std::string_view type, std::string_view encoded_object) const;
  Bytes WrapValue(std::string_view type, const Value& object,
                  const typeinfo::TypeInfo& object_type) const;

  const Exchange& exchange_;
  const ListRequest& list_;
  const IncludeObject include_object_;
  const bool selects_converted_;
  bool sent_columns_ = false;
  // Of the events that were prepared.
  struct Prepared {
    std::optional<Told> told;
    Bytes frame;  // one that another watcher has had made, which may not be kept for long
  };
  std::map<const storage::CacheEvent*, Prepared> prepared_;
  // By key and revision.
  std::map<std::pair<std::string, storage::Revision>, object::Object> converted_;
};

}  // namespace pintle::api
