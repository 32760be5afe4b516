#include "gen/tags/definition.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/tags/all_tags.h"
#include "gen/tags/list_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr const TagDefinition* kTags[] = {
    &kCustomUniqueTag, &kEachValTag,    &kEnumExcludeTag, &kEnumTag,      &kForbiddenTag,
    &kFormatTag,       &kIfDisabledTag, &kIfEnabledTag,   &kImmutableTag, &kListMapKeyTag,
    &kListTypeTag,     &kMaxBytesTag,   &kMaxItemsTag,    &kMaxLengthTag, &kMaximumTag,
    &kMinItemsTag,     &kMinLengthTag,  &kMinimumTag,     &kOptionalTag,  &kRequiredTag,
    &kSubfieldTag,     &kUniqueTag,
};

constexpr std::string_view kAlphaTag = "k8s:alpha";
constexpr std::string_view kBetaTag = "k8s:beta";
constexpr std::string_view kUncheckedTags[] = {
    "k8s:discriminator", "k8s:eachKey",           "k8s:item",        "k8s:member",
    "k8s:neq",           "k8s:opaqueType",        "k8s:unionMember", "k8s:unionDiscriminator",
    "k8s:update",        "k8s:zeroOrOneOfMember", kAlphaTag,         kBetaTag,
};

// Tags that say what is to be generated; read where they are needed.
constexpr std::string_view kControlTags[] = {
    "k8s:validation-gen",      "k8s:validation-gen-nolint", "k8s:isSubresource",
    "k8s:supportsSubresource", "k8s:openapi-model-package", "pintle:conversionHub",
    "pintle:convertByHand",    "pintle:hubField",           "pintle:jsonUnion",
};

// Tags of other generators, besides those with `-gen` in their name.
constexpr std::string_view kForeignTags[] = {"k8s:conversion-fn", "k8s:deprecated",
                                             "k8s:protobuf-deprecated"};

std::string_view ScopeName(TagScope scope) {
  switch (scope) {
    case kTypeScope:
      return "type definitions";
    case kFieldScope:
      return "struct fields";
    case kListValueScope:
      return "list values";
    case kMapKeyScope:
      return "map keys";
    case kMapValueScope:
      return "map values";
    case kConstantScope:
      return "constant values";
  }
  return "";
}

bool CheckArguments(const TagContext& context, const Tag& tag, const TagDefinition& definition) {
  bool wanted = definition.argument != Tag::ValueType::kNone;
  if (wanted && tag.arguments.empty()) {
    context.Fail(tag, fmt::format("missing required positional argument of type {}",
                                  ValueTypeName(definition.argument)));
    return false;
  }
  for (const Tag::Argument& argument : tag.arguments) {
    if (!wanted || !argument.name.empty()) {
      context.Fail(tag, fmt::format("unrecognized named argument {}", Quoted(argument.name)));
      return false;
    }
    if (argument.type != definition.argument) {
      context.Fail(tag,
                   fmt::format("argument {} has wrong type: got {}, want {}", Quoted(argument.name),
                               ValueTypeName(argument.type), ValueTypeName(definition.argument)));
      return false;
    }
  }
  return true;
}

bool CheckPayload(const TagContext& context, const Tag& tag, const TagDefinition& definition) {
  if (tag.value_type == definition.payload) return true;
  if (tag.value_type == Tag::ValueType::kNone) {
    context.Fail(tag, fmt::format("missing required tag value of type {}",
                                  ValueTypeName(definition.payload)));
  } else if (definition.payload == Tag::ValueType::kNone) {
    context.Fail(
        tag, fmt::format("takes no value, but has one of type {}", ValueTypeName(tag.value_type)));
  } else {
    context.Fail(
        tag, fmt::format("tag value has wrong type: got {}, want {}", ValueTypeName(tag.value_type),
                         ValueTypeName(definition.payload)));
  }
  return false;
}

}  // namespace

void TagContext::Fail(const Tag& tag, std::string_view message) const {
  diagnostics.Add(tag.position, fmt::format("tag {}: {}", Quoted(tag.name), message));
}

const TagDefinition* FindTag(std::string_view name) {
  for (const TagDefinition* tag : kTags) {
    if (tag->name == name) return tag;
  }
  return nullptr;
}

bool IsUncheckedTag(std::string_view name) {
  return std::ranges::find(kUncheckedTags, name) != std::end(kUncheckedTags);
}

bool IsLevelTag(std::string_view name) { return name == kAlphaTag || name == kBetaTag; }

void CheckUncheckedTag(const Tag& tag, bool enforced, Diagnostics& diagnostics) {
  if (enforced && tag.name != kAlphaTag && IsUncheckedTag(tag.name)) {
    return diagnostics.Add(
        tag.position,
        fmt::format("tag {} has no checks; a package with +k8s:validation-gen cannot use it",
                    Quoted(tag.name)));
  }
  for (const Tag* part = &tag; part != nullptr; part = part->payload.get()) {
    if (FindTag(part->name) != nullptr || IsUncheckedTag(part->name)) continue;
    FailUnknownTag(part->position, part->name, diagnostics);
  }
}

bool IsControlTag(std::string_view name) {
  if (std::ranges::find(kControlTags, name) != std::end(kControlTags)) return true;
  if (std::ranges::find(kForeignTags, name) != std::end(kForeignTags)) return true;
  return name.find("-gen") != std::string_view::npos && !name.starts_with("k8s:validation-gen");
}

void FailUnknownTag(const Position& position, std::string_view name, Diagnostics& diagnostics) {
  std::vector<std::string> candidates(std::begin(kControlTags), std::end(kControlTags));
  for (const TagDefinition* known : kTags) candidates.emplace_back(known->name);
  candidates.insert(candidates.end(), std::begin(kUncheckedTags), std::end(kUncheckedTags));
  std::string message = fmt::format("tag {} is unknown", Quoted(name));
  if (auto nearest = NearestName(name, candidates))
    message += fmt::format("; did you mean {}?", Quoted(*nearest));
  diagnostics.Add(position, message);
}

void ApplyTag(const TagContext& context, const Tag& tag, Checks& out) {
  const TagDefinition* definition = FindTag(tag.name);
  if (definition == nullptr) return CheckUncheckedTag(tag, context.enforced, context.diagnostics);
  if ((definition->scopes & context.scope) == 0) {
    context.diagnostics.Add(tag.position, fmt::format("tag {} cannot be specified on {}",
                                                      Quoted(tag.name), ScopeName(context.scope)));
    return;
  }
  if (!CheckArguments(context, tag, *definition) || !CheckPayload(context, tag, *definition))
    return;
  definition->checks(context, tag, out);
}

std::vector<Tag> TagsOf(const ast::Comment& comment, Diagnostics& diagnostics) {
  std::vector<Tag> tags;
  for (const ast::CommentLine& line : comment) {
    auto name = TagNameOf(line);
    if (!name || FindTag(*name) == nullptr) continue;
    if (auto tag = ParseTag(line, diagnostics)) tags.push_back(std::move(*tag));
  }
  std::ranges::stable_sort(tags, {}, [](const Tag& tag) {
    const TagDefinition* definition = FindTag(tag.name);
    return std::pair(definition != nullptr && definition->late, std::string_view(tag.name));
  });
  return tags;
}

Checks ChecksOf(TagContext context, const ast::Comment& comment) {
  std::vector<Tag> all = AllTagsOf(comment);
  for (const Tag& tag : all) context.siblings.push_back(&tag);
  size_t faults = context.diagnostics.size();
  Checks checks;
  for (const Tag& tag : TagsOf(comment, context.diagnostics)) ApplyTag(context, tag, checks);
  if (context.diagnostics.size() == faults) AddListChecks(context, checks);
  return checks;
}

TagContext TagContext::OfSubfield(const Field& member) const {
  TagContext inner{kFieldScope, member.type, nullptr, &member, diagnostics, enforced};
  inner.siblings = BehindSubfield(siblings, member.json_name);
  return inner;
}

std::string NearestField(const Named& owner, std::string_view name) {
  std::vector<std::string> names;
  names.reserve(owner.fields.size());
  for (const Field& candidate : owner.fields) {
    if (!candidate.json_name.empty()) names.push_back(candidate.json_name);
  }
  auto nearest = NearestName(name, names);
  return nearest ? "; did you mean " + Quoted(*nearest) + "?" : "";
}

std::string TypeInMessage(const Type& type) {
  if (type.named == nullptr || type.is_struct()) return GoTypeName(type);
  Type native = type;
  native.named = nullptr;
  return GoTypeName(type) + " -> " + GoTypeName(native);
}

}  // namespace pintle::gen
