#include "pintle/object/header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::string_view kStored =
    R"({"apiVersion":"demo.example.org/v1","kind":"Widget","spec":{"color":"red","size":3,)"
    R"("flag":true,"list":[1]},"metadata":{"name":"a","namespace":"n","uid":"u","labels":{"y":"2","x":"1"}}})";

std::string AsCbor(std::string_view json) {
  Arena arena;
  return std::string(codec::kCborPrefix) + codec::ToCbor(*codec::ParseJson(json, arena));
}

TEST(Header, IsReadFromJsonAndFromCbor) {
  Kind plain = WidgetKind();
  Kind selectable = WidgetKind();
  selectable.selectable_fields = {"spec.color", "spec.size", "spec.flag", "spec.none"};
  for (const std::string& stored : {std::string(kStored), AsCbor(kStored)}) {
    for (const Kind* kind : {&plain, &selectable}) {
      Header header = ReadHeader(*kind, stored);
      EXPECT_EQ(header.name, "a");
      EXPECT_EQ(header.namespace_name, "n");
      EXPECT_EQ(header.uid, "u");
      EXPECT_THAT(header.labels, ElementsAre(Pair("x", "1"), Pair("y", "2")));
    }
    EXPECT_THAT(ReadHeader(plain, stored).fields,
                ElementsAre(Pair("metadata.name", "a"), Pair("metadata.namespace", "n")));
    EXPECT_THAT(ReadHeader(selectable, stored).fields,
                ElementsAre(Pair("metadata.name", "a"), Pair("metadata.namespace", "n"),
                            Pair("spec.color", "red"), Pair("spec.size", "3"),
                            Pair("spec.flag", "true"), Pair("spec.none", "")));
  }
}

TEST(Header, IsReadFromWhatIsStored) {
  scheme::Scheme scheme;
  Kind kind = ConfigMapKind(scheme);
  Object object = MustDecode(kind, "v1",
                             R"({"metadata":{"name":"a","namespace":"n","uid":"u",)"
                             R"("labels":{"x":"1"}},"data":{"metadata":"no"}})")
                      .object;
  Header header = ReadHeader(kind, EncodeStored(kind, object));
  EXPECT_EQ(header.name, "a");
  EXPECT_EQ(header.uid, "u");
  EXPECT_THAT(header.labels, ElementsAre(Pair("x", "1")));
}

TEST(Header, OfBytesThatCannotBeReadIsEmpty) {
  Kind plain = WidgetKind();
  Kind selectable = WidgetKind();
  selectable.selectable_fields = {"spec.color"};
  for (std::string_view stored :
       {std::string_view(""), std::string_view("{"), std::string_view("[]"), std::string_view("{}"),
        std::string_view(R"({"metadata":5})"), std::string_view(R"({"metadata":{"name")"),
        std::string_view("\xd9\xd9\xf7"), std::string_view("\xd9\xd9\xf7\xa1\x68metadata")}) {
    for (const Kind* kind : {&plain, &selectable}) {
      Header header = ReadHeader(*kind, stored);
      EXPECT_EQ(header.name, "") << stored;
      EXPECT_THAT(header.labels, IsEmpty()) << stored;
    }
  }
}

TEST(Header, PrintedFormOfSelectableFields) {
  Arena arena;
  Value document = *codec::ParseJson(kStored, arena);
  EXPECT_EQ(SelectableValue(document, "spec.color"), "red");
  EXPECT_EQ(SelectableValue(document, "spec.size"), "3");
  EXPECT_EQ(SelectableValue(document, "spec.size.deeper"), "");
  EXPECT_EQ(SelectableValue(document, "nothing.here"), "");
}

}  // namespace
}  // namespace pintle::object
