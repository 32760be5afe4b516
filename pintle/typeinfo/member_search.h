#pragma once

#include <cstring>
#include <string_view>

#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// The member called `name` (exact spelling), or null. Documents mostly have members in the order of
// the type: the search starts at index `next`, which becomes that behind the one found.
inline const JsonField* FindJsonFieldFrom(const TypeInfo& type, std::string_view name,
                                          size_t& next) {
  auto is_it = [&](size_t i) {
    std::string_view candidate = type.json_fields[i].field->name;
    return candidate.size() == name.size() &&
           std::memcmp(candidate.data(), name.data(), name.size()) == 0;
  };
  size_t count = type.json_fields.size();
  size_t start = next;
  for (size_t i = start; i < count; ++i) {
    if (is_it(i)) return next = i + 1, &type.json_fields[i];
  }
  for (size_t i = 0; i < start; ++i) {
    if (is_it(i)) return next = i + 1, &type.json_fields[i];
  }
  return nullptr;
}

}  // namespace pintle::typeinfo
