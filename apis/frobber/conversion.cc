#include "apis/frobber/v6/conversion.h"

#include "apis/frobber/internal/types.h"
#include "apis/frobber/linked_fields.h"
#include "apis/frobber/v7beta1/conversion.h"

// What the generated conversion leaves to us: specs, where versions name things differently. v6 has
// two names for the height and a single `param` beside `params`. The hub keeps such pairs as they
// were sent (see linked_fields.h), and they are shown complete whichever of the two is there.
namespace pintle::apis::frobber {

void v6::ToHub(Arena& arena, const FrobberSpec& from, internal::FrobberSpec& to) {
  SameFieldsToHub(arena, from, to);
  to.size.height_millimetres = from.height_millimetres;
  to.size.width_millimetres = from.width;
}

void v6::FromHub(Arena& arena, const internal::FrobberSpec& from, FrobberSpec& to) {
  internal::FrobberSpec shown = from;
  CompleteLinkedFields(arena, shown);
  SameFieldsFromHub(arena, shown, to);
  to.height_millimetres = shown.size.height_millimetres;
  to.width = shown.size.width_millimetres;
}

void v7beta1::ToHub(Arena& arena, const FrobberSpec& from, internal::FrobberSpec& to) {
  SameFieldsToHub(arena, from, to);
  // This version has one name for each, and means both.
  to.height = to.size.height_millimetres;
  to.param = to.params.empty() ? "" : to.params[0];
}

void v7beta1::FromHub(Arena& arena, const internal::FrobberSpec& from, FrobberSpec& to) {
  internal::FrobberSpec shown = from;
  CompleteLinkedFields(arena, shown);
  SameFieldsFromHub(arena, shown, to);
}

}  // namespace pintle::apis::frobber
