// The vectors of the CBOR format for whole objects. Messages about types are our own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_for_test.h"
#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using codec::testing::Unhex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CborObjectVectors : public ::testing::Test {
 protected:
  std::string Error(const Kind& kind, std::string_view hex) {
    auto decoded = DecodeBody(kind, "v1", MediaType::kCbor, Unhex(hex), true);
    return decoded ? "" : decoded.error().message();
  }
  static std::string ToCbor(std::string_view json) {
    Arena arena;
    return codec::ToCbor(*codec::ParseJson(json, arena));
  }

  scheme::Scheme scheme_;
  Kind config_map_ = ConfigMapKind(scheme_);
  Kind widget_ = WidgetKind();
};

TEST_F(CborObjectVectors, Identity) {
  const struct {
    const char* name;
    const Kind* kind;
    const char* hex;
    const char* error;
  } kRows[] = {
      {"S03", &widget_, "a14a61706956657273696f6e4176",
       "Object 'Kind' is missing in '{'apiVersion': 'v'}'"},
      {"S04", &widget_, "a1446b696e64416b", "Object 'apiVersion' is missing in '{'kind': 'k'}'"},
      {"S05", &widget_, "", "unable to determine group/version/kind: EOF (<empty>)"},
      {"S05", &config_map_, "", "unable to determine group/version/kind: EOF (<empty>)"},
      {"S06", &config_map_, "80",
       "unable to determine group/version/kind: the document is not an object"},
      {"S07", &widget_, "f6", "Object 'Kind' is missing in 'null'"},
      {"S08", &config_map_, "a2446b696e64014a61706956657273696f6e4176",
       "unable to determine group/version/kind: kind is not a string"},
      {"one spelling", &widget_, "a2444b696e64416b4a61706956657273696f6e4176",
       "Object 'Kind' is missing in '{'Kind': 'k', 'apiVersion': 'v'}'"},
      {"repeated", &config_map_, "a2446461746101446461746102",
       "unable to determine group/version/kind: cbor: found duplicate map key \"data\" at map "
       "element index 1"},
  };
  for (const auto& row : kRows) {
    EXPECT_THAT(Error(*row.kind, row.hex), HasSubstr(row.error)) << row.name;
  }
}

// S09.
TEST_F(CborObjectVectors, TypedObjectsNeedNoIdentity) {
  auto decoded = DecodeBody(config_map_, "v1", MediaType::kCbor, Unhex("d9d9f7a0"), true);
  ASSERT_TRUE(decoded);
  EXPECT_THAT(EncodeAs(config_map_, decoded->object, "v1", true, MediaType::kJson, false),
              HasSubstr(R"("kind":"ConfigMap","apiVersion":"v1")"));
  EXPECT_TRUE(decoded->findings.empty());
}

// S10; integer keys are unknown members.
TEST_F(CborObjectVectors, UnknownMembersAreFindings) {
  for (const auto& [hex, name] : {std::pair("d9d9f7a1417a01", "z"), std::pair("a10102", "1")}) {
    auto strict = DecodeBody(config_map_, "v1", MediaType::kCbor, Unhex(hex), true);
    ASSERT_TRUE(strict);
    EXPECT_THAT(field::FindingTexts(strict->findings.items()),
                ElementsAre("unknown field \"" + std::string(name) + "\""));
    auto lax = DecodeBody(config_map_, "v1", MediaType::kCbor, Unhex(hex), false);
    ASSERT_TRUE(lax);
    EXPECT_TRUE(lax->findings.empty());
  }
}

TEST_F(CborObjectVectors, Encode) {
  Arena arena;
  auto encode = [&](std::string_view json) {
    return HexLower(EncodeValueAs(*codec::ParseJson(json, arena), MediaType::kCbor, false));
  };
  EXPECT_EQ(encode(R"({"apiVersion":"v","kind":"k"})"),  // S02
            "d9d9f7a2446b696e64416b4a61706956657273696f6e4176");
  EXPECT_EQ(encode(R"({"apiVersion":"v","kind":"kList","metadata":{"resourceVersion":"7"},)"  // S11
                   R"("items":[{"a":1},{"a":2}]})"),
            "d9d9f7a4446b696e64456b4c697374456974656d7382a1416101a1416102486d65746164617461a14f7265"
            "736f7572636556657273696f6e41374a61706956657273696f6e4176");
  EXPECT_EQ(encode(R"({"i":1,"f":1.0})"), "d9d9f7a24166f93c00416901");  // S14
}

// S14: integers and floats stay what they are, from body to store.
TEST_F(CborObjectVectors, IntegersAndFloatsStayApart) {
  std::string body =
      ToCbor(R"({"apiVersion":"demo.example.org/v1","kind":"Widget","metadata":{"name":"w"},)"
             R"("spec":{"opaque":{"f":1.0,"i":1}}})");
  auto decoded = DecodeBody(widget_, "v1", MediaType::kCbor, body, true);
  ASSERT_TRUE(decoded);
  Value opaque = decoded->object.content().FindPath({"spec", "opaque"});
  EXPECT_TRUE(opaque.Find("f").is_double());
  EXPECT_TRUE(opaque.Find("i").is_int());
  Kind stored_kind = widget_;
  stored_kind.store_cbor = true;
  EXPECT_THAT(EncodeStored(stored_kind, decoded->object),
              HasSubstr(Unhex("466f7061717565a24166f93c00416901")));
}

// S17: each format is read whatever is written now.
TEST_F(CborObjectVectors, StoredInEitherFormat) {
  Kind cbor_kind = widget_;
  cbor_kind.store_cbor = true;
  std::string body = ToCbor(R"({"apiVersion":"demo.example.org/v1","kind":"Widget",)"
                            R"("metadata":{"generation":1,"name":"w"}})");
  Object object = DecodeBody(widget_, "v1", MediaType::kCbor, body, true)->object;
  std::string json = EncodeStored(widget_, object);
  std::string cbor = EncodeStored(cbor_kind, object);
  EXPECT_EQ(json[0], '{');
  EXPECT_TRUE(codec::IsCbor(cbor));
  for (const Kind* kind : {&widget_, &cbor_kind}) {
    for (const std::string& stored : {json, cbor}) {
      auto read = DecodeStored(*kind, Bytes(stored), 1);
      ASSERT_TRUE(read);
      EXPECT_EQ(EncodeStored(*kind, *read), kind == &widget_ ? json : cbor);
    }
  }
}

}  // namespace
}  // namespace pintle::object
