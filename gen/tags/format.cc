#include <fmt/format.h>

#include "gen/tags/all_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// Name of a format -> enumerator of validate::NameFormat.
constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
    {"k8s-short-name", "kShortName"},
    {"k8s-long-name", "kLongName"},
    {"k8s-long-name-caseless", "kLongNameCaseless"},
    {"k8s-label-key", "kLabelKey"},
    {"k8s-label-value", "kLabelValue"},
    {"k8s-path-segment-name", "kPathSegmentName"},
    {"k8s-uuid", "kUuid"},
    {"k8s-resource-pool-name", "kResourcePoolName"},
    {"k8s-extended-resource-name", "kExtendedResourceName"},
    {"k8s-resource-fully-qualified-name", "kResourceFullyQualifiedName"},
};

void ChecksFormat(const TagContext& context, const Tag& tag, Checks& out) {
  const Type& type = context.target();
  if (type.kind != Kind::kString) {
    return context.Fail(tag,
                        "can only be used on string types (" + TypeInMessage(*context.type) + ")");
  }
  std::vector<std::string> names;
  for (const auto& [name, enumerator] : kFormats) {
    names.emplace_back(name);
    if (name != tag.value) continue;
    std::string_view shown = type.named != nullptr ? "kNamed" : "kPlain";
    out.push_back({.function = "Format",
                   .arguments = fmt::format("validate::NameFormat::{}, validate::TextType::{}, ",
                                            enumerator, shown)});
    return;
  }
  std::string message = "unsupported validation format " + Quoted(tag.value);
  if (auto nearest = NearestName(tag.value, names))
    message += "; did you mean " + Quoted(*nearest) + "?";
  context.Fail(tag, message);
}

}  // namespace

const TagDefinition kFormatTag = {
    .name = "k8s:format",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kString,
    .late = false,
    .checks = ChecksFormat,
    .doc = "The text must have the named format.",
};

}  // namespace pintle::gen
