// Made by pintle-gen from imports/user. Changes are lost with the next build.
#include "imports/user/validation.h"

#include <array>

#include "imports/base/validation.h"
#include "pintle/validate/each.h"
#include "pintle/validate/enum.h"
#include "pintle/validate/format.h"
#include "pintle/validate/immutable.h"
#include "pintle/validate/limits.h"
#include "pintle/validate/required.h"
#include "pintle/validate/unique.h"

namespace testdata::imports::user {

void Validate_User(const validate::Operation& op, const field::Path& path, const User* object,
    const User* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // Shared
    const field::Path& at = path;
    const auto& member = object->shared;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->shared) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    ::testdata::imports::base::Validate_Shared(op, at, value, before, errors);
  }();
  [&] {  // more
    const field::Path at = path.Child("more");
    const auto& member = object->more;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->more) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Optional(member)) return;
    validate::EachValue(op, at, value, before, [&](const field::Path& at, const auto* value, const auto* before) {
      ::testdata::imports::base::Validate_Shared(op, at, value, before, errors);
      return false;
    });
  }();
}

field::ErrorList Validate_User(const validate::Operation& op, const User& object, const User* old) {
  if (op.subresource != "") {
    return {validate::NoSubresource("User", op)};
  }
  field::ErrorList errors;
  Validate_User(op, field::Path(), &object, old, errors);
  return errors;
}

std::span<const validate::Registration> Validations() {
  static const validate::Registration kTable[] = {
      {&typeinfo::TypeOf<User>(),
       [](const validate::Operation& op, const void* object, const void* old) {
         return Validate_User(op, *static_cast<const User*>(object), static_cast<const User*>(old));
       }},
  };
  return kTable;
}

}  // namespace testdata::imports::user
