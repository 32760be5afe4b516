#include "gen/model/retired.h"

#include <optional>

#include "gen/model/field_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kMarker = "+k8s:deprecated";
constexpr std::string_view kNumber = "protobuf=";

std::optional<RetiredField> Parse(std::string_view text) {
  size_t comma = text.find(',');
  RetiredField retired{std::string(text.substr(0, comma)), 0};
  if (retired.name.empty()) return std::nullopt;
  if (comma == std::string_view::npos) return retired;
  std::string_view option = text.substr(comma + 1);
  if (!option.starts_with(kNumber)) return std::nullopt;
  auto number = ParseInt64(option.substr(kNumber.size()));
  if (!number || *number < 1 || *number > kMaxProtoNumber) return std::nullopt;
  retired.proto_number = static_cast<uint32_t>(*number);
  return retired;
}

}  // namespace

std::vector<RetiredField> RetiredFields(const ast::Comment& comment, Diagnostics& diagnostics) {
  std::vector<RetiredField> fields;
  for (const ast::CommentLine& line : comment) {
    std::string_view text = TrimSpace(line.text);
    if (!text.starts_with(kMarker)) continue;
    text.remove_prefix(kMarker.size());
    bool has_value = text.starts_with('=');
    if (!has_value && !text.empty()) continue;  // a longer name
    auto retired = has_value ? Parse(text.substr(1)) : std::nullopt;
    if (retired) {
      fields.push_back(std::move(*retired));
      continue;
    }
    Position position = line.position;
    position.column += static_cast<uint32_t>(line.text.find('+') + 1);
    diagnostics.Add(position,
                    "a retired field is written +k8s:deprecated=name or "
                    "+k8s:deprecated=name,protobuf=number");
  }
  return fields;
}

}  // namespace pintle::gen
