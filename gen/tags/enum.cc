#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksEnum(const TagContext& context, const Tag& tag, Checks& out) {
  if (context.type->kind != Kind::kString) {
    return context.Fail(tag,
                        "can only be used on string types (" + TypeInMessage(*context.type) + ")");
  }
  out.push_back({.function = "Enum", .arguments = "k" + context.named->cpp_name + "_Values, "});
}

}  // namespace

const TagDefinition kEnumTag = {
    .name = "k8s:enum",
    .scopes = kTypeScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = ChecksEnum,
    .doc = "The value must be one of the constants declared with this type.",
};

}  // namespace pintle::gen
