#include "gen/tags/all_tags.h"

namespace pintle::gen {
namespace {

// On a constant the payload takes the value out of its enumeration, see enum_exclude.cc.
void ChecksIf(const TagContext& context, const Tag& tag, bool enabled, Checks& out) {
  size_t faults = context.diagnostics.size();
  Checks inner;
  ApplyTag(context, *tag.payload, inner);
  if (inner.empty() && context.scope != kConstantScope && context.enforced &&
      context.diagnostics.size() == faults) {
    return context.Fail(tag, "no validation functions found");
  }
  for (Check& check : inner) {
    if (check.form == Check::Form::kNote) {
      out.push_back(std::move(check));
      continue;
    }
    bool short_circuit = check.short_circuit;
    out.push_back({.form = Check::Form::kOption,
                   .function = enabled ? "IfEnabled" : "IfDisabled",
                   .arguments = tag.arguments.front().text,
                   .short_circuit = short_circuit,
                   .inner = std::make_shared<const Check>(std::move(check))});
  }
}

}  // namespace

const TagDefinition kIfDisabledTag = {
    .name = "k8s:ifDisabled",
    .scopes = kAnyValueScope | kConstantScope,
    .argument = Tag::ValueType::kString,
    .payload = Tag::ValueType::kTag,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag,
                 Checks& out) { ChecksIf(context, tag, false, out); },
    .doc = "The given tag counts while the named option is off.",
};

const TagDefinition kIfEnabledTag = {
    .name = "k8s:ifEnabled",
    .scopes = kAnyValueScope | kConstantScope,
    .argument = Tag::ValueType::kString,
    .payload = Tag::ValueType::kTag,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag,
                 Checks& out) { ChecksIf(context, tag, true, out); },
    .doc = "The given tag counts while the named option is on.",
};

}  // namespace pintle::gen
