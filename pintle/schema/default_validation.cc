#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
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

// A step from an embedded resource down to a place in its metadata.
struct Step {
  std::string_view name;
  bool is_element = false;
};

// Checks the defaults of a schema from the root down, those below additionalProperties left out:
// what they apply to is not known. Recursion follows the schema.
class DefaultValidator {
 public:
  // `root` must outlive this.
  DefaultValidator(const Structural& root, const DefaultsOptions& options, field::ErrorList& errors)
      : options_(options),
        errors_(errors),
        rules_(RuleSet::Make({std::shared_ptr<void>(), &root})) {}

  void Node(const Structural& schema, const field::Path& path, bool inside_meta) {
    if (!schema.subtree_has_defaults) return;
    const Structural* outer_resource = resource_;
    std::vector<Step> outer_steps;
    if (schema.embedded_resource) {
      inside_meta = false;
      resource_ = &schema;
      outer_steps.swap(steps_);
    }
    if (schema.default_value != nullptr) {
      field::Path at = path.Child("default");
      if (inside_meta ? IsGoodMeta(*schema.default_value, at)
                      : IsGoodResource(schema, *schema.default_value, at)) {
        Values(schema, *schema.default_value, at);
      }
    }
    Children(schema, path, inside_meta);
    if (schema.embedded_resource) {
      resource_ = outer_resource;
      steps_.swap(outer_steps);
    }
  }

 private:
  void Children(const Structural& schema, const field::Path& path, bool inside_meta) {
    if (schema.items != nullptr) {
      steps_.push_back({{}, true});
      Node(*schema.items, path.Child("items"), inside_meta);
      steps_.pop_back();
    }
    field::Path properties = path.Child("properties");
    for (const Property& property : schema.properties) {
      bool meta = inside_meta || (schema.embedded_resource && IsResourceMeta(property.name));
      steps_.push_back({property.name, false});
      Node(*property.schema, properties.Key(property.name), meta);
      steps_.pop_back();
    }
  }

  // Whether it is pruned already, and has no embedded resources that are faulty.
  bool IsGoodResource(const Structural& schema, const Value& value, const field::Path& path) {
    Arena arena;
    if (options_.require_pruned) {
      Value pruned =
          Prune(arena, schema, value, options_.prune_mode, schema.embedded_resource, nullptr);
      if (pruned != value) {
        errors_.push_back(field::Invalid(path, Shown(value), "must not have unknown fields"));
      }
    }
    field::ErrorList faults = ResourceFaults(arena, schema, value, path);
    bool good = faults.empty();
    field::Append(errors_, std::move(faults));
    return good;
  }

  // Whether a resource of which nothing is known but this has good metadata.
  bool IsGoodMeta(const Value& value, const field::Path& path) {
    Arena arena;
    Value object = value;
    for (size_t i = steps_.size(); i-- > 0;) {
      object = steps_[i].is_element ? Value::List(arena, std::vector<Value>{object})
                                    : Value::EmptyObject().With(arena, steps_[i].name, object);
    }
    for (auto [key, text] : {std::pair("apiVersion", "validation/v1"), {"kind", "Validation"}}) {
      if (!object.Has(key)) object = object.With(arena, key, Value(text));
    }
    field::ErrorList faults = ResourceFaults(arena, *resource_, object, field::Path());
    if (faults.empty()) return true;
    std::vector<std::string> texts;
    for (const field::Error& fault : faults) texts.push_back(fault.Text());
    std::string joined = texts.size() == 1 ? texts[0] : "[" + Join(texts, ", ") + "]";
    errors_.push_back(field::Invalid(path, Shown(value),
                                     fmt::format("must result in valid metadata: {}", joined)));
    return false;
  }

  field::ErrorList ResourceFaults(Arena& arena, const Structural& schema, const Value& value,
                                  const field::Path& path) {
    field::ErrorList faults;
    TidyResult tidied =
        TidyEmbedded(arena, schema, value, path, false,
                     {.tidier = options_.metadata_tidier, .malformed = MalformedFields::kFail});
    if (tidied.error) {
      faults.push_back(*std::move(tidied.error));
    } else {
      ValidateEmbedded(schema, value, path, false, options_.metadata_validator, faults);
    }
    return faults;
  }

  void Values(const Structural& schema, const Value& value, const field::Path& path) {
    size_t before = errors_.size();
    Validate(schema, value, nullptr, path, errors_);
    if (errors_.size() == before) Rules(schema, value, path);
  }

  // As if the default were new, and as if it had been there before.
  void Rules(const Structural& schema, const Value& value, const field::Path& path) {
    if (!schema.subtree_has_validations) return;
    field::ErrorList found;
    field::ErrorList forgiven;
    rules_->ValidatePart(schema, value, nullptr, path, found, forgiven);
    if (found.empty()) rules_->ValidatePart(schema, value, &value, path, found, forgiven);
    field::Append(errors_, std::move(found));
  }

  const DefaultsOptions& options_;
  field::ErrorList& errors_;
  const std::shared_ptr<const RuleSet> rules_;  // of the whole schema; null if it has none
  // The resource the walk is in, and the way down from it.
  const Structural* resource_ = nullptr;
  std::vector<Step> steps_;
};

}  // namespace

void ValidateDefaults(const Structural& schema, const field::Path& path,
                      const DefaultsOptions& options, field::ErrorList& errors) {
  // The root is a resource as embedded ones are.
  Structural root = schema;
  root.embedded_resource = true;
  root.subtree_has_embedded = true;
  DefaultValidator(root, options, errors).Node(root, path, false);
}

}  // namespace pintle::schema
