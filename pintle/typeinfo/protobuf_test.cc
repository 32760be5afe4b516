#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

// The wire form of every kind of field, in bytes.
namespace pintle::typeinfo {
namespace {

// `0a 01 61` as bytes.
std::string Bytes(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 3) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (char c : bytes) {
    if (!hex.empty()) hex += ' ';
    hex += kDigits[static_cast<uint8_t>(c) >> 4];
    hex += kDigits[static_cast<uint8_t>(c) & 15];
  }
  return hex;
}

template <typename T>
TypeInfo Shape(Kind kind, const TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

// A message of one field, with a table of its own. The object is the field. Tables live as long as
// the program, as generated ones do: the decoder keeps what it has made of them.
template <typename T>
class OneField {
 public:
  explicit OneField(const TypeInfo& type, FieldInfo flags = {}) : tables_(Kept().emplace_back()) {
    tables_.field = flags;
    tables_.field.name = "value";
    tables_.field.go_name = "Value";
    tables_.field.type = &type;
    tables_.field.offset = 0;
    tables_.field.proto_number = 1;
    tables_.type = {.kind = Kind::kStruct,
                    .size = sizeof(T),
                    .align = alignof(T),
                    .fields = {&tables_.field, 1},
                    .proto_message = true,
                    .proto_index = index_};
  }
  OneField(const OneField&) = delete;
  OneField& operator=(const OneField&) = delete;
  const TypeInfo& type() const { return tables_.type; }

  std::string Encoded(const T& value) const { return Hex(EncodeProtobufMessage(type(), &value)); }
  // What the bytes are after reading and writing, or the error.
  std::string Reencoded(std::string_view hex) const {
    Arena arena;
    T value{};
    Status status = DecodeProtobufMessage(Bytes(hex), type(), &value, arena);
    return status ? Encoded(value) : status.error().message();
  }
  // Both ways.
  void Expect(const T& value, std::string_view hex) const {
    EXPECT_EQ(Encoded(value), hex);
    EXPECT_EQ(Reencoded(hex), hex);
  }

 private:
  struct Tables {
    FieldInfo field;
    TypeInfo type;
  };
  static std::deque<Tables>& Kept() {
    static std::deque<Tables> kept;
    return kept;
  }
  static constexpr uint16_t index_[1] = {0};
  Tables& tables_;
};

struct Pair {
  Str name;
  int32_t port = 0;
};
constexpr FieldInfo kPairFields[] = {
    {.name = "port",
     .go_name = "Port",
     .type = &kInt32Type,
     .offset = offsetof(Pair, port),
     .proto_number = 2},
    {.name = "name",
     .go_name = "Name",
     .type = &kStringType,
     .offset = offsetof(Pair, name),
     .proto_number = 1},
};
constexpr uint16_t kPairOrder[] = {1, 0};
const TypeInfo kPair = {.kind = Kind::kStruct,
                        .size = sizeof(Pair),
                        .align = alignof(Pair),
                        .fields = kPairFields,
                        .proto_message = true,
                        .proto_index = kPairOrder};

TEST(Protobuf, ScalarsAreAlwaysWritten) {
  OneField<bool> flag(kBoolType);
  flag.Expect(false, "08 00");
  flag.Expect(true, "08 01");
  OneField<int32_t> small(kInt32Type);
  small.Expect(0, "08 00");
  small.Expect(300, "08 ac 02");
  small.Expect(-1, "08 ff ff ff ff ff ff ff ff ff 01");
  OneField<int64_t> large(kInt64Type);
  large.Expect(INT64_MIN, "08 80 80 80 80 80 80 80 80 80 01");
  OneField<uint32_t>(kUint32Type).Expect(UINT32_MAX, "08 ff ff ff ff 0f");
  OneField<uint64_t>(kUint64Type).Expect(UINT64_MAX, "08 ff ff ff ff ff ff ff ff ff 01");
  OneField<double>(kDoubleType).Expect(1.5, "09 00 00 00 00 00 00 f8 3f");
  OneField<float>(kFloatType).Expect(1.5F, "0d 00 00 c0 3f");
  OneField<Str> text(kStringType);
  text.Expect("", "0a 00");
  text.Expect("hi", "0a 02 68 69");
}

TEST(Protobuf, BinaryIsWrittenWhenItIsThere) {
  OneField<Binary> binary(kBinaryType);
  binary.Expect({}, "");
  binary.Expect({"", 0}, "0a 00");
  binary.Expect({"\0x", 2}, "0a 02 00 78");
}

TEST(Protobuf, Times) {
  OneField<Time> time(kTimeType);
  time.Expect({}, "0a 00");
  time.Expect(Time::FromSeconds(0), "0a 04 08 00 10 00");
  time.Expect(Time::FromSeconds(1577836800), "0a 08 08 80 c2 af f0 05 10 00");
  time.Expect(Time::FromSeconds(-1), "0a 0d 08 ff ff ff ff ff ff ff ff ff 01 10 00");
  EXPECT_EQ(time.Encoded({1, 5000, true}), "0a 04 08 01 10 00");
  EXPECT_EQ(time.Reencoded("0a 05 08 01 10 e8 07"), "0a 04 08 01 10 00");
  // The zero time by its seconds.
  EXPECT_EQ(time.Reencoded("0a 0d 08 80 92 b8 c3 98 fe ff ff ff 01 10 00"), "0a 00");
  OneField<MicroTime> fine(kMicroTimeType);
  fine.Expect(MicroTime{{1, 1000, true}}, "0a 05 08 01 10 e8 07");
  EXPECT_EQ(fine.Encoded(MicroTime{{1, 1999, true}}), "0a 05 08 01 10 e8 07");
  EXPECT_EQ(fine.Reencoded("0a 05 08 01 10 cf 0f"), "0a 05 08 01 10 e8 07");
}

// What came as text is stored as Protobuf and must be readable from there.
TEST(Protobuf, EveryTimeThatHasATextComesBack) {
  OneField<Time> type(kTimeType);
  for (std::string_view text : {"0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z",
                                "0001-01-01T00:00:01Z", "9999-12-31T23:59:59Z"}) {
    Arena arena;
    Result<Time> time = ParseTime(text);
    ASSERT_TRUE(time) << text;
    Time read;
    std::string message = EncodeProtobufMessage(type.type(), &*time);
    ASSERT_TRUE(DecodeProtobufMessage(message, type.type(), &read, arena)) << text;
    EXPECT_EQ(FormatTime(read), text);
  }
}

TEST(Protobuf, WellKnownTypes) {
  OneField<Duration> duration(kDurationType);
  duration.Expect({}, "0a 02 08 00");
  duration.Expect({1'000'000'000}, "0a 06 08 80 94 eb dc 03");
  OneField<Quantity> quantity(kQuantityType);
  quantity.Expect({}, "0a 03 0a 01 30");
  quantity.Expect({"500m"}, "0a 06 0a 04 35 30 30 6d");
  EXPECT_EQ(quantity.Reencoded("0a 06 0a 04 30 2e 35 30"), "0a 06 0a 04 35 30 30 6d");  // 0.50
  EXPECT_EQ(quantity.Reencoded("0a 00"), "0a 03 0a 01 30");
  OneField<IntOrString> either(kIntOrStringType);
  either.Expect({}, "0a 06 08 00 10 00 1a 00");
  either.Expect(IntOrString::FromInt(80), "0a 06 08 00 10 50 1a 00");
  either.Expect(IntOrString::FromText("50%"), "0a 09 08 01 10 00 1a 03 35 30 25");
}

TEST(Protobuf, AnyIsJson) {
  Arena arena;
  OneField<Any> value(kAnyType);
  value.Expect({}, "0a 00");
  value.Expect(Value::Object(arena, {{"a", Value(int64_t{1})}}),
               "0a 09 0a 07 7b 22 61 22 3a 31 7d");
  EXPECT_EQ(value.Reencoded("0a 09 0a 07 d9 d9 f7 a1 41 61 01"),
            "0a 09 0a 07 7b 22 61 22 3a 31 7d");
  FieldInfo omitted{};
  omitted.omit_empty = true;
  OneField<Any>(kAnyType, omitted).Expect({}, "");
}

TEST(Protobuf, PointersAreWrittenWhenTheyAreSet) {
  TypeInfo opt_int = Shape<Opt<int32_t>>(Kind::kOpt, kInt32Type);
  OneField<Opt<int32_t>> number(opt_int);
  number.Expect({}, "");
  number.Expect(0, "08 00");
  TypeInfo opt_time = Shape<Opt<Time>>(Kind::kOpt, kTimeType);
  OneField<Opt<Time>> time(opt_time);
  time.Expect({}, "");
  time.Expect(Time{}, "0a 00");
  TypeInfo pointer = Shape<Ptr<Pair>>(Kind::kPtr, kPair);
  OneField<Ptr<Pair>> pair(pointer);
  pair.Expect({}, "");
  Pair target{"a", 7};
  pair.Expect({&target}, "0a 05 0a 01 61 10 07");
}

// Tags of one, two and three bytes; the last two numbers are beyond those found by an index.
struct Wide {
  Str near;
  List<Str> texts;
  List<Pair> pairs;
  Map<Str> map;
  int64_t far = 0;
};
const TypeInfo kTexts = Shape<List<Str>>(Kind::kList, kStringType);
const TypeInfo kPairs = Shape<List<Pair>>(Kind::kList, kPair);
const TypeInfo kTextMap = Shape<Map<Str>>(Kind::kMap, kStringType);
const FieldInfo kWideFields[] = {
    {.name = "near",
     .go_name = "Near",
     .type = &kStringType,
     .offset = offsetof(Wide, near),
     .proto_number = 15},
    {.name = "texts",
     .go_name = "Texts",
     .type = &kTexts,
     .offset = offsetof(Wide, texts),
     .proto_number = 16},
    {.name = "pairs",
     .go_name = "Pairs",
     .type = &kPairs,
     .offset = offsetof(Wide, pairs),
     .proto_number = 127},
    {.name = "map",
     .go_name = "Map",
     .type = &kTextMap,
     .offset = offsetof(Wide, map),
     .proto_number = 128},
    {.name = "far",
     .go_name = "Far",
     .type = &kInt64Type,
     .offset = offsetof(Wide, far),
     .proto_number = 3000},
};
constexpr uint16_t kWideOrder[] = {0, 1, 2, 3, 4};
const TypeInfo kWide = {.kind = Kind::kStruct,
                        .size = sizeof(Wide),
                        .align = alignof(Wide),
                        .fields = kWideFields,
                        .proto_message = true,
                        .proto_index = kWideOrder};

TEST(Protobuf, TagsOfAnyLength) {
  Arena arena;
  OneField<Wide> wide(kWide);
  Wide all{.near = "a",
           .texts = List<Str>::Of(arena, {"b", "", "c"}),
           .pairs = List<Pair>::Of(arena, {{"d", 1}, {}}),
           .map = {},
           .far = 300};
  all.map.Set(arena, "e", "f");
  all.map.Set(arena, "g", "h");
  wide.Expect(all,
              "0a 34 7a 01 61 82 01 01 62 82 01 00 82 01 01 63 "
              "fa 07 05 0a 01 64 10 01 fa 07 04 0a 00 10 00 "
              "82 08 06 0a 01 65 12 01 66 82 08 06 0a 01 67 12 01 68 c0 bb 01 ac 02");
  // Runs that are interrupted go on; lists keep their order.
  EXPECT_EQ(wide.Reencoded("0a 0f 82 01 01 62 7a 01 61 82 01 01 63 82 01 01 64"),
            "0a 13 7a 01 61 82 01 01 62 82 01 01 63 82 01 01 64 c0 bb 01 00");
  // Tags that are cut short, inside the message and at its end.
  EXPECT_EQ(wide.Reencoded("0a 01 82"), "proto: unexpected EOF");
  EXPECT_EQ(wide.Reencoded("0a 01 82 01 01 62"), "proto: unexpected EOF");
  EXPECT_EQ(wide.Reencoded("0a 02 82 01"), "proto: unexpected EOF");
  EXPECT_EQ(wide.Reencoded("0a 04 82 01 02 62"), "proto: unexpected EOF");
  EXPECT_EQ(wide.Reencoded("0a 01 00"), "proto: illegal tag");
  EXPECT_EQ(wide.Reencoded("0a 02 80 00"), "proto: illegal tag");
}

TEST(Protobuf, StructsAreWrittenInTheOrderOfTheirNumbers) {
  OneField<Pair> pair(kPair);
  pair.Expect({}, "0a 04 0a 00 10 00");
  pair.Expect({"a", 7}, "0a 05 0a 01 61 10 07");
  // Any order is read; what comes twice is merged, of scalars the last stays.
  EXPECT_EQ(pair.Reencoded("0a 05 10 07 0a 01 61"), "0a 05 0a 01 61 10 07");
  EXPECT_EQ(pair.Reencoded("0a 03 0a 01 61 0a 04 10 06 10 07"), "0a 05 0a 01 61 10 07");
}

TEST(Protobuf, Lists) {
  Arena arena;
  TypeInfo strings = Shape<List<Str>>(Kind::kList, kStringType);
  OneField<List<Str>> names(strings);
  names.Expect({}, "");
  names.Expect(List<Str>::Of(arena, {"a", "", "b"}), "0a 01 61 0a 00 0a 01 62");
  TypeInfo numbers = Shape<List<int32_t>>(Kind::kList, kInt32Type);
  OneField<List<int32_t>> ports(numbers);
  ports.Expect(List<int32_t>::Of(arena, {1, 300}), "08 01 08 ac 02");
  EXPECT_EQ(ports.Reencoded("0a 03 01 ac 02 08 05"), "08 01 08 ac 02 08 05");  // packed
  TypeInfo doubles = Shape<List<double>>(Kind::kList, kDoubleType);
  EXPECT_EQ(OneField<List<double>>(doubles).Reencoded("0a 08 00 00 00 00 00 00 f8 3f"),
            "09 00 00 00 00 00 00 f8 3f");
  TypeInfo pairs = Shape<List<Pair>>(Kind::kList, kPair);
  OneField<List<Pair>>(pairs).Expect(List<Pair>::Of(arena, {{"a", 1}, {}}),
                                     "0a 05 0a 01 61 10 01 0a 04 0a 00 10 00");
}

TEST(Protobuf, Maps) {
  Arena arena;
  TypeInfo shape = Shape<Map<Str>>(Kind::kMap, kStringType);
  OneField<Map<Str>> labels(shape);
  labels.Expect({}, "");
  Map<Str> map;
  map.Set(arena, "b", "2");
  map.Set(arena, "a", "");
  labels.Expect(map, "0a 05 0a 01 61 12 00 0a 06 0a 01 62 12 01 32");
  // Any order, the last entry of a key stays, key and value may be left out.
  EXPECT_EQ(labels.Reencoded("0a 06 0a 01 62 12 01 31 0a 03 0a 01 61 0a 06 12 01 32 0a 01 62"),
            "0a 05 0a 01 61 12 00 0a 06 0a 01 62 12 01 32");
  EXPECT_EQ(labels.Reencoded("0a 00"), "0a 04 0a 00 12 00");
  TypeInfo binary_shape = Shape<Map<Binary>>(Kind::kMap, kBinaryType);
  Map<Binary> files;
  files.Set(arena, "a", {});
  files.Set(arena, "b", {"", 0});
  OneField<Map<Binary>>(binary_shape).Expect(files, "0a 03 0a 01 61 0a 05 0a 01 62 12 00");
}

TEST(Protobuf, ListsThatAreMessages) {
  Arena arena;
  FieldInfo message{};
  message.proto_list_message = true;
  TypeInfo strings = Shape<List<Str>>(Kind::kList, kStringType);
  OneField<List<Str>> verbs(strings, message);
  verbs.Expect({}, "");
  verbs.Expect(List<Str>::Of(arena, {"get", "x"}), "0a 08 0a 03 67 65 74 0a 01 78");
  EXPECT_EQ(verbs.Reencoded("0a 00"), "0a 00");  // empty, not nil
  TypeInfo shape = Shape<Map<List<Str>>>(Kind::kMap, strings);
  Map<List<Str>> extra;
  extra.Set(arena, "k", List<Str>::Of(arena, {"v"}));
  extra.Set(arena, "n", {});
  EXPECT_EQ(OneField<Map<List<Str>>>(shape, message).Encoded(extra),
            "0a 08 0a 01 6b 12 03 0a 01 76 0a 05 0a 01 6e 12 00");
  EXPECT_EQ(OneField<Map<List<Str>>>(shape, message)
                .Reencoded("0a 08 0a 01 6b 12 03 0a 01 76 0a 05 0a 01 6e 12 00"),
            "0a 08 0a 01 6b 12 03 0a 01 76 0a 05 0a 01 6e 12 00");
}

TEST(Protobuf, UnknownFieldsAreSkipped) {
  OneField<bool> flag(kBoolType);
  // A varint, a group that holds a field with the known number, a text, both fixed sizes.
  EXPECT_EQ(flag.Reencoded("10 96 01 1b 08 00 1c 08 01 22 01 61 29 01 02 03 04 05 06 07 08 "
                           "35 01 02 03 04"),
            "08 01");
}

TEST(Protobuf, Errors) {
  OneField<Str> text(kStringType);
  OneField<int32_t> number(kInt32Type);
  OneField<Quantity> quantity(kQuantityType);
  OneField<IntOrString> either(kIntOrStringType);
  OneField<Any> any(kAnyType);
  OneField<MicroTime> fine(kMicroTimeType);
  TypeInfo shape = Shape<Map<Str>>(Kind::kMap, kStringType);
  OneField<Map<Str>> labels(shape);
  EXPECT_EQ(text.Reencoded("08 01"), "proto: wrong wireType = 0 for field Value");
  EXPECT_EQ(number.Reencoded("0a 01 01"), "proto: wrong wireType = 2 for field Value");
  EXPECT_EQ(text.Reencoded("0a 05 61"), "proto: unexpected EOF");
  EXPECT_EQ(text.Reencoded("0a ff ff ff ff 7f"), "proto: unexpected EOF");
  EXPECT_EQ(text.Reencoded("0a"), "proto: unexpected EOF");
  EXPECT_EQ(text.Reencoded("00 00"), "proto: illegal tag");
  EXPECT_EQ(text.Reencoded("14"), "proto: unexpected end of group");
  EXPECT_EQ(number.Reencoded("08 ff ff ff ff ff ff ff ff ff ff 01"), "proto: integer overflow");
  EXPECT_EQ(labels.Reencoded("0a 02 08 01"), "proto: wrong wireType = 0 for field Value");
  EXPECT_EQ(labels.Reencoded("0a 02 12 05"), "proto: unexpected EOF");
  EXPECT_EQ(either.Reencoded("0a 02 08 02"), "proto: impossible IntOrString.Type");
  EXPECT_EQ(fine.Reencoded("0a 02 0a 00"), "proto: wrong wireType = 2 for field Time");
  EXPECT_EQ(fine.Reencoded("0a 0a 08 ff ff ff ff ff ff ff ff 7f"), "proto: time out of range");
  EXPECT_TRUE(quantity.Reencoded("0a 03 0a 01 78").starts_with("proto: ")) << "x is no quantity";
  EXPECT_TRUE(any.Reencoded("0a 03 0a 01 7b").starts_with("proto: ")) << "{ is no JSON";
}

struct Node {
  Ptr<Node> next;
};
extern const TypeInfo kNodeType;
const TypeInfo kNodePtr = {.kind = Kind::kPtr,
                           .size = sizeof(Ptr<Node>),
                           .align = alignof(Ptr<Node>),
                           .element = &kNodeType};
const FieldInfo kNodeFields[] = {
    {.name = "next", .go_name = "Next", .type = &kNodePtr, .offset = 0, .proto_number = 1}};
constexpr uint16_t kNodeOrder[] = {0};
const TypeInfo kNodeType = {.kind = Kind::kStruct,
                            .size = sizeof(Node),
                            .align = alignof(Node),
                            .fields = kNodeFields,
                            .proto_message = true,
                            .proto_index = kNodeOrder};

TEST(Protobuf, NestingIsLimited) {
  auto decoded = [](int depth) {
    Node root;
    Node* at = &root;
    Arena nodes;
    for (int i = 0; i < depth; ++i) at = &at->next.Ensure(nodes);
    Arena arena;
    Node out;
    return DecodeProtobufMessage(EncodeProtobufMessage(kNodeType, &root), kNodeType, &out, arena)
        .has_value();
  };
  EXPECT_TRUE(decoded(999));
  EXPECT_FALSE(decoded(1000));
}

}  // namespace
}  // namespace pintle::typeinfo
