#pragma once

#include "pintle/scheme/lifecycle.h"

namespace pintle::scheme {

// What the `+k8s:prerelease-lifecycle-gen` tags of a type say. The generated `lifecycle.h` of a
// package specialises it for its types that have such tags.
template <typename T>
inline constexpr Lifecycle kLifecycleOf = {};

}  // namespace pintle::scheme
