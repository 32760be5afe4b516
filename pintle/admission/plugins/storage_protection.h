#pragma once

#include "pintle/admission/admission.h"

namespace pintle::admission {

// Gives every new claim and volume the finalizer that keeps it while something uses it. Whoever
// runs the controllers takes it off.
class StorageProtection final : public Plugin {
 public:
  std::string_view name() const override { return "StorageObjectInUseProtection"; }
  bool TakesPart(Pass pass) const override { return pass == Pass::kMutate; }
  Task<Status> Mutate(Attributes& attributes) override;
};

}  // namespace pintle::admission
