#pragma once

#include "pintle/scheme/type_functions.h"

namespace pintle::apis {

// Fills in what the author of an object left out: the rules of every built-in type and all declared
// defaults. Runs on every object that is decoded, from a request or from the store. Idempotent.
const scheme::TypeFunctions& Defaults();

// What happens to objects between a version and its hub where the two are the same type: fields
// that say the same thing twice are brought in line, fields for convenience become the real ones.
// Reading comes after the defaults, writing before an object is encoded. Reading can fail. What has
// been read is as it is to be written: writing changes only what was changed since.
const scheme::TypeFunctions& ReadFixes();
const scheme::TypeFunctions& WriteFixes();

}  // namespace pintle::apis
