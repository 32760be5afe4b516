// What the emitted code of testdata/wild reads and writes.
#include <gtest/gtest.h>

#include <random>

#include "circle/right/types.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/random_fill.h"
#include "wild/types.h"

namespace pintle::gen {
namespace {

namespace wild = testdata::wild;
using typeinfo::OwnedStruct;
using typeinfo::TypeInfo;
using typeinfo::TypeOf;

std::string ToJson(const OwnedStruct& object) {
  std::string text;
  codec::JsonWriter writer(text);
  Encode(object.type(), object.get(), writer);
  return text;
}

// Empty, or what was wrong.
std::string FromJson(const std::string& text, const OwnedStruct& object) {
  codec::JsonReader reader(text);
  field::Findings findings;
  Status status = Decode(reader, object.type(), object.get(), object.arena(), &findings);
  if (!status) return status.error().message();
  return findings.empty() ? "" : "findings";
}

std::string RoundTrip(const TypeInfo& type, const std::string& text) {
  OwnedStruct object = OwnedStruct::New(type);
  std::string fault = FromJson(text, object);
  return fault.empty() ? ToJson(object) : fault;
}

TEST(WildTest, ScalarsComeBackAsTheyWere) {
  const std::string text =
      R"({"i8":-1,"i16":2,"u":18446744073709551615,"u8":255,"port":80,"u32":4294967295,"u64":7,)"
      R"("ratio":0.1,"rune":65,"wait":"1h0m5s","nanos":1000,"limit":"500m","spare":"1Gi",)"
      R"("count":"50%","surge":3,"ip":"10.0.0.1","raw":{"a":[1]},"obj":{"kind":"X"},)"
      R"("shape":"any","odd":[1,"x"],"label":"k=v"})";
  EXPECT_EQ(RoundTrip(TypeOf<wild::Scalars>(), text), text);
}

TEST(WildTest, ZeroScalars) {
  EXPECT_EQ(RoundTrip(TypeOf<wild::Scalars>(), "{}"),
            R"({"i8":0,"i16":0,"u":0,"u8":0,"u64":0,"ratio":0,"rune":0,"wait":"0s","nanos":0,)"
            R"("limit":"0","count":0,"ip":"","odd":null,"label":""})");
}

TEST(WildTest, ScalarsThatDoNotFit) {
  for (const char* text :
       {R"({"u32":-1})", R"({"u32":4294967296})", R"({"u32":1.5})", R"({"wait":5})",
        R"({"wait":"5 parsecs"})", R"({"limit":"much"})", R"({"limit":[]})", R"({"count":1.5})",
        R"({"count":2147483648})", R"({"count":true})", R"({"ratio":1e300})"}) {
    OwnedStruct object = OwnedStruct::New(TypeOf<wild::Scalars>());
    EXPECT_NE(FromJson(text, object), "") << text;
  }
}

TEST(WildTest, Containers) {
  const std::string text =
      R"({"lists":[["a"],[]],"pointers":[{"i8":1,"i16":0,"u":0,"u8":0,"u64":0,"ratio":0,"rune":0,)"
      R"("wait":"0s","nanos":0,"limit":"0","count":0,"ip":"","odd":null,"label":""},null],)"
      R"("texts":["x",null],"fixed":[1,2,3,4],"digest":[0,255],"blobs":["AQI="],"maybe":[],)"
      R"("maybeMap":{"a":"b"},"twice":2,"set":{"x":{}},"byNumber":{"-1":"a","10":"b"},)"
      R"("byPort":{"80":null},"limits":{"cpu":"1"},"deep":{"a":{"b":[{"c":["d"]}]}},)"
      R"("unnamed":{"First":"1","Second":"2","inner":[{"name":"n"}]},"matrix":[[1.5]]})";
  EXPECT_EQ(RoundTrip(TypeOf<wild::Containers>(), text), text);
}

TEST(WildTest, EmbeddedStructsAreFlat) {
  const std::string text =
      R"({"time":"2020-01-02T03:04:05Z","seen":"s","behind":"b","named":{"inner":"i"},"port":1,)"
      R"("content":5,"more":{"content":6},"name":"shared"})";
  EXPECT_EQ(RoundTrip(TypeOf<wild::Embedding>(), text), text);
}

TEST(WildTest, OddNames) {
  const std::string text =
      R"({"operator":"a","errno":1,"std":"b","typeinfo":"c","snake_case":"d","snakeCase":"e",)"
      R"("1st":"f","what??!":"g"})";
  EXPECT_EQ(RoundTrip(TypeOf<wild::Names>(), text), text);
  EXPECT_EQ(RoundTrip(TypeOf<wild::Untagged>(), R"({"Name":"n","Numbers":[1]})"),
            R"({"Name":"n","Numbers":[1]})");
}

TEST(WildTest, PackagesThatImportEachOther) {
  const std::string text =
      R"({"left":{"name":"a","right":{"left":{"name":"b"},"list":[{"name":"c"}]}}})";
  EXPECT_EQ(RoundTrip(TypeOf<testdata::circle::right::Right>(), text), text);
}

TEST(WildTest, Constants) {
  EXPECT_EQ(wild::kFirst + wild::kSecond + wild::kFourth, 7);
  EXPECT_EQ(wild::kMega, 1 << 20);
  EXPECT_EQ(wild::kBig, 0xffffffffffu);
  EXPECT_EQ(wild::kCopied, "octalA\xc3\xa9");
  EXPECT_EQ(wild::kJoined, "wild.example/nameraw \"text\"");
  EXPECT_TRUE(wild::kYes);
  EXPECT_EQ(wild::kHalf, 0.5);
}

TEST(WildTest, RandomObjectsComeBackAsTheyWere) {
  std::mt19937_64 random(3);
  for (const TypeInfo* type :
       {&TypeOf<wild::Scalars>(), &TypeOf<wild::Containers>(), &TypeOf<wild::Embedding>(),
        &TypeOf<wild::Boxes>(), &TypeOf<wild::Loop>()}) {
    for (int i = 0; i < 200; ++i) {
      OwnedStruct object = OwnedStruct::New(*type);
      RandomFill(*type, object.get(), object.arena(), random, 6);
      OwnedStruct back = OwnedStruct::New(*type);
      ASSERT_EQ(FromJson(ToJson(object), back), "") << ToJson(object);
      ASSERT_TRUE(SemanticEqual(*type, object.get(), back.get())) << ToJson(object);
      ASSERT_TRUE(SemanticEqual(*type, object.get(), object.Clone().get()));
    }
  }
}

}  // namespace
}  // namespace pintle::gen
