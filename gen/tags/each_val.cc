#include "gen/tags/all_tags.h"
#include "gen/tags/list_tags.h"

namespace pintle::gen {
namespace {

void ChecksEachVal(const TagContext& context, const Tag& tag, Checks& out) {
  const Type& type = *context.type;
  if (type.kind != Kind::kList && type.kind != Kind::kMap) {
    return context.Fail(tag, "can only be used on list or map types (" + TypeInMessage(type) + ")");
  }
  TagScope scope = type.kind == Kind::kList ? kListValueScope : kMapValueScope;
  TagContext element{scope, type.element, nullptr, nullptr, context.diagnostics, context.enforced};
  size_t faults = context.diagnostics.size();
  Checks inner;
  ApplyTag(element, *tag.payload, inner);
  if (inner.empty() && context.enforced && context.diagnostics.size() == faults) {
    return context.Fail(tag, "no validation functions found");
  }
  std::optional<ElementKeys> keys;
  if (scope == kListValueScope) keys = ElementKeysOf(context);
  for (Check& check : inner) {
    bool short_circuit = check.short_circuit;
    out.push_back({.form = Check::Form::kEachValue,
                   .short_circuit = short_circuit,
                   .keys = keys,
                   .inner = std::make_shared<const Check>(std::move(check))});
  }
}

}  // namespace

const TagDefinition kEachValTag = {
    .name = "k8s:eachVal",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kTag,
    .late = true,
    .checks = ChecksEachVal,
    .doc = "Every element of the list, or value of the map, must pass the given tag.",
};

}  // namespace pintle::gen
