#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gen/tags/definition.h"

// The tags +k8s:listType, +k8s:listMapKey, +k8s:unique and +k8s:customUnique: what they say
// together of one list.
namespace pintle::gen {

// How elements of the list that `context` is about are told apart, by its own tags or those of its
// named type; nothing if they are not.
std::optional<ElementKeys> ElementKeysOf(const TagContext& context);
// The same of a field or a declared type, by its comment alone.
std::optional<ElementKeys> ElementKeysOf(const ast::Comment& comment);

// Looks at the list tags of an element as a whole, those behind +k8s:subfield too, and adds the
// checks that no two elements are the same; not where a member is checked so by its own tags.
void AddListChecks(const TagContext& context, Checks& out);

// All tags of a comment that can be parsed; nothing is said about others.
std::vector<Tag> AllTagsOf(const ast::Comment& comment);
// The payloads of those that are +k8s:subfield(`name`).
std::vector<const Tag*> BehindSubfield(std::span<const Tag* const> tags, std::string_view name);

}  // namespace pintle::gen
