#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/field/names.h"
#include "pintle/schema/crd.h"
#include "pintle/schema/crd_rules.h"
#include "pintle/schema/format.h"
#include "pintle/schema/hub_form.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema {
namespace {

using crd_detail::Hoisted;
using crd_detail::Requirements;

constexpr size_t kMaxDeprecationWarningBytes = 256;

// Invalid with all messages of a name check in one text, if there are any.
void AddMessages(const validate::Messages& messages, const field::Path& path,
                 std::string_view value, std::string_view prefix, field::ErrorList& errors) {
  if (messages.empty()) return;
  errors.push_back(field::Invalid(path, value, std::string(prefix) + Join(messages, ",")));
}

void CheckEnum(std::string_view value, const std::vector<std::string>& supported,
               const field::Path& path, field::ErrorList& errors) {
  if (value.empty()) {
    errors.push_back(field::Required(path));
  } else if (std::ranges::count(supported, value) == 0) {
    errors.push_back(field::NotSupported(path, value, supported));
  }
}

void CheckGroup(std::string_view group, const field::Path& path, field::ErrorList& errors) {
  if (group.empty()) {
    errors.push_back(field::Required(path));
    return;
  }
  validate::Messages messages = validate::IsDns1123Subdomain(group);
  AddMessages(messages, path, group, "", errors);
  if (messages.empty() && group.find('.') == std::string_view::npos) {
    errors.push_back(field::Invalid(path, group, "should be a domain with at least one dot"));
  }
}

// Where the first character that cannot be printed begins, npos if all can be.
size_t FindUnprintable(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    uint32_t code_point = 0;
    size_t length = DecodeUtf8(text.substr(i), &code_point);
    std::string one(text.substr(i, std::max<size_t>(length, 1)));
    // A character that is printable is quoted as it is; only these two are escaped besides.
    bool printable = length > 0 && (one == "\"" || one == "\\" || Quoted(one) == '"' + one + '"');
    if (!printable) return i;
    i += length;
  }
  return std::string_view::npos;
}

void CheckDeprecation(const Value& version, const field::Path& path, field::ErrorList& errors) {
  const Value* warning = version.FindPtr("deprecationWarning");
  if (warning == nullptr || !warning->is_string()) return;
  std::string_view text = warning->as_string();
  auto add = [&](std::string_view fault) { errors.push_back(field::Invalid(path, text, fault)); };
  if (!Flag(version, "deprecated")) {
    add("can only be set for deprecated versions");
    return;
  }
  if (text.size() > kMaxDeprecationWarningBytes) add("must be <= 256 characters long");
  if (text.empty()) add("must not be an empty string");
  if (size_t at = FindUnprintable(text); at != std::string_view::npos) {
    add(fmt::format(
        "must only contain printable UTF-8 characters; non-printable character found at index {}",
        at));
  }
}

// The versions as errors show them, without what is shown at the top level.
field::BadValue ShownVersions(const Value& spec, const Hoisted& hoisted) {
  if (!spec.Find("versions").is_list()) return field::BadValue::Rendered("null");
  std::string out = "[";
  for (const Value& version : ElementsOf(spec, "versions")) {
    bool hide_schema = hoisted.schema || NestsTooDeep(crd_detail::SchemaOf(version));
    auto json = [&](std::string_view key, bool hidden, std::string (*show)(const Value&)) {
      return hidden ? std::string("null") : show(version.Find(key));
    };
    if (out.size() > 1) out += ',';
    out += fmt::format(
        R"({{"Name":{},"Served":{},"Storage":{},"Deprecated":{},"DeprecationWarning":{},)"
        R"("Schema":{},"Subresources":{},"AdditionalPrinterColumns":{},"SelectableFields":{}}})",
        codec::ToJson(Value(version.FindString("name"))), Flag(version, "served"),
        Flag(version, "storage"), Flag(version, "deprecated"),
        codec::ToJson(version.Find("deprecationWarning")),
        json("schema", hide_schema, HubValidation),
        json("subresources", hoisted.subresources, HubSubresources),
        json("additionalPrinterColumns", hoisted.columns, HubColumns),
        json("selectableFields", hoisted.selectable_fields, HubSelectableFields));
  }
  return field::BadValue::Rendered(out + "]");
}

// Walks the spec of one CustomResourceDefinition in the order in which errors are reported.
class SpecChecker {
 public:
  SpecChecker(const Value& crd, const Requirements& requirements, const CrdOptions& options,
              field::ErrorList& errors)
      : spec_(crd.Find("spec")),
        preserves_(crd_detail::PreservesUnknownFields(crd)),
        hoisted_(spec_),
        requirements_(requirements),
        options_(options),
        errors_(errors) {}

  void Run() {
    CheckGroup(spec_.FindString("group"), path_.Child("group"), errors_);
    CheckEnum(spec_.FindString("scope"), {"Cluster", "Namespaced"}, path_.Child("scope"), errors_);
    RequiredSchemas();
    Defaults();
    Versions();
    Names();
    TopLevel();
    Conversion();
  }

 private:
  std::span<const Value> versions() const { return ElementsOf(spec_, "versions"); }

  void RequiredSchemas() {
    if (!requirements_.schema && preserves_) return;
    field::Path versions_path = path_.Child("versions");
    for (size_t i = 0; i < versions().size(); ++i) {
      const Value& version = versions()[i];
      if (crd_detail::SchemaOf(version).is_object()) continue;
      if (!requirements_.schema && !Flag(version, "served")) continue;
      field::Path version_path = versions_path.Index(i);
      field::Path schema_path = version_path.Child("schema");
      errors_.push_back(
          field::Required(schema_path.Child("openAPIV3Schema"),
                          requirements_.schema ? "" : "because otherwise all fields are pruned"));
    }
  }

  void Defaults() {
    if (!preserves_ || !requirements_.new_defaults) return;
    bool any = std::ranges::any_of(versions(), [](const Value& version) {
      return crd_detail::HasDefaults(crd_detail::SchemaOf(version));
    });
    if (!any) return;
    errors_.push_back(field::Invalid(path_.Child("preserveUnknownFields"), true,
                                     "must be false in order to use defaults in the schema"));
  }

  bool IsUnchanged(const Value& version) const {
    return requirements_.unchanged_schemas.contains(version.FindString("name"));
  }

  static bool StatusEnabled(const Value& version) {
    return IsSet(version.Find("subresources"), "status");
  }

  void Versions() {
    field::Path versions_path = path_.Child("versions");
    std::set<std::string_view> names;
    size_t storage = 0;
    for (size_t i = 0; i < versions().size(); ++i) {
      const Value& version = versions()[i];
      field::Path at = versions_path.Index(i);
      std::string_view name = version.FindString("name");
      names.insert(name);
      if (Flag(version, "storage")) ++storage;
      AddMessages(validate::IsDns1035Label(name), at.Child("name"), name, "", errors_);
      Version(version, at);
    }
    if (names.size() != versions().size()) {
      errors_.push_back(field::Invalid(versions_path, ShownVersions(spec_, hoisted_),
                                       "must contain unique version names"));
    }
    if (storage != 1) {
      errors_.push_back(field::Invalid(versions_path, ShownVersions(spec_, hoisted_),
                                       "must have exactly one version marked as storage version"));
    }
    // The hub form has the name of the first version at the top as well; an empty one is unset.
    if (versions().empty()) return;
    std::string_view first = versions()[0].FindString("name");
    if (first.empty()) return;
    AddMessages(validate::IsDns1035Label(first), path_.Child("version"), first, "", errors_);
  }

  // What the version says of its own, apart from what all versions have in common.
  void Version(const Value& version, const field::Path& path) {
    CheckDeprecation(version, path.Child("deprecationWarning"), errors_);
    Value schema = crd_detail::SchemaOf(version);
    if (!hoisted_.schema && schema.is_object()) {
      field::Path schema_path = path.Child("schema");
      crd_detail::CheckSchema(schema, StatusEnabled(version), IsUnchanged(version),
                              schema_path.Child("openAPIV3Schema"), requirements_, options_,
                              errors_);
    }
    if (!hoisted_.subresources) {
      crd_detail::CheckSubresources(version.Find("subresources"), path.Child("subresources"),
                                    errors_);
    }
    if (!hoisted_.columns) {
      crd_detail::CheckColumns(version.Find("additionalPrinterColumns"),
                               path.Child("additionalPrinterColumns"), errors_);
    }
    if (!hoisted_.selectable_fields) {
      crd_detail::CheckSelectableFields(version.Find("selectableFields"), schema,
                                        requirements_.limited_selectable_fields,
                                        path.Child("selectableFields"), errors_);
    }
  }

  void Names() {
    field::Path names_path = path_.Child("names");
    Value names = spec_.Find("names");
    for (std::string_view key : {"plural", "singular", "kind", "listKind"}) {
      if (names.FindString(key).empty()) errors_.push_back(field::Required(names_path.Child(key)));
    }
    field::Append(errors_, ValidateCrdNames(names, names_path));
  }

  void TopLevel() {
    if (versions().empty()) return;
    const Value& first = versions()[0];
    Value schema = crd_detail::SchemaOf(first);
    if (hoisted_.schema && schema.is_object()) {
      field::Path validation = path_.Child("validation");
      bool unchanged = std::ranges::all_of(
          versions(), [&](const Value& version) { return IsUnchanged(version); });
      crd_detail::CheckSchema(schema, std::ranges::any_of(versions(), StatusEnabled), unchanged,
                              validation.Child("openAPIV3Schema"), requirements_, options_,
                              errors_);
    }
    if (hoisted_.subresources) {
      crd_detail::CheckSubresources(first.Find("subresources"), path_.Child("subresources"),
                                    errors_);
    }
    if (hoisted_.columns) {
      crd_detail::CheckColumns(first.Find("additionalPrinterColumns"),
                               path_.Child("additionalPrinterColumns"), errors_);
    }
    if (hoisted_.selectable_fields) {
      crd_detail::CheckSelectableFields(first.Find("selectableFields"), schema,
                                        requirements_.limited_selectable_fields,
                                        path_.Child("selectableFields"), errors_);
    }
  }

  void Conversion() {
    field::Path at = path_.Child("conversion");
    Value conversion = spec_.Find("conversion");
    std::string_view strategy = conversion.FindString("strategy");
    if (preserves_ && conversion.is_object() && strategy != "None") {
      errors_.push_back(field::Invalid(at.Child("strategy"), strategy,
                                       "must be None if spec.preserveUnknownFields is true"));
    }
    crd_detail::CheckConversion(conversion, requirements_.recognized_review_version, at, errors_);
  }

  Value spec_;
  bool preserves_;
  Hoisted hoisted_;
  const Requirements& requirements_;
  const CrdOptions& options_;
  field::ErrorList& errors_;
  field::Path path_{"spec"};
};

// Of the name and what it is made from. That there is one is checked for every kind.
void CheckName(const Value& crd, field::ErrorList& errors) {
  field::Path metadata("metadata");
  Value spec = crd.Find("spec");
  std::string wanted =
      fmt::format("{}.{}", spec.Find("names").FindString("plural"), spec.FindString("group"));
  for (std::string_view key : {"generateName", "name"}) {
    std::string_view name = crd.Find("metadata").FindString(key);
    if (name.empty()) continue;
    field::Path path = metadata.Child(key);
    // What follows a dash at the end is not there yet.
    std::string complete(name);
    if (key == "generateName" && complete.ends_with('-')) complete.back() = 'a';
    for (const std::string& message : validate::IsDns1123Subdomain(complete)) {
      errors.push_back(field::Invalid(path, name, message));
    }
    if (name != wanted) {
      errors.push_back(field::Invalid(path, name, "must be spec.names.plural+\".\"+spec.group"));
    }
  }
}

void CheckImmutable(const Value& crd, const Value& old_crd, bool with_names,
                    field::ErrorList& errors) {
  auto check = [&](std::string_view parent, std::string_view key) {
    Value now = crd.Find("spec");
    Value before = old_crd.Find("spec");
    field::Path spec("spec");
    field::Path names = spec.Child(parent);
    if (!parent.empty()) {
      now = now.Find(parent);
      before = before.Find(parent);
    }
    if (now.FindString(key) == before.FindString(key)) return;
    errors.push_back(field::Invalid((parent.empty() ? spec : names).Child(key), now.FindString(key),
                                    "field is immutable"));
  };
  if (with_names) {
    check("", "scope");
    check("names", "kind");
  }
  check("", "group");
  check("names", "plural");
}

void CheckStoredVersions(const Value& crd, field::ErrorList& errors) {
  field::Path status("status");
  field::Path path = status.Child("storedVersions");
  Value stored = crd.Find("status").Find("storedVersions");
  if (!stored.is_list() || stored.size() == 0) {
    errors.push_back(field::Invalid(path, Shown(Value()), "must have at least one stored version"));
    return;
  }
  std::span<const Value> versions = ElementsOf(crd.Find("spec"), "versions");
  for (const Value& version : versions) {
    Value name = version.Find("name");
    if (!Flag(version, "storage") || std::ranges::count(stored.items(), name) > 0) continue;
    errors.push_back(field::Invalid(
        path, Shown(stored),
        fmt::format("must have the storage version {}", version.FindString("name"))));
  }
  for (size_t i = 0; i < stored.size(); ++i) {
    const Value& name = stored.items()[i];
    bool exists = std::ranges::any_of(
        versions, [&](const Value& version) { return version.Find("name") == name; });
    if (exists || !name.is_string()) continue;
    errors.push_back(field::Invalid(
        path.Index(i), name.as_string(),
        fmt::format("missing from spec.versions; {0} was previously a storage version, and must "
                    "remain in spec.versions until a storage migration ensures no data remains "
                    "persisted in {0} and removes {0} from status.storedVersions",
                    name.as_string())));
  }
}

void CheckPreserveUnknownFields(const Value& crd, const Value* old_crd, field::ErrorList& errors) {
  if (!crd_detail::PreservesUnknownFields(crd)) return;
  if (old_crd != nullptr && crd_detail::PreservesUnknownFields(*old_crd)) return;
  field::Path spec("spec");
  errors.push_back(
      field::Invalid(spec.Child("preserveUnknownFields"), true,
                     "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                     "spec.versions[*].schema instead"));
}

// Adds the formats of a schema that are not checked.
void CollectUnknownFormats(const Value& schema, std::set<std::string>& formats) {
  std::vector<const Value*> pending = {&schema};
  while (!pending.empty()) {
    const Value& node = *pending.back();
    pending.pop_back();
    std::string_view format = node.FindString("format");
    if (!format.empty() && FindFormat(node.FindString("type"), format) == Format::kNone) {
      formats.emplace(format);
    }
    for (std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = SubSchema(node, key)) pending.push_back(child);
    }
    for (const Member& child : MembersOf(node, "properties")) pending.push_back(&child.value);
    for (std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      for (const Value& child : ElementsOf(node, key)) pending.push_back(&child);
    }
  }
}

std::set<std::string> UnknownFormats(const Value* crd) {
  std::set<std::string> formats;
  if (crd == nullptr) return formats;
  for (const Value& version : ElementsOf(crd->Find("spec"), "versions")) {
    CollectUnknownFormats(crd_detail::SchemaOf(version), formats);
  }
  return formats;
}

}  // namespace

field::ErrorList ValidateCrdNames(const Value& names, const field::Path& path) {
  field::ErrorList errors;
  auto label = [&](std::string_view text, const field::Path& at, bool mixed_case) {
    if (text.empty()) return;
    AddMessages(validate::IsDns1035Label(mixed_case ? ToLower(text) : std::string(text)), at, text,
                mixed_case ? "may have mixed case, but should otherwise match: " : "", errors);
  };
  auto labels = [&](std::string_view key) {
    std::span<const Value> texts = ElementsOf(names, key);
    field::Path list = path.Child(key);
    for (size_t i = 0; i < texts.size(); ++i) {
      if (!texts[i].is_string()) continue;
      std::string_view text = texts[i].as_string();
      AddMessages(validate::IsDns1035Label(text), list.Index(i), text, "", errors);
    }
  };
  label(names.FindString("plural"), path.Child("plural"), false);
  label(names.FindString("singular"), path.Child("singular"), false);
  std::string_view kind = names.FindString("kind");
  std::string_view list_kind = names.FindString("listKind");
  label(kind, path.Child("kind"), true);
  label(list_kind, path.Child("listKind"), true);
  labels("shortNames");
  if (!kind.empty() && kind == list_kind) {
    errors.push_back(
        field::Invalid(path.Child("listKind"), list_kind, "kind and listKind may not be the same"));
  }
  labels("categories");
  return errors;
}

field::ErrorList ValidateCrd(const Value& crd, const Value* old_crd, const CrdOptions& options) {
  field::ErrorList errors;
  Requirements requirements = crd_detail::RequirementsFor(crd, old_crd, options);
  if (old_crd == nullptr) CheckName(crd, errors);
  SpecChecker(crd, requirements, options, errors).Run();
  if (old_crd != nullptr) CheckImmutable(crd, *old_crd, requirements.immutable_names, errors);
  field::Path status("status");
  field::Append(errors, ValidateCrdNames(crd.FindPath({"status", "acceptedNames"}),
                                         status.Child("acceptedNames")));
  CheckStoredVersions(crd, errors);
  if (!options.v1beta1_request) {
    crd_detail::CheckApproval(crd, old_crd, errors);
    CheckPreserveUnknownFields(crd, old_crd, errors);
  }
  return errors;
}

std::vector<std::string> CrdWarnings(const Value& crd, const Value* old_crd) {
  std::set<std::string> before = UnknownFormats(old_crd);
  std::vector<std::string> warnings;
  for (const std::string& format : UnknownFormats(&crd)) {
    if (!before.contains(format)) {
      warnings.push_back(fmt::format("unrecognized format {}", Quoted(format)));
    }
  }
  return warnings;
}

}  // namespace pintle::schema
