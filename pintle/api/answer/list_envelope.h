#pragma once

#include <cstddef>
#include <cstdint>
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

// A list of objects that are already encoded, as bytes to send one after the other: `head`, the
// items, `tail`. Items are JSON with commas between them, CBOR without its prefix, or Protobuf
// messages with ProtobufItemStart in front.
struct ListEnvelope {
  std::string head;
  std::string tail;

  // How many items there are, and for Protobuf, which says lengths first, their sizes in the list.
  struct Items {
    size_t count = 0;
    uint64_t bytes = 0;
  };
  static ListEnvelope Make(object::MediaType media, const ListHead& list, const Items& items);
};

// What a Protobuf item adds to the size of its list.
uint64_t ProtobufSizeInList(const Bytes& item);

// What stands in front of a Protobuf item.
std::string ProtobufItemStart(const Bytes& item);

}  // namespace pintle::api
