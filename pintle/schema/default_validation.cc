#include <fmt/format.h>

#include <vector>

#include "pintle/base/strings.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/rule_set.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"

namespace pintle::schema {
namespace {

// Checks the defaults of a schema from the root down, those below additionalProperties left out:
// what they apply to is not known. Recursion follows the schema.
class DefaultValidator {
 public:
  DefaultValidator(const DefaultsOptions& options, field::ErrorList& errors)
      : options_(options), errors_(errors) {}

  void Node(const Structural& schema, const field::Path& path, bool is_resource, bool inside_meta) {
    if (!schema.subtree_has_defaults) return;
    if (schema.embedded_resource) inside_meta = false;
    if (schema.default_value != nullptr) {
      field::Path at = path.Child("default");
      if (inside_meta) {
        // Shaped like metadata by its own schema; what ObjectMeta makes of it shows when an object
        // is created.
        Validate(schema, *schema.default_value, nullptr, at, errors_);
      } else {
        Default(schema, *schema.default_value, at);
      }
    }
    if (schema.items != nullptr) Node(*schema.items, path.Child("items"), false, inside_meta);
    field::Path properties = path.Child("properties");
    for (const Property& property : schema.properties) {
      bool meta = inside_meta ||
                  ((is_resource || schema.embedded_resource) && IsResourceMeta(property.name));
      Node(*property.schema, properties.Key(property.name), false, meta);
    }
  }

 private:
  void Default(const Structural& schema, const Value& value, const field::Path& path) {
    Arena arena;
    if (options_.require_pruned) {
      Value pruned =
          Prune(arena, schema, value, options_.prune_mode, schema.embedded_resource, nullptr);
      if (pruned != value) {
        errors_.push_back(field::Invalid(path, Shown(value), "must not have unknown fields"));
      }
    }
    CoerceResult coerced = CoerceEmbedded(arena, schema, value, path, false,
                                          options_.metadata_coercer, MalformedFields::kFail);
    field::ErrorList faults;
    if (coerced.error) {
      faults.push_back(*std::move(coerced.error));
    } else {
      ValidateEmbedded(schema, value, path, false, options_.metadata_validator, faults);
    }
    if (!faults.empty()) {
      std::vector<std::string> texts;
      for (const field::Error& fault : faults) texts.push_back(fault.Text());
      std::string joined = texts.size() == 1 ? texts[0] : "[" + Join(texts, ", ") + "]";
      errors_.push_back(field::Invalid(path, Shown(value),
                                       fmt::format("must result in valid metadata: {}", joined)));
      return;
    }
    size_t before = errors_.size();
    Validate(schema, value, nullptr, path, errors_);
    if (errors_.size() == before) Rules(schema, value, path);
  }

  // As if the default were new, and as if it had been there before.
  void Rules(const Structural& schema, const Value& value, const field::Path& path) {
    // The schema outlives this.
    std::shared_ptr<const Structural> unowned(std::shared_ptr<void>(), &schema);
    std::shared_ptr<const RuleSet> rules = RuleSet::Make(std::move(unowned), false);
    if (rules == nullptr) return;
    field::ErrorList found;
    std::vector<std::string> warnings;
    rules->Validate(value, nullptr, path, found, warnings);
    if (found.empty()) rules->Validate(value, &value, path, found, warnings);
    field::Append(errors_, std::move(found));
  }

  const DefaultsOptions& options_;
  field::ErrorList& errors_;
};

}  // namespace

void ValidateDefaults(const Structural& schema, const field::Path& path,
                      const DefaultsOptions& options, field::ErrorList& errors) {
  DefaultValidator(options, errors).Node(schema, path, true, false);
}

}  // namespace pintle::schema
