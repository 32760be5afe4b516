#include "pintle/api/openapi/paths.h"

#include <span>
#include <utility>

#include "apis/meta/v1/types.h"
#include "pintle/api/discovery/discovery.h"
#include "pintle/api/request/patch_type.h"
#include "pintle/base/strings.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using write::Verb;

using write::ResourceDefinition;

struct ParameterInfo {
  std::string_view name;
  std::string_view type;
  std::string_view description;
};

constexpr ParameterInfo kPretty = {"pretty", "string", "If `true`, the answer is indented."};
constexpr ParameterInfo kDryRun = {
    "dryRun", "string", "`All`: go through every stage of the request but store nothing."};
constexpr ParameterInfo kFieldManager = {
    "fieldManager", "string",
    "The name under which changed fields are recorded; at most 128 characters."};
constexpr ParameterInfo kFieldValidation = {
    "fieldValidation", "string",
    "What to do about unknown and duplicate fields: `Ignore` drops them, `Warn` (the default) "
    "drops them with a "
    "warning, `Strict` refuses the request."};
constexpr ParameterInfo kForce = {"force", "boolean",
                                  "Take over fields of other managers; only for apply patches."};
constexpr ParameterInfo kResourceVersion = {
    "resourceVersion", "string",
    "How fresh the answer must be: unset for the latest state, `0` for any, else not older than "
    "this revision."};

constexpr ParameterInfo kListParameters[] = {
    {"allowWatchBookmarks", "boolean", "Let a watch send bookmarks."},
    {"continue", "string", "The token of the page before, to get the next one."},
    {"fieldSelector", "string", "Only objects whose fields match."},
    {"labelSelector", "string", "Only objects whose labels match."},
    {"limit", "integer", "The most objects to return in one page."},
    kResourceVersion,
    {"resourceVersionMatch", "string", "How resourceVersion applies: `Exact` or `NotOlderThan`."},
    {"sendInitialEvents", "boolean", "Begin a watch with the objects there are, then a bookmark."},
    {"timeoutSeconds", "integer", "Ends the call after this time."},
    {"watch", "boolean", "Stream changes instead of returning a list."},
};
constexpr ParameterInfo kGetParameters[] = {kResourceVersion};
constexpr ParameterInfo kWriteParameters[] = {kDryRun, kFieldManager, kFieldValidation};
constexpr ParameterInfo kPatchParameters[] = {kDryRun, kFieldManager, kFieldValidation, kForce};
constexpr ParameterInfo kDeleteParameters[] = {
    kDryRun,
    {"gracePeriodSeconds", "integer", "Time before the object is removed; 0 removes it at once."},
    {"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean",
     "Delete even an object that can no longer be read from the store."},
    {"orphanDependents", "boolean", "Deprecated in favour of propagationPolicy."},
    {"propagationPolicy", "string",
     "What becomes of dependents: `Orphan`, `Background` or `Foreground`."},
};

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kYaml = "application/yaml";
constexpr std::string_view kCbor = "application/cbor";

// `cert-manager.io` -> `CertManagerIo`, `rbac.authorization.k8s.io` -> `RbacAuthorization`, core ->
// `Core`.
std::string GroupCamel(std::string_view group) {
  constexpr std::string_view kCommonSuffix = ".k8s.io";
  if (group.empty()) return "Core";
  if (group.ends_with(kCommonSuffix)) group.remove_suffix(kCommonSuffix.size());
  std::string out;
  bool upper = true;
  for (char c : group) {
    if (c == '.' || c == '-') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

std::string Capitalized(std::string_view word) {
  std::string out(word);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z')
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// What one operation is made of, whatever the dialect.
struct Operation {
  std::string_view method;  // `get`
  std::string_view action;  // x-kubernetes-action
  std::string id;
  std::string description;
  std::vector<ParameterInfo> parameters = {};
  // No body if null.
  Value body = {};
  bool body_required = true;
  std::vector<std::string_view> body_types = {};
  // The answer of each success code.
  std::vector<std::pair<std::string_view, Value>> answers = {};
  bool streams = false;  // may be a watch
};

class PathBuilder {
 public:
  PathBuilder(Arena& arena, const OpenApiOptions& options, OpenApiDialect dialect,
              const ResourceDefinition& definition, std::string_view version, SchemaSet& schemas)
      : arena_(arena),
        options_(options),
        dialect_(dialect),
        definition_(definition),
        version_(version),
        schemas_(schemas),
        group_camel_(GroupCamel(definition.names.group)),
        kind_(schemas.Reference(KindModelName(definition, version))),
        list_(schemas.Reference(ListModelName(definition, version))),
        status_(schemas.Reference(typeinfo::TypeOf<apis::meta::v1::Status>())) {}

  std::vector<Member> Build() {
    std::string base = BasePath(definition_.names.group, version_);
    std::string collection = base;
    if (definition_.names.namespaced) {
      AddPath(base + "/" + definition_.names.plural, {}, AllNamespaces());
      collection += "/namespaces/{namespace}";
    }
    collection += "/" + definition_.names.plural;
    std::vector<std::string_view> outer;
    if (definition_.names.namespaced) outer.emplace_back("namespace");
    AddPath(collection, outer, Collection());
    std::vector<std::string_view> inner = outer;
    inner.emplace_back("name");
    AddPath(collection + "/{name}", inner, Item());
    for (const std::string& name : SubresourceNames(definition_, version_)) {
      auto endpoint = definition_.actions.endpoints.find(name);
      if (endpoint != definition_.actions.endpoints.end() && !endpoint->second.view) continue;
      AddPath(collection + "/{name}/" + name, inner, Subresource(name));
    }
    return std::move(paths_);
  }

 private:
  bool Has(Verb verb) const { return definition_.serving.verbs.Has(verb); }

  // `<verb><Group><Version>[Namespaced]<Kind>`; deletecollection splits to
  // `delete...Collection...`.
  std::string Id(std::string_view verb, std::string_view middle = {}) const {
    std::string scope = definition_.names.namespaced ? "Namespaced" : "";
    return std::string(verb) + group_camel_ + Capitalized(version_) + std::string(middle) + scope +
           definition_.kind.kind;
  }

  std::string Describe(std::string_view what) const {
    return std::string(what) + " " + definition_.kind.kind;
  }

  static std::vector<ParameterInfo> Copy(std::span<const ParameterInfo> parameters) {
    return {parameters.begin(), parameters.end()};
  }

  std::vector<Operation> AllNamespaces() const {
    if (!Has(Verb::kList)) return {};
    return {{.method = "get",
             .action = "list",
             .id = "list" + group_camel_ + Capitalized(version_) + definition_.kind.kind +
                   "ForAllNamespaces",
             .description = Describe("list or watch objects of kind"),
             .parameters = Copy(kListParameters),
             .answers = {{"200", list_}},
             .streams = true}};
  }

  std::vector<Operation> Collection() {
    std::vector<Operation> out;
    if (Has(Verb::kList)) {
      out.push_back({.method = "get",
                     .action = "list",
                     .id = Id("list"),
                     .description = Describe("list or watch objects of kind"),
                     .parameters = Copy(kListParameters),
                     .answers = {{"200", list_}},
                     .streams = true});
    }
    if (Has(Verb::kCreate)) {
      out.push_back({.method = "post",
                     .action = "post",
                     .id = Id("create"),
                     .description = Describe("create a"),
                     .parameters = Copy(kWriteParameters),
                     .body = kind_,
                     .answers = {{"200", kind_}, {"201", kind_}, {"202", kind_}}});
    }
    if (Has(Verb::kDeleteCollection)) {
      std::vector<ParameterInfo> parameters = Copy(kListParameters);
      parameters.insert(parameters.end(), std::begin(kDeleteParameters),
                        std::end(kDeleteParameters));
      out.push_back({.method = "delete",
                     .action = "deletecollection",
                     .id = Id("delete", "Collection"),
                     .description = Describe("delete a collection of"),
                     .parameters = std::move(parameters),
                     .body = DeleteOptions(),
                     .body_required = false,
                     .answers = {{"200", status_}}});
    }
    return out;
  }

  std::vector<Operation> Item() {
    std::vector<Operation> out = Object("", kind_, definition_.serving.verbs);
    if (Has(Verb::kDelete)) {
      Value answer = definition_.writing.strategy.delete_returns_object ? kind_ : status_;
      out.push_back({.method = "delete",
                     .action = "delete",
                     .id = Id("delete"),
                     .description = Describe("delete a"),
                     .parameters = Copy(kDeleteParameters),
                     .body = DeleteOptions(),
                     .body_required = false,
                     .answers = {{"200", answer}, {"202", answer}}});
    }
    return out;
  }

  std::vector<Operation> Subresource(const std::string& name) {
    SubresourceInfo info = DescribeSubresource(definition_, name);
    // A kind of another group has its model in another document.
    Value schema = info.foreign() ? Value::Object(arena_, {{"type", Value("object")}}) : kind_;
    return Object(name, schema, info.verbs);
  }

  // Reading, replacing and patching one object.
  std::vector<Operation> Object(const std::string& subresource, Value schema, write::Verbs verbs) {
    std::string suffix = Capitalized(subresource);
    std::string of = subresource.empty() ? "the" : subresource + " of the";
    std::vector<Operation> out;
    if (verbs.Has(Verb::kGet)) {
      out.push_back({.method = "get",
                     .action = "get",
                     .id = Id("read") + suffix,
                     .description = Describe("read " + of + " specified"),
                     .parameters = Copy(kGetParameters),
                     .answers = {{"200", schema}}});
    }
    if (verbs.Has(Verb::kUpdate)) {
      out.push_back({.method = "put",
                     .action = "put",
                     .id = Id("replace") + suffix,
                     .description = Describe("replace " + of + " specified"),
                     .parameters = Copy(kWriteParameters),
                     .body = schema,
                     .answers = {{"200", schema}, {"201", schema}}});
    }
    if (verbs.Has(Verb::kPatch)) {
      out.push_back({.method = "patch",
                     .action = "patch",
                     .id = Id("patch") + suffix,
                     .description = Describe("partially update " + of + " specified"),
                     .parameters = Copy(kPatchParameters),
                     .body = schemas_.PatchReference(),
                     .body_types = PatchTypes(),
                     .answers = {{"200", schema}, {"201", schema}}});
    }
    return out;
  }

  std::vector<std::string_view> PatchTypes() const {
    std::vector<std::string_view> types;
    for (const patch::NamedFormat& named : PatchFormatsOf(definition_, options_.cbor)) {
      if (named.format.type == PatchType::kApply && !options_.apply) continue;
      if (named.in_openapi) types.push_back(named.name);
    }
    return types;
  }

  Value DeleteOptions() {
    return schemas_.Reference(typeinfo::TypeOf<apis::meta::v1::DeleteOptions>());
  }

  std::vector<std::string_view> AnswerTypes(bool streams) const {
    std::vector<std::string_view> types = {kJson};
    if (streams) types.emplace_back("application/json;stream=watch");
    types.push_back(kYaml);
    if (options_.cbor) {
      types.push_back(kCbor);
      if (streams) types.emplace_back("application/cbor-seq");
    }
    return types;
  }

  Value Strings(std::span<const std::string_view> texts) {
    std::vector<Value> items;
    for (std::string_view text : texts) items.push_back(Value(text));
    return Value::List(arena_, items);
  }

  // v3: the same schema under each media type.
  Value Content(std::span<const std::string_view> types, Value schema) {
    Value entry = Value::Object(arena_, {{"schema", schema}});
    std::vector<Member> members;
    for (std::string_view type : types) members.push_back({type, entry});
    return Value::Object(arena_, std::move(members));
  }

  Value Parameter(const ParameterInfo& info, std::string_view in) {
    std::vector<Member> members = {
        {"name", Value(info.name)}, {"in", Value(in)}, {"description", Value(info.description)}};
    if (in == "path") members.push_back({"required", Value(true)});
    if (dialect_ == OpenApiDialect::kV2) {
      members.push_back({"type", Value(info.type)});
      members.push_back({"uniqueItems", Value(true)});
    } else {
      members.push_back({"schema", Value::Object(arena_, {{"type", Value(info.type)},
                                                          {"uniqueItems", Value(true)}})});
    }
    return Value::Object(arena_, std::move(members));
  }

  Value Parameters(const Operation& operation) {
    std::vector<Value> parameters;
    if (dialect_ == OpenApiDialect::kV2 && !operation.body.is_null()) {
      std::vector<Member> body = {
          {"name", Value("body")}, {"in", Value("body")}, {"schema", operation.body}};
      if (operation.body_required) body.push_back({"required", Value(true)});
      parameters.push_back(Value::Object(arena_, std::move(body)));
    }
    for (const ParameterInfo& info : operation.parameters) {
      if (!options_.field_validation && info.name == kFieldValidation.name) continue;
      parameters.push_back(Parameter(info, "query"));
    }
    return Value::List(arena_, parameters);
  }

  Value Responses(const Operation& operation) {
    std::vector<Member> responses = {
        {"401", Value::Object(arena_, {{"description", Value("Unauthorized")}})}};
    for (const auto& [code, schema] : operation.answers) {
      std::string_view text = code == "200" ? "OK" : code == "201" ? "Created" : "Accepted";
      Member body = dialect_ == OpenApiDialect::kV2
                        ? Member{"schema", schema}
                        : Member{"content", Content(AnswerTypes(operation.streams), schema)};
      responses.push_back({code, Value::Object(arena_, {{"description", Value(text)}, body})});
    }
    return Value::Object(arena_, std::move(responses));
  }

  Value OperationValue(const Operation& operation) {
    std::string tag = group_camel_ + "_" + std::string(version_);
    if (tag[0] >= 'A' && tag[0] <= 'Z') tag[0] = static_cast<char>(tag[0] - 'A' + 'a');
    Value tag_value = Value::String(arena_, tag);
    Value kind = Value::Object(arena_, {{"group", Value::String(arena_, definition_.names.group)},
                                        {"version", Value::String(arena_, version_)},
                                        {"kind", Value::String(arena_, definition_.kind.kind)}});
    std::vector<Member> members = {{"operationId", Value::String(arena_, operation.id)},
                                   {"description", Value::String(arena_, operation.description)},
                                   {"tags", Value::List(arena_, {&tag_value, 1})},
                                   {"responses", Responses(operation)},
                                   {"x-kubernetes-action", Value(operation.action)},
                                   {"x-kubernetes-group-version-kind", kind},
                                   {"parameters", Parameters(operation)}};
    AddBody(operation, members);
    return Value::Object(arena_, std::move(members));
  }

  void AddBody(const Operation& operation, std::vector<Member>& members) {
    constexpr std::string_view kAnyType[] = {"*/*"};
    std::span<const std::string_view> types = kAnyType;
    if (!operation.body_types.empty()) types = operation.body_types;
    if (dialect_ == OpenApiDialect::kV2) {
      members.push_back({"consumes", Strings(types)});
      members.push_back({"produces", Strings(AnswerTypes(operation.streams))});
      Value https("https");
      members.push_back({"schemes", Value::List(arena_, {&https, 1})});
    } else if (!operation.body.is_null()) {
      std::vector<Member> body = {{"content", Content(types, operation.body)}};
      if (operation.body_required) body.push_back({"required", Value(true)});
      members.push_back({"requestBody", Value::Object(arena_, std::move(body))});
    }
  }

  void AddPath(const std::string& path, std::span<const std::string_view> variables,
               const std::vector<Operation>& operations) {
    if (operations.empty()) return;
    std::vector<Value> shared;
    for (std::string_view variable : variables) {
      shared.push_back(
          Parameter({variable, "string",
                     variable == "name" ? "Name of the object." : "Namespace of the object."},
                    "path"));
    }
    shared.push_back(Parameter(kPretty, "query"));
    std::vector<Member> members = {{"parameters", Value::List(arena_, shared)}};
    for (const Operation& operation : operations) {
      members.push_back({operation.method, OperationValue(operation)});
    }
    paths_.push_back({arena_.Copy(path), Value::Object(arena_, std::move(members))});
  }

  Arena& arena_;
  const OpenApiOptions& options_;
  const OpenApiDialect dialect_;
  const ResourceDefinition& definition_;
  const std::string_view version_;
  SchemaSet& schemas_;
  const std::string group_camel_;
  const Value kind_;
  const Value list_;
  const Value status_;
  std::vector<Member> paths_;
};

}  // namespace

std::string BasePath(std::string_view group, std::string_view version) {
  if (group.empty()) return "/api/" + std::string(version);
  return "/apis/" + std::string(group) + "/" + std::string(version);
}

std::vector<Member> ResourcePaths(Arena& arena, const OpenApiOptions& options,
                                  OpenApiDialect dialect, const ResourceDefinition& definition,
                                  std::string_view version, SchemaSet& schemas) {
  return PathBuilder(arena, options, dialect, definition, version, schemas).Build();
}

}  // namespace pintle::api
