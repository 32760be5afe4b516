#include "pintle/object/read/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using apis::core::v1::ConfigMap;
using apis::core::v1::Secret;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DecodeTest : public ::testing::Test {
 protected:
  scheme::Scheme scheme_;
  Kind config_map_ = ConfigMapKind(scheme_);
  Kind frobber_ = FrobberKind(scheme_);
  Kind widget_ = WidgetKind();
};

std::string Unrecognized(std::string_view kind, std::string_view cause, std::string_view summary) {
  return "the object provided is unrecognized (must be of type " + std::string(kind) +
         "): " + std::string(cause) + " (" + std::string(summary) + ")";
}

constexpr std::string_view kSyntax = "couldn't get version/kind; json parse error: ";

TEST_F(DecodeTest, BodiesThatCannotBeIdentified) {
  struct Case {
    std::string body;
    std::string cause;
    std::string summary;
  };
  const std::string syntax(kSyntax);
  for (const Case& c : std::initializer_list<Case>{
           {"", syntax + "unexpected end of JSON input", "<empty>"},
           {R"({"metadata":{"name":"a"}} x)",
            syntax + "invalid character 'x' after top-level value",
            R"({"metadata":{"name":"a"}} x)"},
           {R"({"a":01})", syntax + "invalid character '1' after object key:value pair",
            R"({"a":01})"},
           // The summary shows 30 bytes, as hex unless they look like an object.
           {R"({"metadata":{"name":"abcdefghijklmnop"})", syntax + "unexpected end of JSON input",
            R"({"metadata":{"name":"abcdefghi ...)"},
           {"x", syntax + "invalid character 'x' looking for beginning of value", "78"},
           {std::string(31, '['), syntax + "unexpected end of JSON input",
            "5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b ..."},
           {std::string(10001, '['), syntax + "invalid character '[' exceeded max depth",
            "5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b ..."},
           {"[]", syntax + "the document is not an object", "5b5d"},
           {"5", syntax + "the document is not an object", "35"},
           {R"({"kind":5})", syntax + "kind is not a string", R"({"kind":5})"},
           // A fault of the syntax is told first, wherever it is.
           {R"({"kind":[],"a":})", syntax + "invalid character '}' looking for beginning of value",
            R"({"kind":[],"a":})"},
           {"null x", syntax + "invalid character 'x' after top-level value", "6e756c6c2078"},
           {R"({"apiVersion":"a/b/c","kind":"ConfigMap"})", "unexpected GroupVersion string: a/b/c",
            R"({"apiVersion":"a/b/c","kind":" ...)"},
       }) {
    EXPECT_EQ(DecodeError(config_map_, "v1", c.body),
              Unrecognized("ConfigMap", c.cause, c.summary));
  }
}

TEST_F(DecodeTest, BodiesOfAnotherKind) {
  struct Case {
    const char* body;
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({"kind":"Zed","apiVersion":"v1"})",
            R"(Zed in version "v1" cannot be handled as a ConfigMap: )"},
           {R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}})",
            R"(Secret in version "v1" cannot be handled as a ConfigMap: )"},
           // Kind and version are found whatever the case of their names; the last one counts.
           {R"({"KIND":"Secret","metadata":{"name":"a"}})",
            R"(Secret in version "v1" cannot be handled as a ConfigMap: )"},
           {R"({"kind":"ConfigMap","kind":"Secret"})",
            R"(Secret in version "v1" cannot be handled as a ConfigMap: )"},
       }) {
    EXPECT_THAT(DecodeError(config_map_, "v1", c.body), ::testing::StartsWith(c.message));
  }
}

TEST_F(DecodeTest, KindAndVersionComeFromTheEndpointIfTheBodyHasNone) {
  for (const char* body : {R"({"metadata":{"name":"a"}})", R"({"kind":"","metadata":{"name":"a"}})",
                           R"({"kind":null,"apiVersion":null,"metadata":{"name":"a"}})"}) {
    Decoded decoded = MustDecode(config_map_, "v1", body);
    EXPECT_EQ(decoded.object.meta().name, "a") << body;
    EXPECT_THAT(field::FindingTexts(decoded.findings.items()), IsEmpty()) << body;
  }
  EXPECT_EQ(MustDecode(config_map_, "v1", "null").object.meta().name, "");
  EXPECT_EQ(MustDecode(config_map_, "v1", "", MediaType::kYaml).object.meta().name, "");
}

TEST_F(DecodeTest, AnotherVersionThanTheEndpointsIsRefused) {
  EXPECT_EQ(
      DecodeError(frobber_, "v6", R"({"kind":"Frobber","apiVersion":"frobber.example/v7beta1"})"),
      "the API version in the data (frobber.example/v7beta1) does not match the expected API "
      "version (frobber.example/v6)");
  // One that is not known, or not any more.
  for (const std::string version : {"v0beta1", "v9", "apps/v1"}) {
    EXPECT_EQ(
        DecodeError(config_map_, "v1", R"({"kind":"ConfigMap","apiVersion":")" + version + "\"}"),
        "the API version in the data (" + version +
            ") does not match the expected API version (v1)");
  }
  EXPECT_EQ(DecodeError(widget_, "v1", R"({"kind":"Widget","apiVersion":"demo.example.org/v2"})"),
            "the API version in the data (demo.example.org/v2) does not match the expected API "
            "version (demo.example.org/v1)");
  EXPECT_EQ(DecodeError(widget_, "v1", R"({"kind":"Widget"})"),
            "the API version in the data () does not match the expected API version "
            "(demo.example.org/v1)");
}

TEST_F(DecodeTest, CustomResourcesMustSayTheirKind) {
  for (std::string_view body : {R"({"metadata":{}})", R"({"kind":""})", "null"}) {
    std::string summary = body == "null" ? "6e756c6c" : std::string(body);
    EXPECT_EQ(
        DecodeError(widget_, "v1", body),
        Unrecognized("Widget", "Object 'Kind' is missing in '" + std::string(body) + "'", summary));
  }
}

TEST_F(DecodeTest, WithoutFindingsABodyWithoutAKindIsTakenForTheEndpoints) {
  auto decoded = DecodeBody(widget_, "v1", MediaType::kJson, R"({"metadata":{}})", false);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().message(),
            "Widget in version \"v1\" cannot be handled as a Widget: Object 'Kind' is missing in "
            "'{\"metadata\":{}}'");
}

TEST_F(DecodeTest, FindingsOfABodyOfAnotherKindOrVersion) {
  auto decoded = DecodeBody(
      widget_, "v1", MediaType::kJson,
      R"({"kind":"Other","apiVersion":"demo.example.org/v2","metadata":{"q":1},"zz":1})", true);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->kind, "Other");
  EXPECT_EQ(decoded->version, "v2");
  EXPECT_THAT(field::FindingTexts(decoded->findings.items()),
              ElementsAre("unknown field \"metadata.q\""));
  EXPECT_FALSE(decoded->fits);
}

TEST_F(DecodeTest, FindingsOfTypedBodiesInDocumentOrder) {
  Decoded decoded = MustDecode(config_map_, "v1", R"({"KIND":"ConfigMap","ApiVersion":"v1",
    "metadata":{"name":"a","nmae":1,"labels":{"t":"1","t":"2"}},
    "zeta":{"inner":1},"zeta":2,"data":{"x":"1"},"immutable":true,"immutable":false,"alpha":3})");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre("unknown field \"KIND\"", "unknown field \"ApiVersion\"",
                          "unknown field \"metadata.nmae\"",
                          "duplicate field \"metadata.labels.t\"", "unknown field \"zeta\"",
                          "duplicate field \"immutable\"", "unknown field \"alpha\""));
  EXPECT_EQ(*decoded.object.meta().labels.Find("t"), "2");
  EXPECT_FALSE(*decoded.object.As<ConfigMap>().immutable);
}

TEST_F(DecodeTest, FindingsAreNotCollectedUnlessAskedFor) {
  for (const Kind* kind : {&config_map_, &widget_}) {
    std::string body = R"({"kind":")" + kind->kind + R"(","apiVersion":")" +
                       (kind->group.empty() ? "v1" : kind->group + "/v1") +
                       R"(","zz":1,"metadata":{"name":"a","q":1}})";
    auto decoded = DecodeBody(*kind, "v1", MediaType::kJson, body, false);
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_THAT(field::FindingTexts(decoded->findings.items()), IsEmpty());
    EXPECT_EQ(decoded->object.meta().name, "a");
  }
}

TEST_F(DecodeTest, AtMostAHundredFindingsInATypedBody) {
  std::string body = R"({"metadata":{"name":"a"})";
  for (int i = 0; i < 150; ++i) body += ",\"u" + std::to_string(i) + "\":1";
  EXPECT_EQ(MustDecode(config_map_, "v1", body + "}").findings.size(), 100u);
}

TEST_F(DecodeTest, AWrongTypeBeatsFindings) {
  EXPECT_EQ(DecodeError(config_map_, "v1", R"({"zz":1,"data":{"k":5}})"),
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: cannot decode number "
            "into field \"data.k\": expected a string");
  Kind secret = SingleVersionKind<Secret>(scheme_, "Secret");
  EXPECT_EQ(DecodeError(secret, "v1", R"({"data":{"k":"!!"}})"),
            "Secret in version \"v1\" cannot be handled as a Secret: illegal base64 data at input "
            "byte 0");
}

TEST_F(DecodeTest, NullInAMapIsTheZeroValueAndBadUtf8IsReplaced) {
  Decoded decoded = MustDecode(config_map_, "v1", "{\"data\":{\"k\":null,\"bad\":\"a\xff\"}}");
  EXPECT_EQ(*decoded.object.As<ConfigMap>().data.Find("k"), "");
  EXPECT_EQ(*decoded.object.As<ConfigMap>().data.Find("bad"), "a\xef\xbf\xbd");
}

TEST_F(DecodeTest, YamlAndCborGiveTheSameObject) {
  const char* json =
      R"({"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"name":"m"},"zz":1})";
  Arena arena;
  std::string cbor =
      std::string(codec::kCborPrefix) + codec::ToCbor(*codec::ParseJson(json, arena));
  Decoded from_json = MustDecode(config_map_, "v1", json);
  Decoded from_cbor = MustDecode(config_map_, "v1", cbor, MediaType::kCbor);
  Decoded from_yaml = MustDecode(config_map_, "v1",
                                 "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n"
                                 "data:\n  a: \"1\"\nzz: 1\n",
                                 MediaType::kYaml);
  for (const Decoded* other : {&from_cbor, &from_yaml}) {
    EXPECT_EQ(ToJson(config_map_, other->object, "v1"),
              ToJson(config_map_, from_json.object, "v1"));
    EXPECT_THAT(field::FindingTexts(other->findings.items()), ElementsAre("unknown field \"zz\""));
  }
}

TEST_F(DecodeTest, BrokenCborIsRefused) {
  EXPECT_THAT(DecodeError(config_map_, "v1", "\xd9\xd9\xf7\xa1\x61", MediaType::kCbor),
              ::testing::StartsWith("the object provided is unrecognized (must be of type "
                                    "ConfigMap): unable to determine group/version/kind: "));
}

TEST_F(DecodeTest, DefaultsAndConversionHappenOnTheWay) {
  Decoded decoded = MustDecode(frobber_, "v6", R"({"spec":{"height":3,"width":4}})");
  auto& hub = decoded.object.As<apis::frobber::internal::Frobber>();
  EXPECT_EQ(*hub.spec.size.height_millimetres, 3);
  EXPECT_EQ(*hub.spec.size.width_millimetres, 4);
  EXPECT_EQ(hub.spec.owner, "nobody");
  // The other version has no such default.
  decoded = MustDecode(frobber_, "v7beta1", R"({"spec":{"size":{"heightMillimetres":5}}})");
  auto& other = decoded.object.As<apis::frobber::internal::Frobber>();
  EXPECT_EQ(*other.spec.size.height_millimetres, 5);
  EXPECT_EQ(other.spec.owner, "");
}

TEST_F(DecodeTest, DocumentsAreDecodedWithBareErrors) {
  auto decode = [&](const Kind& kind, std::string_view json) {
    auto arena = std::make_shared<Arena>();
    Value document = *codec::ParseJson(json, *arena);
    return DecodeDocument(kind, "v1", arena, document, true);
  };
  auto good = decode(config_map_, R"({"metadata":{"name":"a"},"zz":1})");
  ASSERT_TRUE(good) << good.error().message();
  EXPECT_EQ(good->object.meta().name, "a");
  EXPECT_THAT(field::FindingTexts(good->findings.items()), ElementsAre("unknown field \"zz\""));

  auto wrong_type = decode(config_map_, R"({"data":{"a":5}})");
  ASSERT_FALSE(wrong_type);
  EXPECT_EQ(wrong_type.error().message(),
            "cannot decode number into field \"data.a\": expected a string");
  auto wrong_kind = decode(config_map_, R"({"apiVersion":"v1","kind":"Zed"})");
  ASSERT_FALSE(wrong_kind);
  EXPECT_THAT(wrong_kind.error().message(),
              ::testing::StartsWith("no kind \"Zed\" is registered for version \"v1\""));
  EXPECT_FALSE(decode(config_map_, R"({"apiVersion":"a/b/c","kind":"ConfigMap"})"));
}

// What little text stands for: structs that are large, and defaults of a schema.
TEST_F(DecodeTest, WhatStandsForTooMuchIsRefused) {
  std::string empty = "{}";
  for (int i = 1; i < 50'000; ++i) empty += ",{}";
  Kind kind = WidgetKind();
  kind.schemas = {
      {"v1", CompileSchema(
                 R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"object",)"
                 R"("properties":{"d":{"type":"string","default":")" +
                 std::string(10'000, 'd') + "\"}}}}}}")}};
  const std::string widget =
      R"({"apiVersion":"demo.example.org/v1","kind":"Widget","metadata":{"name":"a"},"l":[)";
  EXPECT_TRUE(DecodeBody(kind, "v1", MediaType::kJson, widget + "{}]}", false));
  for (MediaType media : {MediaType::kJson, MediaType::kYaml}) {
    auto refused = DecodeBody(kind, "v1", media, widget + empty + "]}", false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), 413);
  }
  // Stored before the default grew.
  auto stored = DecodeStored(kind, Bytes(widget + empty + "]}"), 7);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().reason(), Reason::kStorageReadError);

  const std::string owners =
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","ownerReferences":[)";
  EXPECT_TRUE(DecodeBody(config_map_, "v1", MediaType::kJson, owners + "{}]}}", false));
  for (int i = 0; i < 3; ++i) empty += "," + empty;
  auto refused = DecodeBody(config_map_, "v1", MediaType::kJson, owners + empty + "]}}", false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), 413);
  // What others have stored is read all the same.
  EXPECT_TRUE(DecodeStored(config_map_, Bytes(owners + empty + "]}}"), 7));
}

}  // namespace
}  // namespace pintle::object
