#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksForbidden(const TagContext& context, const Tag& tag, Checks& out) {
  if (context.type->is_struct()) {
    return context.Fail(tag, "non-pointer structs cannot use the \"" + tag.name + "\" tag");
  }
  out.push_back({.form = Check::Form::kMember, .function = "Forbidden", .short_circuit = true});
  out.push_back({.form = Check::Form::kPresence, .function = "Optional", .short_circuit = true});
}

}  // namespace

const TagDefinition kForbiddenTag = {
    .name = "k8s:forbidden",
    .scopes = kFieldScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = ChecksForbidden,
    .doc = "The field must not be given.",
};

}  // namespace pintle::gen
