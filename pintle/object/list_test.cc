#include "pintle/object/list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/codec/cbor_for_test.h"
#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace pintle::object {
namespace {

using codec::testing::Unhex;

constexpr std::string_view kItemsNotList =
    "items field of UnstructuredList must be encoded as an array or null if present";
constexpr std::string_view kItemNotObject =
    "elements of the items field of UnstructuredList must be encoded as a map";

// The list and its items as JSON, one a line; or what is wrong with it.
std::string Read(MediaType media, std::string_view body) {
  Arena arena;
  auto list = DecodeList(media, body, arena);
  if (!list) {
    EXPECT_EQ(list.error().reason(), Reason::kBadRequest);
    return list.error().message();
  }
  std::string text = codec::ToJson(list->content);
  for (const Value& item : list->items) text += "\n" + codec::ToJson(item);
  return text;
}

// S12 and S13: a list of kind kList and version v.
TEST(DynamicList, CborVectors) {
  auto with_items = [](std::string_view items) {
    return Unhex("a3446b696e64456b4c697374456974656d73" + std::string(items) +
                 "4a61706956657273696f6e4176");
  };
  EXPECT_EQ(Read(MediaType::kCbor, with_items("81a1416101")),
            R"({"apiVersion":"v","kind":"kList"})"
            "\n"
            R"({"a":1,"apiVersion":"v","kind":"k"})");
  EXPECT_EQ(Read(MediaType::kCbor, with_items("a0")), kItemsNotList);
  EXPECT_EQ(Read(MediaType::kCbor, with_items("8101")), kItemNotObject);
  EXPECT_EQ(Read(MediaType::kCbor, with_items("f6")), R"({"apiVersion":"v","kind":"kList"})");
  EXPECT_EQ(Read(MediaType::kCbor, with_items("81a1446b696e644171")),
            "Object 'apiVersion' is missing in "
            "'{'kind': 'kList', 'items': [{'kind': 'q'}], 'apiVersion': 'v'}'");
  EXPECT_EQ(Read(MediaType::kCbor, with_items("81a14a61706956657273696f6e4177")),
            "Object 'Kind' is missing in "
            "'{'kind': 'kList', 'items': [{'apiVersion': 'w'}], 'apiVersion': 'v'}'");
}

TEST(DynamicList, EveryFormatAlike) {
  const struct {
    const char* name;
    const char* json;
    std::string result;  // of an incomplete one: what it lacks
  } kRows[] = {
      {"items that say what they are keep it",
       R"({"apiVersion":"v","items":[{"apiVersion":"w/v1","kind":"X"},{}],"kind":"YList",)"
       R"("metadata":{"resourceVersion":"7"}})",
       R"({"apiVersion":"v","kind":"YList","metadata":{"resourceVersion":"7"}})"
       "\n"
       R"({"apiVersion":"w/v1","kind":"X"})"
       "\n"
       R"({"apiVersion":"v","kind":"Y"})"},
      {"a kind without the ending", R"({"apiVersion":"v","items":[{}],"kind":"Many"})",
       R"({"apiVersion":"v","kind":"Many"})"
       "\n"
       R"({"apiVersion":"v","kind":"Many"})"},
      {"no items", R"({"apiVersion":"v","kind":"L"})", R"({"apiVersion":"v","kind":"L"})"},
      {"null", R"({"apiVersion":"v","items":null,"kind":"L"})", R"({"apiVersion":"v","kind":"L"})"},
      {"an object", R"({"apiVersion":"v","items":{},"kind":"L"})", std::string(kItemsNotList)},
      {"a null item", R"({"apiVersion":"v","items":[null],"kind":"L"})",
       std::string(kItemNotObject)},
      {"an item without a version", R"({"apiVersion":"v","items":[{"kind":"X"}],"kind":"L"})",
       "Object 'apiVersion' is missing in '"},
      {"an item without a kind", R"({"apiVersion":"v","items":[{"apiVersion":"v"}],"kind":"L"})",
       "Object 'Kind' is missing in '"},
      {"a list without a kind", R"({"apiVersion":"v","items":[]})",
       "Object 'Kind' is missing in '"},
      {"a list without a version", R"({"items":[],"kind":"L"})",
       "Object 'apiVersion' is missing in '"},
      {"a kind that is no text", R"({"apiVersion":"v","items":[],"kind":1})",
       "Object 'Kind' is missing in '"},
      {"no object", "[]", "Object 'Kind' is missing in '"},
  };
  for (const auto& row : kRows) {
    Arena arena;
    Value value = *codec::ParseJson(row.json, arena);
    std::string from_json = Read(MediaType::kJson, row.json);
    std::string from_cbor = Read(MediaType::kCbor, codec::ToCbor(value));
    std::string from_yaml = Read(MediaType::kYaml, codec::ToYaml(value));
    if (row.result.ends_with('\'')) {
      EXPECT_EQ(from_json, row.result + row.json + "'") << row.name;
      EXPECT_THAT(from_cbor, ::testing::StartsWith(row.result)) << row.name;
      EXPECT_THAT(from_yaml, ::testing::StartsWith(row.result)) << row.name;
    } else {
      EXPECT_EQ(from_json, row.result) << row.name;
      EXPECT_EQ(from_cbor, row.result) << row.name;
      EXPECT_EQ(from_yaml, row.result) << row.name;
    }
  }
}

TEST(DynamicList, SyntaxErrorsAreThoseOfTheFormat) {
  EXPECT_THAT(Read(MediaType::kJson, "{"), ::testing::HasSubstr("unexpected end of JSON input"));
  EXPECT_THAT(Read(MediaType::kCbor, Unhex("a1")), ::testing::HasSubstr("unexpected EOF"));
}

}  // namespace
}  // namespace pintle::object
