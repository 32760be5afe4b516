#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/field/errors.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::validate {

// What is being done to the object that is validated.
struct Operation {
  enum class Type : uint8_t { kCreate, kUpdate };

  Type type = Type::kCreate;
  // Names that +k8s:ifEnabled and +k8s:ifDisabled look for, given by the kind's strategy.
  std::vector<std::string> options = {};
  // The subresource of the request, `status`; empty for the object itself.
  std::string subresource = {};

  bool is_update() const { return type == Type::kUpdate; }
  bool HasOption(std::string_view name) const {
    return std::find(options.begin(), options.end(), name) != options.end();
  }
};

// The generated validation of a kind. `object` and `old` point to the struct that `type` describes;
// `old` is null if there is none.
struct Registration {
  const typeinfo::TypeInfo* type;
  field::ErrorList (*validate)(const Operation& operation, const void* object, const void* old);
};

// The answer to a request for a subresource that the rules of kind `type` do not speak of.
field::Error NoSubresource(std::string_view type, const Operation& operation);

}  // namespace pintle::validate
