#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle::codec {

// What the text of a YAML scalar means.
struct YamlScalar {
  enum class Kind : uint8_t {
    kNull,
    kBool,
    kInt,
    kUnsigned,  // an integer that only uint64 holds
    kDouble,    // may be infinite or NaN
    kString,
  };

  Kind kind = Kind::kNull;
  bool bool_value = false;
  int64_t int_value = 0;
  uint64_t unsigned_value = 0;
  double double_value = 0;
};

// The meaning of an unquoted scalar without tag; kString when it stands for itself.
YamlScalar ResolvePlain(std::string_view text);

// Whether some YAML 1.1 reader takes the unquoted text for something else than a string: what
// ResolvePlain resolves, and dates, sexagesimal numbers, `=` and `<<` besides.
bool NeedsQuotes(std::string_view text);

// The text of a scalar used as a mapping key; it must not be kNull, kUnsigned or kString.
std::string KeyText(const YamlScalar& scalar);

}  // namespace pintle::codec
