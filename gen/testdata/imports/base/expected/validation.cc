// Made by pintle-gen from imports/base. Changes are lost with the next build.
#include "imports/base/validation.h"

#include <array>

#include "pintle/validate/each.h"
#include "pintle/validate/enum.h"
#include "pintle/validate/format.h"
#include "pintle/validate/immutable.h"
#include "pintle/validate/limits.h"
#include "pintle/validate/required.h"
#include "pintle/validate/unique.h"

namespace testdata::imports::base {

void Validate_Shared(const validate::Operation& op, const field::Path& path, const Shared* object,
    const Shared* old, field::ErrorList& errors) {
  if (object == nullptr) return;
  [&] {  // name
    const field::Path at = path.Child("name");
    const auto& member = object->name;
    const auto* value = validate::Get(member);
    const auto* before = old != nullptr ? validate::Get(old->name) : nullptr;
    if (validate::Unchanged(op, old != nullptr, value, before)) return;
    if (validate::Required(at, member, errors)) return;
  }();
}

field::ErrorList Validate_Shared(const validate::Operation& op, const Shared& object, const Shared* old) {
  if (op.subresource != "") {
    return {validate::NoSubresource("Shared", op)};
  }
  field::ErrorList errors;
  Validate_Shared(op, field::Path(), &object, old, errors);
  return errors;
}

std::span<const validate::Registration> Validations() {
  static const validate::Registration kTable[] = {
      {&typeinfo::TypeOf<Shared>(),
       [](const validate::Operation& op, const void* object, const void* old) {
         return Validate_Shared(op, *static_cast<const Shared*>(object), static_cast<const Shared*>(old));
       }},
  };
  return kTable;
}

}  // namespace testdata::imports::base
