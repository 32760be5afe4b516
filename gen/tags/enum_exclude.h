#pragma once

#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// When a constant is no value of its enumeration: `+k8s:enumExclude` on it, alone or behind
// `+k8s:ifEnabled(option)=` or `+k8s:ifDisabled(option)=`.
struct EnumExclusion {
  std::string option;  // empty: always
  bool when_enabled = false;
};

// One of them being true is enough. Malformed tags are passed over; Rules reports them.
std::vector<EnumExclusion> ExclusionsOf(const EnumValue& constant);

// Whether some constant is a value of the enumeration only at times.
bool HasOptionalValues(const Named& named);

}  // namespace pintle::gen
