#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::gen {

// One `key:"value"` of a struct tag.
struct StructTagPart {
  std::string key;
  std::string value;
  size_t offset = 0;  // of the key in the tag
};

// What is wrong with a struct tag, and where.
struct StructTagFault {
  size_t offset = 0;
  std::string message;
};

// Splits a struct tag such as `json:"name,omitempty" protobuf:"bytes,1,opt"`. Stops at the first
// fault and returns it.
std::optional<StructTagFault> ParseStructTag(std::string_view tag, std::vector<StructTagPart>& out);

// The part called `key`, or null.
const StructTagPart* FindTagPart(const std::vector<StructTagPart>& parts, std::string_view key);

}  // namespace pintle::gen
