#include "pintle/validate/enum.h"

#include <algorithm>

#include "pintle/codec/json_writer.h"

namespace pintle::validate {

field::BadValue NamedText(std::string_view text) {
  std::string json;
  codec::AppendJsonString(json, text);
  return field::BadValue::Rendered(std::move(json));
}

bool Enum(const field::Path& path, const std::string_view* value,
          std::span<const std::string_view> supported, field::ErrorList& errors) {
  if (value == nullptr || std::ranges::binary_search(supported, *value)) return false;
  errors.push_back(
      field::NotSupported(path, NamedText(*value), {supported.begin(), supported.end()}));
  return true;
}

bool Enum(const field::Path& path, const std::string_view* value,
          std::span<const std::string_view> supported, std::span<const EnumExclusion> exclusions,
          const Operation& operation, field::ErrorList& errors) {
  std::vector<std::string_view> left(supported.begin(), supported.end());
  for (const EnumExclusion& exclusion : exclusions) {
    if (operation.HasOption(exclusion.option) != exclusion.when_enabled) continue;
    std::erase(left, exclusion.value);
  }
  return Enum(path, value, left, errors);
}

}  // namespace pintle::validate
