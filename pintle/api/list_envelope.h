#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/bytes.h"
#include "pintle/object/media_type.h"
#include "pintle/value/value.h"

namespace pintle::api {

// What a list says besides its items.
struct ListHead {
  std::string_view kind;
  std::string_view api_version;
  Value metadata;
};

// A list of objects that are already encoded, as bytes to send one after the other: `head`, for
// each item what BeforeItem gives and the item, `tail`. Items are JSON, CBOR without its prefix or
// Protobuf messages.
struct ListEnvelope {
  std::string head;
  std::string tail;

  // For a list of `count` items. Protobuf says lengths first: it needs all `items`, others none.
  static ListEnvelope Make(object::MediaType media, const ListHead& list, size_t count,
                           std::span<const Bytes> items);
};

// What stands in front of an item; `first` for the first one.
std::string BeforeItem(object::MediaType media, const Bytes& item, bool first);

}  // namespace pintle::api
