#pragma once

#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/object/media_type.h"
#include "pintle/value/value.h"

namespace pintle::object {

// A list of objects whose types are not compiled in, as clients and readers of lists see it.
struct DynamicList {
  Value content;             // the list without `items`
  std::vector<Value> items;  // each says its apiVersion and kind
};

// Reads a list. Items that say neither apiVersion nor kind get those of the list, its kind without
// the ending `List`; items that say one of them only are an error, and so is a list that does not
// say both. `items` may be absent or null: there are none. Values live in `arena`. Errors are
// kBadRequest.
Result<DynamicList> DecodeList(MediaType media, std::string_view body, Arena& arena);

}  // namespace pintle::object
