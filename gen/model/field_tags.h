#pragma once

#include "gen/model/model.h"

namespace pintle::gen {

// The largest field number of Protobuf.
inline constexpr int64_t kMaxProtoNumber = (1 << 29) - 1;

// What the struct tag of a field says.
struct FieldTags {
  bool in_json = true;  // false for `json:"-"`
  std::string json_name;
  bool omit_empty = false;
  bool omit_zero = false;
  uint32_t proto_number = 0;
  bool patch_merge = false;
  bool patch_replace = false;
  bool patch_retain_keys = false;
  std::string patch_merge_key;
};

FieldTags ReadFieldTags(const ast::Field& declared, Diagnostics& diagnostics);

// Whether the tag has a json or protobuf part, which fields of API structs have. Says nothing about
// faults.
bool HasApiTag(const ast::Field& declared);

}  // namespace pintle::gen
