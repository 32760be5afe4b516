#pragma once

#include "gen/model/model.h"

// What the declaration of a field says about it in the tables.
namespace pintle::gen {

// Owned as a whole: as the field says, else as its type says.
bool IsAtomic(const Field& field);
// The field, or each value of the map it is, is a list that has a message of its own.
bool HoldsListMessages(const Field& field);
// In Go `omitempty` does nothing for structs, and so for the types that are structs there.
bool OmitsEmpty(const Field& field);
bool IsOptional(const Field& field);
bool IsRequired(const Named& owner, const Field& field);

}  // namespace pintle::gen
