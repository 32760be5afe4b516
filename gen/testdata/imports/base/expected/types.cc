// Made by pintle-gen from imports/base. Changes are lost with the next build.
#include "imports/base/types.h"

#include <cstddef>

#include "imports/base/tables.h"

namespace testdata::imports::base {
namespace {


}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kSharedFields[1] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Shared, name), .required = true},
};
constexpr typeinfo::JsonField kSharedJson[] = {
    {&tables::kSharedFields[0], offsetof(Shared, name)},
};
constexpr uint16_t kSharedIndex[] = {0};
constinit const typeinfo::TypeInfo kShared = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Shared), .align = alignof(Shared),
    .name = "Shared",
    .fields = kSharedFields,
    .json_fields = kSharedJson,
    .json_index = kSharedIndex,
    .doc = "Shared is used by another package."};

}  // namespace tables
}  // namespace testdata::imports::base

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<testdata::imports::base::Shared>() {
  return testdata::imports::base::tables::kShared;
}

}  // namespace pintle::typeinfo
