#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/features/feature_gates.h"
#include "pintle/field/errors.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::validate {

// What is being done to the object that is validated.
struct Operation {
  enum class Type : uint8_t { kCreate, kUpdate };

  Type type = Type::kCreate;
  // What +k8s:ifEnabled and +k8s:ifDisabled look for: names, and feature gates (none if null).
  std::vector<std::string> options = {};
  const features::FeatureGates* gates = nullptr;
  // The subresource of the request, `status`; empty for the object itself.
  std::string subresource = {};

  bool is_update() const { return type == Type::kUpdate; }
  bool HasOption(std::string_view name) const {
    if (gates != nullptr && gates->Enabled(name)) return true;
    return std::find(options.begin(), options.end(), name) != options.end();
  }
};

// +k8s:ifEnabled and +k8s:ifDisabled: `check` counts while the option is on, or off. Like all
// checks they return whether they failed.
template <typename Check>
bool IfEnabled(const Operation& operation, std::string_view option, const Check& check) {
  return operation.HasOption(option) && check();
}
template <typename Check>
bool IfDisabled(const Operation& operation, std::string_view option, const Check& check) {
  return !operation.HasOption(option) && check();
}

// The generated validation of a kind. `object` and `old` point to the struct that `type` describes;
// `old` is null if there is none.
struct Registration {
  const typeinfo::TypeInfo* type;
  field::ErrorList (*validate)(const Operation& operation, const void* object, const void* old);
};

// The answer to a request for a subresource that the rules of kind `type` do not speak of.
field::Error NoSubresource(std::string_view type, const Operation& operation);

}  // namespace pintle::validate
