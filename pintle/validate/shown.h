#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pintle/field/errors.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/validate/enum.h"

// How messages show a value that is more than a text or a number: JSON with the members named as
// types.go declares them and nothing left out. Types of the meta package, which have one form
// everywhere, are shown as on the wire.
namespace pintle::validate {

// How a struct is shown whose members stand in another order, or in another place, than declared:
// the texts of Kubernetes are made from its in-memory types, which differ here and there.
struct ShownForm {
  const typeinfo::TypeInfo* type;
  // The members shown, by the names of types.go.
  std::span<const std::string_view> order;
  // Members of this struct that are shown as the first ones of its member `holder`, a Ptr.
  std::string_view holder = {};
  std::span<const std::string_view> held = {};
};
using ShownForms = std::span<const ShownForm>;

field::BadValue ShownObject(const typeinfo::TypeInfo& type, const void* object,
                            ShownForms forms = {});
// What changed from `before` to `after`, as UnifiedDiff prints it, of the two as they are shown,
// one member a line.
std::string ShownDiff(const typeinfo::TypeInfo& type, const void* before, const void* after,
                      ShownForms forms = {});

template <typename T>
field::BadValue Shown(const T& value) {
  return ShownObject(typeinfo::TypeOf<T>(), &value);
}
template <typename T>
field::BadValue Shown(const typeinfo::Opt<T>& value) {
  return value ? Shown(*value) : field::BadValue(nullptr);
}
template <typename T>
field::BadValue Shown(const typeinfo::Ptr<T>& value) {
  return value ? Shown(*value) : field::BadValue(nullptr);
}
template <typename T>
field::BadValue Shown(const typeinfo::List<T>& value) {
  if (value.is_nil()) return nullptr;
  std::string out = "[";
  for (const T& item : value) {
    if (out.size() > 1) out += ',';
    out += Shown(item).text();
  }
  return field::BadValue::Rendered(out + "]");
}
template <typename T>
field::BadValue Shown(const typeinfo::Map<T>& value) {
  if (value.is_nil()) return nullptr;
  std::string out = "{";
  for (const auto& entry : value) {
    if (out.size() > 1) out += ',';
    out += NamedText(entry.key).text() + ":" + Shown(entry.value).text();
  }
  return field::BadValue::Rendered(out + "}");
}

}  // namespace pintle::validate
