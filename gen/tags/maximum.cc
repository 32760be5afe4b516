#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksMaximum(const TagContext& context, const Tag& tag, Checks& out) {
  const Type& type = context.target();
  if (type.kind != Kind::kInt32 && type.kind != Kind::kInt64) {
    return context.Fail(tag,
                        "can only be used on integer types (" + TypeInMessage(*context.type) + ")");
  }
  auto limit = IntegerPayload(context, tag);
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
