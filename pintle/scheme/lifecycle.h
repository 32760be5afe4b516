#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "pintle/scheme/names.h"

namespace pintle::scheme {

// A release of the API: 1.36. Zero: none.
struct Release {
  int major = 0;
  int minor = 0;

  constexpr explicit operator bool() const { return major != 0; }
  friend constexpr auto operator<=>(const Release&, const Release&) = default;
};

// The release whose API this is, and the one before it, which must be able to read what is stored.
inline constexpr Release kCurrentRelease = {1, 36};
inline constexpr Release kOldestCompatibleRelease = {1, 35};

// The life of one version of a kind: what `+k8s:prerelease-lifecycle-gen` tags say.
struct Lifecycle {
  Release introduced = {};
  Release deprecated = {};
  Release removed = {};
  // What to use instead: `discovery.k8s.io/v1 EndpointSlice`.
  std::string_view replacement = {};
};

// The warning for requests to a version that is deprecated in `current`; empty if it is not.
std::string DeprecationWarning(const GroupVersionKind& kind, const Lifecycle& lifecycle,
                               Release current = kCurrentRelease);

}  // namespace pintle::scheme
