#pragma once

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/object/object.h"
#include "pintle/schema/embedded.h"

namespace pintle::object {

// `metadata`, which lives as long as the arena, as ObjectMeta. What is found in it (`findings` may
// be null) begins with `metadata.`.
Result<ObjectMeta*> ReadMetadata(const Value& metadata, Arena& arena, field::Findings* findings);

// The same without the members that have a wrong shape.
ObjectMeta* ReadMetadataLeniently(const Value& metadata, Arena& arena);

// How metadata of embedded resources is tidied; for the schema folder, which does not know
// ObjectMeta.
schema::TidiedMetadata TidyMetadata(Arena& arena, const Value& metadata,
                                    schema::MalformedFields malformed, field::Findings* unknown);

}  // namespace pintle::object
