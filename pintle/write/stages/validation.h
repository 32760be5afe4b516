#pragma once

#include "pintle/field/errors.h"
#include "pintle/resource/context.h"
#include "pintle/resource/strategy.h"
#include "pintle/write/world.h"

namespace pintle::write {

// Faults of an object at an endpoint: hand-written rules, declarative rules of the request's
// version, and who of them answers where both exist. `old` is null on creation.
//
//   DeclarativeValidation  Takeover   answers
//   off                    -          hand-written
//   on                     off        hand-written; both run, differences are counted
//   on                     on         declarative, and the hand-written ones without a match there
//
// A version for which no rules are generated is answered by the hand-written ones alone.
field::ErrorList ValidateObject(World& world, const Context& context,
                                const ResourceDefinition& resource, const Strategy& strategy,
                                const Object& object, const Object* old);

// 422 with these faults. A custom resource is called what it says it is.
std::unexpected<Error> InvalidObject(const ResourceDefinition& resource, const Object& object,
                                     const field::ErrorList& errors);

// How many errors one side found that the other has no match for. A hand-written error counts only
// if it is marked covered; a match is the same type, field and origin.
size_t CountMismatches(const field::ErrorList& hand_written, const field::ErrorList& declarative);

}  // namespace pintle::write
