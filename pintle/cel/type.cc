#include "pintle/cel/type.h"

namespace pintle::cel {
namespace {

constexpr const char* kOptional = "optional_type";

TypeRef Make(TypeKind kind, std::string name = {}, std::vector<TypeRef> parameters = {}) {
  return std::make_shared<const Type>(Type{kind, std::move(name), std::move(parameters)});
}

}  // namespace

std::string_view KindText(TypeKind kind) {
  switch (kind) {
    case TypeKind::kDyn:
      return "dyn";
    case TypeKind::kNull:
      return "null";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "int";
    case TypeKind::kUint:
      return "uint";
    case TypeKind::kDouble:
      return "double";
    case TypeKind::kString:
      return "string";
    case TypeKind::kBytes:
      return "bytes";
    case TypeKind::kDuration:
      return "duration";
    case TypeKind::kTimestamp:
      return "timestamp";
    case TypeKind::kList:
      return "list";
    case TypeKind::kMap:
      return "map";
    case TypeKind::kType:
      return "type";
    case TypeKind::kObject:
    case TypeKind::kOpaque:
    case TypeKind::kParameter:
      return "";
  }
  return "";
}

std::string Type::Text() const {
  std::string text(name.empty() ? KindText(kind) : name);
  if (parameters.empty()) return text;
  text += '(';
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (i > 0) text += ", ";
    text += parameters[i]->Text();
  }
  return text + ')';
}

const TypeRef& DynType() {
  static const TypeRef type = Make(TypeKind::kDyn);
  return type;
}
const TypeRef& NullType() {
  static const TypeRef type = Make(TypeKind::kNull);
  return type;
}
const TypeRef& BoolType() {
  static const TypeRef type = Make(TypeKind::kBool);
  return type;
}
const TypeRef& IntType() {
  static const TypeRef type = Make(TypeKind::kInt);
  return type;
}
const TypeRef& UintType() {
  static const TypeRef type = Make(TypeKind::kUint);
  return type;
}
const TypeRef& DoubleType() {
  static const TypeRef type = Make(TypeKind::kDouble);
  return type;
}
const TypeRef& StringType() {
  static const TypeRef type = Make(TypeKind::kString);
  return type;
}
const TypeRef& BytesType() {
  static const TypeRef type = Make(TypeKind::kBytes);
  return type;
}
const TypeRef& DurationType() {
  static const TypeRef type = Make(TypeKind::kDuration);
  return type;
}
const TypeRef& TimestampType() {
  static const TypeRef type = Make(TypeKind::kTimestamp);
  return type;
}

TypeRef ListType(TypeRef element) { return Make(TypeKind::kList, {}, {std::move(element)}); }
TypeRef MapType(TypeRef key, TypeRef value) {
  return Make(TypeKind::kMap, {}, {std::move(key), std::move(value)});
}
TypeRef ObjectType(std::string name) { return Make(TypeKind::kObject, std::move(name)); }
TypeRef OpaqueType(std::string name, std::vector<TypeRef> parameters) {
  return Make(TypeKind::kOpaque, std::move(name), std::move(parameters));
}
TypeRef OptionalType(TypeRef element) { return OpaqueType(kOptional, {std::move(element)}); }
TypeRef TypeType(TypeRef type) { return Make(TypeKind::kType, {}, {std::move(type)}); }
TypeRef ParameterType(std::string name) { return Make(TypeKind::kParameter, std::move(name)); }

bool SameType(const Type& a, const Type& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.name != b.name || a.parameters.size() != b.parameters.size()) {
    return false;
  }
  for (size_t i = 0; i < a.parameters.size(); ++i) {
    if (!SameType(*a.parameters[i], *b.parameters[i])) return false;
  }
  return true;
}

}  // namespace pintle::cel
