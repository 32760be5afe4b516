// Vectors of custom resources that take a served API: metadata and embedded resources (M),
// definitions (C), validation rules (E). Those of single functions stand with the functions; E05
// too, whose messageExpression could cost more than a definition may ask for.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "pintle/codec/document.h"
#include "pintle/extensions/custom_api_for_test.h"
#include "pintle/schema/test_schema.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::HasSubstr;

constexpr const char* kBetaDefinitions =
    "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions";

// Where errors of the one schema of a definition stand.
constexpr std::string_view kSchemaPath = "spec.validation.openAPIV3Schema";

std::string Replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

class ServedVectorsTest : public CustomApiTest {
 protected:
  // JSON of a schema in the short form of tables.
  static std::string SchemaJson(std::string_view schema) {
    Arena arena;
    return codec::ToJson(schema::SchemaValue(arena, schema));
  }
  static std::string Version(std::string_view schema, std::string_view name = "v1",
                             bool storage = true, std::string_view more = "") {
    return fmt::format(
        R"({{"name":"{}","served":true,"storage":{}{},"schema":{{"openAPIV3Schema":{}}}}})", name,
        storage, more, SchemaJson(schema));
  }
  // What is wrong, as the answer says it; `accepted` if nothing is.
  static std::string Faults(const TestReply& reply) {
    if (reply.status < 400) return "accepted";
    std::string message = reply.Message();
    size_t at = message.find("is invalid: ");
    return at == std::string::npos ? message : message.substr(at + 12);
  }
  // Several errors of a table as the answer joins them.
  static std::string Joined(std::string_view errors) {
    if (errors.find(" ++ ") == std::string_view::npos) return std::string(errors);
    return "[" + Replaced(std::string(errors), " ++ ", ", ") + "]";
  }

  // Serves foos of a group of their own.
  void Serve(const std::string& group, std::string_view schema) {
    TestReply defined =
        api_.Post(kDefinitions, DefinitionJson(group, "foos", "Foo", "[" + Version(schema) + "]"));
    ASSERT_EQ(defined.status, 201) << defined.body;
  }
  static std::string Foos(const std::string& group) {
    return "/apis/" + group + "/v1/namespaces/default/foos";
  }
  TestReply MakeFoo(const std::string& group, std::string_view members,
                    std::string_view metadata = R"({"name":"n"})") {
    return api_.Post(Foos(group),
                     fmt::format(R"({{"apiVersion":"{}/v1","kind":"Foo","metadata":{}{}{}}})",
                                 group, metadata, members.empty() ? "" : ",", members));
  }
};

// --- metadata and embedded resources -------------------------------------------------------------

TEST_F(ServedVectorsTest, M01_M02_MetadataThatDoesNotFit) {
  Serve("m.example.com", "{type: object}");
  for (const char* metadata :
       {R"({"name":"n","labels":{"a":1}})", R"({"name":"n","annotations":11})"}) {
    TestReply refused = MakeFoo("m.example.com", "", metadata);
    EXPECT_EQ(refused.status, 400) << metadata;
    EXPECT_THAT(refused.Message(), HasSubstr("Foo in version \"v1\" cannot be handled as a Foo: "));
  }
}

TEST_F(ServedVectorsTest, M03_StoredMetadataIsReadAsFarAsItGoes) {
  Serve("m.example.com", "{type: object}");
  Bytes stored(std::string(R"({"apiVersion":"m.example.com/v1","kind":"Foo","metadata":{"name":"n",
      "namespace":"default","annotations":{"a":1,"b":"x"},"labels":{"l":"x y"}}})"));
  auto created =
      BlockOn(api_.store->Create("/registry/m.example.com/foos/default/n", std::move(stored), 0));
  ASSERT_TRUE(created);
  const api::TestReply reply = api_.Get(Foos("m.example.com") + "/n");
  Value metadata = reply.Json().Find("metadata");
  EXPECT_EQ(codec::ToJson(metadata.Find("labels")), R"({"l":"x y"})");
  EXPECT_FALSE(metadata.Has("annotations"));
  EXPECT_EQ(metadata.Find("generation"), Value(1));
}

TEST_F(ServedVectorsTest, M04_NamesAreCaseSensitive) {
  Serve("m.example.com", "{type: object}");
  TestReply made = MakeFoo("m.example.com", "", R"({"name":"n","Name":"m"})");
  EXPECT_EQ(made.status, 201);
  EXPECT_EQ(made.Json().Find("metadata").FindString("name"), "n");
  EXPECT_EQ(made.headers.Get("Warning"), "299 - \"unknown field \\\"metadata.Name\\\"\"");
}

TEST_F(ServedVectorsTest, M05_NullLabelsAreEmpty) {
  Serve("m.example.com", "{type: object}");
  TestReply made = MakeFoo("m.example.com", "", R"({"name":"n","labels":{"a":null}})");
  EXPECT_EQ(codec::ToJson(made.Json().FindPath({"metadata", "labels"})), R"({"a":""})");
}

TEST_F(ServedVectorsTest, M06_To_M10_EmbeddedResources) {
  Serve("m.example.com", "{type: object, props: {t: {type: object, EMB: true, PUF: true}}}");
  struct {
    const char* id;
    const char* members;
    int status;
    const char* message;
  } const cases[] = {
      {"M06", R"("t":{"apiVersion":"v1","kind":5})", 400,
       "t.kind: Invalid value: 5: must be a string"},
      {"M07", R"("t":{"apiVersion":"v1"})", 422, "is invalid: t.kind: Required value"},
      {"M08", R"("t":{"apiVersion":"a/b/c","kind":"K"})", 422,
       "is invalid: t.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c"},
      {"M09", R"("t":{"apiVersion":"v1","kind":"K","metadata":{"name":"a/b"}})", 422,
       "is invalid: t.metadata.name: Invalid value: \"a/b\": may not contain '/'"},
      {"M10", R"("t":{"apiVersion":"v1","kind":"K"})", 201, ""},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.id);
    TestReply reply = MakeFoo("m.example.com", test.members);
    EXPECT_EQ(reply.status, test.status) << reply.body;
    EXPECT_THAT(reply.Message(), testing::EndsWith(test.message));
  }
}

TEST_F(ServedVectorsTest, M11_TheSchemaMayRestrictTheName) {
  Serve("m.example.com",
        "{type: object, props: {metadata: {type: object, props: {name: {type: string, maxLength: "
        "3}}}}}");
  EXPECT_EQ(Faults(MakeFoo("m.example.com", "", R"({"name":"abcd"})")),
            "metadata.name: Too long: may not be more than 3 bytes");
}

TEST_F(ServedVectorsTest, M12_PreservedFieldsStayAsTheyAre) {
  TestReply defined = api_.Post(
      kBetaDefinitions,
      R"({"metadata":{"name":"foos.m.example.com"},"spec":{"group":"m.example.com","version":"v1",
          "names":{"plural":"foos","kind":"Foo"},
          "validation":{"openAPIV3Schema":{"type":"object"}}}})");
  ASSERT_EQ(defined.status, 201) << defined.body;
  TestReply made = MakeFoo("m.example.com", R"("foo":null,"bar":{"z":1})", R"({"name":"n","x":1})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_FALSE(made.Json().Find("metadata").Has("x"));
  EXPECT_TRUE(made.Json().Has("foo"));
  EXPECT_EQ(codec::ToJson(made.Json().Find("bar")), R"({"z":1})");
}

// --- definitions ---------------------------------------------------------------------------------

TEST_F(ServedVectorsTest, C01_ASchemaIsRequired) {
  EXPECT_EQ(Faults(Define("things", "Thing", R"([{"name":"v1","served":true,"storage":true}])")),
            "spec.versions[0].schema.openAPIV3Schema: Required value");
}

TEST_F(ServedVectorsTest, C25_To_C28_PreserveUnknownFields) {
  constexpr const char* kCannot =
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set "
      "x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  std::string body =
      DefinitionJson("example.com", "things", "Thing", "[" + Version("{type: object}") + "]");
  body.insert(body.find("\"group\""), R"("preserveUnknownFields":true,)");
  EXPECT_EQ(Faults(api_.Post(kDefinitions, body)), kCannot) << "C25";

  TestReply beta = api_.Post(
      kBetaDefinitions,
      R"({"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","version":"v1",
          "names":{"plural":"things","kind":"Thing"}}})");
  ASSERT_EQ(beta.status, 201) << "C26" << beta.body;
  EXPECT_THAT(
      beta.headers.Get("Warning"),
      HasSubstr("apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, "
                "unavailable in v1.22+; use apiextensions.k8s.io/v1 CustomResourceDefinition"));
  for (const char* definitions : {kBetaDefinitions, kDefinitions}) {
    const api::TestReply reply = api_.Get(std::string(definitions) + "/things.example.com");
    Value spec = reply.Json().Find("spec");
    EXPECT_EQ(spec.Find("preserveUnknownFields"), Value(true)) << "C26 " << definitions;
  }
  EXPECT_EQ(Patch(PathOf("things"), R"({"spec":{"names":{"categories":["all"]}}})").status, 200)
      << "C28";
  const std::string versions = std::string(R"("versions":)") + kOneVersion;
  TestReply off =
      Patch(PathOf("things"), R"({"spec":{"preserveUnknownFields":false,)" + versions + "}}");
  ASSERT_EQ(off.status, 200) << "C27" << off.body;
  EXPECT_FALSE(Definition("things").Json().Find("spec").Has("preserveUnknownFields")) << "C27";
  EXPECT_EQ(Faults(Patch(PathOf("things"), R"({"spec":{"preserveUnknownFields":true}})")),
            std::string("[spec.preserveUnknownFields: Invalid value: true: must be false in order "
                        "to use defaults in the schema, ") +
                kCannot + "]")
      << "C27";
}

TEST_F(ServedVectorsTest, C29_ProtectedGroups) {
  EXPECT_EQ(
      Faults(api_.Post(kDefinitions, DefinitionJson("foo.k8s.io", "things", "Thing", kOneVersion))),
      "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must "
      "have approval annotation \"api-approved.kubernetes.io\", see "
      "https://github.com/kubernetes/enhancements/pull/1111");
}

TEST_F(ServedVectorsTest, C30_C31_WhatMayNotChange) {
  Define("things", "Thing");
  EXPECT_EQ(Faults(Patch(PathOf("things"), R"({"spec":{"scope":"Cluster"}})")),
            "spec.scope: Invalid value: \"Cluster\": field is immutable");
  EXPECT_EQ(
      Faults(Patch(PathOf("things"),
                   R"({"spec":{"versions":[)" + Version("{type: object}", "v2") + "]}}")),
      "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was "
      "previously a storage version, and must remain in spec.versions until a storage migration "
      "ensures no data remains persisted in v1 and removes v1 from status.storedVersions");
  // Once the storage version has changed, the old one can be taken out of the status, then go.
  const std::string both = R"({"spec":{"versions":[)" + Version("{type: object}", "v1", false) +
                           "," + Version("{type: object}", "v2") + "]}}";
  ASSERT_EQ(Patch(PathOf("things"), both).status, 200);
  EXPECT_EQ(codec::ToJson(Definition("things").Json().FindPath({"status", "storedVersions"})),
            R"(["v1","v2"])");
  ASSERT_EQ(Patch(PathOf("things") + "/status", R"({"status":{"storedVersions":["v2"]}})").status,
            200);
  TestReply last =
      Patch(PathOf("things"), R"({"spec":{"versions":[)" + Version("{type: object}", "v2") + "]}}");
  EXPECT_EQ(last.status, 200) << last.body;
}

TEST_F(ServedVectorsTest, C32_ShortNamesInUse) {
  auto define = [&](const std::string& plural, const std::string& kind) {
    std::string body = DefinitionJson("example.com", plural, kind, kOneVersion);
    body.insert(body.find("\"plural\""), R"("shortNames":["fo"],)");
    return api_.Post(kDefinitions, body);
  };
  ASSERT_EQ(define("firsts", "First").status, 201);
  ASSERT_EQ(define("seconds", "Second").status, 201);
  TestReply second = Definition("seconds");
  EXPECT_EQ(Condition(second, "NamesAccepted"), "False/ShortNamesConflict");
  EXPECT_THAT(second.body, HasSubstr(R"(\"fo\" is already in use)"));
  EXPECT_EQ(Condition(second, "Established"), "False/NotAccepted");
  EXPECT_EQ(api_.Get("/apis/example.com/v1/seconds").status, 404);
}

TEST_F(ServedVectorsTest, C33_DeprecatedVersionsWarn) {
  const std::string versions =
      "[" + Version("{type: object}", "v1beta1", false, R"(,"deprecated":true)") + "," +
      Version("{type: object}", "v1") + "]";
  ASSERT_EQ(api_.Post(kDefinitions, DefinitionJson("g.io", "foos", "Foo", versions)).status, 201);
  EXPECT_EQ(api_.Get("/apis/g.io/v1beta1/foos").headers.Get("Warning"),
            "299 - \"g.io/v1beta1 Foo is deprecated; use g.io/v1 Foo\"");
  EXPECT_EQ(api_.Get("/apis/g.io/v1/foos").headers.Get("Warning"), "");
}

TEST_F(ServedVectorsTest, C35_SelectableFieldsAreScalars) {
  const std::string versions = "[" +
                               Version("{type: object, props: {spec: {type: object}}}", "v1", true,
                                       R"(,"selectableFields":[{"jsonPath":".spec"}])") +
                               "]";
  EXPECT_EQ(Faults(Define("things", "Thing", versions)),
            "spec.selectableFields[0].jsonPath: Invalid value: \".spec\": must point to a field of "
            "type string, boolean or integer. Enum string fields and strings with formats are "
            "allowed.");
}

// --- validation rules ----------------------------------------------------------------------------

struct RuleVector {
  const char* id;
  std::string schema;
  const char* members;
  std::string errors;  // empty: valid
  const char* old = nullptr;
};

// A root with `spec` that has `properties` and one rule.
std::string Ruled(std::string_view properties, std::string_view rule) {
  return fmt::format(
      "{{type: object, props: {{spec: {{type: object, props: {{{}}}, x-kubernetes-validations: "
      "[{{{}}}]}}}}}}",
      properties, rule);
}

std::string TwoNumbers(std::string_view more = "") {
  return Ruled("a: {type: integer}, b: {type: integer}",
               "rule: 'self.a < self.b'" + std::string(more));
}

// `spec.n` of a type with a rule of its own.
std::string RuledField(std::string_view rule) {
  return fmt::format(
      "{{type: object, props: {{spec: {{type: object, props: {{'n': {{type: string, "
      "x-kubernetes-validations: [{{{}}}]}}}}}}}}}}",
      rule);
}

// A rule that looks at nothing.
std::string Anything(std::string_view rule) {
  return Ruled("a: {type: integer}", fmt::format("rule: \"{}\"", rule));
}

std::vector<RuleVector> RuleVectors() {
  const std::string message = ", message: a must be less than b";
  constexpr const char* kBad = R"("spec":{"a":2,"b":1})";
  return {
      {"E01", TwoNumbers(), kBad, "spec: Invalid value: failed rule: self.a < self.b"},
      {"E02", TwoNumbers(message), kBad, "spec: Invalid value: a must be less than b"},
      {"E03", TwoNumbers(message + ", fieldPath: .a"), kBad,
       "spec.a: Invalid value: a must be less than b"},
      {"E04", TwoNumbers(message + ", reason: FieldValueForbidden"), kBad,
       "spec: Forbidden: a must be less than b"},
      {"E06",
       "{type: object, props: {spec: {type: object}}, x-kubernetes-validations: [{rule: "
       "has(self.spec), message: no spec}]}",
       "", "<nil>: Invalid value: no spec"},
      {"E07", RuledField("rule: \"self.startsWith('k')\", reason: FieldValueDuplicate"),
       R"("spec":{"n":"x"})", "spec.n: Duplicate value: \"x\""},
      {"E08", TwoNumbers(), R"("spec":{"b":1})",
       "spec: Invalid value: \"object\": no such key: a evaluating rule: self.a < self.b"},
      {"E09", TwoNumbers(), R"("spec":{"a":"2","b":1})",
       "spec.a: Invalid value: \"string\": spec.a in body must be of type integer: \"string\" ++ "
       "<nil>: Invalid value: null: some validation rules were not checked because the object was "
       "invalid; correct the existing errors to complete validation"},
      {"E10", TwoNumbers(), R"("spec":{"a":1.0,"b":2})",
       "spec: Invalid value: \"object\": invalid data, expected int, got float64 evaluating rule: "
       "self.a < self.b"},
      {"E11", Ruled("v: {IOS: true}", "rule: 'self.v > 5'"), R"("spec":{"v":"x"})",
       "spec: Invalid value: \"object\": 'no such overload': call arguments did not match a "
       "supported operator, function or macro signature for rule: self.v > 5"},
      {"E12",
       Ruled("x-prop: {type: integer}, namespace: {type: integer}, a__b: {type: integer}, in: "
             "{type: integer}",
             "rule: 'self.x__dash__prop == 1 && self.__namespace__ == 2 && "
             "self.a__underscores__b == 3 && self.__in__ == 4'"),
       R"("spec":{"x-prop":1,"namespace":2,"a__b":3,"in":4})", ""},
      {"E13",
       Ruled("s: {type: array, maxItems: 9, LT: set, items: {type: integer}}",
             "rule: 'self.s == [2, 1] && self.s + [2, 3] == [1, 2, 3]'"),
       R"("spec":{"s":[1,2]})", ""},
      {"E14", Ruled("f: {type: integer, nullable: true}", "rule: '!has(self.f)'"),
       R"("spec":{"f":null})", ""},
      {"E15", RuledField("rule: self == oldSelf"), R"("spec":{"n":"a"})", ""},
      {"E16", RuledField("rule: self == oldSelf"), R"("spec":{"n":"b"})",
       "spec.n: Invalid value: \"b\": failed rule: self == oldSelf", R"("spec":{"n":"a"})"},
      {"E17", RuledField("optionalOldSelf: true, rule: oldSelf.hasValue()"), R"("spec":{"n":"a"})",
       "spec.n: Invalid value: \"a\": failed rule: oldSelf.hasValue()"},
      {"E18",
       "{type: object, props: {spec: {type: object, props: {l: {type: array, maxItems: 9, LT: map, "
       "LK: [k], items: {type: object, required: [k], props: {k: {type: string}, v: {type: "
       "integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}}}}}}}}",
       R"("spec":{"l":[{"k":"z","v":0},{"k":"a","v":1}]})",
       "spec.l[1].v: Invalid value: 1: failed rule: self >= oldSelf",
       R"("spec":{"l":[{"k":"a","v":2}]})"},
      {"E24",
       "{type: object, props: {t: {type: object, EMB: true, PUF: true, x-kubernetes-validations: "
       "[{rule: \"self.metadata.name == 'a' && self.kind == 'Pod'\"}]}}}",
       R"("t":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})", ""},
      {"E25",
       Anything("quantity('50k').add(20).compareTo(quantity('50020')) == 0 && "
                "sign(quantity('-1')) == -1"),
       R"("spec":{})", ""},
      {"E26",
       Anything("cidr('192.168.0.0/24').containsIP('192.168.0.9') && ip('::1').family() == 6 && "
                "!isIP('10.0.0.01')"),
       R"("spec":{})", ""},
      {"E27",
       Anything("format.dns1123Label().validate('a b').hasValue() && format.named('nope') == "
                "optional.none()"),
       R"("spec":{})", ""},
      {"E28",
       Anything("[3,1,2].sort() == [1,2,3] && {'a':1}.all(k, v, v == 1) && semver('1.2.3').major() "
                "== 1"),
       R"("spec":{})", ""},
  };
}

TEST_F(ServedVectorsTest, RulesOfObjects) {
  for (const RuleVector& test : RuleVectors()) {
    SCOPED_TRACE(test.id);
    std::string group = Replaced("X.example.com", "X", "e" + std::string(test.id + 1));
    Serve(group, test.schema);
    TestReply reply;
    if (test.old == nullptr) {
      reply = MakeFoo(group, test.members);
    } else {
      ASSERT_EQ(MakeFoo(group, test.old).status, 201);
      reply = Patch(Foos(group) + "/n", fmt::format("{{{}}}", test.members));
    }
    EXPECT_EQ(Faults(reply), test.errors.empty() ? "accepted" : Joined(test.errors));
  }
}

TEST_F(ServedVectorsTest, RulesOfDefinitions) {
  const std::string at =
      fmt::format("{}.properties[spec].x-kubernetes-validations[0]", kSchemaPath);
  struct {
    const char* id;
    std::string schema;
    std::string errors;
  } const cases[] = {
      {"E19",
       "{type: object, props: {l: {type: array, items: {type: string, x-kubernetes-validations: "
       "[{rule: self == oldSelf}]}}}}",
       fmt::format("{0}.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "
                   "\"self == oldSelf\": oldSelf cannot be used on the uncorrelatable portion of "
                   "the schema within {0}.properties[l]",
                   kSchemaPath)},
      {"E20", Ruled("a: {type: integer}", "rule: self.zz > 1"),
       "compilation failed: ERROR: <input>:1:5: undefined field 'zz'\n | self.zz > 1\n | ....^"},
      {"E21", Ruled("a: {type: integer}", "rule: self.a + 1"),
       "cel expression must evaluate to a bool"},
      {"E22", Ruled("a: {type: integer}", "rule: \"self.a == 1 &&\\ntrue\""),
       at + ".message: Required value: message must be specified if rule contains line breaks"},
      {"E23", TwoNumbers(", optionalOldSelf: true"),
       at + ".optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.id);
    TestReply refused = Define("things", "Thing", "[" + Version(test.schema) + "]");
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(Faults(refused), HasSubstr(test.errors));
  }
}

}  // namespace
}  // namespace pintle::extensions
