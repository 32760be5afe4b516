#include "gen/tags/all_tags.h"
#include "gen/tags/enum_exclude.h"

namespace pintle::gen {
namespace {

void ChecksEnum(const TagContext& context, const Tag& tag, Checks& out) {
  if (context.type->kind != Kind::kString) {
    return context.Fail(tag,
                        "can only be used on string types (" + TypeInMessage(*context.type) + ")");
  }
  std::string arguments = "k" + context.named->cpp_name + "_Values, ";
  if (HasOptionalValues(*context.named)) {
    arguments += "k" + context.named->cpp_name + "_Exclusions, op, ";
  }
  out.push_back({.function = "Enum", .arguments = std::move(arguments)});
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
