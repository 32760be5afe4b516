#pragma once

#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle::scheme {

struct KindInfo;

// A name field selectors may use, besides metadata.name and metadata.namespace. Empty members are
// what the one before them is.
struct FieldLabel {
  std::string_view label;
  // What it is called in the index; older names and those of another version are rewritten to it.
  std::string_view name = {};
  // Where the value is in the storage version.
  std::string_view path = {};
  // Where it is looked for if there is none.
  std::string_view otherwise = {};
  // Accepted, but no object has a value.
  bool unindexed = false;

  constexpr std::string_view indexed_name() const { return name.empty() ? label : name; }
  constexpr std::string_view value_path() const { return path.empty() ? indexed_name() : path; }
};

// The name in the index of a selector's label; 400 if objects of the kind cannot be selected by it.
Result<std::string_view> ConvertFieldLabel(const KindInfo& info, std::string_view label);

}  // namespace pintle::scheme
