#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/base/strings.h"
#include "pintle/object/kinds_for_test.h"
#include "pintle/typeinfo/protobuf_encode.h"

// Request bodies and answers in Protobuf.
namespace pintle::object {
namespace {

using namespace std::string_literals;
using apis::core::v1::ConfigMap;

class ProtobufBodyTest : public ::testing::Test {
 protected:
  // A body whose message is a ConfigMap with a name.
  static std::string Body(std::string_view api_version, std::string_view kind) {
    ConfigMap map;
    map.metadata.name = "a";
    return typeinfo::EncodeProtobuf(typeinfo::TypeOf<ConfigMap>(), &map, api_version, kind);
  }

  scheme::Scheme scheme_;
  Kind config_map_ = ConfigMapKind(scheme_);
  Kind frobber_ = FrobberKind(scheme_);
  Kind widget_ = WidgetKind();
};

TEST_F(ProtobufBodyTest, SaysWhatItIsOrIsWhatTheEndpointServes) {
  for (const std::string& body : {Body("v1", "ConfigMap"), Body("", "ConfigMap"), Body("", "")}) {
    Decoded decoded = MustDecode(config_map_, "v1", body, MediaType::kProtobuf);
    EXPECT_EQ(decoded.object.As<ConfigMap>().metadata.name, "a");
    EXPECT_TRUE(decoded.findings.empty());
  }
}

TEST_F(ProtobufBodyTest, IsConvertedAndDefaulted) {
  apis::frobber::v7beta1::Frobber frobber;
  frobber.metadata.name = "f";
  frobber.spec.size.height_millimetres = 5;
  std::string body = typeinfo::EncodeProtobuf(typeinfo::TypeOf<decltype(frobber)>(), &frobber,
                                              "frobber.example/v7beta1", "Frobber");
  Object object = MustDecode(frobber_, "v7beta1", body, MediaType::kProtobuf).object;
  EXPECT_EQ(*object.As<apis::frobber::internal::Frobber>().spec.size.height_millimetres, 5);
  std::string v6 = EncodeAs(frobber_, object, "v6", true, MediaType::kProtobuf, false);
  object = MustDecode(frobber_, "v6", v6, MediaType::kProtobuf).object;
  EXPECT_EQ(object.As<apis::frobber::internal::Frobber>().spec.owner, "nobody");
}

TEST_F(ProtobufBodyTest, FieldsNobodyKnowsAreDroppedAndFound) {
  // The envelope of an object that consists of field 99 and of metadata with field 98, twice.
  std::string body = "k8s\0\x12\x0d\x9a\x06\x02hi\x0a\x06\x90\x06\x01\x90\x06\x01"s;
  Decoded decoded = MustDecode(config_map_, "v1", body, MediaType::kProtobuf);
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ::testing::ElementsAre("unknown field number 99",
                                     R"(unknown field number 98 in "metadata")"));
  auto lenient = DecodeBody(config_map_, "v1", MediaType::kProtobuf, body, false);
  ASSERT_TRUE(lenient);
  EXPECT_TRUE(lenient->findings.empty());
}

// A field of a message behind a length.
std::string Field(char number, std::string_view content) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(content.size())} +
         std::string(content);
}

TEST_F(ProtobufBodyTest, FieldsNobodyKnowsAreFoundWhereverTheyAre) {
  using apis::core::v1::Pod;
  Kind pod = SingleVersionKind<Pod>(scheme_, "Pod");
  // A volume with one in what is inlined in it, two containers of which the second has a number and
  // a text, and an entry of a node selector with a third field.
  std::string spec = Field(1, Field(1, "v") + Field(2, "\x9a\x06\x01x")) + Field(2, Field(1, "a")) +
                     Field(2, Field(1, "b") + "\xe8\x04\x05"s + "\xf2\x04\x01z"s) +
                     Field(7, Field(1, "k") + Field(2, "v") + Field(9, "z"));
  std::string body = std::string(codec::kProtobufPrefix) + Field(2, Field(2, spec));
  Decoded decoded = MustDecode(pod, "v1", body, MediaType::kProtobuf);
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ::testing::ElementsAre(R"(unknown field number 99 in "spec.volumes[0]")",
                                     R"(unknown field number 77 in "spec.containers[1]")",
                                     R"(unknown field number 78 in "spec.containers[1]")",
                                     R"(unknown field number 9 in "spec.nodeSelector")"));
  EXPECT_EQ(decoded.object.As<Pod>().spec.containers[1].name, "b");
}

TEST_F(ProtobufBodyTest, WhatCannotBeReadIsRefused) {
  const std::string lead = "the object provided is unrecognized (must be of type ConfigMap): ";
  struct Case {
    std::string body;
    std::string message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"", lead + "empty data (<empty>)"},
           {"k8s\0"s, lead + "empty body (6b387300)"},
           {R"({"kind":"ConfigMap"})",
            lead + "provided data does not appear to be a protobuf message, expected prefix "
                   "[107 56 115 0] ({\"kind\":\"ConfigMap\"})"},
           {"k8s\0\x0a"s, lead + "proto: unexpected EOF (6b3873000a)"},
           // The object: a metadata that is a number.
           {"k8s\0\x12\x02\x08\x01"s,
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: proto: wrong wireType = "
            "0 for field ObjectMeta"},
           {Body("v1", "Secret"),
            "Secret in version \"v1\" cannot be handled as a ConfigMap: no kind \"Secret\" is "
            "registered for version \"v1\" in scheme of ConfigMap"},
           {Body("a/b/c", "ConfigMap"), lead + "unexpected GroupVersion string: a/b/c (" +
                                            HexLower(Body("a/b/c", "ConfigMap").substr(0, 30)) +
                                            " ...)"},
       }) {
    EXPECT_EQ(DecodeError(config_map_, "v1", c.body, MediaType::kProtobuf), c.message);
  }
}

TEST_F(ProtobufBodyTest, CustomResourcesHaveNoProtobuf) {
  auto decoded =
      DecodeBody(widget_, "v1", MediaType::kProtobuf, Body("demo.example.org/v1", "Widget"), true);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code(), 400);
}

TEST_F(ProtobufBodyTest, AnItemOfAListIsTheMessageAlone) {
  Object map = MustDecode(config_map_, "v1", R"({"metadata":{"name":"a"}})").object;
  std::string item = EncodeAs(config_map_, map, "v1", false, MediaType::kProtobuf, false);
  std::string whole = EncodeAs(config_map_, map, "v1", true, MediaType::kProtobuf, false);
  EXPECT_FALSE(codec::IsProtobuf(item));
  EXPECT_TRUE(codec::IsProtobuf(whole));
  EXPECT_NE(whole.find(item), std::string::npos);
}

TEST_F(ProtobufBodyTest, ValuesOfAKnownTypeHaveAForm) {
  Arena arena;
  Value status = *codec::ParseJson(
      R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","code":200})", arena);
  const auto& type = typeinfo::TypeOf<apis::meta::v1::Status>();
  EXPECT_EQ(HexLower(EncodeValueAs(status, type, MediaType::kProtobuf, true)),
            "6b387300"                      // k8s
            "0a0c0a0276311206537461747573"  // {v1, Status}
            "1218"                          // the object
            "0a060a0012001a00"              // metadata
            "120753756363657373"            // status
            "1a002200"                      // message, reason
            "30c801"                        // code
            "1a002200");
  EXPECT_EQ(EncodeValueAs(status, type, MediaType::kJson, false), codec::ToJson(status));
}

}  // namespace
}  // namespace pintle::object
