#pragma once

#include "apis/frobber/internal/types.h"
#include "pintle/base/arena.h"
#include "pintle/field/errors.h"

// Fields of v6 that were given a second name. Clients older than the second name send only the
// first, and send back what they read with only the first changed; what the two mean together can
// therefore be told only beside the old object.
//
//   param, params                   params holds all of them, param is the first. A client uses
//   param
//                                   alone, or both.
//   height, size.heightMillimetres  the same number. A client may use either.
namespace pintle::apis::frobber {

// Gives the second of each pair what the first says, and the height the first what the second says,
// where it is not set: what a reader is shown of an object stored before there were two.
void CompleteLinkedFields(Arena& arena, internal::FrobberSpec& spec);

// Finds out what the writer of `spec` meant and makes each pair agree. `old` is the object before
// the write, null on creation. Pairs that still disagree are for validation to refuse.
void NormalizeLinkedFields(Arena& arena, internal::FrobberSpec& spec,
                           const internal::FrobberSpec* old);

// Whether params begins with param, and is not used without it.
field::ErrorList ValidateLinkedFields(const internal::Frobber& frobber);

}  // namespace pintle::apis::frobber
