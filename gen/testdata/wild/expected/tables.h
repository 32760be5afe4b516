// Made by pintle-gen from wild. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::wild::tables {

extern const pintle::typeinfo::TypeInfo kLevel;
extern const pintle::typeinfo::TypeInfo kMode;
extern const pintle::typeinfo::TypeInfo kPort;
extern const pintle::typeinfo::TypeInfo kRatio;
extern const pintle::typeinfo::TypeInfo kMatrix;
extern const pintle::typeinfo::TypeInfo kScalars;
extern const pintle::typeinfo::FieldInfo kScalars_Fields[21];
extern const pintle::typeinfo::TypeInfo kNumbered;
extern const pintle::typeinfo::FieldInfo kNumbered_Fields[1];
extern const pintle::typeinfo::TypeInfo kContainers;
extern const pintle::typeinfo::FieldInfo kContainers_Fields[16];
extern const pintle::typeinfo::TypeInfo kEmbedding;
extern const pintle::typeinfo::FieldInfo kEmbedding_Fields[7];
extern const pintle::typeinfo::TypeInfo kHidden;
extern const pintle::typeinfo::FieldInfo kHidden_Fields[1];
extern const pintle::typeinfo::TypeInfo kPointed;
extern const pintle::typeinfo::FieldInfo kPointed_Fields[1];
extern const pintle::typeinfo::TypeInfo kNamed;
extern const pintle::typeinfo::FieldInfo kNamed_Fields[1];
extern const pintle::typeinfo::TypeInfo kBoxes;
extern const pintle::typeinfo::FieldInfo kBoxes_Fields[3];
extern const pintle::typeinfo::TypeInfo kUntagged;
extern const pintle::typeinfo::FieldInfo kUntagged_Fields[2];
extern const pintle::typeinfo::TypeInfo kNames;
extern const pintle::typeinfo::FieldInfo kNames_Fields[8];
extern const pintle::typeinfo::TypeInfo kLoop;
extern const pintle::typeinfo::FieldInfo kLoop_Fields[2];
extern const pintle::typeinfo::TypeInfo kOther;
extern const pintle::typeinfo::FieldInfo kOther_Fields[1];
extern const pintle::typeinfo::TypeInfo kLoopFields;
extern const pintle::typeinfo::FieldInfo kLoopFields_Fields[1];
extern const pintle::typeinfo::TypeInfo kOddForm;
extern const pintle::typeinfo::TypeInfo kLabel;
extern const pintle::typeinfo::TypeInfo kShaper;
extern const pintle::typeinfo::TypeInfo kContainersSet;
extern const pintle::typeinfo::TypeInfo kContainersUnnamed;
extern const pintle::typeinfo::FieldInfo kContainersUnnamed_Fields[3];
extern const pintle::typeinfo::TypeInfo kBoxOfInt32;
extern const pintle::typeinfo::FieldInfo kBoxOfInt32_Fields[2];
extern const pintle::typeinfo::TypeInfo kBoxOfNamed;
extern const pintle::typeinfo::FieldInfo kBoxOfNamed_Fields[2];
extern const pintle::typeinfo::TypeInfo kPairOfStringAndBoxOfNamed;
extern const pintle::typeinfo::FieldInfo kPairOfStringAndBoxOfNamed_Fields[2];
extern const pintle::typeinfo::TypeInfo kContainersUnnamedInner;
extern const pintle::typeinfo::FieldInfo kContainersUnnamedInner_Fields[1];

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::wild::tables
