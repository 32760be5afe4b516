#pragma once

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// Strategic Merge Patch: like a merge patch, but the type says which lists merge by key or as sets,
// and the patch may hold directives ($patch, $retainKeys, $setElementOrder/<list>,
// $deleteFromPrimitiveList/<list>). `document` is an object of `type`. 400 for a malformed
// directive, 422 for a patch that cannot be applied. The result shares data with both; where the
// patch changes nothing it is `document` itself (see IsSame).
//
// A member that the document does not have, or has with another JSON type, comes without nulls and
// without objects that are directives; a list or object that is replaced comes to the letter.
Result<Value> StrategicMerge(Arena& arena, const typeinfo::TypeInfo& type, const Value& document,
                             const Value& patch);

}  // namespace pintle::patch
