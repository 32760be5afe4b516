#include "gen/tags/enum_exclude.h"

#include <algorithm>

#include "gen/tags/all_tags.h"

namespace pintle::gen {

std::vector<EnumExclusion> ExclusionsOf(const EnumValue& constant) {
  Diagnostics ignored;
  std::vector<EnumExclusion> exclusions;
  for (const Tag& tag : TagsOf(constant.doc, ignored)) {
    if (tag.name == kEnumExcludeTag.name) {
      exclusions.push_back({});
    } else if (tag.payload != nullptr && tag.payload->name == kEnumExcludeTag.name &&
               !tag.arguments.empty()) {
      exclusions.push_back(
          {.option = tag.arguments.front().text, .when_enabled = tag.name == kIfEnabledTag.name});
    }
  }
  return exclusions;
}

bool HasOptionalValues(const Named& named) {
  return std::ranges::any_of(named.constants, [](const EnumValue& constant) {
    std::vector<EnumExclusion> exclusions = ExclusionsOf(constant);
    return !exclusions.empty() &&
           std::ranges::none_of(
               exclusions, [](const EnumExclusion& exclusion) { return exclusion.option.empty(); });
  });
}

const TagDefinition kEnumExcludeTag = {
    .name = "k8s:enumExclude",
    .scopes = kConstantScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = [](const TagContext&, const Tag&, Checks&) {},
    .doc = "The constant is no value of its enumeration.",
};

}  // namespace pintle::gen
