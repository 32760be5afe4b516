#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/parse/ast.h"

// The API as declared: every name resolved, every type reduced to the shapes the tables know.
namespace pintle::gen {

struct Named;
struct Package;

enum class Kind : uint8_t {
  kBool,
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kFloat,
  kDouble,
  kString,
  kBinary,
  kAny,
  kTime,
  kMicroTime,
  kDuration,
  kQuantity,
  kIntOrString,
  kStruct,
  kUnion,
  kOpt,
  kPtr,
  kList,
  kMap,
};

// A type; one object for each distinct type of a run, compared by address.
struct Type {
  Kind kind;
  const Type* element = nullptr;  // of kOpt, kPtr, kList, kMap
  // The declaration: always there for kStruct and kUnion, for other kinds if the type has a name of
  // its own.
  const Named* named = nullptr;
  // Of an integer that is narrower in Go than in C++: 8 or 16. Else 0.
  uint8_t bits = 0;

  bool is_scalar() const { return kind <= Kind::kString; }
  bool is_struct() const { return kind == Kind::kStruct || kind == Kind::kUnion; }
  // A pointer, list or map in types.go.
  bool is_nilable() const {
    return kind == Kind::kOpt || kind == Kind::kPtr || kind == Kind::kList || kind == Kind::kMap ||
           kind == Kind::kBinary;
  }
};

struct Field {
  Position position;
  ast::Comment doc;
  std::string go_name;
  std::string json_name;  // empty if the field is inlined or never in JSON
  std::string cpp_name;
  const Type* type = nullptr;
  bool pointer = false;  // declared as a pointer or an interface
  bool inlined = false;
  bool omit_empty = false;
  bool omit_zero = false;
  uint32_t proto_number = 0;
  bool patch_merge = false;
  bool patch_replace = false;
  bool patch_retain_keys = false;
  std::string patch_merge_key;

  // As messages and paths name it.
  const std::string& ShownName() const { return json_name.empty() ? go_name : json_name; }
};

// A constant of a package.
struct EnumValue {
  Position position;
  ast::Comment doc;  // or, if it has none, the comment behind it
  std::string name;
  const Type* type = nullptr;  // bool, number or string
  std::string text;            // of a string its contents, else a C++ literal
};

// A declared type.
struct Named {
  const Package* package = nullptr;
  Position position;
  ast::Comment doc;
  ast::Comment second_doc;
  std::string name;
  std::string cpp_name;
  // Null if the type is not part of the API: not reached in a package that is only imported, or
  // `skipped`.
  const Type* type = nullptr;
  std::string skipped;        // why the declaration is left out, for a person
  bool own_json = false;      // functions of its own read and write it, so its fields say nothing
  std::vector<Field> fields;  // of structs
  std::vector<EnumValue> constants;  // declared with this type, in source order
};

struct Package {
  std::string folder;       // relative to a root: `apis/core/v1`
  std::string import_path;  // as others import it
  std::string cpp_namespace;
  std::string openapi_prefix;
  bool generated = false;  // output is wanted; otherwise it is only referred to
  bool as_needed = false;  // only of types that others refer to
  std::vector<ast::Comment> comments;
  std::vector<std::string> validation_roots;  // values of +k8s:validation-gen
  // Import path or folder of the package it is converted to and from, of +pintle:conversionHub.
  std::string conversion_hub;
  Position conversion_hub_position;
  std::deque<Named> types;           // in source order
  std::vector<EnumValue> constants;  // without a declared type of this package
  std::map<std::string, Named*> by_name;
  std::vector<const Package*> imports;  // those with types in use, by folder
  // Of `imports`, those that import this package in turn (never so in Go itself).
  std::set<const Package*> circular_imports;

  bool has_validation() const { return !validation_roots.empty(); }
  bool has_conversion() const { return !conversion_hub.empty(); }
  // Adds a type; `type_name` must be new.
  Named& Declare(const std::string& type_name, const Position& position);
};

class Model {
 public:
  // The one Type of this shape.
  const Type* Intern(Kind kind, const Type* element = nullptr, const Named* named = nullptr,
                     uint8_t bits = 0);
  Package& AddPackage() { return packages_.emplace_back(); }
  std::deque<Package>& packages() { return packages_; }
  const std::deque<Package>& packages() const { return packages_; }
  void Keep(ast::File file) { files_.push_back(std::move(file)); }

 private:
  std::deque<Package> packages_;
  std::map<std::tuple<Kind, const Type*, const Named*, uint8_t>, std::unique_ptr<Type>> types_;
  std::deque<ast::File> files_;  // positions point into their sources
};

// The value of each line `+name=value` of a comment; `+name` alone gives an empty value.
std::vector<std::string> MarkerValues(const ast::Comment& comment, std::string_view name);
bool HasMarker(const ast::Comment& comment, std::string_view name);
// The lines of a comment that are prose, joined by newlines, without blank ones at the ends.
std::string Prose(const ast::Comment& comment);

// The direct member called `json_name`, or null; those without a name are not found.
const Field* FindField(const Named& owner, std::string_view json_name);
// Kind and version of an object, which Protobuf has in the envelope and conversion leaves alone.
bool IsTypeMeta(const Field& field);
// Whether the struct has no Protobuf form because it is marked +protobuf=false.
bool IsKeptFromProtobuf(const Named& named);
// Structs without any field number have no Protobuf form, unless they have no field at all.
bool HasProtoMessage(const Named& named);
// Whether the type is a named list that in Protobuf is a message with the repeated field `items`.
bool IsListMessage(const Type& type);
// `string`, `*int32`, `[]Container`: a type as types.go writes it, for messages.
std::string GoTypeName(const Type& type);

}  // namespace pintle::gen
