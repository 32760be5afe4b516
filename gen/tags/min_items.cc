#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMinItems(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfList(context, tag);
  if (!limit) return;
  if (*limit < 0) return context.Fail(tag, "must be greater than or equal to zero");
  out.push_back({.function = "MinItems", .arguments = std::to_string(*limit) + ", "});
}

}  // namespace

const TagDefinition kMinItemsTag = {
    .name = "k8s:minItems",
    .scopes = kTypeScope | kFieldScope | kListValueScope | kMapValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMinItems,
    .doc = "The list must have at least N elements.",
};

}  // namespace pintle::gen
