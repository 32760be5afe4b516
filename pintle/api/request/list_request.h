#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "pintle/api/request/exchange.h"
#include "pintle/api/request/options.h"
#include "pintle/object/kind.h"
#include "pintle/selector/selector.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::api {

// How long a read for a revision that is not there yet waits for it.
inline constexpr std::chrono::milliseconds kRevisionWait{3000};

// A list or watch request, understood: where to read, from which revision, what to let through.
struct ListRequest {
  ListOptions options;
  LabelSelector labels;
  FieldSelector fields;
  std::string prefix;  // store keys of the collection
  std::string start;   // first key to read; empty for the start of the prefix
  int64_t limit = 0;
  int64_t min_revision = 0;    // not older than this
  int64_t exact_revision = 0;  // exactly this
  bool latest = false;         // no revision was asked for: the newest

  // Errors are 400 or 422.
  static Result<ListRequest> Parse(const Exchange& exchange, bool watch);

  bool HasSelector() const { return !labels.empty() || !fields.empty(); }
  bool Matches(const storage::ObjectHeader& header) const {
    return labels.Matches(header.labels) && fields.Matches(header.fields);
  }
  // What the selectors look at may be another in the version that is asked for than in the one that
  // is stored: objects have to be converted first.
  bool SelectsConverted(const object::Kind& kind) const {
    return kind.converter != nullptr && fields.LooksAt(kind.selectable_fields);
  }
  storage::Freshness Freshness() const { return {.latest = latest, .not_before = min_revision}; }
  // What to ask of the cache; refers to this request.
  storage::ListQuery Query() const;
  // The token that continues after `key`.
  std::string TokenAfter(std::string_view key, int64_t revision) const;
  // 410 for a revision that is gone; with a token that goes on at the newest one if this was a
  // continuation.
  std::unexpected<Error> Expired() const;
};

}  // namespace pintle::api
