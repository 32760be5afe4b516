#pragma once

#include <string_view>

#include "gen/tags/check.h"
#include "gen/tags/tag.h"

namespace pintle::gen {

// Where a tag stands, as bits.
enum TagScope : uint8_t {
  kTypeScope = 1,
  kFieldScope = 2,
  kListValueScope = 4,
  kMapKeyScope = 8,
  kMapValueScope = 16,
  kConstantScope = 32,
};
inline constexpr uint8_t kAnyValueScope =
    kTypeScope | kFieldScope | kListValueScope | kMapKeyScope | kMapValueScope;

// What a tag is about.
struct TagContext {
  TagScope scope;
  const Type* type;    // of the value, pointers included
  const Named* named;  // the declaration, in type scope
  const Field* field;  // in field scope
  Diagnostics& diagnostics;
  bool enforced;  // the package asks for validation: tags must have checks
  // All that stand at the same place, this one and those without checks too.
  std::vector<const Tag*> siblings = {};

  // The type without its pointer.
  const Type& target() const {
    return type->kind == Kind::kOpt || type->kind == Kind::kPtr ? *type->element : *type;
  }
  // What stands behind +k8s:subfield: about a member of the struct.
  TagContext OfSubfield(const Field& member) const;
  // Adds `tag "<name>": <message>` at the tag's place.
  void Fail(const Tag& tag, std::string_view message) const;
};

// A validation tag. Each has a file of its own.
struct TagDefinition {
  std::string_view name;
  uint8_t scopes;
  Tag::ValueType argument;  // of the positional argument, kNone if it takes none; always required
  Tag::ValueType payload;   // kNone if it takes none; always required
  // Handled after the other tags of an element.
  bool late;
  // Adds the checks the tag asks for, or messages to the context's diagnostics.
  void (*checks)(const TagContext& context, const Tag& tag, Checks& out);
  std::string_view doc;
};

// Null if there is no such tag.
const TagDefinition* FindTag(std::string_view name);

// Validation tags that have no checks here.
bool IsUncheckedTag(std::string_view name);
// Tags that are read elsewhere or are meant for other generators.
bool IsControlTag(std::string_view name);

// Whether the tag holds another and says how far that is to be trusted: +k8s:alpha, +k8s:beta.
bool IsLevelTag(std::string_view name);

// Looks at the names of a chain that begins with an unchecked tag. What +k8s:alpha holds is only
// compared elsewhere, never enforced; any other unchecked tag is a fault where checks are wanted.
void CheckUncheckedTag(const Tag& tag, bool enforced, Diagnostics& diagnostics);

// Adds `tag "k8s:x" is unknown` with the nearest name.
void FailUnknownTag(const Position& position, std::string_view name, Diagnostics& diagnostics);

// Checks scope, arguments and payload, then asks the tag for its checks.
void ApplyTag(const TagContext& context, const Tag& tag, Checks& out);

// The validation tags of a comment in the order they are handled in: by name, late ones last.
std::vector<Tag> TagsOf(const ast::Comment& comment, Diagnostics& diagnostics);
Checks ChecksOf(TagContext context, const ast::Comment& comment);
// `; did you mean "x"?` with the JSON name of a member, or nothing.
std::string NearestField(const Named& owner, std::string_view name);

// `T` or `T -> native`: a type in messages about its kind.
std::string TypeInMessage(const Type& type);

}  // namespace pintle::gen
