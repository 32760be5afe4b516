#pragma once

#include "gen/tags/definition.h"

// The validation tags; each is defined in the file of its name, those of lists in list_tags.cc.
namespace pintle::gen {

extern const TagDefinition kCustomUniqueTag;
extern const TagDefinition kEachValTag;
extern const TagDefinition kEnumExcludeTag;
extern const TagDefinition kEnumTag;
extern const TagDefinition kForbiddenTag;
extern const TagDefinition kFormatTag;
extern const TagDefinition kIfDisabledTag;
extern const TagDefinition kIfEnabledTag;
extern const TagDefinition kImmutableTag;
extern const TagDefinition kListMapKeyTag;
extern const TagDefinition kListTypeTag;
extern const TagDefinition kMaxBytesTag;
extern const TagDefinition kMaxItemsTag;
extern const TagDefinition kMaxLengthTag;
extern const TagDefinition kMaximumTag;
extern const TagDefinition kMinItemsTag;
extern const TagDefinition kMinLengthTag;
extern const TagDefinition kMinimumTag;
extern const TagDefinition kOptionalTag;
extern const TagDefinition kRequiredTag;
extern const TagDefinition kSubfieldTag;
extern const TagDefinition kUniqueTag;

}  // namespace pintle::gen
