#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::cel {

enum class TypeKind : uint8_t {
  kDyn,
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kDuration,
  kTimestamp,
  kList,       // parameters: element
  kMap,        // parameters: key, value
  kObject,     // `name` means something to the TypeProvider only
  kOpaque,     // a type of a library: `name` and parameters (`optional_type` has one)
  kType,       // the type of types; parameters: the type, or none
  kParameter,  // a placeholder in the signature of a function: `name`
};

struct Type;
// Immutable and shared; any thread may read it.
using TypeRef = std::shared_ptr<const Type>;

// A static type of the expression language.
struct Type {
  TypeKind kind = TypeKind::kDyn;
  std::string name = {};
  std::vector<TypeRef> parameters = {};

  // `list(int)`, `map(string, dyn)`, `optional_type(string)`, as error messages show it.
  std::string Text() const;
};

// The types without parameters.
const TypeRef& DynType();
const TypeRef& NullType();
const TypeRef& BoolType();
const TypeRef& IntType();
const TypeRef& UintType();
const TypeRef& DoubleType();
const TypeRef& StringType();
const TypeRef& BytesType();
const TypeRef& DurationType();
const TypeRef& TimestampType();

TypeRef ListType(TypeRef element);
TypeRef MapType(TypeRef key, TypeRef value);
TypeRef ObjectType(std::string name);
TypeRef OpaqueType(std::string name, std::vector<TypeRef> parameters = {});
TypeRef OptionalType(TypeRef element);
TypeRef TypeType(TypeRef type);
TypeRef ParameterType(std::string name);

bool SameType(const Type& a, const Type& b);

// What is known of object types: the fields of a schema's objects, for instance.
class TypeProvider {
 public:
  virtual ~TypeProvider() = default;
  // The type of a field of an object type; null if there is no such field.
  virtual TypeRef FindField(std::string_view object_type, std::string_view field) const = 0;
};

// `int`, `list`, ...; empty for types that have names of their own.
std::string_view KindText(TypeKind kind);

}  // namespace pintle::cel
