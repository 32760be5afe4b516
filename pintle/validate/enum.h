#pragma once

#include <span>
#include <string_view>

#include "pintle/validate/access.h"
#include "pintle/validate/operation.h"

namespace pintle::validate {

// A text of a named type as messages show it: a JSON string.
field::BadValue NamedText(std::string_view text);

// +k8s:enum: `value` must be one of `supported`, which is sorted.
bool Enum(const field::Path& path, const std::string_view* value,
          std::span<const std::string_view> supported, field::ErrorList& errors);

// +k8s:enumExclude: `value` does not count while `option` is on (`when_enabled`), or off.
struct EnumExclusion {
  std::string_view value;
  std::string_view option;
  bool when_enabled;
};

// The same with values that options take out; messages name those that are left.
bool Enum(const field::Path& path, const std::string_view* value,
          std::span<const std::string_view> supported, std::span<const EnumExclusion> exclusions,
          const Operation& operation, field::ErrorList& errors);

}  // namespace pintle::validate
