#include "pintle/features/feature_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "pintle/base/strings.h"

namespace pintle::features {
namespace {

constexpr std::string_view kAllAlpha = "AllAlpha";
constexpr std::string_view kAllBeta = "AllBeta";

// Settings by name, aliases resolved.
using Settings = std::map<std::string_view, bool>;

std::string_view ResolveAlias(std::string_view name) {
  for (const Alias& alias : GateAliases()) {
    if (alias.name == name) return alias.gate;
  }
  return name;
}

// Null for a name that is no gate.
const Gate* FindGate(std::string_view name) {
  std::span<const Gate> gates = KnownGates();
  auto found = std::ranges::lower_bound(gates, name, {}, &Gate::name);
  return found != gates.end() && found->name == name ? &*found : nullptr;
}

// The gate a field's marker means; null for a feature that is there for good, or is unknown.
const Gate* FindMarker(std::string_view marker) {
  for (const Alias& alias : GateMarkers()) {
    if (alias.name == marker) return FindGate(alias.gate);
  }
  return FindGate(marker);
}

std::optional<bool> ParseBool(std::string_view text) {
  for (std::string_view yes : {"1", "t", "T", "true", "TRUE", "True"}) {
    if (text == yes) return true;
  }
  for (std::string_view no : {"0", "f", "F", "false", "FALSE", "False"}) {
    if (text == no) return false;
  }
  return std::nullopt;
}

std::unexpected<Error> Unrecognized(std::string_view name) {
  std::vector<std::string> candidates = {std::string(kAllAlpha), std::string(kAllBeta)};
  for (const Gate& gate : KnownGates()) candidates.emplace_back(gate.name);
  for (const Alias& alias : GateAliases()) candidates.emplace_back(alias.name);
  std::string message = fmt::format("unrecognized feature gate: {}", name);
  if (std::optional<std::string> nearest = NearestName(name, candidates)) {
    message += fmt::format(" (did you mean {}?)", *nearest);
  }
  return BadRequest(std::move(message));
}

Status CheckSetting(std::string_view name, bool value) {
  if (name == kAllAlpha || name == kAllBeta) return {};
  const Gate* gate = FindGate(name);
  if (gate == nullptr) return Unrecognized(name);
  if (gate->locked && value != gate->default_value) {
    return BadRequest(fmt::format("cannot set feature gate {} to {}, feature is locked to {}", name,
                                  value, gate->default_value));
  }
  return {};
}

Result<Settings> ParseSettings(std::string_view flag) {
  Settings settings;
  for (std::string_view piece : Split(flag, ',')) {
    piece = TrimSpace(piece);
    if (piece.empty()) continue;
    size_t equals = piece.find('=');
    std::string_view name = TrimSpace(piece.substr(0, equals));
    if (equals == std::string_view::npos) {
      return BadRequest(fmt::format("missing bool value for {}", name));
    }
    std::string_view text = TrimSpace(piece.substr(equals + 1));
    std::optional<bool> value = ParseBool(text);
    if (!value) {
      return BadRequest(
          fmt::format("invalid value of {}={}, err: expected true or false", name, text));
    }
    settings[ResolveAlias(name)] = *value;
  }
  for (const auto& [name, value] : settings) PINTLE_RETURN_IF_ERROR(CheckSetting(name, value));
  return settings;
}

// What the settings make of a gate.
bool Decide(const Gate& gate, const Settings& settings) {
  if (auto own = settings.find(gate.name); own != settings.end()) return own->second;
  std::string_view all = gate.stage == Stage::kAlpha  ? kAllAlpha
                         : gate.stage == Stage::kBeta ? kAllBeta
                                                      : std::string_view();
  auto of_stage = settings.find(all);
  bool applies = of_stage != settings.end() && !all.empty() && !gate.locked;
  return applies ? of_stage->second : gate.default_value;
}

}  // namespace

std::string_view StageText(Stage stage) {
  switch (stage) {
    case Stage::kAlpha:
      return "ALPHA";
    case Stage::kBeta:
      return "BETA";
    case Stage::kGa:
      return "";
    case Stage::kDeprecated:
      return "DEPRECATED";
  }
  return "";
}

FeatureGates::FeatureGates() {
  for (const Gate& gate : KnownGates()) states_.push_back({&gate, gate.default_value});
}

Result<FeatureGates> FeatureGates::Parse(std::string_view flag) {
  PINTLE_TRY(Settings settings, ParseSettings(flag));
  FeatureGates gates;
  for (State& state : gates.states_) state.enabled = Decide(*state.gate, settings);
  PINTLE_RETURN_IF_ERROR(gates.CheckDependencies());
  return gates;
}

bool FeatureGates::Enabled(std::string_view name) const {
  const Gate* gate = FindGate(ResolveAlias(name));
  return gate != nullptr && states_[gate - KnownGates().data()].enabled;
}

bool FeatureGates::MarkerEnabled(std::string_view marker) const {
  const Gate* gate = FindMarker(marker);
  return gate == nullptr || states_[gate - KnownGates().data()].enabled;
}

Status FeatureGates::CheckDependencies() const {
  for (const State& state : states_) {
    if (!state.enabled) continue;
    std::string missing;
    for (const Dependency& dependency : GateDependencies()) {
      if (dependency.gate != state.gate->name || Enabled(dependency.needs)) continue;
      if (!missing.empty()) missing += ' ';
      missing += dependency.needs;
    }
    if (missing.empty()) continue;
    return BadRequest(fmt::format("{} is enabled, but depends on features that are disabled: [{}]",
                                  state.gate->name, missing));
  }
  return {};
}

}  // namespace pintle::features
