// Made by pintle-gen from circle/right. Changes are lost with the next build.
#include "circle/right/types.h"

#include <cstddef>

#include "circle/left/tables.h"
#include "circle/right/tables.h"

namespace testdata::circle::right {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kListOf_Left =
    Shape_<typeinfo::List<::testdata::circle::left::Left>>(typeinfo::Kind::kList, ::testdata::circle::left::tables::kLeft);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kRight_Fields[2] = {
    {.name = "left", .go_name = "Left", .type = &::testdata::circle::left::tables::kLeft, .offset = offsetof(Right, left), .required = true},
    {.name = "list", .go_name = "List", .type = &kListOf_Left, .offset = offsetof(Right, list), .omit_empty = true},
};
constexpr typeinfo::JsonField kRight_Json[] = {
    {&tables::kRight_Fields[0], offsetof(Right, left)},
    {&tables::kRight_Fields[1], offsetof(Right, list)},
};
constexpr uint16_t kRight_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kRight = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Right), .align = alignof(Right),
    .name = "Right",
    .fields = kRight_Fields,
    .json_fields = kRight_Json,
    .json_index = kRight_Index};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kRight};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::circle::right

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::circle::right::Right>() {
  return ::testdata::circle::right::tables::kRight;
}

}  // namespace pintle::typeinfo
