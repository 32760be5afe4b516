// Made by pintle-gen from imports/user. Changes are lost with the next build.
#include "imports/user/types.h"

#include <cstddef>

#include "imports/base/tables.h"
#include "imports/user/tables.h"

namespace testdata::imports::user {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kListOf_Shared =
    Shape_<typeinfo::List<::testdata::imports::base::Shared>>(typeinfo::Kind::kList, ::testdata::imports::base::tables::kShared);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kUser_Fields[2] = {
    {.name = "Shared", .go_name = "Shared", .type = &::testdata::imports::base::tables::kShared, .offset = offsetof(User, shared), .inlined = true},
    {.name = "more", .go_name = "More", .type = &kListOf_Shared, .offset = offsetof(User, more), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kUser_Json[] = {
    {&::testdata::imports::base::tables::kShared_Fields[0], offsetof(User, shared.name)},
    {&tables::kUser_Fields[1], offsetof(User, more)},
};
constexpr uint16_t kUser_Index[] = {1, 0};
constinit const typeinfo::TypeInfo kUser = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(User), .align = alignof(User),
    .name = "User",
    .fields = kUser_Fields,
    .json_fields = kUser_Json,
    .json_index = kUser_Index};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kUser};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::imports::user

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::imports::user::User>() {
  return ::testdata::imports::user::tables::kUser;
}

}  // namespace pintle::typeinfo
