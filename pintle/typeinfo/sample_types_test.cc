#include "pintle/typeinfo/sample_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace pintle::typeinfo {
namespace sample {
namespace {

// Fields of a struct as JSON sees them when nothing is inlined.
template <size_t N>
constexpr std::array<JsonField, N> Members(const std::array<FieldInfo, N>& fields) {
  std::array<JsonField, N> members;
  for (size_t i = 0; i < N; ++i) members[i] = JsonField{&fields[i], fields[i].offset};
  return members;
}

template <size_t N>
constexpr std::array<uint16_t, N> Index(const std::array<JsonField, N>& members) {
  std::array<uint16_t, N> index{};
  std::iota(index.begin(), index.end(), uint16_t{0});
  std::ranges::sort(index, {}, [&](uint16_t i) { return members[i].field->name; });
  return index;
}

template <typename T>
constexpr TypeInfo Shape(Kind kind, const TypeInfo& element) {
  return TypeInfo{.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

extern const TypeInfo kNode;
extern const TypeInfo kNodeOrBool;
extern const TypeInfo kNodeOrList;
extern const TypeInfo kLeaf;
extern const TypeInfo kHeader;

constexpr std::array<std::string_view, 2> kColors = {"Blue", "Red"};
constexpr TypeInfo kColor = {.kind = Kind::kString,
                             .size = sizeof(Str),
                             .align = alignof(Str),
                             .name = "Color",
                             .enum_values = kColors};
constexpr TypeInfo kOptBool = Shape<Opt<bool>>(Kind::kOpt, kBoolType);
constexpr TypeInfo kOptInt32 = Shape<Opt<int32_t>>(Kind::kOpt, kInt32Type);
constexpr TypeInfo kOptStr = Shape<Opt<Str>>(Kind::kOpt, kStringType);
constexpr TypeInfo kOptTime = Shape<Opt<Time>>(Kind::kOpt, kTimeType);
constexpr TypeInfo kOptAny = Shape<Opt<Any>>(Kind::kOpt, kAnyType);
constexpr TypeInfo kPtrLeaf = Shape<Ptr<Leaf>>(Kind::kPtr, kLeaf);
constexpr TypeInfo kPtrNode = Shape<Ptr<Node>>(Kind::kPtr, kNode);
constexpr TypeInfo kPtrNodeOrBool = Shape<Ptr<NodeOrBool>>(Kind::kPtr, kNodeOrBool);
constexpr TypeInfo kPtrNodeOrList = Shape<Ptr<NodeOrList>>(Kind::kPtr, kNodeOrList);
constexpr TypeInfo kListStr = Shape<List<Str>>(Kind::kList, kStringType);
constexpr TypeInfo kListLeaf = Shape<List<Leaf>>(Kind::kList, kLeaf);
constexpr TypeInfo kListAny = Shape<List<Any>>(Kind::kList, kAnyType);
constexpr TypeInfo kListNode = Shape<List<Node>>(Kind::kList, kNode);
constexpr TypeInfo kListInt64 = Shape<List<int64_t>>(Kind::kList, kInt64Type);
constexpr TypeInfo kMatrix = Shape<List<List<int64_t>>>(Kind::kList, kListInt64);
constexpr TypeInfo kMapStr = Shape<Map<Str>>(Kind::kMap, kStringType);
constexpr TypeInfo kMapLeaf = Shape<Map<Leaf>>(Kind::kMap, kLeaf);
constexpr TypeInfo kMapNode = Shape<Map<Node>>(Kind::kMap, kNode);
constexpr TypeInfo kMapBinary = Shape<Map<Binary>>(Kind::kMap, kBinaryType);
constexpr TypeInfo kMapBool = Shape<Map<bool>>(Kind::kMap, kBoolType);

#define FIELD(owner, member, json, table)                                                 \
  FieldInfo {                                                                             \
    .name = json, .go_name = #member, .type = &(table), .offset = offsetof(owner, member) \
  }
#define OMIT_EMPTY(owner, member, json, table)                                             \
  FieldInfo {                                                                              \
    .name = json, .go_name = #member, .type = &(table), .offset = offsetof(owner, member), \
    .omit_empty = true                                                                     \
  }
#define OMIT_ZERO(owner, member, json, table)                                              \
  FieldInfo {                                                                              \
    .name = json, .go_name = #member, .type = &(table), .offset = offsetof(owner, member), \
    .omit_zero = true                                                                      \
  }
#define STRUCT(kind_value, type, constant)                         \
  constexpr auto constant##Members = Members(constant##Fields);    \
  constexpr auto constant##Index = Index(constant##Members);       \
  constexpr TypeInfo constant = {.kind = kind_value,               \
                                 .size = sizeof(type),             \
                                 .align = alignof(type),           \
                                 .name = #type,                    \
                                 .fields = constant##Fields,       \
                                 .json_fields = constant##Members, \
                                 .json_index = constant##Index}

constexpr std::array kHeaderFields = {
    OMIT_EMPTY(Header, kind, "kind", kStringType),
    OMIT_EMPTY(Header, api_version, "apiVersion", kStringType),
};
STRUCT(Kind::kStruct, Header, kHeader);

constexpr std::array kLeafFields = {
    FIELD(Leaf, name, "name", kStringType),
    OMIT_EMPTY(Leaf, image, "image", kStringType),
    OMIT_EMPTY(Leaf, port, "port", kInt32Type),
    OMIT_EMPTY(Leaf, node_port, "nodePort", kOptInt32),
};
STRUCT(Kind::kStruct, Leaf, kLeaf);

constexpr std::array kNodeOrBoolFields = {
    FIELD(NodeOrBool, allows, "Allows", kBoolType),
    FIELD(NodeOrBool, node, "Node", kPtrNode),
};
STRUCT(Kind::kUnion, NodeOrBool, kNodeOrBool);

constexpr std::array kNodeOrListFields = {
    FIELD(NodeOrList, node, "Node", kPtrNode),
    FIELD(NodeOrList, list, "List", kListNode),
};
STRUCT(Kind::kUnion, NodeOrList, kNodeOrList);

constexpr std::array kNodeFields = {
    OMIT_EMPTY(Node, title, "title", kStringType),
    OMIT_EMPTY(Node, next, "next", kPtrNode),
    OMIT_EMPTY(Node, children, "children", kMapNode),
    OMIT_EMPTY(Node, extra, "extra", kPtrNodeOrBool),
    OMIT_EMPTY(Node, items, "items", kPtrNodeOrList),
};
STRUCT(Kind::kStruct, Node, kNode);

constexpr std::array kSampleFields = {
    FieldInfo{.name = "Header",
              .go_name = "Header",
              .type = &kHeader,
              .offset = offsetof(Sample, header),
              .inlined = true},
    FIELD(Sample, nested, "nested", kLeaf),
    OMIT_EMPTY(Sample, flag, "flag", kBoolType),
    OMIT_EMPTY(Sample, small, "small", kInt32Type),
    OMIT_EMPTY(Sample, large, "large", kInt64Type),
    OMIT_EMPTY(Sample, ratio, "ratio", kDoubleType),
    OMIT_EMPTY(Sample, text, "text", kStringType),
    OMIT_EMPTY(Sample, color, "color", kColor),
    OMIT_EMPTY(Sample, blob, "blob", kBinaryType),
    OMIT_EMPTY(Sample, any, "any", kAnyType),
    OMIT_ZERO(Sample, at, "at", kTimeType),
    OMIT_ZERO(Sample, fine, "fine", kMicroTimeType),
    OMIT_EMPTY(Sample, maybe_flag, "maybeFlag", kOptBool),
    OMIT_EMPTY(Sample, replicas, "replicas", kOptInt32),
    OMIT_EMPTY(Sample, maybe_text, "maybeText", kOptStr),
    OMIT_EMPTY(Sample, maybe_at, "maybeAt", kOptTime),
    OMIT_EMPTY(Sample, maybe_any, "maybeAny", kOptAny),
    OMIT_EMPTY(Sample, leaf, "leaf", kPtrLeaf),
    OMIT_EMPTY(Sample, names, "names", kListStr),
    OMIT_EMPTY(Sample, leaves, "leaves", kListLeaf),
    OMIT_EMPTY(Sample, values, "values", kListAny),
    OMIT_EMPTY(Sample, matrix, "matrix", kMatrix),
    OMIT_EMPTY(Sample, labels, "labels", kMapStr),
    OMIT_EMPTY(Sample, by_name, "byName", kMapLeaf),
    OMIT_EMPTY(Sample, files, "files", kMapBinary),
    OMIT_EMPTY(Sample, flags, "flags", kMapBool),
    OMIT_EMPTY(Sample, tree, "tree", kPtrNode),
};
constexpr auto kSampleMembers = [] {
  std::array<JsonField, kSampleFields.size() + 1> members;
  members[0] = JsonField{&kHeaderFields[0], offsetof(Sample, header) + kHeaderFields[0].offset};
  members[1] = JsonField{&kHeaderFields[1], offsetof(Sample, header) + kHeaderFields[1].offset};
  for (size_t i = 1; i < kSampleFields.size(); ++i) {
    members[i + 1] = JsonField{&kSampleFields[i], kSampleFields[i].offset};
  }
  return members;
}();
constexpr auto kSampleIndex = Index(kSampleMembers);
constexpr TypeInfo kSample = {.kind = Kind::kStruct,
                              .size = sizeof(Sample),
                              .align = alignof(Sample),
                              .name = "Sample",
                              .fields = kSampleFields,
                              .json_fields = kSampleMembers,
                              .json_index = kSampleIndex};

constexpr std::array kPlainFields = {
    FIELD(Plain, flag, "flag", kBoolType),
    FIELD(Plain, text, "text", kStringType),
    FIELD(Plain, blob, "blob", kBinaryType),
    FIELD(Plain, any, "any", kAnyType),
    FIELD(Plain, at, "at", kTimeType),
    FIELD(Plain, replicas, "replicas", kOptInt32),
    FIELD(Plain, leaf, "leaf", kPtrLeaf),
    FIELD(Plain, names, "names", kListStr),
    FIELD(Plain, labels, "labels", kMapStr),
    FIELD(Plain, either, "either", kNodeOrBool),
    FIELD(Plain, one_or_many, "oneOrMany", kNodeOrList),
};
STRUCT(Kind::kStruct, Plain, kPlain);

constexpr std::array kSparseFields = {
    OMIT_ZERO(Sparse, nested, "nested", kLeaf),
    OMIT_ZERO(Sparse, names, "names", kListStr),
    OMIT_ZERO(Sparse, at, "at", kTimeType),
    OMIT_ZERO(Sparse, ratio, "ratio", kDoubleType),
};
STRUCT(Kind::kStruct, Sparse, kSparse);

TEST(TypeInfo, FindsMembersByExactName) {
  for (const JsonField& member : kSample.json_fields) {
    EXPECT_EQ(FindJsonField(kSample, member.field->name), &member) << member.field->name;
  }
  for (std::string_view absent : {"", "Flag", "a", "zzz", "Header", "fla", "flagg"}) {
    EXPECT_EQ(FindJsonField(kSample, absent), nullptr) << absent;
  }
  EXPECT_EQ(FindJsonField(kBoolType, "flag"), nullptr);
}

TEST(TypeInfo, ScalarsHaveTables) {
  EXPECT_EQ(&TypeOf<Str>(), &kStringType);
  EXPECT_EQ(TypeOf<MicroTime>().size, sizeof(MicroTime));
  EXPECT_EQ(TypeOf<Any>().kind, Kind::kAny);
}

}  // namespace
}  // namespace sample

template <>
const TypeInfo& TypeOf<sample::Sample>() {
  return sample::kSample;
}
template <>
const TypeInfo& TypeOf<sample::Plain>() {
  return sample::kPlain;
}
template <>
const TypeInfo& TypeOf<sample::Sparse>() {
  return sample::kSparse;
}
template <>
const TypeInfo& TypeOf<sample::Node>() {
  return sample::kNode;
}
template <>
const TypeInfo& TypeOf<sample::Leaf>() {
  return sample::kLeaf;
}

}  // namespace pintle::typeinfo
