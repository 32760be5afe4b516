#include "pintle/api/openapi/v3_protobuf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/openapi/protobuf_for_test.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;

std::string Convert(std::string_view json) { return ConvertJson(OpenApiV3Protobuf, json); }

TEST(OpenApiV3ProtobufTest, Document) {
  const ProtobufCase cases[] = {
      {R"({"openapi":"3.0.0"})", {1}, {"3.0.0"}},
      {R"({"info":{"title":"T","version":"v1"}})", {2, 1}, {"T"}},
      {R"({"info":{"title":"T","version":"v1"}})", {2, 6}, {"v1"}},
      {R"({"info":{"description":"d"}})", {2, 2}, {"d"}},
      {R"({"info":{"contact":{"email":"e"}}})", {2, 4, 3}, {"e"}},
      {R"({"info":{"license":{"url":"u"}}})", {2, 5, 2}, {"u"}},
      {R"({"info":{"x-a":1}})", {2, 7, 2, 2}, {"1\n"}},
      {R"({"security":[{"a":["s","t"]},{"b":[]}]})", {6, 1, 1}, {"a", "b"}},
      {R"({"security":[{"a":["s","t"]},{"b":[]}]})", {6, 1, 2, 1}, {"s", "t"}},
      {R"({"tags":[{"name":"a"},{"name":"b"}]})", {7, 1}, {"a", "b"}},
      {R"({"externalDocs":{"url":"u"}})", {8, 2}, {"u"}},
      {R"({"x-a":{"b":[true]}})", {9, 1}, {"x-a"}},
      {R"({"x-a":{"b":[true]}})", {9, 2, 2}, {"{\"b\":[true]}\n"}},
  };
  ExpectAll(OpenApiV3Protobuf, cases, "", {}, "");
}

TEST(OpenApiV3ProtobufTest, Components) {
  const ProtobufCase cases[] = {
      {R"({"schemas":{"A":{"title":"t"},"B":{}}})", {1, 1, 1}, {"A", "B"}},
      {R"({"schemas":{"A":{"title":"t"}}})", {1, 1, 2, 1, 9}, {"t"}},
      {R"({"schemas":{"A":{"$ref":"#/components/schemas/B"}}})",
       {1, 1, 2, 2, 1},
       {"#/components/schemas/B"}},
      {R"({"responses":{"r":{"description":"d"}}})", {2, 1, 2, 1, 1}, {"d"}},
      {R"({"parameters":{"p":{"name":"n"}}})", {3, 1, 2, 1, 1}, {"n"}},
      {R"({"examples":{"e":{"value":[1]}}})", {4, 1, 2, 1, 3, 2}, {"[1]\n"}},
      {R"({"requestBodies":{"b":{"required":true}}})", {5, 1, 2, 1, 3}, {"1"}},
      {R"({"headers":{"h":{"description":"d"}}})", {6, 1, 2, 1, 1}, {"d"}},
      {R"({"securitySchemes":{"BearerToken":{"type":"apiKey"}}})", {7, 1, 1}, {"BearerToken"}},
      {R"({"securitySchemes":{"k":{"type":"apiKey"}}})", {7, 1, 2, 1, 1}, {"apiKey"}},
      {R"({"securitySchemes":{"k":{"description":"d"}}})", {7, 1, 2, 1, 2}, {"d"}},
      {R"({"securitySchemes":{"k":{"name":"n"}}})", {7, 1, 2, 1, 3}, {"n"}},
      {R"({"securitySchemes":{"k":{"in":"header"}}})", {7, 1, 2, 1, 4}, {"header"}},
      {R"({"securitySchemes":{"k":{"scheme":"s","bearerFormat":"b"}}})", {7, 1, 2, 1, 6}, {"b"}},
      {R"({"securitySchemes":{"k":{"openIdConnectUrl":"u"}}})", {7, 1, 2, 1, 8}, {"u"}},
      {R"({"x-a":1})", {10, 1}, {"x-a"}},
  };
  ExpectAll(OpenApiV3Protobuf, cases, R"({"components":)", {5}, "}");
}

TEST(OpenApiV3ProtobufTest, Schemas) {
  const ProtobufCase cases[] = {
      {R"({"nullable":true})", {1}, {"1"}},
      {R"({"discriminator":{"propertyName":"p"}})", {2, 1}, {"p"}},
      {R"({"discriminator":{"mapping":{"a":"b"}}})", {2, 2, 1, 2}, {"b"}},
      {R"({"readOnly":true})", {3}, {"1"}},
      {R"({"writeOnly":true})", {4}, {"1"}},
      {R"({"externalDocs":{"description":"d"}})", {6, 1}, {"d"}},
      {R"({"example":"e"})", {7, 2}, {"\"e\"\n"}},
      {R"({"deprecated":true})", {8}, {"1"}},
      {R"({"title":"t"})", {9}, {"t"}},
      {R"({"multipleOf":2})", {10}, {"2"}},
      {R"({"maximum":1.5})", {11}, {"1.5"}},
      {R"({"exclusiveMaximum":true})", {12}, {"1"}},
      {R"({"minimum":-1})", {13}, {"-1"}},
      {R"({"exclusiveMinimum":true})", {14}, {"1"}},
      {R"({"maxLength":253})", {15}, {"253"}},
      {R"({"minLength":1})", {16}, {"1"}},
      {R"({"pattern":"^a$"})", {17}, {"^a$"}},
      {R"({"maxItems":3})", {18}, {"3"}},
      {R"({"minItems":2})", {19}, {"2"}},
      {R"({"uniqueItems":true})", {20}, {"1"}},
      {R"({"maxProperties":9})", {21}, {"9"}},
      {R"({"minProperties":8})", {22}, {"8"}},
      {R"({"required":["a","b"]})", {23}, {"a", "b"}},
      {R"({"enum":["a",1]})", {24, 2}, {"\"a\"\n", "1\n"}},
      {R"({"type":"object"})", {25}, {"object"}},
      {R"({"allOf":[{"$ref":"r"},{"title":"b"}]})", {26, 2, 1}, {"r"}},
      {R"({"allOf":[{"$ref":"r"},{"title":"b"}]})", {26, 1, 9}, {"b"}},
      {R"({"oneOf":[{"type":"string"},{"type":"integer"}]})", {27, 1, 25}, {"string", "integer"}},
      {R"({"anyOf":[{"title":"a"}]})", {28, 1, 9}, {"a"}},
      {R"({"not":{"title":"a"}})", {29, 9}, {"a"}},
      {R"({"items":{"type":"string"}})", {30, 1, 1, 25}, {"string"}},
      {R"({"items":{"$ref":"r"}})", {30, 1, 2, 1}, {"r"}},
      {R"({"properties":{"a":{"title":"x"},"b":{}}})", {31, 1, 1}, {"a", "b"}},
      {R"({"properties":{"a":{"title":"x"},"b":{}}})", {31, 1, 2, 1, 9}, {"x"}},
      {R"({"properties":{"x-a":{"$ref":"r","description":"d"}}})", {31, 1, 2, 2, 3}, {"d"}},
      {R"({"additionalProperties":{"type":"string"}})", {32, 1, 1, 25}, {"string"}},
      {R"({"additionalProperties":{"$ref":"r"}})", {32, 1, 2, 1}, {"r"}},
      {R"({"additionalProperties":true})", {32, 2}, {"1"}},
      {R"({"additionalProperties":false})", {32, 2}, {"0"}},
      {R"({"default":0})", {33, 1}, {"0"}},
      {R"({"default":2.5})", {33, 1}, {"2.5"}},
      {R"({"default":false})", {33, 2}, {"0"}},
      {R"({"default":""})", {33, 3}, {""}},
      {R"({"default":"TCP"})", {33, 3}, {"TCP"}},
      {R"({"default":{}})", {33}, {""}},
      {R"({"description":"d"})", {34}, {"d"}},
      {R"({"format":"int32"})", {35}, {"int32"}},
      {R"({"x-kubernetes-group-version-kind":[{"kind":"A"}]})",
       {36, 2, 2},
       {"[{\"kind\":\"A\"}]\n"}},
  };
  ExpectAll(OpenApiV3Protobuf, cases, R"({"components":{"schemas":{"A":)", {5, 1, 1, 2, 1}, "}}}");
}

TEST(OpenApiV3ProtobufTest, PathsAndOperations) {
  const ProtobufCase cases[] = {
      {R"({"get":{}})", {1}, {"/p"}},
      {R"({"$ref":"r"})", {2, 1}, {"r"}},
      {R"({"get":{"operationId":"o"}})", {2, 4, 5}, {"o"}},
      {R"({"put":{"operationId":"o"}})", {2, 5, 5}, {"o"}},
      {R"({"post":{"operationId":"o"}})", {2, 6, 5}, {"o"}},
      {R"({"delete":{"operationId":"o"}})", {2, 7, 5}, {"o"}},
      {R"({"options":{"operationId":"o"}})", {2, 8, 5}, {"o"}},
      {R"({"head":{"operationId":"o"}})", {2, 9, 5}, {"o"}},
      {R"({"patch":{"operationId":"o"}})", {2, 10, 5}, {"o"}},
      {R"({"parameters":[{"in":"path","name":"n"}]})", {2, 13, 1, 1}, {"n"}},
      {R"({"parameters":[{"in":"path","required":true}]})", {2, 13, 1, 4}, {"1"}},
      {R"({"parameters":[{"schema":{"type":"string"}}]})", {2, 13, 1, 10, 1, 25}, {"string"}},
      {R"({"x-a":1})", {2, 14, 1}, {"x-a"}},
      {R"({"get":{"tags":["a","b"]}})", {2, 4, 1}, {"a", "b"}},
      {R"({"get":{"description":"d"}})", {2, 4, 3}, {"d"}},
      {R"({"get":{"parameters":[{"in":"query"},{"$ref":"r"}]}})", {2, 4, 6, 1, 2}, {"query"}},
      {R"({"get":{"parameters":[{"in":"query"},{"$ref":"r"}]}})", {2, 4, 6, 2, 1}, {"r"}},
      {R"({"post":{"requestBody":{"required":true}}})", {2, 6, 7, 1, 3}, {"1"}},
      {R"({"post":{"requestBody":{"content":{"*/*":{"schema":{"$ref":"r"}}}}}})",
       {2, 6, 7, 1, 2, 1, 2, 1, 2, 1},
       {"r"}},
      {R"({"get":{"responses":{"200":{"description":"OK"},"401":{}}}})",
       {2, 4, 8, 2, 1},
       {"200", "401"}},
      {R"({"get":{"responses":{"200":{"description":"OK"}}}})", {2, 4, 8, 2, 2, 1, 1}, {"OK"}},
      {R"({"get":{"responses":{"default":{"description":"d"}}}})", {2, 4, 8, 1, 1, 1}, {"d"}},
      {R"({"get":{"responses":{"200":{"content":{"a/b":{}}}}}})",
       {2, 4, 8, 2, 2, 1, 3, 1, 1},
       {"a/b"}},
      {R"({"get":{"deprecated":true}})", {2, 4, 10}, {"1"}},
      {R"({"get":{"security":[{"a":[]}]}})", {2, 4, 11, 1, 1}, {"a"}},
      {R"({"get":{"x-kubernetes-action":"list"}})", {2, 4, 13, 1}, {"x-kubernetes-action"}},
  };
  ExpectAll(OpenApiV3Protobuf, cases, R"({"paths":{"/p":)", {4, 1}, "}}");
}

TEST(OpenApiV3ProtobufTest, DefaultsAndUnknownMembersAreLeftOut) {
  for (std::string_view json :
       {R"({})", R"([])", R"(null)", R"({"openapi":""})", R"({"openapi":3})", R"({"info":"none"})",
        R"({"paths":[]})", R"({"components":1})", R"({"unknown":"u"})"}) {
    EXPECT_EQ(Convert(json), "") << json;
  }
  std::string schema =
      R"({"components":{"schemas":{"A":{"uniqueItems":false,"maxLength":0,"minimum":0,"xml":{}}}}})";
  EXPECT_THAT(At(Convert(schema), std::vector{5, 1, 1, 2, 1}), ElementsAre(""));
}

TEST(OpenApiV3ProtobufTest, DeepSchemasAreCut) {
  constexpr int kDepth = 4000;
  std::string json = R"({"openapi":"3.0.0","components":{"schemas":{"A":)";
  for (int i = 0; i < kDepth; ++i) json += R"({"properties":{"a":)";
  json += "{}";
  for (int i = 0; i < kDepth; ++i) json += "}}";
  json += "}}}";
  std::string bytes = Convert(json);
  EXPECT_THAT(At(bytes, std::vector{1}), ElementsAre("3.0.0"));
  EXPECT_THAT(At(bytes, std::vector{5, 1, 1, 2, 1, 31, 1, 1}), ElementsAre("a"));
}

}  // namespace
}  // namespace pintle::api
