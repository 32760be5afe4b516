#include "gen/tags/list_tags.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/tags/all_tags.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kAtomic = "atomic";
constexpr std::string_view kSet = "set";
constexpr std::string_view kMap = "map";

// The list tags of one list. What stands behind +k8s:alpha or +k8s:beta says how elements are
// matched like any other, but is not enforced.
struct ListTags {
  const Tag* type = nullptr;
  const Tag* unique = nullptr;
  const Tag* custom = nullptr;
  std::vector<const Tag*> keys;
  std::vector<const Tag*> repeated;  // of those that stand once only
  std::vector<const Tag*> levelled;
  bool enforced = true;  // neither `type` nor `unique` is levelled

  bool any() const { return first() != nullptr; }
  const Tag* first() const {
    for (const Tag* tag : {type, unique, custom}) {
      if (tag != nullptr) return tag;
    }
    return keys.empty() ? nullptr : keys.front();
  }
  // What makes two elements the same: their values, the keys, or nothing.
  std::string_view sameness() const {
    if (unique != nullptr) return unique->value;
    return type != nullptr && type->value != kAtomic ? std::string_view(type->value) : "";
  }
};

void Set(const Tag*& place, const Tag& tag, ListTags& out) {
  if (place != nullptr) out.repeated.push_back(&tag);
  place = &tag;
}

ListTags Gathered(std::span<const Tag* const> tags) {
  ListTags out;
  for (const Tag* outer : tags) {
    const Tag* tag = outer;
    while (tag->payload != nullptr && IsLevelTag(tag->name)) tag = tag->payload.get();
    bool decides = tag->name == kListTypeTag.name || tag->name == kUniqueTag.name;
    if (tag->name == kListTypeTag.name) Set(out.type, *tag, out);
    if (tag->name == kUniqueTag.name) Set(out.unique, *tag, out);
    if (tag->name == kCustomUniqueTag.name) out.custom = tag;
    if (tag->name == kListMapKeyTag.name) out.keys.push_back(tag);
    if (!decides || tag == outer) continue;
    // Wherever it stands: level tags are handled last, and the last one decides.
    out.enforced = false;
    out.levelled.push_back(tag);
  }
  for (const Tag* key : out.keys) {
    if (std::ranges::find(tags, key) == tags.end()) out.levelled.push_back(key);
  }
  return out;
}

std::optional<ElementKeys> KeysOf(const ListTags& tags) {
  if (tags.sameness() == kSet) return ElementKeys();
  if (tags.sameness() != kMap || tags.keys.empty()) return std::nullopt;
  ElementKeys keys;
  for (const Tag* key : tags.keys) keys.push_back(key->value);
  return keys;
}

// The keys by which no two elements may be the same; nothing if that is not checked.
std::optional<ElementKeys> CheckedKeysOf(const ListTags& tags) {
  return tags.custom == nullptr && tags.enforced ? KeysOf(tags) : std::nullopt;
}

std::vector<const Tag*> Pointers(const std::vector<Tag>& tags) {
  std::vector<const Tag*> pointers;
  for (const Tag& tag : tags) pointers.push_back(&tag);
  return pointers;
}

bool IsList(const TagContext& context, const Tag& tag) {
  if (context.type->kind == Kind::kList) return true;
  context.Fail(tag, "can only be used on list types (" + TypeInMessage(*context.type) + ")");
  return false;
}

// Elements that can be compared: no pointers, lists or maps.
bool HasPlainElements(const TagContext& context, const Tag& tag) {
  const Type& element = *context.type->element;
  if (element.element == nullptr) return true;
  context.Fail(tag,
               fmt::format("elements of type {} cannot be told apart", TypeInMessage(element)));
  return false;
}

bool HasStructs(const TagContext& context, const Tag& tag) {
  if (context.type->element->kind == Kind::kStruct) return true;
  context.Fail(tag, "only lists of structs can be list-maps");
  return false;
}

// `set` or `map`, or what else is allowed.
void CheckListType(const TagContext& context, const Tag& tag) {
  // Bytes are a list too, but nobody tells them apart.
  if (context.type->kind == Kind::kBinary && tag.value == kAtomic) return;
  if (!IsList(context, tag) || tag.value == kAtomic) return;
  if (tag.value == kSet) {
    HasPlainElements(context, tag);
  } else if (tag.value == kMap) {
    HasStructs(context, tag);
  } else {
    context.Fail(tag,
                 fmt::format("unknown list type {}; use atomic, set or map", Quoted(tag.value)));
  }
}

void CheckUnique(const TagContext& context, const Tag& tag) {
  if (!IsList(context, tag)) return;
  if (tag.value == kSet) {
    HasPlainElements(context, tag);
  } else if (tag.value == kMap) {
    HasStructs(context, tag);
  } else {
    context.Fail(tag, fmt::format("unknown unique type {}; use set or map", Quoted(tag.value)));
  }
}

void CheckListMapKey(const TagContext& context, const Tag& tag) {
  if (!IsList(context, tag) || !HasStructs(context, tag)) return;
  const Named& owner = *context.type->element->named;
  const Field* field = FindField(owner, tag.value);
  if (field == nullptr) {
    return context.Fail(
        tag, "no field for JSON name " + Quoted(tag.value) + NearestField(owner, tag.value));
  }
  const Type& type = field->type->kind == Kind::kOpt ? *field->type->element : *field->type;
  if (type.is_scalar()) return;
  context.Fail(tag,
               "only primitive types and pointers to primitive types can be list-map keys, "
               "not " +
                   TypeInMessage(*field->type));
}

// What is wrong with the tags together; the first fault is enough.
bool AreConsistent(const TagContext& context, const ListTags& tags) {
  auto fail = [&](const Tag& tag, std::string_view message) {
    context.Fail(tag, message);
    return false;
  };
  if (!tags.repeated.empty()) {
    const Tag& tag = *tags.repeated.front();
    return fail(tag, tag.name == kUniqueTag.name ? "unique tag cannot be specified more than once"
                                                 : "listType cannot be specified more than once");
  }
  bool keyed = tags.sameness() == kMap;
  if (!keyed && !tags.keys.empty()) {
    return fail(*tags.keys.front(), "found listMapKey without listType=map or unique=map");
  }
  if (tags.type == nullptr) {
    return fail(*tags.first(),
                "listType must be specified - use listType=atomic, listType=set, or listType=map");
  }
  if (tags.unique != nullptr && tags.type->value != kAtomic) {
    return fail(*tags.unique, "unique tag may not be used with listType=set or listType=map");
  }
  if (keyed && tags.keys.empty()) {
    return fail(tags.unique != nullptr ? *tags.unique : *tags.type,
                "found listType=map or unique=map without listMapKey");
  }
  const Named* named = context.scope == kFieldScope ? context.type->named : nullptr;
  if (named != nullptr && Gathered(Pointers(AllTagsOf(named->doc))).any()) {
    return fail(*tags.first(),
                fmt::format("found list metadata for both a field and its type {}", named->name));
  }
  return true;
}

void AddOwnCheck(const TagContext& context, Checks& out) {
  ListTags tags = Gathered(context.siblings);
  if (!tags.any()) return;
  size_t faults = context.diagnostics.size();
  Checks nothing;
  for (const Tag* tag : tags.levelled) ApplyTag(context, *tag, nothing);
  if (context.diagnostics.size() != faults || !AreConsistent(context, tags)) return;
  std::optional<ElementKeys> keys = CheckedKeysOf(tags);
  if (!keys) return;
  const Type& element = *context.type->element;
  bool named_text = element.kind == Kind::kString && element.named != nullptr;
  out.push_back({.form = Check::Form::kUnique,
                 .function = "Unique",
                 .arguments = named_text ? ", validate::TextType::kNamed" : "",
                 .keys = std::move(keys)});
}

// Whether a check behind +k8s:subfield is the one that the member's own comment asks for.
bool IsOwnCheckOf(const Field& member, const Check& check) {
  if (check.form != Check::Form::kUnique) return false;
  std::vector<Tag> tags = AllTagsOf(member.doc);
  std::optional<ElementKeys> own = CheckedKeysOf(Gathered(Pointers(tags)));
  return own && std::ranges::is_permutation(*own, *check.keys);
}

// The checks of members behind +k8s:subfield. `validated`: wherever these checks run, those of the
// struct itself do.
void AddSubfieldChecks(const TagContext& context, bool validated, Checks& out) {
  const Type& owner = context.target();
  if (owner.kind != Kind::kStruct) return;
  validated = validated && owner.named->package->has_validation();
  std::vector<std::string_view> seen;
  for (const Tag* tag : context.siblings) {
    if (tag->name != kSubfieldTag.name || tag->arguments.empty()) continue;
    std::string_view name = tag->arguments.front().text;
    if (std::ranges::find(seen, name) != seen.end()) continue;
    seen.push_back(name);
    const Field* field = FindField(*owner.named, name);
    if (field == nullptr) continue;
    const TagContext member = context.OfSubfield(*field);
    Checks inner;
    AddOwnCheck(member, inner);
    // One fault is said once.
    if (validated) std::erase_if(inner, [&](const Check& c) { return IsOwnCheckOf(*field, c); });
    AddSubfieldChecks(member, validated, inner);
    for (Check& check : inner) out.push_back(SubfieldCheck(*field, std::move(check)));
  }
}

}  // namespace

std::vector<Tag> AllTagsOf(const ast::Comment& comment) {
  Diagnostics ignored;
  std::vector<Tag> tags;
  for (const ast::CommentLine& line : comment) {
    if (!TagNameOf(line)) continue;
    if (auto tag = ParseTag(line, ignored)) tags.push_back(std::move(*tag));
  }
  return tags;
}

std::vector<const Tag*> BehindSubfield(std::span<const Tag* const> tags, std::string_view name) {
  std::vector<const Tag*> behind;
  for (const Tag* tag : tags) {
    bool matches = tag->name == kSubfieldTag.name && tag->payload != nullptr &&
                   !tag->arguments.empty() && tag->arguments.front().text == name;
    if (matches) behind.push_back(tag->payload.get());
  }
  return behind;
}

std::optional<ElementKeys> ElementKeysOf(const ast::Comment& comment) {
  std::vector<Tag> tags = AllTagsOf(comment);
  return KeysOf(Gathered(Pointers(tags)));
}

std::optional<ElementKeys> ElementKeysOf(const TagContext& context) {
  if (auto keys = KeysOf(Gathered(context.siblings))) return keys;
  if (context.field != nullptr) {
    if (auto keys = ElementKeysOf(context.field->doc)) return keys;
  }
  const Named* named = context.type->named;
  return named != nullptr ? ElementKeysOf(named->doc) : std::nullopt;
}

void AddListChecks(const TagContext& context, Checks& out) {
  AddOwnCheck(context, out);
  AddSubfieldChecks(context, true, out);
}

const TagDefinition kListTypeTag = {
    .name = "k8s:listType",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kString,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag,
                 Checks&) { CheckListType(context, tag); },
    .doc =
        "The list is owned as a whole (atomic), or its elements are told apart by their values "
        "(set) or by the members that listMapKey names (map); then no two may be the same.",
};

const TagDefinition kListMapKeyTag = {
    .name = "k8s:listMapKey",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kString,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag,
                 Checks&) { CheckListMapKey(context, tag); },
    .doc = "Elements of a map list are told apart by this member, and by others named so.",
};

const TagDefinition kUniqueTag = {
    .name = "k8s:unique",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kString,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag, Checks&) { CheckUnique(context, tag); },
    .doc = "No two elements of an atomic list may have the same value (set) or keys (map).",
};

const TagDefinition kCustomUniqueTag = {
    .name = "k8s:customUnique",
    .scopes = kAnyValueScope,
    .argument = Tag::ValueType::kNone,
    .payload = Tag::ValueType::kNone,
    .late = false,
    .checks = [](const TagContext& context, const Tag& tag, Checks&) { IsList(context, tag); },
    .doc = "Whether elements are the same is checked by hand-written rules.",
};

}  // namespace pintle::gen
