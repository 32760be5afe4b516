// Made by pintle-gen from imports/base. Changes are lost with the next build.
#include "imports/base/types.h"

#include <cstddef>

#include "imports/base/tables.h"

namespace testdata::imports::base {
namespace {


}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kShared_Fields[1] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Shared, name), .required = true},
};
constexpr typeinfo::JsonField kShared_Json[] = {
    {&tables::kShared_Fields[0], offsetof(Shared, name)},
};
constexpr uint16_t kShared_Index[] = {0};
constinit const typeinfo::TypeInfo kShared = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Shared), .align = alignof(Shared),
    .name = "Shared",
    .fields = kShared_Fields,
    .json_fields = kShared_Json,
    .json_index = kShared_Index,
    .doc = "Shared is used by another package."};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kShared};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::imports::base

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::imports::base::Shared>() {
  return ::testdata::imports::base::tables::kShared;
}

}  // namespace pintle::typeinfo
