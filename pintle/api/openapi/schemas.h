#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/resource/definition.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::api {

enum class OpenApiDialect : uint8_t { kV2, kV3 };

// How the models of a resource are called: `io.k8s.api.core.v1.ConfigMap`,
// `com.example.stable.v1.CronTabList`.
std::string KindModelName(const write::ResourceDefinition& definition, std::string_view version);
std::string ListModelName(const write::ResourceDefinition& definition, std::string_view version);

// A model of what is written as one text, not as an object.
struct ScalarModel {
  std::string_view name;
  std::string_view format;
  std::string_view description;
  // May also be written as this type of JSON. Only v3 can say so.
  std::string_view other_type = {};
};

// The models of one document, by name: those asked for and, for compiled-in types, all that they
// refer to. Values refer to the tables and definitions given, which must outlive them. One thread.
class SchemaSet {
 public:
  SchemaSet(Arena& arena, OpenApiDialect dialect) : arena_(arena), dialect_(dialect) {}
  SchemaSet(const SchemaSet&) = delete;
  SchemaSet& operator=(const SchemaSet&) = delete;

  // The kind and its list in this version.
  void AddResource(const write::ResourceDefinition& definition, std::string_view version);

  // `{"$ref": ...}` to the model of a struct, which is added if it is not there.
  Value Reference(const typeinfo::TypeInfo& type);
  // The same by name, for models of AddResource.
  Value Reference(std::string_view model);
  // The body of patches.
  Value PatchReference();

  // Says of a model that it is this kind.
  void MarkKind(const std::string& model, std::string_view group, std::string_view version,
                std::string_view kind);

  // All models. Ends the use of the set.
  Value Build();

 private:
  Value ObjectSchema(const typeinfo::TypeInfo& type);
  // apiVersion and kind, which are described the same everywhere.
  Value StandardSchema(std::string_view name);
  Value FieldSchema(const typeinfo::FieldInfo& field);
  // Members of the schema of a type where it is used; a struct is a reference.
  std::vector<Member> TypeSchema(const typeinfo::TypeInfo& type);
  Value ElementSchema(const typeinfo::TypeInfo& type);
  // A schema made of members and a reference; in v3 a reference stands alone, so it moves into
  // allOf.
  Value WithReference(std::vector<Member> members);
  Value Reference(const ScalarModel& model);
  Value ListSchema(const write::ResourceDefinition& definition, std::string_view version);
  Value CustomSchema(const write::ResourceDefinition& definition, std::string_view version);
  void Add(std::string name, Value schema);

  Arena& arena_;
  const OpenApiDialect dialect_;
  std::map<std::string, Value> models_;
  // Structs referred to whose models are still to be made; filled and emptied by Build.
  std::vector<const typeinfo::TypeInfo*> pending_;
  std::set<const typeinfo::TypeInfo*> seen_;
  std::map<std::string, std::vector<Value>> kinds_;
};

}  // namespace pintle::api
