#pragma once

#include <span>
#include <string_view>

#include "pintle/validate/access.h"

namespace pintle::validate {

// A text of a named type as messages show it: a JSON string.
field::BadValue NamedText(std::string_view text);

// +k8s:enum: `value` must be one of `supported`, which is sorted.
bool Enum(const field::Path& path, const std::string_view* value,
          std::span<const std::string_view> supported, field::ErrorList& errors);

}  // namespace pintle::validate
