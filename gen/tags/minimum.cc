#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksMinimum(const TagContext& context, const Tag& tag, Checks& out) {
  const Type& type = context.target();
  if (type.kind != Kind::kInt32 && type.kind != Kind::kInt64) {
    return context.Fail(tag,
                        "can only be used on integer types (" + TypeInMessage(*context.type) + ")");
  }
  auto limit = IntegerPayload(context, tag);
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
