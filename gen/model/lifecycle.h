#pragma once

#include <compare>
#include <map>
#include <string>

#include "gen/model/model.h"

namespace pintle::gen {

// A release of an API: 1.36. Zero: none.
struct Release {
  int64_t major = 0;
  int64_t minor = 0;

  explicit operator bool() const { return major != 0; }
  friend auto operator<=>(const Release&, const Release&) = default;
};

// When a kind came, and when it goes: `+k8s:prerelease-lifecycle-gen:introduced=1.9` and the like.
struct Lifecycle {
  Release introduced;
  Release deprecated = {};
  Release removed = {};
  std::string replacement = {};  // `discovery.k8s.io/v1 EndpointSlice`
};

// Whether a comment of the package has such a tag.
bool HasLifecycleTags(const Package& package);

// Those of the package's structs, of those that have one. A tag that says nothing, or stands where
// nobody would read it, is added to `diagnostics`.
std::map<const Named*, Lifecycle> ReadLifecycles(const Package& package, Diagnostics& diagnostics);

}  // namespace pintle::gen
