#pragma once

#include "pintle/base/error.h"

namespace pintle::write {

// Whether the store said that it did not write the object, so that what was taken for it can be
// given back. After any other failure nobody knows: it stays taken, lest two come to have it.
inline bool IsRefusal(const Error& failure) {
  return failure.reason() == Reason::kBadRequest ||
         failure.reason() == Reason::kRequestEntityTooLarge;
}

}  // namespace pintle::write
