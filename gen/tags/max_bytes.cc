#include "gen/tags/all_tags.h"
#include "gen/tags/limit.h"

namespace pintle::gen {
namespace {

void ChecksMaxBytes(const TagContext& context, const Tag& tag, Checks& out) {
  auto limit = LimitOfText(context, tag);
  if (!limit) return;
  if (*limit < 0) return context.Fail(tag, "must be greater than or equal to zero");
  out.push_back({.function = "MaxBytes", .arguments = std::to_string(*limit) + ", "});
}

}  // namespace

const TagDefinition kMaxBytesTag = {
    .name = "k8s:maxBytes",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kInt,
    .late = false,
    .checks = ChecksMaxBytes,
    .doc = "The text must not have more than N bytes.",
};

}  // namespace pintle::gen
