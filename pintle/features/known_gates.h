#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pintle::features {

enum class Stage : uint8_t { kAlpha, kBeta, kGa, kDeprecated };

struct Gate {
  std::string_view name;
  Stage stage;
  bool default_value;
  uint8_t since;        // the release 1.<since> began this stage and default
  bool locked = false;  // cannot be set to anything but the default
};

// `gate` may be on only if `needs` is.
struct Dependency {
  std::string_view gate;
  std::string_view needs;
};

// Another name under which a gate may be set.
struct Alias {
  std::string_view name;
  std::string_view gate;
};

// In bytewise order of names.
std::span<const Gate> KnownGates();
std::span<const Dependency> GateDependencies();
std::span<const Alias> GateAliases();
// Names that `+featureGate` markers use instead of a gate's; the gate is empty where the feature is
// there for good.
std::span<const Alias> GateMarkers();

}  // namespace pintle::features
