#include "pintle/schema/structural.h"

#include <algorithm>

#include "pintle/schema/compiler.h"
#include "pintle/schema/default_pruning.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rules.h"

namespace pintle::schema {
namespace {

// Below this many properties a linear scan beats a binary search.
constexpr size_t kLinearSearchProperties = 8;

}  // namespace

std::string_view TypeText(Type type) {
  switch (type) {
    case Type::kArray:
      return "array";
    case Type::kBoolean:
      return "boolean";
    case Type::kInteger:
      return "integer";
    case Type::kNumber:
      return "number";
    case Type::kObject:
      return "object";
    case Type::kString:
      return "string";
    default:
      return "";
  }
}

const Structural* Structural::FindProperty(std::string_view name) const {
  if (properties.size() <= kLinearSearchProperties) {
    for (const Property& property : properties) {
      if (property.name == name) return property.schema;
    }
    return nullptr;
  }
  auto at = std::ranges::lower_bound(properties, name, {}, &Property::name);
  return at != properties.end() && at->name == name ? at->schema : nullptr;
}

const Structural* Structural::FindMember(std::string_view name) const {
  const Structural* property = FindProperty(name);
  return property != nullptr ? property : additional_properties;
}

std::shared_ptr<const Structural> CompileUnchecked(const Value& open_api_schema,
                                                   const CompileOptions& options) {
  if (NestsTooDeep(open_api_schema)) return nullptr;
  auto holder = std::make_shared<SchemaHolder>();
  Structural* root = CompileNodes(*holder, open_api_schema);
  if (options.prune_defaults) {
    PruneDefaults(holder->arena, *root, *options.prune_defaults, options.metadata_tidier);
  }
  return std::shared_ptr<const Structural>(std::move(holder), root);
}

bool IsStructural(const Value& open_api_schema) {
  return !NestsTooDeep(open_api_schema) && !CheckConvertible(open_api_schema, field::Path()) &&
         CheckStructural(open_api_schema, field::Path()).empty();
}

CompileResult Compile(const Value& open_api_schema, const field::Path& path,
                      const CompileOptions& options) {
  CompileResult result;
  if (NestsTooDeep(open_api_schema)) {
    result.errors.push_back(TooDeepError(path));
    return result;
  }
  std::optional<field::Error> inconvertible = CheckConvertible(open_api_schema, path);
  if (!inconvertible) result.errors = CheckStructural(open_api_schema, path);
  field::Append(result.errors, CheckKeywords(open_api_schema, path, {}));
  if (result.errors.empty() && inconvertible) result.errors.push_back(*std::move(inconvertible));
  result.schema = CompileUnchecked(open_api_schema, options);
  return result;
}

}  // namespace pintle::schema
