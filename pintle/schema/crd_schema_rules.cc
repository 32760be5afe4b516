#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/schema/crd_rules.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/hub_form.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rules.h"
#include "pintle/schema/structural.h"

namespace pintle::schema::crd_detail {
namespace {

// Keywords that may stand at the root of a schema whose status is a subresource, with the names the
// message gives them.
struct RootKeyword {
  std::string_view key;
  std::string_view shown;
};
constexpr std::array<RootKeyword, 22> kStatusRootKeywords = {{
    {"description", "Description"},
    {"type", "Type"},
    {"format", "Format"},
    {"title", "Title"},
    {"maximum", "Maximum"},
    {"exclusiveMaximum", "ExclusiveMaximum"},
    {"minimum", "Minimum"},
    {"exclusiveMinimum", "ExclusiveMinimum"},
    {"maxLength", "MaxLength"},
    {"minLength", "MinLength"},
    {"pattern", "Pattern"},
    {"maxItems", "MaxItems"},
    {"minItems", "MinItems"},
    {"uniqueItems", "UniqueItems"},
    {"multipleOf", "MultipleOf"},
    {"required", "Required"},
    {"items", "Items"},
    {"properties", "Properties"},
    {"externalDocs", "ExternalDocs"},
    {"example", "Example"},
    {kPreserveUnknownFieldsKey, "XPreserveUnknownFields"},
    {kValidationsKey, "XValidations"},
}};

// Whether any node of the schema, junctors included, satisfies `predicate`. Keeps its own stack:
// the schema may not have been checked yet.
template <typename Predicate>
bool AnyNode(const Value& schema, Predicate predicate) {
  std::vector<const Value*> pending = {&schema};
  while (!pending.empty()) {
    const Value& node = *pending.back();
    pending.pop_back();
    if (predicate(node)) return true;
    for (std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = SubSchema(node, key)) pending.push_back(child);
    }
    for (const Member& child : MembersOf(node, "properties")) pending.push_back(&child.value);
    for (std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      for (const Value& child : ElementsOf(node, key)) pending.push_back(&child);
    }
  }
  return false;
}

// An extension that has a meaning only in structural schemas.
bool HasExtension(const Value& node) {
  return IsSet(node, kPreserveUnknownFieldsKey) || Flag(node, kEmbeddedResourceKey) ||
         Flag(node, kIntOrStringKey) || !ElementsOf(node, kListMapKeysKey).empty() ||
         IsSet(node, kListTypeKey) || !ElementsOf(node, kValidationsKey).empty();
}

// It has defaults, or rules: what can only be checked by running it.
bool NeedsCompiling(const Value& schema) {
  return AnyNode(schema, [](const Value& node) {
    return IsSet(node, "default") || !ElementsOf(node, kValidationsKey).empty();
  });
}

void CheckStatusRoot(const Value& schema, const field::Path& path, field::ErrorList& errors) {
  std::string_view type = schema.FindString("type");
  if (!type.empty() && type != "object") {
    errors.push_back(field::Invalid(path.Child("type"), type,
                                    "only \"object\" is allowed as the type at the root of the "
                                    "schema if the status subresource is enabled"));
    return;
  }
  for (const Member& keyword : schema.members()) {
    bool unset = keyword.value.is_null() || keyword.value == Value("") ||
                 (keyword.value == Value(false) && keyword.key() != "additionalProperties");
    if (unset || std::ranges::count(kStatusRootKeywords, keyword.key(), &RootKeyword::key) > 0) {
      continue;
    }
    std::string shown;
    for (const RootKeyword& known : kStatusRootKeywords) {
      if (!shown.empty()) shown += ' ';
      shown += known.shown;
    }
    errors.push_back(field::Invalid(path, field::BadValue::Rendered(HubSchema(schema)),
                                    fmt::format("only [{}] fields are allowed at the root of the "
                                                "schema if the status subresource is enabled",
                                                shown)));
    return;
  }
}

DefaultsOptions DefaultsOptionsFor(const CrdOptions& options, bool require_pruned) {
  return DefaultsOptions{.prune_mode = options.prune_mode,
                         .require_pruned = require_pruned,
                         .metadata_tidier = options.metadata_tidier,
                         .metadata_validator = options.metadata_validator};
}

size_t CountDefaultFaults(const Value& schema, const CrdOptions& options, bool require_pruned) {
  std::shared_ptr<const Structural> compiled = CompileUnchecked(schema);
  if (compiled == nullptr) return 0;
  field::ErrorList errors;
  ValidateDefaults(*compiled, field::Path(), DefaultsOptionsFor(options, require_pruned), errors);
  return errors.size();
}

// Lifts the requirements that the stored schema does not meet.
void Relax(const Value& schema, const CrdOptions& options, Requirements& requirements) {
  if (!schema.is_object()) {
    requirements.schema = false;
    return;
  }
  if (NestsTooDeep(schema)) return;
  field::Path path;
  KeywordOptions lenient{.require_known_types = false,
                         .require_atomic_set_items = false,
                         .require_usable_list_map_keys = false,
                         .forbid_defaults = {}};
  size_t base = CheckKeywords(schema, path, lenient).size();
  auto violates = [&](bool KeywordOptions::* requirement) {
    KeywordOptions one = lenient;
    one.*requirement = true;
    return CheckKeywords(schema, path, one).size() > base;
  };
  if (violates(&KeywordOptions::require_known_types)) requirements.known_types = false;
  if (violates(&KeywordOptions::require_atomic_set_items)) requirements.atomic_set_items = false;
  if (violates(&KeywordOptions::require_usable_list_map_keys)) {
    requirements.usable_list_map_keys = false;
  }
  if (CheckConvertible(schema, path) || !CheckStructural(schema, path).empty()) {
    requirements.structural = false;
  } else if (CountDefaultFaults(schema, options, true) >
             CountDefaultFaults(schema, options, false)) {
    requirements.pruned_defaults = false;
  }
}

bool IsEstablished(const Value& crd) {
  for (const Value& condition : ElementsOf(crd.Find("status"), "conditions")) {
    if (condition.FindString("type") == "Established") {
      return condition.FindString("status") == "True";
    }
  }
  return false;
}

bool HasRecognizedReviewVersion(const Value& crd) {
  Value webhook = crd.FindPath({"spec", "conversion", "webhook"});
  std::span<const Value> versions = ElementsOf(webhook, "conversionReviewVersions");
  return versions.empty() || std::ranges::any_of(versions, [](const Value& version) {
           return version == Value("v1") || version == Value("v1beta1");
         });
}

Value AllSelectableFields(const Value& crd, Arena& arena) {
  std::vector<Value> fields;
  for (const Value& version : ElementsOf(crd.Find("spec"), "versions")) {
    fields.push_back(version.Find("selectableFields"));
  }
  return Value::List(arena, fields);
}

}  // namespace

Value SchemaOf(const Value& version) { return version.FindPath({"schema", "openAPIV3Schema"}); }

bool PreservesUnknownFields(const Value& crd) {
  return Flag(crd.Find("spec"), "preserveUnknownFields");
}

bool HasDefaults(const Value& schema) {
  return AnyNode(schema, [](const Value& node) { return IsSet(node, "default"); });
}

Hoisted::Hoisted(const Value& spec) {
  std::span<const Value> versions = ElementsOf(spec, "versions");
  auto equal = [&](std::string_view key) {
    return !versions.empty() && std::ranges::all_of(versions, [&](const Value& version) {
      return version.Find(key) == versions[0].Find(key);
    });
  };
  schema = equal("schema");
  subresources = equal("subresources");
  columns = equal("additionalPrinterColumns");
  selectable_fields = equal("selectableFields");
}

Requirements RequirementsFor(const Value& crd, const Value* old_crd, const CrdOptions& options) {
  Requirements requirements;
  std::span<const Value> versions = ElementsOf(crd.Find("spec"), "versions");
  bool old_defaults = false;
  if (old_crd != nullptr) {
    for (const Value& version : ElementsOf(old_crd->Find("spec"), "versions")) {
      Relax(SchemaOf(version), options, requirements);
      old_defaults |= HasDefaults(SchemaOf(version));
      for (const Value& twin : versions) {
        if (twin.Find("name") != version.Find("name")) continue;
        if (SchemaOf(twin) != SchemaOf(version)) continue;
        requirements.unchanged_schemas.emplace(version.FindString("name"));
      }
    }
    requirements.recognized_review_version = HasRecognizedReviewVersion(*old_crd);
    requirements.immutable_names = IsEstablished(*old_crd);
    Arena arena;
    requirements.limited_selectable_fields =
        AllSelectableFields(crd, arena) != AllSelectableFields(*old_crd, arena);
  }
  if (options.v1beta1_request) {
    requirements.schema = false;
    requirements.known_types = false;
    requirements.structural = false;
    requirements.new_defaults = old_defaults;
  }
  for (const Value& version : versions) {
    Value schema = SchemaOf(version);
    if ((requirements.new_defaults && HasDefaults(schema)) || AnyNode(schema, HasExtension)) {
      requirements.structural = true;
    }
  }
  if (!PreservesUnknownFields(crd)) requirements.structural = true;
  return requirements;
}

void CheckSchema(const Value& schema, bool status_enabled, bool unchanged, const field::Path& path,
                 const Requirements& requirements, const CrdOptions& options,
                 field::ErrorList& errors) {
  if (NestsTooDeep(schema)) {
    errors.push_back(TooDeepError(path));
    return;
  }
  field::ErrorList found;
  if (status_enabled) CheckStatusRoot(schema, path, found);
  if (Flag(schema, "nullable")) {
    found.push_back(
        field::Forbidden(path.Child("nullable"), "nullable cannot be true at the root"));
  }
  std::optional<field::Error> inconvertible;
  std::shared_ptr<const Structural> compiled;  // set if rules can be compiled against it
  if (requirements.structural) {
    inconvertible = CheckConvertible(schema, path);
    field::ErrorList structural;
    if (!inconvertible) structural = CheckStructural(schema, path);
    if (!inconvertible && structural.empty() && NeedsCompiling(schema)) {
      compiled = CompileUnchecked(schema);
      size_t before = found.size();
      ValidateDefaults(*compiled, path, DefaultsOptionsFor(options, requirements.pruned_defaults),
                       found);
      if (found.size() > before) compiled.reset();
    }
    field::Append(found, std::move(structural));
  }
  KeywordOptions keywords{.require_known_types = requirements.known_types,
                          .require_atomic_set_items = requirements.atomic_set_items,
                          .require_usable_list_map_keys = requirements.usable_list_map_keys,
                          .forbid_defaults = {}};
  if (!requirements.new_defaults) {
    keywords.forbid_defaults =
        "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
        "apiextensions.k8s.io/v1)";
  }
  field::ErrorList faults = CheckKeywords(schema, path, keywords);
  field::ErrorList rule_errors;
  if (compiled != nullptr) rule_errors = CheckRules(*compiled, path, faults, !unchanged);
  field::Append(found, std::move(faults));
  field::Append(found, std::move(rule_errors));
  if (found.empty() && inconvertible) found.push_back(*std::move(inconvertible));
  field::Append(errors, std::move(found));
}

}  // namespace pintle::schema::crd_detail

namespace pintle::schema {
namespace {

// The message of a condition is stored with the definition, which has to have room for it.
constexpr size_t kMessageBytes = size_t{32} << 10;

// Leaves out texts beyond kMessageBytes, and says how many.
void CutOff(std::vector<std::string>& texts) {
  size_t bytes = 0;
  size_t kept = 0;
  while (kept < texts.size() && bytes < kMessageBytes) bytes += texts[kept++].size();
  const size_t left_out = texts.size() - kept;
  if (left_out == 0) return;
  texts.resize(kept);
  texts.push_back(fmt::format("{} more", left_out));
}

}  // namespace

NonStructural FindNonStructural(const Value& crd) {
  field::Path spec("spec");
  field::ErrorList errors;
  if (crd_detail::PreservesUnknownFields(crd)) {
    errors.push_back(field::Invalid(spec.Child("preserveUnknownFields"), true, "must be false"));
  }
  field::Path versions_path = spec.Child("versions");
  std::span<const Value> versions = ElementsOf(crd.Find("spec"), "versions");
  for (size_t i = 0; i < versions.size(); ++i) {
    Value schema = crd_detail::SchemaOf(versions[i]);
    if (!schema.is_object()) continue;
    field::Path at = versions_path.Index(i);
    field::Path schema_path = at.Child("schema");
    field::Path path = schema_path.Child("openAPIV3Schema");
    std::optional<field::Error> fault =
        NestsTooDeep(schema) ? TooDeepError(path) : CheckConvertible(schema, path);
    if (fault) {
      return {.inconvertible = true,
              .message = fmt::format("failed to check validation schema for version {}: {}",
                                     versions[i].FindString("name"), fault->Text())};
    }
    field::Append(errors, CheckStructural(schema, path));
  }
  std::vector<std::string> texts;
  std::unordered_set<std::string> seen;
  for (const field::Error& error : errors) {
    if (std::string text = error.Text(); seen.insert(text).second) {
      texts.push_back(std::move(text));
    }
  }
  CutOff(texts);
  std::string joined = Join(texts, ", ");
  return {.message = texts.size() > 1 ? "[" + joined + "]" : joined};
}

}  // namespace pintle::schema
