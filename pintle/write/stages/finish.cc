#include "pintle/write/stages/finish.h"

namespace pintle::write {

void Finish(const Context& context, const Rules& rules, Draft& draft) {
  if (rules.strategy.warn) rules.strategy.warn(context, draft.object, draft.old);
  if (rules.strategy.canonicalize) rules.strategy.canonicalize(draft.object);
}

}  // namespace pintle::write
