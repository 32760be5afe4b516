#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/schema/crd.h"
#include "pintle/schema/crd_builder_for_test.h"
#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

struct SchemaCase {
  std::string_view id;
  std::string_view schema;
  std::string_view errors;  // joined with ++
};

constexpr SchemaCase kSchemaCases[] = {
    {"C02", R"({props: {a: {type: string}}})",
     R"(spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root)"},
    {"C03", R"({type: object, props: {spec: {props: {a: {type: string}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields)"},
    {"C04", R"({type: object, props: {l: {type: array}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].items: Required value: must be specified)"},
    {"C05", R"({type: object, props: {l: {type: array, items: {minLength: 1}}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].items.type: Required value: must not be empty for specified array items)"},
    {"C06", R"({type: object, props: {a: {type: string, anyOf: [{type: string}]}}})",
     R"(spec.validation.openAPIV3Schema.properties[a].anyOf[0].type: Forbidden: must be empty to be structural)"},
    {"C07", R"({type: object, anyOf: [{props: {b: {minLength: 1}}}], props: {a: {type: string}}})",
     R"(spec.validation.openAPIV3Schema.properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[0].properties[b])"},
    {"C08", R"({type: object, props: {metadata: {type: object, props: {labels: {type: object}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified)"},
    {"C09", R"({type: object, x-kubernetes-preserve-unknown-fields: false})",
     R"(spec.validation.openAPIV3Schema.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined)"},
    {"C10",
     R"({type: object, props: {l: {type: array, uniqueItems: true, items: {type: string}}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic)"},
    {"C11",
     R"({type: object, props: {m: {type: object, addl: false, props: {a: {type: string}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[m].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive)"},
    {"C12", R"({type: object, props: {m: {type: object, addl: true, props: {a: {type: string}}}}})",
     "accepted"},
    {"C13", R"({type: object, addl: {type: string}})",
     R"(spec.validation.openAPIV3Schema.additionalProperties: Forbidden: must not be used at the root)"},
    {"C14", R"({type: object, props: {a: {type: str}}})",
     R"(spec.validation.openAPIV3Schema.properties[a].type: Unsupported value: "str": supported values: "array", "boolean", "integer", "number", "object", "string")"},
    {"C15", R"({type: object, props: {a: {type: string, default: 5}}})",
     R"(spec.validation.openAPIV3Schema.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer")"},
    {"C16",
     R"({type: object, props: {o: {type: object, default: {'y': 1}, props: {x: {type: integer}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[o].default: Invalid value: {"y":1}: must not have unknown fields)"},
    {"C17", R"({type: object, props: {metadata: {type: object, default: {}}}})",
     R"(spec.validation.openAPIV3Schema.properties[metadata].default: Forbidden: must not be set in top-level metadata)"},
    {"C18", R"({type: object, props: {l: {type: array, LT: map, items: {type: object}}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map)"},
    {"C19",
     R"({type: object, props: {l: {type: array, LT: map, LK: [name], items: {type: object, props: {name: {type: string}}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].items.properties[name].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property)"},
    {"C20",
     R"({type: object, props: {l: {type: array, LT: set, items: {type: object, addl: {type: string}}}}})",
     R"(spec.validation.openAPIV3Schema.properties[l].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set)"},
    {"C21", R"({type: object, props: {v: {IOS, anyOf: [{type: integer},{type: string}]}}})",
     "accepted"},
    {"C22",
     R"({type: object, props: {v: {IOS, anyOf: [{type: integer},{type: string, minLength: 1}]}}})",
     R"(spec.validation.openAPIV3Schema.properties[v].anyOf[0].type: Forbidden: must be empty to be structural ++ spec.validation.openAPIV3Schema.properties[v].anyOf[1].type: Forbidden: must be empty to be structural)"},
    {"C23", R"({type: object, props: {e: {type: object, EMB}}})",
     R"(spec.validation.openAPIV3Schema.properties[e].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields)"},
    {"C24", R"({type: object, nullable: true})",
     R"(spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root)"},
    {"C34", R"({type: object, props: {s: {type: string, pattern: "["}}})",
     R"(spec.validation.openAPIV3Schema.properties[s].pattern: Invalid value: "[": must be a valid regular expression, but isn't: error parsing regexp: missing closing ]: `[`)"}};

TEST(CrdValidationTest, Schemas) {
  for (const SchemaCase& test : kSchemaCases) {
    SCOPED_TRACE(test.id);
    Arena arena;
    EXPECT_EQ(Create(CrdBuilder(arena).Schema(test.schema)),
              test.errors == "accepted" ? "" : test.errors);
  }
}

constexpr std::string_view kLabelText =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', "
    "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

struct SpecCase {
  std::string_view key;
  std::string yaml;
  std::string errors;
};

TEST(CrdValidationTest, SpecFields) {
  const SpecCase cases[] = {
      {"scope", "Global",
       R"(spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced")"},
      {"group", "''",
       "metadata.name: Invalid value: \"things.example.com\": must be "
       "spec.names.plural+\".\"+spec.group ++ spec.group: Required value"},
      {"names", "{plural: things, singular: thing, listKind: ThingList}",
       "spec.names.kind: Required value"},
      {"names", "{plural: things, kind: Thing, shortNames: [TH, ok]}",
       fmt::format("spec.names.shortNames[0]: Invalid value: \"TH\": {}", kLabelText)},
      {"names", "{plural: things, kind: Th_ing, listKind: X}",
       fmt::format(
           "spec.names.singular: Invalid value: \"th_ing\": {0} ++ spec.names.kind: Invalid "
           "value: \"Th_ing\": may have mixed case, but should otherwise match: {0}",
           kLabelText)},
      {"names", "{plural: things, kind: Thing, listKind: Thing}",
       "spec.names.listKind: Invalid value: \"Thing\": kind and listKind may not be the same"},
      {"versions", "[]",
       "spec.versions: Invalid value: []: must have exactly one version marked as storage version "
       "++ status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was "
       "previously a storage version, and must remain in spec.versions until a storage migration "
       "ensures no data remains persisted in v1 and removes v1 from status.storedVersions"},
      {"versions", "[{name: v1, served: true, storage: true}]",
       "spec.versions[0].schema.openAPIV3Schema: Required value"},
      {"conversion", "{strategy: Magic}",
       R"(spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook")"},
      {"conversion", "{strategy: Webhook}",
       "spec.conversion.webhookClientConfig: Required value: required when strategy is set to "
       "Webhook ++ spec.conversion.conversionReviewVersions: Required value"},
      {"conversion",
       "{strategy: Webhook, webhook: {conversionReviewVersions: [v9], clientConfig: {url: "
       "'http://x'}}}",
       "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only "
       "allowed URL scheme; desired format: https://host[/path] ++ "
       "spec.conversion.conversionReviewVersions: Invalid value: [\"v9\"]: must include at least "
       "one of v1, v1beta1"},
      {"conversion",
       "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: "
       "{name: svc, namespace: ns, path: /a}}}}",
       ""},
      {"conversion", "{strategy: None, webhook: {clientConfig: {url: 'https://x'}}}",
       "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set "
       "to Webhook"},
      {"preserveUnknownFields", "true",
       "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set "
       "x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"},
  };
  for (const SpecCase& test : cases) {
    SCOPED_TRACE(test.yaml);
    Arena arena;
    EXPECT_EQ(Create(CrdBuilder(arena).Set(test.key, test.yaml)), test.errors);
  }
}

TEST(CrdValidationTest, VersionSettings) {
  const std::string long_warning = '"' + std::string(256, 'w') + "\\n\"";
  const SpecCase cases[] = {
      {"additionalPrinterColumns",
       "[{name: A, type: string, jsonPath: .spec.a}, {name: B, type: weird, jsonPath: 'x['}, "
       "{type: "
       "date}]",
       "spec.additionalPrinterColumns[1].type: Invalid value: \"weird\": must be one of "
       "boolean,date,integer,number,string ++ spec.additionalPrinterColumns[1].JSONPath: Invalid "
       "value: \"x[\": must be a simple json path starting with . ++ "
       "spec.additionalPrinterColumns[2].name: Required value ++ "
       "spec.additionalPrinterColumns[2].JSONPath: Required value"},
      {"subresources", "{scale: {specReplicasPath: .spec.n, statusReplicasPath: .spec.n}}",
       "spec.subresources.scale.statusReplicasPath: Invalid value: \".spec.n\": should be a json "
       "path under .status"},
      {"selectableFields", "[{jsonPath: .spec}, {jsonPath: .spec.c}, {jsonPath: .nope}]",
       "spec.selectableFields[0].jsonPath: Invalid value: \".spec\": must point to a field of type "
       "string, boolean or integer. Enum string fields and strings with formats are allowed. ++ "
       "spec.selectableFields[2].jsonPath: Invalid value: \".nope\": is an invalid path: does not "
       "refer to a valid field"},
      {"deprecationWarning", "''",
       "spec.versions[0].deprecationWarning: Invalid value: \"\": can only be set for deprecated "
       "versions"},
      {"deprecated", "true, deprecationWarning: ''",
       "spec.versions[0].deprecationWarning: Invalid value: \"\": must not be an empty string"},
      {"deprecated", "true, deprecationWarning: " + long_warning,
       "spec.versions[0].deprecationWarning: Invalid value: " + long_warning +
           ": must be <= 256 characters long ++ spec.versions[0].deprecationWarning: Invalid "
           "value: " +
           long_warning +
           ": must only contain printable UTF-8 characters; non-printable character found at "
           "index 256"},
  };
  for (const SpecCase& test : cases) {
    SCOPED_TRACE(test.key);
    Arena arena;
    std::string version =
        fmt::format("[{{name: v1, served: true, storage: true, {}: {}}}]", test.key, test.yaml);
    EXPECT_EQ(Create(CrdBuilder(arena).Versions(version).Schema(
                  "{type: object, props: {spec: {type: object, props: {c: {type: string}}}}}")),
              test.errors);
  }
}

TEST(CrdValidationTest, TheFirstVersionIsNamedTwice) {
  const struct {
    std::string_view first;
    std::string_view second;
    std::string errors;
  } kCases[] = {
      {"V_1", "v2",
       fmt::format("spec.versions[0].name: Invalid value: \"V_1\": {0} ++ spec.version: Invalid "
                   "value: \"V_1\": {0}",
                   kLabelText)},
      {"", "v2", fmt::format("spec.versions[0].name: Invalid value: \"\": {}", kLabelText)},
      {"v1", "V_2", fmt::format("spec.versions[1].name: Invalid value: \"V_2\": {}", kLabelText)},
  };
  for (const auto& [first, second, errors] : kCases) {
    SCOPED_TRACE(errors);
    Arena arena;
    CrdBuilder crd(arena);
    crd.Versions(fmt::format("[{{name: '{}', served: true, storage: true}}, "
                             "{{name: {}, served: true, storage: false}}]",
                             first, second))
        .Status(fmt::format("{{storedVersions: ['{}']}}", first))
        .Schema(kGoodSchema);
    EXPECT_EQ(Create(crd), errors);
  }
}

TEST(CrdValidationTest, TwoStorageVersionsAreShownWithoutWhatTheyShare) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions("[{name: v1, served: true, storage: true}, {name: v2, served: true, storage: true}]")
      .Schema(kGoodSchema);
  EXPECT_EQ(
      Create(crd),
      R"(spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,)"
      R"("DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,)"
      R"("SelectableFields":null},{"Name":"v2","Served":true,"Storage":true,"Deprecated":false,)"
      R"("DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,)"
      R"("SelectableFields":null}]: must have exactly one version marked as storage version ++ )"
      R"(status.storedVersions: Invalid value: ["v1"]: must have the storage version v2)");
}

// A schema as errors show it: all members in their order, those given in place of the absent ones.
template <typename... Given>
std::string HubText(const Given&... given) {
  std::string text =
      R"({"ID":"","Schema":"","Ref":null,"Description":"","Type":"","Nullable":false,"Format":"",)"
      R"("Title":"","Default":null,"Maximum":null,"ExclusiveMaximum":false,"Minimum":null,)"
      R"("ExclusiveMinimum":false,"MaxLength":null,"MinLength":null,"Pattern":"","MaxItems":null,)"
      R"("MinItems":null,"UniqueItems":false,"MultipleOf":null,"Enum":null,"MaxProperties":null,)"
      R"("MinProperties":null,"Required":null,"Items":null,"AllOf":null,"OneOf":null,"AnyOf":null,)"
      R"("Not":null,"Properties":null,"AdditionalProperties":null,"PatternProperties":null,)"
      R"("Dependencies":null,"AdditionalItems":null,"Definitions":null,"ExternalDocs":null,)"
      R"("Example":null,"XPreserveUnknownFields":null,"XEmbeddedResource":false,)"
      R"("XIntOrString":false,"XListMapKeys":null,"XListType":null,"XMapType":null,)"
      R"("XValidations":null})";
  auto put = [&](std::string_view member) {
    size_t at = text.find(member.substr(0, member.find(':') + 1));
    text.replace(at, text.find_first_of(",}", at) - at, member);
  };
  // From the last to the first: what is put in may contain the same names.
  std::vector<std::string> members = {given...};
  for (size_t i = members.size(); i-- > 0;) put(members[i]);
  return text;
}

TEST(CrdValidationTest, StatusSubresourceRestrictsTheRoot) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions("[{name: v1, served: true, storage: true, subresources: {status: {}}}]");
  EXPECT_EQ(Create(crd.Schema("{type: object, description: d, required: [a]}")), "");
  EXPECT_EQ(
      Create(crd.Schema("{type: object, minProperties: 1, props: {m: {addl: {type: string}, type: "
                        "object}}}")),
      "spec.validation.openAPIV3Schema: Invalid value: " +
          HubText(R"("Type":"object")", R"("MinProperties":1)",
                  R"("Properties":{"m":)" +
                      HubText(R"("Type":"object")",
                              R"("AdditionalProperties":{"Allows":true,"Schema":)" +
                                  HubText(R"("Type":"string")") + "}") +
                      "}") +
          ": only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum "
          "MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items "
          "Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed "
          "at the root of the schema if the status subresource is enabled");
}

TEST(CrdValidationTest, VersionsThatDifferAreShownInFull) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions(
      R"([{name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}},
           subresources: {status: {}, scale: {specReplicasPath: .spec.n,
                                              statusReplicasPath: .status.n}},
           additionalPrinterColumns: [{name: A, type: date, jsonPath: .a}]},
          {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object,
           description: d}}}])");
  EXPECT_EQ(
      Create(crd),
      R"(spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,)"
      R"("Deprecated":false,"DeprecationWarning":null,"Schema":{"OpenAPIV3Schema":)" +
          HubText(R"("Type":"object")") +
          R"(},"Subresources":{"Status":{},"Scale":{"SpecReplicasPath":".spec.n",)"
          R"("StatusReplicasPath":".status.n","LabelSelectorPath":null}},)"
          R"("AdditionalPrinterColumns":[{"Name":"A","Type":"date","Format":"","Description":"",)"
          R"("Priority":0,"JSONPath":".a"}],"SelectableFields":null},)"
          R"({"Name":"v2","Served":true,"Storage":false,"Deprecated":false,)"
          R"("DeprecationWarning":null,"Schema":{"OpenAPIV3Schema":)" +
          HubText(R"("Description":"d")", R"("Type":"object")") +
          R"(},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: )"
          "must have exactly one version marked as storage version");
}

TEST(CrdValidationTest, SchemasThatDifferAreNamedByVersion) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions(
      R"([{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}},
      {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: array}}}])");
  EXPECT_EQ(
      Create(crd),
      "spec.versions[1].schema.openAPIV3Schema.items: Required value: must be specified ++ "
      "spec.versions[1].schema.openAPIV3Schema.type: Invalid value: \"array\": must be object "
      "at the root");
}

TEST(CrdValidationTest, ProtectedGroupsNeedApproval) {
  Arena arena;
  auto crd = [&](std::string_view annotations) {
    CrdBuilder builder(arena);
    builder.Set("group", "foo.k8s.io")
        .Metadata(fmt::format("{{name: things.foo.k8s.io, annotations: {}}}", annotations));
    return builder;
  };
  constexpr std::string_view kMissing = "{}";
  constexpr std::string_view kBad = "{api-approved.kubernetes.io: 'yes!'}";
  constexpr std::string_view kBypassed = "{api-approved.kubernetes.io: 'unapproved, testing'}";
  constexpr std::string_view kUrl =
      "{api-approved.kubernetes.io: 'https://github.com/kubernetes/kubernetes/pull/1'}";
  const std::string missing_error =
      "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must "
      "have "
      "approval annotation \"api-approved.kubernetes.io\", see "
      "https://github.com/kubernetes/enhancements/pull/1111";
  EXPECT_EQ(Create(crd(kMissing)), missing_error);
  EXPECT_EQ(
      Create(crd(kBad)),
      "metadata.annotations[api-approved.kubernetes.io]: Invalid value: \"yes!\": protected "
      "groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or "
      "a reason starting with \"unapproved\", see "
      "https://github.com/kubernetes/enhancements/pull/1111");
  EXPECT_EQ(Create(crd(kBypassed)), "");
  EXPECT_EQ(Create(crd(kUrl)), "");
  EXPECT_EQ(Update(crd(kMissing), crd(kMissing)), "");
  EXPECT_EQ(Update(crd(kMissing), crd(kUrl)), missing_error);
}

TEST(CrdValidationTest, EstablishedNamesAreImmutable) {
  Arena arena;
  CrdBuilder old(arena);
  old.Status("{storedVersions: [v1], conditions: [{type: Established, status: 'True'}]}");
  EXPECT_EQ(Update(CrdBuilder(arena).Set("scope", "Cluster"), old),
            "spec.scope: Invalid value: \"Cluster\": field is immutable");
  EXPECT_EQ(Update(CrdBuilder(arena).Set("scope", "Cluster"), CrdBuilder(arena)), "");
}

TEST(CrdValidationTest, StoredVersionsStayInTheSpec) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions("[{name: v2, served: true, storage: true}]")
      .Schema(kGoodSchema)
      .Status("{storedVersions: [v1, v2]}");
  EXPECT_EQ(
      Update(crd, CrdBuilder(arena)),
      "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was "
      "previously a storage version, and must remain in spec.versions until a storage migration "
      "ensures no data remains persisted in v1 and removes v1 from status.storedVersions");
}

TEST(CrdValidationTest, FaultsOfTheStoredObjectAreForgiven) {
  struct {
    std::string_view stored;
    std::string_view updated;
  } const cases[] = {
      {"{type: object, props: {a: {type: str}}}", "{type: object, props: {a: {type: str2}}}"},
      {"{type: object, props: {l: {type: array, LT: set, items: {type: object}}}}",
       "{type: object, props: {m: {type: array, LT: set, items: {type: object}}}}"},
      {"{type: object, props: {o: {type: object, default: {'y': 1}}}}",
       "{type: object, props: {o: {type: object, default: {z: 1}}}}"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.updated);
    Arena arena;
    EXPECT_NE(Create(CrdBuilder(arena).Schema(test.updated)), "");
    EXPECT_EQ(Update(CrdBuilder(arena).Schema(test.updated), CrdBuilder(arena).Schema(test.stored)),
              "");
    EXPECT_NE(Update(CrdBuilder(arena).Schema(test.updated), CrdBuilder(arena)), "");
  }
}

TEST(CrdValidationTest, DearRulesMayStayAsTheyAre) {
  constexpr std::string_view kDear =
      "{type: object, props: {l: {type: array, maxItems: 2000, items: {type: number}, "
      "x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, true))'}]}}}";
  constexpr std::string_view kDearToo =
      "{type: object, props: {l: {type: array, maxItems: 2001, items: {type: number}, "
      "x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, true))'}]}}}";
  const std::string error =
      "spec.validation.openAPIV3Schema.properties[l].x-kubernetes-validations[0].rule: Forbidden: "
      "estimated rule cost exceeds budget by factor of 1.201000x (try simplifying the rule, or "
      "adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
  Arena arena;
  EXPECT_EQ(Create(CrdBuilder(arena).Schema(kDear)), error);
  EXPECT_EQ(Update(CrdBuilder(arena).Schema(kDear), CrdBuilder(arena).Schema(kDear)), "");
  EXPECT_NE(Update(CrdBuilder(arena).Schema(kDear), CrdBuilder(arena).Schema(kDearToo)), "");
}

TEST(CrdValidationTest, PreserveUnknownFieldsMayStayButNotCome) {
  Arena arena;
  CrdBuilder preserving(arena);
  preserving.Set("preserveUnknownFields", "true");
  EXPECT_EQ(Update(preserving, preserving), "");
  EXPECT_EQ(Update(CrdBuilder(arena), preserving), "");
  EXPECT_NE(Update(preserving, CrdBuilder(arena)), "");
  CrdOptions options = TestOptions();
  options.v1beta1_request = true;
  EXPECT_EQ(Texts(ValidateCrd(preserving.Schema("").Build(), nullptr, options)), "");
}

TEST(CrdValidationTest, ValidationRuleFields) {
  Arena arena;
  EXPECT_EQ(
      Create(CrdBuilder(arena).Schema(
          R"({type: object, props: {s: {type: object, x-kubernetes-validations: [{rule: ""},
                {rule: "true", message: "a\nb"}, {rule: "true", reason: Bogus},
                {rule: "true", fieldPath: nope}, {rule: "true &&\n true"},
                {rule: "true", message: " "}, {rule: "true", messageExpression: " "}]}}})")),
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[0].rule: Required "
      "value: rule is not specified ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[1].message: "
      "Invalid value: \"a\\nb\": must not contain line breaks ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[2].reason: "
      "Unsupported value: \"Bogus\": supported values: \"FieldValueDuplicate\", "
      "\"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\" ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[3].fieldPath: "
      "Invalid value: \"nope\": must be a valid path ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[4].message: "
      "Required value: message must be specified if rule contains line breaks ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[5].message: "
      "Invalid value: \" \": must be non-empty if specified ++ "
      "spec.validation.openAPIV3Schema.properties[s].x-kubernetes-validations[6]."
      "messageExpression: Required value: messageExpression must be non-empty if specified");
}

TEST(CrdValidationTest, SchemasMustNotNestTooDeep) {
  constexpr size_t kDepth = 400;
  Arena arena;
  Value schema = Parse(arena, "{type: string}");
  for (size_t i = 0; i < kDepth; ++i) {
    Value list = Parse(arena, "{type: array}").With(arena, "items", schema);
    schema = list;
  }
  Value root = Parse(arena, "{type: object}")
                   .With(arena, "properties", Value::EmptyObject().With(arena, "a", schema));
  CompileResult result = Compile(root, field::Path("SP"));
  EXPECT_EQ(result.schema, nullptr);
  EXPECT_EQ(Texts(result.errors), "SP: Invalid value: \"\": must not nest deeper than 250 schemas");
}

TEST(CrdWarningsTest, UnknownFormatsOnce) {
  Arena arena;
  constexpr std::string_view kSchema =
      "{type: object, props: {a: {type: string, format: x}, b: {type: string, format: x}, c: "
      "{type: "
      "string, format: date}}}";
  Value crd = CrdBuilder(arena).Schema(kSchema).Build();
  EXPECT_EQ(CrdWarnings(crd, nullptr), std::vector<std::string>{"unrecognized format \"x\""});
  EXPECT_TRUE(CrdWarnings(crd, &crd).empty());
}

}  // namespace
}  // namespace pintle::schema
