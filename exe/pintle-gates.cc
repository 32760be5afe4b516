#include <fmt/format.h>

#include "pintle/features/known_gates.h"

// Prints what `+featureGate` may name, one a line: the file that `pintle-gen --gates` reads.
int main() {
  for (const pintle::features::Gate& gate : pintle::features::KnownGates()) {
    fmt::print("{}\n", gate.name);
  }
  for (const pintle::features::Alias& marker : pintle::features::GateMarkers()) {
    fmt::print("{}\n", marker.name);
  }
}
