// The rules of CustomResourceDefinitions one by one, each with the text of its error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/schema/crd_builder_for_test.h"

namespace pintle::schema {
namespace {

// Stands for the path of the schema in expected texts.
std::string Expanded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("SP")) {
      out += "spec.validation.openAPIV3Schema";
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

struct SchemaRule {
  std::string_view schema;
  std::string_view errors;
};

void ExpectErrors(std::span<const SchemaRule> rules) {
  for (const SchemaRule& rule : rules) {
    SCOPED_TRACE(rule.schema);
    Arena arena;
    EXPECT_EQ(Create(CrdBuilder(arena).Schema(rule.schema)), Expanded(rule.errors));
  }
}

TEST(CrdRulesTest, StructuralNodes) {
  const SchemaRule rules[] = {
      {"{type: object, props: {e: {EMB: true, PUF: true}}}",
       "SP.properties[e].type: Required value: must be object if x-kubernetes-embedded-resource is "
       "true"},
      {"{type: object, props: {e: {type: string, EMB: true, PUF: true}}}",
       "SP.properties[e].type: Invalid value: \"string\": must be object if "
       "x-kubernetes-embedded-resource is true"},
      {"{type: object, props: {e: {type: object, EMB: true, PUF: true, addl: {type: string}}}}",
       "SP.properties[e].additionalProperties: Forbidden: must not be used if "
       "x-kubernetes-embedded-resource is set"},
      {"{type: object, props: {v: {IOS: true, PUF: true}}}",
       "SP.properties[v].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false "
       "if x-kubernetes-int-or-string is true"},
      {"{type: object, props: {v: {type: object, IOS: true, EMB: true, props: {a: {type: "
       "string}}}}}",
       "SP.properties[v].x-kubernetes-embedded-resource: Invalid value: true: must be false if "
       "x-kubernetes-int-or-string is true"},
      {"{type: object, props: {kind: {type: integer}, apiVersion: {type: object}}}",
       "SP.properties[apiVersion].type: Invalid value: \"object\": must be string ++ "
       "SP.properties[kind].type: Invalid value: \"integer\": must be string"},
      {"{type: object, props: {metadata: {type: string}}}",
       "SP.properties[metadata].type: Invalid value: \"string\": must be object"},
      {"{type: object, props: {metadata: {type: object, props: {name: {type: string}, "
       "generateName: {type: string}}}}}",
       ""},
      {"{type: object, props: {m: {type: object, addl: {minLength: 1}}}}",
       "SP.properties[m].additionalProperties.type: Required value: must not be empty for "
       "specified object fields"},
  };
  ExpectErrors(rules);
}

TEST(CrdRulesTest, Junctors) {
  const SchemaRule rules[] = {
      {"{type: object, props: {a: {type: string, allOf: [{title: t, description: d}]}}}",
       "SP.properties[a].allOf[0].description: Forbidden: must be empty to be structural ++ "
       "SP.properties[a].allOf[0].title: Forbidden: must be empty to be structural"},
      {"{type: object, props: {a: {type: object, oneOf: [{default: {}, addl: true, LT: atomic, MT: "
       "atomic}]}}}",
       "SP.properties[a].oneOf[0].additionalProperties: Forbidden: must be undefined to be "
       "structural ++ SP.properties[a].oneOf[0].default: Forbidden: must be undefined to be "
       "structural ++ SP.properties[a].oneOf[0].x-kubernetes-list-type: Forbidden: must be "
       "undefined to be structural ++ SP.properties[a].oneOf[0].x-kubernetes-map-type: Forbidden: "
       "must be undefined to be structural ++ SP.properties[a].oneOf[0].type: Required value: must "
       "be object if x-kubernetes-map-type is specified ++ SP.properties[a].oneOf[0].type: "
       "Required value: must be array if x-kubernetes-list-type is specified"},
      {"{type: object, props: {a: {type: string, not: {nullable: true}}}}",
       "SP.properties[a].not.nullable: Forbidden: must be false to be structural"},
      {"{type: object, props: {a: {type: object, anyOf: [{IOS: true}, {EMB: true}, {PUF: true}]}}}",
       "SP.properties[a].anyOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be "
       "structural ++ SP.properties[a].anyOf[1].x-kubernetes-embedded-resource: Forbidden: must be "
       "false to be structural ++ SP.properties[a].anyOf[2].x-kubernetes-preserve-unknown-fields: "
       "Forbidden: must be false to be structural"},
      {"{type: object, anyOf: [{props: {metadata: {}}}], props: {metadata: {type: object}}}",
       "SP.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context"},
      {"{type: object, props: {l: {type: object, anyOf: [{items: {minLength: 1}}]}}}",
       "SP.properties[l].items: Required value: because it is defined in "
       "SP.properties[l].anyOf[0].items"},
      {"{type: object, props: {v: {IOS: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, "
       "{pattern: a}]}}}",
       ""},
      {"{type: object, props: {m: {type: object, addl: {type: string}, anyOf: [{props: {b: "
       "{minLength: 1}}}]}}}",
       "SP.properties[m].properties[b]: Required value: because it is defined in "
       "SP.properties[m].anyOf[0].properties[b]"},
  };
  ExpectErrors(rules);
}

TEST(CrdRulesTest, Keywords) {
  const SchemaRule rules[] = {
      {"{type: object, props: {a: {type: 'null'}}}",
       "SP.properties[a].type: Forbidden: type cannot be set to null, use nullable as an "
       "alternative ++ SP.properties[a].type: Unsupported value: \"null\": supported values: "
       "\"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""},
      {"{type: object, id: x}", "SP.id: Forbidden: id is not supported"},
      {"{type: object, $ref: x}", "SP.$ref: Forbidden: $ref is not supported"},
      {"{type: object, patternProperties: {a: {type: string}}}",
       "SP.patternProperties: Forbidden: patternProperties is not supported"},
      {"{type: object, definitions: {a: {type: string}}}",
       "SP.definitions: Forbidden: definitions is not supported"},
      {"{type: object, definitions: {a: {type: str}}, dependencies: {b: {id: x}, c: [d]}}",
       "SP.definitions: Forbidden: definitions is not supported ++ SP.dependencies: Forbidden: "
       "dependencies is not supported ++ SP.definitions[a].type: Unsupported value: \"str\": "
       "supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\" "
       "++ "
       "SP.dependencies[b].id: Forbidden: id is not supported"},
      {"{type: object, props: {l: {type: array, items: [{id: x}]}}}",
       "SP.properties[l].items: Forbidden: items must be a schema object and not an array ++ "
       "SP.properties[l].items[0].id: Forbidden: id is not supported"},
      {"{type: object, dependencies: {a: [b]}}",
       "SP.dependencies: Forbidden: dependencies is not supported"},
      {"{type: object, additionalItems: true}",
       "SP.additionalItems: Forbidden: additionalItems is not supported"},
      {"{type: object, $schema: x}",
       "SP: Invalid value: \"\": OpenAPIV3Schema 'schema' is not supported"},
      {"{type: object, props: {t: {type: object, EMB: true, PUF: true, props: {metadata: {type: "
       "object, EMB: true, PUF: true}}}}}",
       "SP.properties[t].properties[metadata].x-kubernetes-embedded-resource: Forbidden: must not "
       "be used inside of resource meta"},
      {"{type: object, props: {t: {type: object, EMB: true, PUF: true, props: {metadata: {type: "
       "object, props: {labels: {type: object, addl: {type: string, default: a}}}}}}}}",
       "SP.properties[t].properties[metadata].properties[labels].additionalProperties.default: "
       "Forbidden: must not be set inside additionalProperties applying to object metadata"},
  };
  ExpectErrors(rules);
}

TEST(CrdRulesTest, MapAndListTypes) {
  const SchemaRule rules[] = {
      {"{type: object, props: {m: {type: string, MT: atomic}}}",
       "SP.properties[m].type: Invalid value: \"string\": must be object if x-kubernetes-map-type "
       "is specified"},
      {"{type: object, props: {m: {type: object, MT: loose}}}",
       "SP.properties[m].x-kubernetes-map-type: Unsupported value: \"loose\": supported values: "
       "\"atomic\", \"granular\""},
      {"{type: object, props: {l: {type: object, LT: set}}}",
       "SP.properties[l].type: Invalid value: \"object\": must be array if x-kubernetes-list-type "
       "is specified"},
      {"{type: object, props: {l: {type: array, LT: bag, items: {type: string}}}}",
       "SP.properties[l].x-kubernetes-list-type: Unsupported value: \"bag\": supported values: "
       "\"atomic\", \"set\", \"map\""},
      {"{type: object, props: {l: {type: array, LT: set, items: {type: array, LT: set, items: "
       "{type: string}}}}}",
       "SP.properties[l].items.x-kubernetes-list-type: Invalid value: \"set\": must be atomic as "
       "item of a list with x-kubernetes-list-type=set"},
      // What is shown is the list type of the items.
      {"{type: object, props: {l: {type: array, LT: set, items: {type: object, MT: granular}}}}",
       "SP.properties[l].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item "
       "of a list with x-kubernetes-list-type=set"},
      {"{type: object, props: {l: {type: array, LK: [a], items: {type: object, required: [a], "
       "props: {a: {type: string}}}}}}",
       "SP.properties[l].x-kubernetes-list-type: Required value: must be map if "
       "x-kubernetes-list-map-keys is non-empty"},
      {"{type: object, props: {l: {type: array, LT: map, LK: [a], items: {type: string}}}}",
       "SP.properties[l].items.type: Invalid value: \"string\": must be object if parent array's "
       "x-kubernetes-list-type is map"},
      {"{type: object, props: {l: {type: array, LT: map, LK: [a, b, b], items: {type: object, "
       "required: [b], props: {b: {type: string}}}}}}",
       "SP.properties[l].x-kubernetes-list-map-keys: Invalid value: [\"a\",\"b\",\"b\"]: entries "
       "must all be names of item properties ++ SP.properties[l].x-kubernetes-list-map-keys: "
       "Invalid value: [\"a\",\"b\",\"b\"]: must not contain duplicate entries"},
      {"{type: object, props: {l: {type: array, LT: map, LK: [a], items: {type: object, nullable: "
       "true, required: [a], props: {a: {type: string, nullable: true}}}}}}",
       "SP.properties[l].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type "
       "is map ++ SP.properties[l].items.properties[a].nullable: Forbidden: this property is in "
       "x-kubernetes-list-map-keys, so it cannot be nullable"},
  };
  ExpectErrors(rules);
  // The type that is named is that of the items.
  Arena arena;
  EXPECT_EQ(
      Create(CrdBuilder(arena).Schema(
          "{type: object, props: {l: {type: array, LT: map, LK: [a], items: {type: object, "
          "required: [a], props: {a: {type: object}}}}}}")),
      Expanded("SP.properties[l].items.properties[a].type: Invalid value: \"object\": must be "
               "a scalar type if parent array's x-kubernetes-list-type is map"));
}

TEST(CrdRulesTest, StatusSubresource) {
  Arena arena;
  CrdBuilder crd(arena);
  crd.Versions("[{name: v1, served: true, storage: true, subresources: {status: {}}}]");
  EXPECT_EQ(
      Create(crd.Schema("{type: array, items: {type: string}}")),
      Expanded("SP.type: Invalid value: \"array\": only \"object\" is allowed as the type at the "
               "root of the schema if the status subresource is enabled ++ SP.type: Invalid value: "
               "\"array\": must be object at the root"));
  std::string errors = Create(crd.Schema("{type: object, minProperties: 1}"));
  EXPECT_TRUE(errors.ends_with(
      "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum "
      "MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items "
      "Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at "
      "the root of the schema if the status subresource is enabled"))
      << errors;
}

TEST(CrdRulesTest, SelectableFields) {
  Arena arena;
  auto fields = [&](std::string_view yaml) {
    CrdBuilder crd(arena);
    crd.Versions(
        fmt::format("[{{name: v1, served: true, storage: true, selectableFields: {}}}]", yaml));
    std::string properties;
    for (char name = 'a'; name <= 'k'; ++name)
      properties += fmt::format("{}: {{type: string}}, ", name);
    crd.Schema("{type: object, props: {spec: {type: object, props: {" + properties +
               "l: {type: array, items: {type: string}}}}, metadata: {type: object, props: {name: "
               "{type: string}}}}}");
    return Create(crd);
  };
  EXPECT_EQ(fields("[{jsonPath: .metadata.name}]"),
            "spec.selectableFields[0].jsonPath: Invalid value: \".metadata.name\": must not point "
            "to fields in metadata");
  EXPECT_EQ(fields("[{jsonPath: .spec.a}, {jsonPath: .spec.a}, {}]"),
            "spec.selectableFields[1].jsonPath: Duplicate value: \".spec.a\" ++ "
            "spec.selectableFields[2].jsonPath: Required value");
  EXPECT_EQ(fields("[{jsonPath: \".spec['a']\"}]"),
            "spec.selectableFields[0].jsonPath: Invalid value: \".spec['a']\": is an invalid path: "
            "array notation is not allowed");
  EXPECT_EQ(
      Create(CrdBuilder(arena)
                 .Versions("[{name: v1, served: true, storage: true, selectableFields: [{jsonPath: "
                           ".spec.a}]}]")
                 .Schema("")),
      "spec.versions[0].schema.openAPIV3Schema: Required value ++ spec.selectableFields: Invalid "
      "value: \"\": selectableFields may only be set when validations.schema is included");
  std::string nine = "[";
  for (char name = 'a'; name <= 'i'; ++name) nine += fmt::format("{{jsonPath: .spec.{}}}, ", name);
  EXPECT_EQ(fields(nine + "]"), "spec.selectableFields: Too many: 9: must have at most 8 items");
}

TEST(CrdRulesTest, Conversion) {
  struct {
    std::string_view conversion;
    std::string errors;
  } const cases[] = {
      {"{url: 'https://a.b', service: {name: s, namespace: 'n'}}",
       "webhookClientConfig: Required value: exactly one of url or service is required"},
      {"{}", "webhookClientConfig: Required value: exactly one of url or service is required"},
      {"{url: 'https:///p'}",
       "webhookClientConfig.url: Invalid value: \"\": host must be specified; desired format: "
       "https://host[/path]"},
      {"{url: 'https://u@h/p?q#f'}",
       "webhookClientConfig.url: Invalid value: \"u\": user information is not permitted in the "
       "URL ++ spec.conversion.webhookClientConfig.url: Invalid value: \"f\": fragments are not "
       "permitted in the URL ++ spec.conversion.webhookClientConfig.url: Invalid value: \"q\": "
       "query parameters are not permitted in the URL"},
      {"{url: 'https://h:p/'}",
       "webhookClientConfig.url: Required value: url must be a valid URL: parse "
       "\"https://h:p/\": invalid port \":p\" after host; desired format: https://host[/path]"},
      {"{url: '://h'}",
       "webhookClientConfig.url: Required value: url must be a valid URL: parse \"://h\": missing "
       "protocol scheme; desired format: https://host[/path]"},
      {"{url: relative}",
       "webhookClientConfig.url: Invalid value: \"\": 'https' is the only allowed URL scheme; "
       "desired format: https://host[/path] ++ spec.conversion.webhookClientConfig.url: Invalid "
       "value: \"\": host must be specified; desired format: https://host[/path]"},
      // Each under the name of the other.
      {"{service: {name: s}}", "webhookClientConfig.service.name: Required value"},
      {"{service: {namespace: 'n'}}", "webhookClientConfig.service.namespace: Required value"},
      {"{service: {name: s, namespace: 'n', port: 70000, path: nope}}",
       "webhookClientConfig.service.port: Invalid value: 70000: port is not valid: must be between "
       "1 and 65535, inclusive ++ spec.conversion.webhookClientConfig.service.path: Invalid value: "
       "\"nope\": must start with a '/'"},
      {"{service: {name: s, namespace: 'n', path: a//b}}",
       "webhookClientConfig.service.path: Invalid value: \"a//b\": must start with a '/' ++ "
       "spec.conversion.webhookClientConfig.service.path: Invalid value: \"a//b\": segment[0] may "
       "not be empty ++ spec.conversion.webhookClientConfig.service.path: Invalid value: "
       "\"a//b\": segment[1] may not be empty"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.conversion);
    Arena arena;
    std::string conversion = fmt::format(
        "{{strategy: Webhook, webhook: {{conversionReviewVersions: [v1], clientConfig: "
        "{}}}}}",
        test.conversion);
    EXPECT_EQ(Create(CrdBuilder(arena).Set("conversion", conversion)),
              "spec.conversion." + test.errors);
  }
}

TEST(CrdRulesTest, PreservingUnknownFields) {
  Arena arena;
  CrdBuilder preserving(arena);
  preserving.Set("preserveUnknownFields", "true");
  CrdBuilder webhook = preserving;
  webhook.Set("conversion",
              "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: "
              "'https://a.b'}}}");
  EXPECT_EQ(Update(webhook, preserving),
            "spec.conversion.strategy: Invalid value: \"Webhook\": must be None if "
            "spec.preserveUnknownFields is true");
  // Schemas were optional once; what prunes without one would leave nothing.
  CrdBuilder bare = preserving;
  bare.Schema("");
  EXPECT_EQ(Update(bare, bare), "");
  CrdBuilder pruning = bare;
  pruning.Set("preserveUnknownFields", "false");
  EXPECT_EQ(Update(pruning, bare),
            "spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields "
            "are pruned");
}

TEST(CrdRulesTest, RequestsOfV1beta1) {
  Arena arena;
  CrdOptions options = TestOptions();
  options.v1beta1_request = true;
  auto create = [&](CrdBuilder crd, std::string_view preserve) {
    return Texts(ValidateCrd(crd.Set("preserveUnknownFields", preserve).Build(), nullptr, options));
  };
  CrdBuilder loose(arena);
  loose.Schema("{props: {a: {type: str}}}");
  EXPECT_EQ(create(loose, "true"), "");
  EXPECT_NE(create(loose, "false"), "") << "what prunes must be structural";
  CrdBuilder extended(arena);
  extended.Schema("{props: {a: {IOS: true}}}");
  EXPECT_EQ(create(extended, "true"),
            Expanded("SP.type: Required value: must not be empty at the root"));
  CrdBuilder with_default(arena);
  with_default.Schema("{type: object, props: {a: {type: string, default: x}}}");
  EXPECT_EQ(create(with_default, "false"),
            Expanded("SP.properties[a].default: Forbidden: must not be set (cannot set default "
                     "values in apiextensions.k8s.io/v1beta1 CRDs, must use "
                     "apiextensions.k8s.io/v1)"));
  CrdBuilder unapproved(arena);
  unapproved.Set("group", "foo.k8s.io").Metadata("{name: things.foo.k8s.io}");
  EXPECT_EQ(create(unapproved, "true"), "");
}

TEST(CrdRulesTest, NamesOfDefinitions) {
  Arena arena;
  constexpr std::string_view kMustBe = "must be spec.names.plural+\".\"+spec.group";
  EXPECT_EQ(Create(CrdBuilder(arena).Metadata("{}")), "") << "checked for every kind";
  EXPECT_EQ(Create(CrdBuilder(arena).Metadata("{generateName: x-, name: x-abcde}")),
            fmt::format("metadata.generateName: Invalid value: \"x-\": {0} ++ metadata.name: "
                        "Invalid value: \"x-abcde\": {0}",
                        kMustBe));
}

TEST(CrdRulesTest, StoredVersionsAndNames) {
  Arena arena;
  EXPECT_EQ(Create(CrdBuilder(arena).Status("{}")),
            "status.storedVersions: Invalid value: null: must have at least one stored version");
  EXPECT_EQ(Create(CrdBuilder(arena)
                       .Versions("[{name: v1, served: true, storage: true}, {name: v2, served: "
                                 "true, storage: false}]")
                       .Schema(kGoodSchema)
                       .Status("{storedVersions: [v2]}")),
            "status.storedVersions: Invalid value: [\"v2\"]: must have the storage version v1");
  std::string errors = Create(CrdBuilder(arena).Set(
      "names",
      fmt::format("{{plural: things, kind: Thing, categories: [{}]}}", std::string(64, 'a'))));
  EXPECT_TRUE(errors.starts_with("spec.names.categories[0]: Invalid value: "));
  EXPECT_TRUE(errors.ends_with("must be no more than 63 characters")) << errors;
}

// A resource in a default, and a default in the metadata of a resource.
TEST(CrdRulesTest, DefaultsOfResources) {
  const SchemaRule rules[] = {
      {"{type: object, props: {e: {type: object, EMB: true, PUF: true, default: {apiVersion: "
       "a/b/c}}}}",
       "SP.properties[e].default.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion "
       "string: a/b/c ++ SP.properties[e].default.kind: Required value"},
      {"{type: object, props: {e: {type: object, EMB: true, PUF: true, default: {apiVersion: v1, "
       "kind: 5}}}}",
       "SP.properties[e].default.kind: Invalid value: 5: must be a string"},
      {"{type: object, props: {e: {type: object, EMB: true, PUF: true, props: {apiVersion: {type: "
       "string, default: a/b/c}, kind: {type: string, default: Fine}}}}}",
       "SP.properties[e].properties[apiVersion].default: Invalid value: \"a/b/c\": must result in "
       "valid metadata: apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: "
       "a/b/c"},
      {"{type: object, props: {l: {type: array, items: {type: object, EMB: true, PUF: true, props: "
       "{kind: {type: string, default: ''}}}}}}",
       "SP.properties[l].items.properties[kind].default: Invalid value: \"\": must result in valid "
       "metadata: kind: Invalid value: \"\": must not be empty"},
      {"{type: object, default: {a: b}, props: {a: {type: string}}}",
       "SP.default.apiVersion: Required value ++ SP.default.kind: Required value"},
      {"{type: object, default: {apiVersion: v1, kind: Thing}}", ""},
  };
  ExpectErrors(rules);
}

// Rules of a default's own place, run as for a new object and as for an old one.
TEST(CrdRulesTest, RulesOfDefaults) {
  const SchemaRule rules[] = {
      {"{type: object, props: {a: {type: string, default: x, x-kubernetes-validations: [{rule: "
       "\"self != 'x'\"}]}}}",
       "SP.properties[a].default: Invalid value: \"x\": failed rule: self != 'x'"},
      {"{type: object, props: {a: {type: string, default: x, x-kubernetes-validations: [{rule: "
       "'self != oldSelf'}]}}}",
       "SP.properties[a].default: Invalid value: \"x\": failed rule: self != oldSelf"},
      {"{type: object, props: {o: {type: object, default: {s: x}, props: {s: {type: string, "
       "x-kubernetes-validations: [{rule: \"self == 'y'\"}]}}}}}",
       "SP.properties[o].default.s: Invalid value: \"x\": failed rule: self == 'y'"},
      {"{type: object, props: {a: {type: string, default: x, x-kubernetes-validations: [{rule: "
       "\"self == 'x'\"}]}}}",
       ""},
  };
  ExpectErrors(rules);
}

}  // namespace
}  // namespace pintle::schema
