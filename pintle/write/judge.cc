#include "pintle/write/judge.h"

#include "pintle/write/stages/finish.h"
#include "pintle/write/stages/prepare.h"
#include "pintle/write/stages/validation.h"

namespace pintle::write {

Verdict Judge(const Request& request, const Rules& rules, const Drawn& drawn, Draft& draft) {
  const Context context = ContextOf(request, rules, drawn, draft);
  Prepare(context, rules, drawn, draft);
  Verdict verdict = Validate(context, rules, draft);
  if (verdict.faults.empty()) Finish(context, rules, draft);
  return verdict;
}

}  // namespace pintle::write
