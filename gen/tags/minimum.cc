#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMinimum(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfInteger(context, tag);
  if (!limit) return;
  out.push_back({.function = "Minimum", .arguments = std::to_string(*limit) + ", "});
}

}  // namespace

const TagDefinition kMinimumTag = {
    .name = "k8s:minimum",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMinimum,
    .doc = "The value must not be less than N.",
};

}  // namespace pintle::gen
