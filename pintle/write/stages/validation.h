#pragma once

#include "pintle/field/errors.h"
#include "pintle/write/stages/draft.h"

namespace pintle::write {

// Faults of an object at an endpoint: hand-written rules, declarative rules of the request's
// version, and who of them answers where both exist.
//
//   DeclarativeValidation  Takeover   answers
//   off                    -          hand-written
//   on                     off        hand-written; both run, differences are counted
//   on                     on         declarative, and the hand-written ones without a match there
//
// A version for which no rules are generated is answered by the hand-written ones alone.
Verdict ValidateObject(const Context& context, const Rules& rules, const Draft& draft);

// Stage: faults of the metadata, then those of the object.
Verdict Validate(const Context& context, const Rules& rules, const Draft& draft);

// `lease_status_update`: what differences between hand-written and declarative rules are counted
// under.
std::string ValidationIdentifier(const Request& request, const Rules& rules, const Draft& draft);

// 422 with these faults. A custom resource is called what it says it is.
std::unexpected<Error> InvalidObject(const ResourceDefinition& resource, const Object& object,
                                     const field::ErrorList& errors);

// How many errors one side found that the other has no match for. A hand-written error counts only
// if it is marked covered; a match is the same type, field and origin.
size_t CountMismatches(const field::ErrorList& hand_written, const field::ErrorList& declarative);

}  // namespace pintle::write
