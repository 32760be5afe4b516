#pragma once

#include "pintle/base/cancellation.h"
#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

// Adds what is wrong with `object` by the value validations of its schema: types, bounds, patterns,
// formats, enums, required members, and allOf, anyOf, oneOf, not. Nothing is pruned or defaulted
// first, and apiVersion, kind and metadata are members like others. `path` is put in front of the
// paths of errors, not of the names in their texts.
//
// With `old`, the object before an update, faults that were there before are forgiven: the errors
// of a node and all below are dropped if its value is the same in both. A node has an old value if
// its parent has one and it is the member of the same name, or the element of a list-type=map list
// with the same keys. Inside allOf, anyOf, oneOf and not no node has.
//
// A small object can be much work for a large schema. It ends soon after `cancellation`, if there
// is one, says that nobody waits for it; what is found by then means nothing.
void Validate(const Structural& schema, const Value& object, const Value* old,
              const field::Path& path, field::ErrorList& errors,
              const Cancellation* cancellation = nullptr);

// Adds repeated elements of lists with list-type set and repeated keys of lists with list-type map.
// If `old` has such faults already, whichever, the check is skipped.
void ValidateListTypes(const Structural& schema, const Value& object, const Value* old,
                       const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::schema
