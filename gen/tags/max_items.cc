#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMaxItems(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfList(context, tag);
  if (!limit) return;
  if (*limit < 0) return context.Fail(tag, "must be greater than or equal to zero");
  out.push_back(
      {.function = "MaxItems", .arguments = std::to_string(*limit) + ", ", .short_circuit = true});
}

}  // namespace

const TagDefinition kMaxItemsTag = {
    .name = "k8s:maxItems",
    .scopes = kTypeScope | kFieldScope | kListValueScope | kMapValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMaxItems,
    .doc = "The list must not have more than N elements. Its elements are not looked at if it has.",
};

}  // namespace pintle::gen
