#pragma once

#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/features/known_gates.h"

namespace pintle::features {

// A name that code asks for.
inline constexpr std::string_view kCborServingAndStorage = "CBORServingAndStorage";

// How a stage is named in metrics; empty for general availability.
std::string_view StageText(Stage stage);

// Which features are on; fixed when the program starts, so any number of threads may ask.
class FeatureGates {
 public:
  struct State {
    const Gate* gate;
    bool enabled;
  };

  // All defaults.
  FeatureGates();

  // The value of `--feature-gates`: `A=true,B=false`. The last setting of a gate counts. `AllAlpha`
  // and `AllBeta` set every gate of their stage that is not set by name. An error names the gate
  // and, for an unknown one, the nearest name.
  static Result<FeatureGates> Parse(std::string_view flag);

  // False for a name that is no gate.
  bool Enabled(std::string_view name) const;

  // Whether fields marked `+featureGate=<marker>` may be used. Markers of unknown features are
  // taken as on: the field is part of the API whatever this program knows of its gate.
  bool MarkerEnabled(std::string_view marker) const;

  // Every gate, in order of names.
  const std::vector<State>& states() const { return states_; }

 private:
  Status CheckDependencies() const;

  std::vector<State> states_;
};

}  // namespace pintle::features
