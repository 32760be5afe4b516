// The vectors of the CBOR format for typed objects. Messages that are about types are our own; what
// is accepted, and everything else, is as the vectors have it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_for_test.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::typeinfo {
namespace {

using codec::testing::Unhex;

struct Inner {
  Str x;
};

struct Outer {
  int32_t a = 0;
  double f = 0;
  Str s;
  Binary b;
  List<int64_t> l;
  Map<Str> m;
  Opt<int64_t> p;
  Time t;
  Quantity q;
  IntOrString i;
  Inner n;
  Any r;
};

// Numbers beyond what JSON fields mostly have.
struct Wide {
  uint32_t u = 0;
  uint64_t w = 0;
  float f = 0;
};

constexpr TypeInfo kListInt64{.kind = Kind::kList,
                              .size = sizeof(List<int64_t>),
                              .align = alignof(List<int64_t>),
                              .element = &kInt64Type};
constexpr TypeInfo kMapStr{.kind = Kind::kMap,
                           .size = sizeof(Map<Str>),
                           .align = alignof(Map<Str>),
                           .element = &kStringType};
constexpr TypeInfo kOptInt64{.kind = Kind::kOpt,
                             .size = sizeof(Opt<int64_t>),
                             .align = alignof(Opt<int64_t>),
                             .element = &kInt64Type};

template <typename T, size_t N>
struct Table {
  explicit Table(const std::array<FieldInfo, N>& of) : fields(of) {
    for (size_t i = 0; i < N; ++i) {
      members[i] = JsonField{&fields[i], fields[i].offset};
      index[i] = static_cast<uint16_t>(i);
    }
    std::ranges::sort(index, {}, [&](uint16_t i) { return fields[i].name; });
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  std::array<FieldInfo, N> fields;
  std::array<JsonField, N> members;
  std::array<uint16_t, N> index;
  TypeInfo type{.kind = Kind::kStruct,
                .size = sizeof(T),
                .align = alignof(T),
                .name = "T",
                .fields = fields,
                .json_fields = members,
                .json_index = index};
};

#define FIELD(owner, member, table)                                                           \
  FieldInfo {                                                                                 \
    .name = #member, .go_name = #member, .type = &(table), .offset = offsetof(owner, member), \
    .omit_empty = true                                                                        \
  }

const TypeInfo& InnerType() {
  static const Table<Inner, 1> table({FIELD(Inner, x, kStringType)});
  return table.type;
}

const TypeInfo& OuterType() {
  static const Table<Outer, 12> table({
      FIELD(Outer, a, kInt32Type),
      FIELD(Outer, f, kDoubleType),
      FIELD(Outer, s, kStringType),
      FIELD(Outer, b, kBinaryType),
      FIELD(Outer, l, kListInt64),
      FIELD(Outer, m, kMapStr),
      FIELD(Outer, p, kOptInt64),
      FIELD(Outer, t, kTimeType),
      FIELD(Outer, q, kQuantityType),
      FIELD(Outer, i, kIntOrStringType),
      FIELD(Outer, n, InnerType()),
      FIELD(Outer, r, kAnyType),
  });
  return table.type;
}

const TypeInfo& WideType() {
  static const Table<Wide, 3> table(
      {FIELD(Wide, u, kUint32Type), FIELD(Wide, w, kUint64Type), FIELD(Wide, f, kFloatType)});
  return table.type;
}

// What a value of a field reads as: `5`, `"abc"`, `h'0102'`, `null`.
std::string Shown(const Outer& object, std::string_view field) {
  std::string out;
  codec::JsonWriter writer(out);
  if (field == "b") return object.b.is_nil() ? "null" : "h'" + HexLower(object.b.view()) + "'";
  if (field == "s") return Quoted(object.s);
  const JsonField* member = FindJsonField(OuterType(), field);
  Encode(*member->field->type, reinterpret_cast<const char*>(&object) + member->offset, writer);
  return out;
}

// Decodes into an object that has something in its scalars already, so that "unchanged" shows.
std::string DecodeField(std::string_view bytes, std::string_view field, field::Findings* findings) {
  Arena arena;
  Outer object;
  object.a = 77;
  object.s = "old";
  object.b = Binary{"old", 3};
  object.l.Append(arena, 7);
  object.p = 70;
  object.t = Time::FromSeconds(7);
  codec::CborReader reader(bytes);
  Status status = Decode(reader, OuterType(), &object, arena, findings);
  return status ? Shown(object, field) : "error: " + status.error().message();
}

struct TypedRow {
  const char* name;
  const char* hex;
  const char* field;
  const char* expected;
  const char* finding = "";
};

#define NOT_ACCEPTED "error: cbor: data item of cbor type primitives is not accepted by protocol: "
#define NO_FIELD_NAME(type)                                                                       \
  "error: cbor: cannot unmarshal " type " into Go value of type string (map key is of type " type \
  " and cannot be used to match struct field name)"
#define REPEATED(key) "error: cbor: found duplicate map key \"" key "\" at map element index 1"

constexpr TypedRow kRows[] = {
    {"T01", "a1416105", "a", "5"},
    {"T02", "a1616105", "a", "5"},
    {"T03", "a1614105", "a", "77", "unknown field \"A\""},
    {"T04", "a2616101614102", "a", "1", "unknown field \"A\""},
    {"T05", "a2416101616102", "a", REPEATED("a")},
    {"T06", "a2617801617802", "a", REPEATED("x")},
    {"T07", "bf616101416102ff", "a", REPEATED("a")},
    {"T08", "a14161f93c00", "a",
     "error: cannot decode number 1.0 into field \"a\": expected an integer"},
    {"T09", "a141611a80000000", "a",
     "error: cannot decode number 2147483648 into field \"a\": expected a 32-bit integer"},
    {"T10", "a1416620", "f", "-1"},
    {"T11", "a14166fb3ff199999999999a", "f", "1.1"},
    {"T12", "a1417343616263", "s", "\"abc\""},
    {"T13", "a1417363616263", "s", "\"abc\""},
    {"T14", "a1417341ff", "s", "\"\\xff\""},
    {"T15", "a1417361ff", "s", "error: cbor: invalid UTF-8 string"},
    {"T16", "a1417307", "s", "error: cannot decode number into field \"s\": expected a string"},
    {"T17", "a14173f6", "s", "\"old\""},
    {"T18", "a14173d64101", "s", "\"AQ==\""},
    {"T19", "a14173c11a514b67b0", "s",
     "error: cannot decode number into field \"s\": expected a string"},
    {"T20", "a14173c074323031332d30332d32315432303a30343a30305a", "s", "\"2013-03-21T20:04:00Z\""},
    {"T21", "a14162d6420102", "b", "h'0102'"},
    {"T22", "a14162444151493d", "b", "h'0102'"},
    {"T23", "a1416241ff", "b",
     "error: cbor: failed to decode base64 from byte string: illegal base64 data at input byte 0"},
    // Differing by decision, as is T53: what JSON takes is taken.
    {"T24", "a14162644151493d", "b", "h'0102'"},
    {"text that is no base64", "a14162634151ff", "b", "error: cbor: invalid UTF-8 string"},
    {"other text that is no base64", "a1416263412d3d", "b",
     "error: cbor: failed to decode base64 from text string: illegal base64 data at input byte 1"},
    {"T25", "a14162820102", "b", "h'0102'"},
    {"T26", "a14162d5420102", "b", "h'0102'"},
    {"T27", "a1416240", "b", "h''"},
    {"T28", "a14162f6", "b", "null"},
    {"T29", "a1416c9f0102ff", "l", "[1,2]"},
    {"T30", "a1416c80", "l", "[]"},
    {"T31", "a1416cf6", "l", "null"},
    {"T32", "a1416cf7", "l", NOT_ACCEPTED "simple value 23 is not recognized"},
    {"T33", "a1416ca0", "l", "error: cannot decode object into field \"l\": expected an array"},
    {"T34", "a1416da2416141784162f6", "m", R"({"a":"x","b":""})"},
    {"T35", "a14170f6", "p", "null"},
    {"T36", "a14170f7", "p", NOT_ACCEPTED "simple value 23 is not recognized"},
    {"T37", "a1417454313939382d30352d30355430353a30353a30355a", "t", "\"1998-05-05T05:05:05Z\""},
    {"T38", "a14174f6", "t", "null"},
    {"T39", "a141741a514b67b0", "t",
     "error: cannot decode number into field \"t\": expected a time as a string"},
    {"T40", "a1416ea14179417a", "n", "{}", "unknown field \"n.y\""},
    {"T41", "a1416ea1417805", "n",
     "error: cannot decode number into field \"n.x\": expected a string"},
    {"T42", "80", "a", "error: cannot decode array: expected an object"},
    {"T43", "07", "a", "error: cannot decode number: expected an object"},
    {"T44", "a10102", "a", "77", "unknown field \"1\""},
    {"T45", "a1f93c0001", "a", NO_FIELD_NAME("primitives")},
    {"T46", "a1d9d9f7416105", "a", NO_FIELD_NAME("tag")},
    {"T47", "a16178f7", "a", "77", "unknown field \"x\""},
    {"T48", "a161786180", "a", "77", "unknown field \"x\""},
    {"T49", "a16178a2616101616102", "a", "77", "unknown field \"x\""},
    {"T50", "a16178f97e00", "a", NOT_ACCEPTED "floating-point NaN"},
    {"T51", "a16178c24101", "a",
     "error: cbor: data item of cbor type tag is not accepted by protocol: bignum"},
    {"T52", "a1417142314d", "q", "\"1M\""},
    {"T52 in white space", "a141714420314d20", "q", "\"1M\""},
    {"T53", "a1417107", "q", "\"7\""},
    {"negative quantity", "a1417120", "q", "\"-1\""},
    {"fractional quantity", "a14171f93e00", "q", "\"1500m\""},
    {"whole float for a quantity", "a14171f93c00", "q", "\"1\""},
    {"quantity beyond int64", "a141711bffffffffffffffff", "q", "\"9223372036854775807\""},
    {"large float for a quantity", "a14171fb444b1ae4d6e2ef50", "q", "\"1e+21\""},
    {"boolean for a quantity", "a14171f5", "q",
     "error: cannot decode boolean into field \"q\": expected a quantity"},
    {"T54", "a141691903e8", "i", "1000"},
    {"T55", "a141694468747470", "i", "\"http\""},
    {"T56", "a141691a80000000", "i",
     "error: cannot decode number into field \"i\": expected a 32-bit integer or a string"},
    {"T57", "a14169f93c00", "i",
     "error: cannot decode number into field \"i\": expected a 32-bit integer or a string"},
    {"T58", "a14169f6", "i", "0"},
    {"T59", "a141744568656c6c6f", "t",
     "error: parsing time \"hello\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"hello\" as "
     "\"2006\""},
    {"T60", "a14162454151493d0a", "b", "h'0102'"},
    {"T61", "f6", "a", "77"},
    {"T62", "a1417007", "p", "7"},
    // Dynamic fields follow the rules of dynamic values.
    {"R21", "a14172a1416203", "r", R"({"b":3})"},
    {"R23", "a14172a2616101616102", "r", REPEATED("a")},
    {"time in a dynamic field", "a1417282c10cc10c", "r",
     R"(["1970-01-01T00:00:12Z","1970-01-01T00:00:12Z"])"},
    {"field behind a dynamic one", "a2417280417307", "s",
     "error: cannot decode number into field \"s\": expected a string"},
    {"time into a number", "a14161c10c", "a", "12"},
    {"no time into a string", "a14173c06161", "s", "\"a\""},
    {"time tag before the wrong thing", "a14173c04161", "s",
     "error: cbor: tag number 0 must be followed by text string, got byte string"},
    {"tagged time", "a14174c074323031332d30332d32315432303a30343a30305a", "t",
     "\"2013-03-21T20:04:00Z\""},
    {"integer keys", "a201020103", "a",
     "error: cbor: found duplicate map key 1 at map element index 1"},
    {"integer key and its digits", "a20102413103", "a", "77", "unknown field \"1\""},
    {"integer key of a map", "a1416da10102", "m",
     "error: cbor: cannot unmarshal positive integer into Go value of type string"},
    {"keys of a struct under a tag", "d6a1416105", "a", "5"},
    {"null key", "a1f602", "a", NO_FIELD_NAME("primitives")},
    {"a repeat behind a type error", "a24161f5416101", "a", REPEATED("a")},
    {"a repeat behind bad text", "a2417361ff417340", "s", REPEATED("s")},
    {"integer beyond int64", "a141611bffffffffffffffff", "a",
     "error: cannot decode number 18446744073709551615 into field \"a\": expected an integer"},
    {"and into a float", "a141663bffffffffffffffff", "f", "-18446744073709552000"},
};

TEST(CborTypedVectors, Decode) {
  std::set<std::string> names;
  for (const TypedRow& row : kRows) {
    std::string bytes = Unhex(row.hex);
    field::Findings findings;
    EXPECT_EQ(DecodeField(bytes, row.field, &findings), row.expected) << row.name;
    // Without findings unknown members are ignored, all else is the same.
    EXPECT_EQ(DecodeField(bytes, row.field, nullptr), row.expected) << row.name;
    std::string found = findings.empty() ? "" : field::FindingTexts(findings.items())[0];
    EXPECT_EQ(found, row.finding) << row.name;
    names.insert(row.name);
  }
  codec::testing::ExpectAllNumbers("T", 2, 62, names);
}

// Byte strings are text wherever the type has a string or a key.
TEST(CborTypedVectors, TextOfRequestsIsUtf8) {
  const TypedRow kTexts[] = {
      {"value", "a1417342ff61", "s",
       "\"\xef\xbf\xbd"
       "a\""},
      {"value of a map", "a1416da1416141ff", "m", "{\"a\":\"\xef\xbf\xbd\"}"},
      {"good text", "a1417342c3bc", "s", "\"\xc3\xbc\""},
      {"key of a map", "a1416da141ff4161", "m", "error: cbor: invalid UTF-8 string"},
      {"key of a struct", "a141ff01", "a", "error: cbor: invalid UTF-8 string"},
      {"bytes", "a14162d642ff00", "b", "h'ff00'"},
  };
  for (const TypedRow& row : kTexts) {
    Arena arena;
    Outer object;
    std::string bytes = Unhex(row.hex);
    Status status =
        DecodeCbor(bytes, OuterType(), &object, arena, nullptr, codec::CborText::kRepaired);
    EXPECT_EQ(status ? Shown(object, row.field) : "error: " + status.error().message(),
              row.expected)
        << row.name;
  }
}

TEST(CborTypedVectors, NumbersOfEveryWidth) {
  const TypedRow kWide[] = {
      {"largest", "a241751affffffff41771b7fffffffffffffff", "",
       R"({"u":4294967295,"w":9223372036854775807})"},
      {"too large", "a141751b0000000100000000", "",
       "error: cannot decode number 4294967296 into field \"u\": expected a 32-bit integer"},
      {"float", "a14177f93c00", "",
       "error: cannot decode number 1.0 into field \"w\": expected an integer that is not "
       "negative"},
      {"large float", "a14177fa5f000000", "",
       "error: cannot decode number 9223372036854776000.0 into field \"w\": expected an integer "
       "that is not negative"},
      {"negative", "a1417520", "",
       "error: cannot decode number -1 into field \"u\": expected an integer that is not negative"},
      {"past float", "a14166fb7e37e43c8800759c", "",
       "error: cannot decode number 1e+300 into field \"f\": expected a 32-bit number"},
  };
  for (const TypedRow& row : kWide) {
    Arena arena;
    Wide object;
    std::string bytes = Unhex(row.hex);
    codec::CborReader reader(bytes);
    Status status = Decode(reader, WideType(), &object, arena, nullptr);
    std::string out = status ? "" : "error: " + status.error().message();
    codec::JsonWriter writer(out);
    if (status) Encode(WideType(), &object, writer);
    EXPECT_EQ(out, row.expected) << row.name;
  }
}

std::string EncodeCbor(const TypeInfo& type, const void* object,
                       codec::CborOrder order = codec::CborOrder::kDeterministic) {
  std::string out;
  codec::CborWriter writer(out, order);
  Encode(type, object, writer);
  EXPECT_TRUE(writer.status());
  return HexLower(out);
}

template <typename T>
std::string EncodeScalar(const TypeInfo& type, const T& value) {
  return EncodeCbor(type, &value);
}

TEST(CborTypedVectors, Encode) {
  Time time{.seconds = 1363896240, .nanoseconds = 900000000, .set = true};
  MicroTime fine;
  fine.seconds = 1363896240;
  fine.set = true;
  EXPECT_EQ(EncodeScalar(kTimeType, time), "54323031332d30332d32315432303a30343a30305a");
  EXPECT_EQ(EncodeScalar(kMicroTimeType, fine),
            "581b323031332d30332d32315432303a30343a30302e3030303030305a");
  EXPECT_EQ(EncodeScalar(kDurationType, Duration{3600000000000}), "463168306d3073");
  EXPECT_EQ(EncodeScalar(kQuantityType, Quantity{"100m"}), "443130306d");
  EXPECT_EQ(EncodeScalar(kIntOrStringType, IntOrString::FromInt(8080)), "191f90");
  EXPECT_EQ(EncodeScalar(kIntOrStringType, IntOrString::FromText("http")), "4468747470");
  EXPECT_EQ(EncodeScalar(kListInt64, List<int64_t>()), "f6");
  EXPECT_EQ(EncodeScalar(kMapStr, Map<Str>()), "f6");
  EXPECT_EQ(EncodeScalar(kBinaryType, Binary()), "f6");
  EXPECT_EQ(EncodeScalar(kBinaryType, Binary{"", 0}), "d640");
  EXPECT_EQ(EncodeScalar(kBinaryType, Binary{"\x01", 1}), "d64101");
  EXPECT_EQ(EncodeScalar(kTimeType, Time()), "f6");
  // R02: a struct where raw bytes might be.
  Inner inner{"foo"};
  EXPECT_EQ(EncodeCbor(InnerType(), &inner), "a1417843666f6f");
}

// S19: structs.
TEST(CborTypedVectors, RotatedOrderVaries) {
  Arena arena;
  Outer object;
  object.a = 1;
  object.f = 2;
  object.s = "s";
  object.b = Binary{"b", 1};
  object.l.Append(arena, 1);
  object.m.Set(arena, "k", "v");
  object.p = 1;
  object.t = Time::FromSeconds(1);
  std::set<std::string> rotated;
  std::set<std::string> deterministic;
  for (int i = 0; i < 129; ++i) {
    rotated.insert(EncodeCbor(OuterType(), &object, codec::CborOrder::kRotated));
    deterministic.insert(EncodeCbor(OuterType(), &object));
  }
  EXPECT_GE(rotated.size(), 2U);
  EXPECT_EQ(deterministic.size(), 1U);
  for (const std::string& hex : rotated) {
    Outer again;
    std::string bytes = Unhex(hex);
    codec::CborReader reader(bytes);
    ASSERT_TRUE(Decode(reader, OuterType(), &again, arena, nullptr));
    EXPECT_EQ(EncodeCbor(OuterType(), &again), *deterministic.begin());
  }
}

}  // namespace
}  // namespace pintle::typeinfo
