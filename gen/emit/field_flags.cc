#include "gen/emit/field_flags.h"

namespace pintle::gen {
namespace {

// `atomic` or `granular`; empty if the comment says neither.
std::string MapForm(const ast::Comment& doc) {
  for (std::string_view marker : {"mapType", "structType"}) {
    std::vector<std::string> values = MarkerValues(doc, marker);
    if (!values.empty()) return values.back();
  }
  return {};
}

}  // namespace

bool IsAtomic(const Field& field) {
  std::string form = MapForm(field.doc);
  const Type* target = field.type->kind == Kind::kPtr ? field.type->element : field.type;
  if (form.empty() && target->named != nullptr) form = MapForm(target->named->doc);
  return form == "atomic";
}

bool HoldsListMessages(const Field& field) {
  const Type& type = *field.type;
  return IsListMessage(type.kind == Kind::kMap ? *type.element : type);
}

bool OmitsEmpty(const Field& field) {
  if (!field.omit_empty) return false;
  switch (field.type->kind) {
    case Kind::kStruct:
    case Kind::kUnion:
    case Kind::kTime:
    case Kind::kMicroTime:
    case Kind::kDuration:
    case Kind::kQuantity:
    case Kind::kIntOrString:
      return false;
    case Kind::kAny:
      return field.pointer;
    default:
      return true;
  }
}

bool IsOptional(const Field& field) {
  return HasMarker(field.doc, "optional") || HasMarker(field.doc, "k8s:optional");
}

bool IsRequired(const Named& owner, const Field& field) {
  if (field.inlined || field.json_name.empty() || owner.type->kind == Kind::kUnion) return false;
  if (HasMarker(field.doc, "required") || HasMarker(field.doc, "k8s:required")) return true;
  return !IsOptional(field) && !field.omit_empty && !field.omit_zero;
}

}  // namespace pintle::gen
