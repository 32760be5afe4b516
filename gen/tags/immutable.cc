#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

void ChecksImmutable(const TagContext&, const Tag&, Checks& out) {
  out.push_back({.form = Check::Form::kOperation, .function = "Immutable", .short_circuit = true});
}

}  // namespace

const TagDefinition kImmutableTag = {
    .name = "k8s:immutable",
    .scopes = kTypeScope | kFieldScope | kListValueScope | kMapValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = ChecksImmutable,
    .doc = "The value cannot be set, changed or cleared by an update.",
};

}  // namespace pintle::gen
