// Made by pintle-gen from circle/left. Changes are lost with the next build.
#include "circle/left/types.h"

#include <cstddef>

#include "circle/right/tables.h"
#include "circle/left/tables.h"

namespace testdata::circle::left {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kPtrOf_Right =
    Shape_<typeinfo::Ptr<::testdata::circle::right::Right>>(typeinfo::Kind::kPtr, ::testdata::circle::right::tables::kRight);
constinit const typeinfo::TypeInfo kMapOf_Right =
    Shape_<typeinfo::Map<::testdata::circle::right::Right>>(typeinfo::Kind::kMap, ::testdata::circle::right::tables::kRight);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kLeft_Fields[3] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Left, name), .required = true},
    {.name = "right", .go_name = "Right", .type = &kPtrOf_Right, .offset = offsetof(Left, right), .omit_empty = true},
    {.name = "rights", .go_name = "Rights", .type = &kMapOf_Right, .offset = offsetof(Left, rights), .omit_empty = true},
};
constexpr typeinfo::JsonField kLeft_Json[] = {
    {&tables::kLeft_Fields[0], offsetof(Left, name)},
    {&tables::kLeft_Fields[1], offsetof(Left, right)},
    {&tables::kLeft_Fields[2], offsetof(Left, rights)},
};
constexpr uint16_t kLeft_Index[] = {0, 1, 2};
constinit const typeinfo::TypeInfo kLeft = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Left), .align = alignof(Left),
    .name = "Left",
    .fields = kLeft_Fields,
    .json_fields = kLeft_Json,
    .json_index = kLeft_Index};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kLeft};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::circle::left

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::circle::left::Left>() {
  return ::testdata::circle::left::tables::kLeft;
}

}  // namespace pintle::typeinfo
