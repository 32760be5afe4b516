#pragma once

#include <optional>
#include <utility>

#include "pintle/base/error.h"

namespace pintle {

// Whether somebody still waits for what is being done. Work that takes long asks between its steps.
// Used on the executor of the work.
class Cancellation {
 public:
  // From now on Check fails with `why`; the first call counts.
  void Cancel(Error why) {
    if (!why_) why_ = std::move(why);
  }
  Status Check() const {
    if (!why_) return {};
    return std::unexpected(*why_);
  }

 private:
  std::optional<Error> why_;
};

// The same of work that nobody may cancel: null.
inline Status CheckWanted(const Cancellation* cancellation) {
  return cancellation == nullptr ? Status() : cancellation->Check();
}

}  // namespace pintle
