#pragma once

#include "pintle/admission/admission.h"

namespace pintle::admission {

// Lets pods stay five minutes on a node that is not ready or cannot be reached, unless they say
// what they want themselves.
class DefaultTolerationSeconds final : public Plugin {
 public:
  std::string_view name() const override { return "DefaultTolerationSeconds"; }
  bool TakesPart(Pass pass) const override { return pass == Pass::kMutate; }
  Task<Status> Mutate(Attributes& attributes) override;
};

}  // namespace pintle::admission
