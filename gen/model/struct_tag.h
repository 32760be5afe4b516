#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pintle::gen {

// The value of `key` in a struct tag such as `json:"name,omitempty" protobuf:"bytes,1,opt"`.
std::optional<std::string> StructTagValue(std::string_view tag, std::string_view key);

}  // namespace pintle::gen
