#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMaximum(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfInteger(context, tag);
  if (!limit) return;
  out.push_back({.function = "Maximum", .arguments = std::to_string(*limit) + ", "});
}

}  // namespace

const TagDefinition kMaximumTag = {
    .name = "k8s:maximum",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMaximum,
    .doc = "The value must not be greater than N.",
};

}  // namespace pintle::gen
