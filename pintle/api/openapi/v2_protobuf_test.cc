#include "pintle/api/openapi/v2_protobuf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/openapi/protobuf_for_test.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string Convert(std::string_view json) { return ConvertJson(OpenApiV2Protobuf, json); }

TEST(OpenApiV2ProtobufTest, Document) {
  const ProtobufCase cases[] = {
      {R"({"swagger":"2.0"})", {1}, {"2.0"}},
      {R"({"info":{"title":"T","version":"v1"}})", {2, 1}, {"T"}},
      {R"({"info":{"title":"T","version":"v1"}})", {2, 2}, {"v1"}},
      {R"({"info":{"description":"d"}})", {2, 3}, {"d"}},
      {R"({"info":{"termsOfService":"t"}})", {2, 4}, {"t"}},
      {R"({"info":{"contact":{"email":"e"}}})", {2, 5, 3}, {"e"}},
      {R"({"info":{"license":{"url":"u"}}})", {2, 6, 2}, {"u"}},
      {R"({"info":{"x-a":1}})", {2, 7, 2, 2}, {"1\n"}},
      {R"({"host":"h"})", {3}, {"h"}},
      {R"({"basePath":"/b"})", {4}, {"/b"}},
      {R"({"schemes":["http","https"]})", {5}, {"http", "https"}},
      {R"({"consumes":["a"]})", {6}, {"a"}},
      {R"({"produces":["a"]})", {7}, {"a"}},
      {R"({"parameters":{"p":{"in":"query","name":"n"}}})", {10, 1, 1}, {"p"}},
      {R"({"parameters":{"p":{"in":"query","name":"n"}}})", {10, 1, 2, 2, 3, 4}, {"n"}},
      {R"({"responses":{"r":{"description":"d"}}})", {11, 1, 2, 1}, {"d"}},
      {R"({"security":[{"a":["s","t"]},{"b":[]}]})", {12, 1, 1}, {"a", "b"}},
      {R"({"security":[{"a":["s","t"]},{"b":[]}]})", {12, 1, 2, 1}, {"s", "t"}},
      {R"({"securityDefinitions":{"k":{"type":"apiKey"}}})", {13, 1, 1}, {"k"}},
      {R"({"securityDefinitions":{"k":{"type":"apiKey","name":"n"}}})", {13, 1, 2, 2, 2}, {"n"}},
      {R"({"securityDefinitions":{"k":{"type":"apiKey","in":"header"}}})",
       {13, 1, 2, 2, 3},
       {"header"}},
      {R"({"securityDefinitions":{"k":{"type":"apiKey","description":"d"}}})",
       {13, 1, 2, 2, 4},
       {"d"}},
      {R"({"securityDefinitions":{"k":{"type":"basic","description":"d"}}})",
       {13, 1, 2, 1, 2},
       {"d"}},
      {R"({"tags":[{"name":"a"},{"name":"b"}]})", {14, 1}, {"a", "b"}},
      {R"({"externalDocs":{"url":"u"}})", {15, 2}, {"u"}},
      {R"({"x-a":{"b":[true]}})", {16, 1}, {"x-a"}},
      {R"({"x-a":{"b":[true]}})", {16, 2, 2}, {"{\"b\":[true]}\n"}},
  };
  ExpectAll(OpenApiV2Protobuf, cases, "", {}, "");
}

TEST(OpenApiV2ProtobufTest, Schemas) {
  const ProtobufCase cases[] = {
      {R"({"$ref":"#/definitions/B"})", {1}, {"#/definitions/B"}},
      {R"({"format":"int32"})", {2}, {"int32"}},
      {R"({"title":"t"})", {3}, {"t"}},
      {R"({"description":"d"})", {4}, {"d"}},
      {R"({"default":{"a":1}})", {5, 2}, {"{\"a\":1}\n"}},
      {R"({"default":false})", {5, 2}, {"false\n"}},
      {R"({"multipleOf":2})", {6}, {"2"}},
      {R"({"maximum":1.5})", {7}, {"1.5"}},
      {R"({"exclusiveMaximum":true})", {8}, {"1"}},
      {R"({"minimum":-1})", {9}, {"-1"}},
      {R"({"exclusiveMinimum":true})", {10}, {"1"}},
      {R"({"maxLength":253})", {11}, {"253"}},
      {R"({"minLength":1})", {12}, {"1"}},
      {R"({"pattern":"^a$"})", {13}, {"^a$"}},
      {R"({"maxItems":3})", {14}, {"3"}},
      {R"({"minItems":2})", {15}, {"2"}},
      {R"({"uniqueItems":true})", {16}, {"1"}},
      {R"({"maxProperties":9})", {17}, {"9"}},
      {R"({"minProperties":8})", {18}, {"8"}},
      {R"({"required":["a","b"]})", {19}, {"a", "b"}},
      {R"({"enum":["a",1]})", {20, 2}, {"\"a\"\n", "1\n"}},
      {R"({"additionalProperties":{"type":"string"}})", {21, 1, 22, 1}, {"string"}},
      {R"({"additionalProperties":true})", {21, 2}, {"1"}},
      {R"({"additionalProperties":false})", {21, 2}, {"0"}},
      {R"({"type":"object"})", {22, 1}, {"object"}},
      {R"({"type":["string","null"]})", {22, 1}, {"string", "null"}},
      {R"({"items":{"type":"string"}})", {23, 1, 22, 1}, {"string"}},
      {R"({"allOf":[{"title":"a"},{"title":"b"}]})", {24, 3}, {"a", "b"}},
      {R"({"properties":{"a":{"title":"x"},"b":{}}})", {25, 1, 1}, {"a", "b"}},
      {R"({"properties":{"a":{"title":"x"},"b":{}}})", {25, 1, 2, 3}, {"x"}},
      {R"({"properties":{"x-a":{"title":"x"}}})", {25, 1, 1}, {"x-a"}},
      {R"({"discriminator":"d"})", {26}, {"d"}},
      {R"({"readOnly":true})", {27}, {"1"}},
      {R"({"externalDocs":{"description":"d"}})", {29, 1}, {"d"}},
      {R"({"example":"e"})", {30, 2}, {"\"e\"\n"}},
      {R"({"x-kubernetes-group-version-kind":[{"kind":"A"}]})",
       {31, 1},
       {"x-kubernetes-group-version-kind"}},
      {R"({"x-kubernetes-group-version-kind":[{"kind":"A"}]})",
       {31, 2, 2},
       {"[{\"kind\":\"A\"}]\n"}},
  };
  ExpectAll(OpenApiV2Protobuf, cases, R"({"definitions":{"A":)", {9, 1, 2}, "}}");
}

TEST(OpenApiV2ProtobufTest, PathsAndOperations) {
  const ProtobufCase cases[] = {
      {R"({"$ref":"r"})", {2, 2, 1}, {"r"}},
      {R"({"get":{}})", {2, 1}, {"/p"}},
      {R"({"get":{"operationId":"o"}})", {2, 2, 2, 5}, {"o"}},
      {R"({"put":{"operationId":"o"}})", {2, 2, 3, 5}, {"o"}},
      {R"({"post":{"operationId":"o"}})", {2, 2, 4, 5}, {"o"}},
      {R"({"delete":{"operationId":"o"}})", {2, 2, 5, 5}, {"o"}},
      {R"({"options":{"operationId":"o"}})", {2, 2, 6, 5}, {"o"}},
      {R"({"head":{"operationId":"o"}})", {2, 2, 7, 5}, {"o"}},
      {R"({"patch":{"operationId":"o"}})", {2, 2, 8, 5}, {"o"}},
      {R"({"parameters":[{"in":"path","name":"n"}]})", {2, 2, 9, 1, 2, 4, 4}, {"n"}},
      {R"({"x-a":1})", {2, 2, 10, 1}, {"x-a"}},
      {R"({"get":{"tags":["a","b"]}})", {2, 2, 2, 1}, {"a", "b"}},
      {R"({"get":{"summary":"s"}})", {2, 2, 2, 2}, {"s"}},
      {R"({"get":{"description":"d"}})", {2, 2, 2, 3}, {"d"}},
      {R"({"get":{"produces":["a","b"]}})", {2, 2, 2, 6}, {"a", "b"}},
      {R"({"get":{"consumes":["*/*"]}})", {2, 2, 2, 7}, {"*/*"}},
      {R"({"get":{"schemes":["https"]}})", {2, 2, 2, 10}, {"https"}},
      {R"({"get":{"deprecated":true}})", {2, 2, 2, 11}, {"1"}},
      {R"({"get":{"security":[{"a":[]}]}})", {2, 2, 2, 12, 1, 1}, {"a"}},
      {R"({"get":{"x-kubernetes-action":"list"}})", {2, 2, 2, 13, 1}, {"x-kubernetes-action"}},
      {R"({"get":{"x-kubernetes-action":"list"}})", {2, 2, 2, 13, 2, 2}, {"\"list\"\n"}},
  };
  ExpectAll(OpenApiV2Protobuf, cases, R"({"paths":{"/p":)", {8}, "}}");
  EXPECT_THAT(At(Convert(R"({"paths":{"x-a":1}})"), std::vector{8, 1, 1}), ElementsAre("x-a"));
  EXPECT_THAT(At(Convert(R"({"paths":{"x-a":1}})"), std::vector{8, 2}), IsEmpty());
}

TEST(OpenApiV2ProtobufTest, Parameters) {
  const ProtobufCase cases[] = {
      {R"({"$ref":"#/parameters/a"})", {2, 1}, {"#/parameters/a"}},
      {R"({"in":"body","description":"d"})", {1, 1, 1}, {"d"}},
      {R"({"in":"body","name":"n"})", {1, 1, 2}, {"n"}},
      {R"({"in":"body"})", {1, 1, 3}, {"body"}},
      {R"({"in":"body","required":true})", {1, 1, 4}, {"1"}},
      {R"({"in":"body","schema":{"$ref":"r"}})", {1, 1, 5, 1}, {"r"}},
      {R"({"in":"body","x-a":1})", {1, 1, 6, 1}, {"x-a"}},
      {R"({"in":"header","name":"n"})", {1, 2, 1, 4}, {"n"}},
      {R"({"in":"formData","name":"n"})", {1, 2, 2, 4}, {"n"}},
      {R"({"in":"query","required":true})", {1, 2, 3, 1}, {"1"}},
      {R"({"in":"query"})", {1, 2, 3, 2}, {"query"}},
      {R"({"in":"query","description":"d"})", {1, 2, 3, 3}, {"d"}},
      {R"({"in":"query","name":"n"})", {1, 2, 3, 4}, {"n"}},
      {R"({"in":"query","allowEmptyValue":true})", {1, 2, 3, 5}, {"1"}},
      {R"({"in":"query","type":"array"})", {1, 2, 3, 6}, {"array"}},
      {R"({"in":"query","format":"f"})", {1, 2, 3, 7}, {"f"}},
      {R"({"in":"query","items":{"type":"string"}})", {1, 2, 3, 8, 1}, {"string"}},
      {R"({"in":"query","collectionFormat":"csv"})", {1, 2, 3, 9}, {"csv"}},
      {R"({"in":"query","default":1})", {1, 2, 3, 10, 2}, {"1\n"}},
      {R"({"in":"query","uniqueItems":true})", {1, 2, 3, 20}, {"1"}},
      {R"({"in":"query","enum":["a","b"]})", {1, 2, 3, 21, 2}, {"\"a\"\n", "\"b\"\n"}},
      {R"({"in":"query","multipleOf":2})", {1, 2, 3, 22}, {"2"}},
      {R"({"in":"query","x-a":1})", {1, 2, 3, 23, 1}, {"x-a"}},
      {R"({"in":"path","required":true})", {1, 2, 4, 1}, {"1"}},
      {R"({"in":"path","name":"n"})", {1, 2, 4, 4}, {"n"}},
      {R"({"in":"path","type":"string"})", {1, 2, 4, 5}, {"string"}},
      {R"({"in":"path","uniqueItems":true})", {1, 2, 4, 19}, {"1"}},
      {R"({"in":"path","x-a":1})", {1, 2, 4, 22, 1}, {"x-a"}},
  };
  ExpectAll(OpenApiV2Protobuf, cases, R"({"paths":{"/p":{"get":{"parameters":[)", {8, 2, 2, 2, 8},
            "]}}}}");
}

TEST(OpenApiV2ProtobufTest, Responses) {
  const ProtobufCase cases[] = {
      {R"({"200":{},"default":{}})", {1, 1}, {"200", "default"}},
      {R"({"200":{"description":"OK"}})", {1, 2, 1, 1}, {"OK"}},
      {R"({"200":{"schema":{"$ref":"r"}}})", {1, 2, 1, 2, 1, 1}, {"r"}},
      {R"({"200":{"headers":{"H":{"type":"string"}}}})", {1, 2, 1, 3, 1, 2, 1}, {"string"}},
      {R"({"200":{"headers":{"H":{"description":"d"}}}})", {1, 2, 1, 3, 1, 2, 18}, {"d"}},
      {R"({"200":{"headers":{"H":{"x-a":1}}}})", {1, 2, 1, 3, 1, 2, 19, 1}, {"x-a"}},
      {R"({"200":{"examples":{"e":1}}})", {1, 2, 1, 4, 1, 2, 2}, {"1\n"}},
      {R"({"200":{"x-a":1}})", {1, 2, 1, 5, 1}, {"x-a"}},
      {R"({"200":{"$ref":"r"}})", {1, 2, 2, 1}, {"r"}},
      {R"({"x-a":1})", {2, 1}, {"x-a"}},
  };
  ExpectAll(OpenApiV2Protobuf, cases, R"({"paths":{"/p":{"get":{"responses":)", {8, 2, 2, 2, 9},
            "}}}}");
}

TEST(OpenApiV2ProtobufTest, DefaultsAndUnknownMembersAreLeftOut) {
  for (std::string_view json :
       {R"({})", R"([])", R"(null)", R"({"swagger":""})", R"({"swagger":2})", R"({"schemes":[]})",
        R"({"info":"none"})", R"({"paths":[]})", R"({"definitions":1})", R"({"unknown":"u"})"}) {
    EXPECT_EQ(Convert(json), "") << json;
  }
  std::string schema =
      R"({"definitions":{"A":{"uniqueItems":false,"maxLength":0,"minimum":0,"anyOf":[{}]}}})";
  EXPECT_THAT(At(Convert(schema), std::vector{9, 1, 2}), ElementsAre(""));
}

TEST(OpenApiV2ProtobufTest, DeepSchemasAreCut) {
  constexpr int kDepth = 4000;
  std::string json = R"({"swagger":"2.0","definitions":{"A":)";
  for (int i = 0; i < kDepth; ++i) json += R"({"properties":{"a":)";
  json += "{}";
  for (int i = 0; i < kDepth; ++i) json += "}}";
  json += "}}";
  std::string bytes = Convert(json);
  EXPECT_THAT(At(bytes, std::vector{1}), ElementsAre("2.0"));
  EXPECT_THAT(At(bytes, std::vector{9, 1, 2, 25, 1, 2, 25, 1, 1}), ElementsAre("a"));
}

}  // namespace
}  // namespace pintle::api
