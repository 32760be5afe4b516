#include "gen/model/field_tags.h"

#include "gen/model/names.h"
#include "gen/model/struct_tag.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

void ReadJsonTag(const ast::Field& declared, Field& field, Diagnostics& diagnostics) {
  auto tag = StructTagValue(declared.tag, "json");
  if (!declared.tag.empty() && !tag && !StructTagValue(declared.tag, "protobuf")) {
    diagnostics.Add(declared.tag_position,
                    "this struct tag has no json part; write `json:\"name\"`");
  }
  std::vector<std::string_view> parts =
      Split(tag ? std::string_view(*tag) : std::string_view(), ',');
  bool inline_option = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    if (parts[i] == "omitempty") field.omit_empty = true;
    if (parts[i] == "omitzero") field.omit_zero = true;
    if (parts[i] == "inline") inline_option = true;
  }
  if (parts[0] == "-") {
    field.cpp_name = CppMemberName(declared.name);
    return;
  }
  if (parts[0].empty() && (inline_option || declared.embedded)) {
    field.inlined = true;
    field.cpp_name = CppMemberName(declared.name);
    if (field.type->kind != Kind::kStruct) {
      diagnostics.Add(declared.position, "only a struct can be inlined");
    }
    return;
  }
  field.json_name = parts[0].empty() ? declared.name : std::string(parts[0]);
  field.cpp_name = CppMemberName(field.json_name);
}

void ReadProtoTag(const ast::Field& declared, Field& field, Diagnostics& diagnostics) {
  auto tag = StructTagValue(declared.tag, "protobuf");
  if (!tag) return;
  std::vector<std::string_view> parts = Split(*tag, ',');
  auto number = parts.size() > 1 ? ParseInt64(parts[1]) : std::nullopt;
  constexpr int64_t kMaxProtoNumber = (1 << 29) - 1;
  if (!number || *number < 1 || *number > kMaxProtoNumber) {
    return diagnostics.Add(declared.tag_position, "this protobuf tag has no field number");
  }
  field.proto_number = static_cast<uint32_t>(*number);
}

}  // namespace

void ReadStructTag(const ast::Field& declared, Field& field, Diagnostics& diagnostics) {
  ReadJsonTag(declared, field, diagnostics);
  ReadProtoTag(declared, field, diagnostics);
  std::string strategy = StructTagValue(declared.tag, "patchStrategy").value_or("");
  for (std::string_view part : Split(strategy, ',')) {
    if (part == "merge") field.patch_merge = true;
    if (part == "replace") field.patch_replace = true;
    if (part == "retainKeys") field.patch_retain_keys = true;
  }
  field.patch_merge_key = StructTagValue(declared.tag, "patchMergeKey").value_or("");
}

}  // namespace pintle::gen
