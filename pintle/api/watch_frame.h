#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "pintle/api/list_request.h"
#include "pintle/api/render.h"
#include "pintle/storage/cache/cached_object.h"

namespace pintle::api {

// Turns cache events into the frames one watcher gets: filters by its selectors, which can make a
// change look like an appearance or a disappearance, and encodes in its format. Plain frames are
// shared between watchers. One thread.
class WatchFrames {
 public:
  WatchFrames(const Exchange& exchange, const ListRequest& list, IncludeObject include_object);

  // The frame for an event; no bytes if this watcher does not see it.
  Bytes Event(const storage::CacheEvent& event, int64_t now_seconds);
  // ADDED for an object that was there when the watch began; no bytes if it does not match.
  Bytes Initial(const storage::CachedObjectPtr& object, int64_t now_seconds);
  Bytes Bookmark(storage::Revision revision, bool initial_events_end);
  Bytes Error(const pintle::Error& error);

 private:
  Bytes Frame(std::string_view type, const storage::CachedObject& object, int64_t now_seconds);
  // Frames that depend on nothing but the object: whole objects.
  bool IsPlain() const { return exchange_.negotiated.transform == Transform::kNone; }
  Bytes Wrap(std::string_view type, std::string_view encoded_object) const;
  Bytes WrapValue(std::string_view type, const Value& object,
                  const typeinfo::TypeInfo& object_type) const;

  const Exchange& exchange_;
  const ListRequest& list_;
  const IncludeObject include_object_;
  bool sent_columns_ = false;
};

}  // namespace pintle::api
