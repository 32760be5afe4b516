#include "pintle/codec/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/yaml.h"

namespace pintle::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kPod =
    R"({"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{"a/b":"x\ny","empty":""},"name":"p"},)"
    R"("spec":{"containers":[{"args":[],"env":null,"image":"a:1","name":"c","ports":[{"port":80}]}],)"
    R"("ratio":0.5,"replicas":3,"tty":true}})";

std::vector<std::string> Duplicates(std::string_view json, std::string_view path = {}) {
  Arena arena;
  field::Findings findings;
  JsonReader reader(json);
  EXPECT_TRUE(ReadValue(reader, arena, &findings, path));
  return field::FindingTexts(findings.items());
}

TEST(ReadValueTest, DuplicatesInDocumentOrder) {
  EXPECT_THAT(Duplicates(R"({"a":1,"b":2})"), IsEmpty());
  EXPECT_THAT(Duplicates(R"({"a":1,"a":2})"), ElementsAre(R"(duplicate field "a")"));
  EXPECT_THAT(Duplicates(R"({"a":1,"a":2,"a":3})"), ElementsAre(R"(duplicate field "a")"));
  EXPECT_THAT(
      Duplicates(
          R"({"spec":{"ports":[{"port":1},{"port":80,"port":81}],"x":{"y":1},"x":{"y":1,"y":2}},"spec":0})"),
      ElementsAre(R"(duplicate field "spec.ports[1].port")", R"(duplicate field "spec.x")",
                  R"(duplicate field "spec.x.y")", R"(duplicate field "spec")"));
  EXPECT_THAT(Duplicates(R"([[1,{"a":1,"a":2}]])"), ElementsAre(R"(duplicate field "[0][1].a")"));
  EXPECT_THAT(Duplicates(R"({"a.b/c":{"\"":1,"\"":2}})"),
              ElementsAre(R"(duplicate field "a.b/c.\"")"));
  EXPECT_THAT(Duplicates(R"({"a":1,"a":2})", "[2].value"),
              ElementsAre(R"(duplicate field "[2].value.a")"));
}

// The same text through the fast parser, which leaves documents with repeats to the reader.
TEST(ParseJsonTest, DuplicatesInDocumentOrder) {
  Arena arena;
  field::Findings findings;
  auto value = ParseJson(
      R"({"kind":"Widget","metadata":{"name":"a","bogusMeta":1},"top":1,"spec":{"size":1,"size":2,)"
      R"("unk":1,"unk":2,"ports":[{"num":1,"zz":1},{"num":1,"num":2}],"opaque":{"any":{"x":1,"x":2}}}})",
      arena, &findings);
  EXPECT_THAT(field::FindingTexts(findings.items()),
              ElementsAre(R"(duplicate field "spec.size")", R"(duplicate field "spec.unk")",
                          R"(duplicate field "spec.ports[1].num")",
                          R"(duplicate field "spec.opaque.any.x")"));
  EXPECT_EQ(
      ToJson(*value),
      R"({"kind":"Widget","metadata":{"bogusMeta":1,"name":"a"},"spec":{"opaque":{"any":{"x":2}},)"
      R"("ports":[{"num":1,"zz":1},{"num":2}],"size":2,"unk":2},"top":1})");
}

TEST(ParseJsonTest, NumbersKeepTheirKind) {
  Arena arena;
  auto value = ParseJson(
      R"({"size":1.0,"ratio":1e3,"opaque":{"big":9223372036854775808,"i":9007199254740993}})",
      arena);
  EXPECT_EQ(ToJson(*value),
            R"({"opaque":{"big":9223372036854776000,"i":9007199254740993},"ratio":1000,"size":1})");
  EXPECT_TRUE(value->Find("size").is_double());
  EXPECT_TRUE(value->FindPath({"opaque", "i"}).is_int());
}

TEST(ParseJsonTest, KeysThatDoNotFit) {
  Arena arena;
  std::string key(Member::kMaxKeyBytes + 1, 'k');
  EXPECT_EQ(ParseJson("{\"" + key + "\":1}", arena).error().message(), "object key is too long");
  key.pop_back();
  EXPECT_EQ(ParseJson("{\"" + key + "\":1}", arena)->Find(key), Value(1));
}

TEST(ReadValueTest, DuplicatesAreCapped) {
  std::string json = "[";
  for (int i = 0; i < 300; ++i) json += R"({"a":1,"a":2},)";
  json += "0]";
  auto found = Duplicates(json);
  EXPECT_EQ(found.size(), field::Findings::kMaxFindings);
  EXPECT_EQ(found.back(), R"(duplicate field "[99].a")");
}

TEST(ReadValueTest, DuplicatesAmongManyKeysInDisorder) {
  std::string json = "{";
  for (int i = 0; i < 100; ++i) json += "\"k" + std::to_string(i * 37 % 100) + "\":0,";
  json += R"("k64":1,"z":1,"k64":2})";
  EXPECT_THAT(Duplicates(json), ElementsAre(R"(duplicate field "k64")"));
}

TEST(ReadValueTest, LeavesTheReaderBehindTheValue) {
  Arena arena;
  JsonReader reader(R"([{"a":[1]},2])");
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_EQ(ToJson(*ReadValue(reader, arena)), R"({"a":[1]})");
  auto token = reader.Next();
  EXPECT_EQ(ToJson(*ReadValueFrom(*token, reader, arena)), "2");
  EXPECT_EQ(*reader.Next(), Token::kEndList);
}

TEST(ValueReaderTest, ReadsMembersInOrderAndSkips) {
  Arena arena;
  Value value = *ParseJson(R"({"b":[1,2],"a":{"x":1},"c":2.5})", arena);
  ValueReader reader(value);
  EXPECT_EQ(*reader.Next(), Token::kBeginObject);
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(reader.text(), "a");
  EXPECT_TRUE(reader.Skip());
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_TRUE(reader.Skip());
  EXPECT_EQ(*reader.Next(), Token::kInt);
  EXPECT_EQ(reader.text(), "2");
  EXPECT_EQ(*reader.Next(), Token::kEndList);
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(*reader.Next(), Token::kDouble);
  EXPECT_EQ(reader.text(), "2.5");
  EXPECT_EQ(*reader.Next(), Token::kEndObject);
  EXPECT_EQ(*reader.Next(), Token::kEnd);
}

TEST(ValueWriterTest, SortsMembersAndEncodesBinary) {
  Arena arena;
  ValueWriter writer(arena);
  writer.BeginObject();
  writer.Key("b");
  writer.Binary("\x01\x02");
  writer.Key("a");
  writer.BeginList();
  writer.Null();
  writer.Double(0.5);
  writer.EndList();
  writer.Key("b");
  writer.String("last");
  writer.EndObject();
  EXPECT_EQ(ToJson(writer.Take()), R"({"a":[null,0.5],"b":"last"})");
}

// Every way through the formats leads back to the same value.
TEST(RoundTripTest, AllFormats) {
  Arena arena;
  Value value = *ParseJson(kPod, arena);
  EXPECT_EQ(ToJson(value), kPod);
  EXPECT_TRUE(*ParseCbor(ToCbor(value), arena) == value);
  EXPECT_TRUE(*ParseJson(ToPrettyJson(value), arena) == value);
  EXPECT_TRUE(*ParseYaml(ToYaml(value), arena, nullptr) == value);
  EXPECT_TRUE(*ParseYaml(kPod, arena, nullptr) == value);
  ValueReader reader(value);
  EXPECT_TRUE(*ReadValue(reader, arena) == value);
}

}  // namespace
}  // namespace pintle::codec
