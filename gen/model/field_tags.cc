#include "gen/model/field_tags.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/model/struct_tag.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// Keys that other tools read; near enough to ours to be taken for slips otherwise.
constexpr std::string_view kForeignKeys[] = {"bson", "yaml", "toml", "xml", "jsonschema", "patch"};
constexpr std::string_view kOwnKeys[] = {"json", "protobuf", "patchStrategy", "patchMergeKey"};

// A place inside the tag: exact in raw strings, which is how tags are written.
Position TagPosition(const ast::Field& declared, size_t offset) {
  Position position = declared.tag_position;
  bool one_line = declared.tag.find('\n') == std::string::npos;
  if (declared.raw_tag && one_line) position.column += static_cast<uint32_t>(offset + 1);
  return position;
}

void CheckKeys(const ast::Field& declared, const std::vector<StructTagPart>& parts,
               Diagnostics& diagnostics) {
  std::vector<std::string> own(std::begin(kOwnKeys), std::end(kOwnKeys));
  for (const StructTagPart& part : parts) {
    bool known = std::ranges::find(kOwnKeys, part.key) != std::end(kOwnKeys) ||
                 std::ranges::find(kForeignKeys, part.key) != std::end(kForeignKeys);
    if (known) continue;
    auto nearest = NearestName(part.key, own);
    if (!nearest || FindTagPart(parts, *nearest) != nullptr) continue;
    diagnostics.Add(TagPosition(declared, part.offset),
                    fmt::format("unknown key {} in this struct tag; did you mean {}?",
                                Quoted(part.key), Quoted(*nearest)));
  }
}

// Go uses the name of the field in place of a name with others.
bool IsJsonName(std::string_view name) {
  constexpr std::string_view kPunctuation = "!#$%&()*+-./:;<=>?@[]^_{|}~ ";
  return std::ranges::all_of(name, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<uint8_t>(c) >= 0x80 || kPunctuation.find(c) != std::string_view::npos;
  });
}

void ReadJson(const ast::Field& declared, const StructTagPart& part, FieldTags& tags,
              Diagnostics& diagnostics) {
  std::vector<std::string_view> options = Split(part.value, ',');
  if (part.value == "-") {
    tags.in_json = false;
    return;
  }
  if (!IsJsonName(options[0])) {
    return diagnostics.Add(TagPosition(declared, part.offset),
                           fmt::format("{} cannot be a JSON name", Quoted(options[0])));
  }
  tags.json_name = std::string(options[0]);
  for (size_t i = 1; i < options.size(); ++i) {
    if (options[i] == "omitempty") tags.omit_empty = true;
    if (options[i] == "omitzero") tags.omit_zero = true;
  }
}

void ReadProto(const ast::Field& declared, const StructTagPart& part, FieldTags& tags,
               Diagnostics& diagnostics) {
  if (part.value == "-") return;
  std::vector<std::string_view> options = Split(part.value, ',');
  auto number = options.size() > 1 ? ParseInt64(options[1]) : std::nullopt;
  if (!number || *number < 1 || *number > kMaxProtoNumber) {
    return diagnostics.Add(TagPosition(declared, part.offset),
                           "this protobuf tag has no field number");
  }
  tags.proto_number = static_cast<uint32_t>(*number);
}

}  // namespace

FieldTags ReadFieldTags(const ast::Field& declared, Diagnostics& diagnostics) {
  FieldTags tags;
  std::vector<StructTagPart> parts;
  if (auto fault = ParseStructTag(declared.tag, parts)) {
    diagnostics.Add(TagPosition(declared, fault->offset), fault->message);
    return tags;
  }
  CheckKeys(declared, parts, diagnostics);
  if (const StructTagPart* json = FindTagPart(parts, "json")) {
    ReadJson(declared, *json, tags, diagnostics);
  }
  if (const StructTagPart* proto = FindTagPart(parts, "protobuf")) {
    ReadProto(declared, *proto, tags, diagnostics);
  }
  if (const StructTagPart* strategy = FindTagPart(parts, "patchStrategy")) {
    for (std::string_view part : Split(strategy->value, ',')) {
      if (part == "merge") tags.patch_merge = true;
      if (part == "replace") tags.patch_replace = true;
      if (part == "retainKeys") tags.patch_retain_keys = true;
    }
  }
  if (const StructTagPart* key = FindTagPart(parts, "patchMergeKey")) {
    tags.patch_merge_key = key->value;
  }
  return tags;
}

bool HasApiTag(const ast::Field& declared) {
  return declared.tag.find("json:") != std::string::npos ||
         declared.tag.find("protobuf:") != std::string::npos;
}

}  // namespace pintle::gen
