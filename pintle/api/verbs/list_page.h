#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/api/request/exchange.h"
#include "pintle/api/request/list_request.h"
#include "pintle/object/object.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::api {

// One page of a list, as it was read.
struct Page {
  std::vector<storage::CachedObjectPtr> items;
  // Of a resource with a converter: see ConvertCached. Else empty.
  std::vector<object::Object> converted;
  int64_t revision = 0;
  std::string continue_token;
  std::optional<int64_t> remaining;
  // Of items that follow each other in the index and need no converter; else null.
  std::shared_ptr<const storage::PageMemo> pages;
};

Task<Result<Page>> ReadPage(Exchange& exchange, const ListRequest& list);
// Answers with the page in the form that was negotiated.
Task<void> ReplyPage(Exchange& exchange, const Page& page, int64_t now_seconds);

}  // namespace pintle::api
