#include "pintle/admission/admission.h"

namespace pintle::admission {

Task<Status> Plugin::Mutate(Attributes&) { co_return Status(); }

Task<Status> Plugin::Validate(const Attributes&) { co_return Status(); }

Task<Status> Chain::Mutate(Attributes& attributes) const {
  for (const auto& plugin : plugins_) {
    Status admitted = co_await plugin->Mutate(attributes);
    if (!admitted) co_return admitted;
  }
  co_return Status();
}

Task<Status> Chain::Validate(const Attributes& attributes) const {
  for (const auto& plugin : plugins_) {
    Status admitted = co_await plugin->Validate(attributes);
    if (!admitted) co_return admitted;
  }
  co_return Status();
}

}  // namespace pintle::admission
