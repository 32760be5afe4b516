#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMinLength(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfText(context, tag);
  if (!limit) return;
  if (*limit <= 0) return;  // every text is that long
  out.push_back({.function = "MinLength", .arguments = std::to_string(*limit) + ", "});
}

}  // namespace

const TagDefinition kMinLengthTag = {
    .name = "k8s:minLength",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMinLength,
    .doc = "The text must have at least N characters.",
};

}  // namespace pintle::gen
