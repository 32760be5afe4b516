#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksRequired(const TagContext& context, const Tag& tag, Checks& out) {
  if (context.type->is_struct()) {
    return context.Fail(tag, "non-pointer structs cannot use the \"" + tag.name + "\" tag");
  }
  out.push_back({.form = Check::Form::kMember, .function = "Required", .short_circuit = true});
}

}  // namespace

const TagDefinition kRequiredTag = {
    .name = "k8s:required",
    .scopes = kFieldScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = ChecksRequired,
    .doc = "The field must be given: not zero, not empty, not absent.",
};

}  // namespace pintle::gen
