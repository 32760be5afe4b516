#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/format.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

namespace pintle::schema {

class Pattern;
struct Structural;

enum class Type : uint8_t {
  kNone,
  kArray,
  kBoolean,
  kInteger,
  kNumber,
  kObject,
  kString,
  kUnknown
};
// As schemas write it; empty for kNone and kUnknown.
std::string_view TypeText(Type type);

enum class ListType : uint8_t { kAtomic, kSet, kMap };
// What `additionalProperties` says. kNothing and kAnything carry no schema for the values.
enum class Additional : uint8_t { kAbsent, kNothing, kAnything, kSchema };

struct Property {
  std::string_view name;
  const Structural* schema;
};

// The value validations of a node that has any.
struct ValueRules {
  Format format = Format::kNone;
  std::string_view format_name;  // as written, for messages
  bool exclusive_maximum = false;
  bool exclusive_minimum = false;
  std::optional<double> maximum;
  std::optional<double> minimum;
  std::optional<double> multiple_of;
  std::optional<int64_t> max_length;
  std::optional<int64_t> min_length;
  std::optional<int64_t> max_items;
  std::optional<int64_t> min_items;
  std::optional<int64_t> max_properties;
  std::optional<int64_t> min_properties;
  const Pattern* pattern = nullptr;
  std::string_view pattern_text;
  std::span<const Value> enumeration;
  // Its texts in order, if it is long: each value of a list is looked up in it.
  std::span<const std::string_view> enum_texts;
  std::span<const std::string_view> required;
  std::span<const Structural* const> all_of;
  std::span<const Structural* const> any_of;
  std::span<const Structural* const> one_of;
  const Structural* negated = nullptr;
};

// A node of a compiled schema: immutable, read by any number of threads, owned by the root that
// Compile returns. Everything pruning, defaulting and validation need is here; descriptions and the
// like are not. Below allOf, anyOf, oneOf and not stand nodes of the same form. A node may stand at
// several places of its schema.
struct Structural {
  Type type = Type::kNone;
  ListType list_type = ListType::kAtomic;
  Additional additional = Additional::kAbsent;
  bool nullable = false;
  bool preserve_unknown_fields = false;
  bool embedded_resource = false;
  bool int_or_string = false;
  bool atomic_map = false;  // x-kubernetes-map-type: atomic
  // What this node or one below it (junctors left out) has: lets walkers skip whole subtrees.
  bool subtree_has_defaults = false;
  bool subtree_has_embedded = false;
  bool subtree_has_list_types = false;
  bool subtree_has_validations = false;
  std::span<const Property> properties;  // in bytewise order of names
  const Structural* items = nullptr;
  const Structural* additional_properties = nullptr;  // exactly if additional is kSchema
  const Value* default_value = nullptr;
  const ValueRules* rules = nullptr;
  const Value* validations = nullptr;  // x-kubernetes-validations as given
  std::span<const std::string_view> list_map_keys;

  // The schema of a property listed in `properties`, or null.
  const Structural* FindProperty(std::string_view name) const;
  // The schema of member `name`: the property's, else that of additionalProperties, else null.
  const Structural* FindMember(std::string_view name) const;
};

struct CompileOptions {
  // When set, every default is pruned by the whole schema with this mode, as a served schema needs
  // it. Not for schemas that are still to be validated.
  std::optional<PruneMode> prune_defaults;
  // Cleans metadata of embedded resources in defaults; may be empty.
  MetadataTidier metadata_tidier;
};

struct CompileResult {
  // Null only if the schema nests too deep. A schema with errors compiles too: what cannot be
  // expressed is left out, which is how schemas of CRDs older than these rules are served.
  std::shared_ptr<const Structural> schema;
  // Structural faults, else constructs without a structural form, and keyword faults.
  field::ErrorList errors;
};

// `open_api_schema` is the JSON of an openAPIV3Schema; nothing of it is referred to afterwards.
CompileResult Compile(const Value& open_api_schema, const field::Path& path,
                      const CompileOptions& options = {});
// Whether a schema keeps to the rules of structural schemas; keywords are not looked at.
bool IsStructural(const Value& open_api_schema);
// Compiles without looking for errors.
std::shared_ptr<const Structural> CompileUnchecked(const Value& open_api_schema,
                                                   const CompileOptions& options = {});

}  // namespace pintle::schema
