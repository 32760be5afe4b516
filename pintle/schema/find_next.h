#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace pintle::schema {

// The entry called `name` among entries in the order of their names, or null; `at` is moved behind
// it. Names must be asked for in that order too: then most are found at once.
template <typename Entry, typename NameOf>
const Entry* FindNext(std::span<const Entry> entries, size_t& at, std::string_view name,
                      NameOf name_of) {
  // Texts of different sizes are soon told apart.
  constexpr size_t kFew = 8;
  std::span<const Entry> rest = entries.subspan(at);
  size_t found = 0;
  if (rest.size() <= kFew) {
    while (found < rest.size() && name_of(rest[found]) != name) ++found;
  } else if (name_of(rest[0]) != name) {
    auto place = std::ranges::lower_bound(rest, name, {}, name_of);
    found = static_cast<size_t>(place - rest.begin());
    if (found < rest.size() && name_of(rest[found]) != name) found = rest.size();
  }
  if (found == rest.size()) return nullptr;
  at += found + 1;
  return &rest[found];
}

}  // namespace pintle::schema
