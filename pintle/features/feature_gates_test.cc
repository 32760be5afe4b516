#include "pintle/features/feature_gates.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pintle::features {
namespace {

TEST(KnownGates, AreSortedAndConsistent) {
  std::span<const Gate> gates = KnownGates();
  EXPECT_GT(gates.size(), 200u);
  EXPECT_TRUE(std::ranges::is_sorted(gates, {}, &Gate::name));
  for (size_t i = 1; i < gates.size(); ++i) EXPECT_NE(gates[i - 1].name, gates[i].name);
  FeatureGates defaults;
  for (const Dependency& dependency : GateDependencies()) {
    EXPECT_TRUE(!defaults.Enabled(dependency.gate) || defaults.Enabled(dependency.needs));
  }
}

TEST(FeatureGates, Defaults) {
  FeatureGates gates;
  EXPECT_TRUE(gates.Enabled(kCborServingAndStorage));
  EXPECT_TRUE(gates.Enabled("CBORSerializer"));
  EXPECT_TRUE(gates.Enabled("DeclarativeValidation"));
  EXPECT_FALSE(gates.Enabled("DeclarativeValidationTakeover"));
  EXPECT_TRUE(gates.Enabled("WatchList"));
  EXPECT_FALSE(gates.Enabled("NoSuchGate"));
  EXPECT_EQ(gates.states().size(), KnownGates().size());
}

TEST(KnownGates, StageBeganInAReleaseUpToThisOne) {
  constexpr int kThisRelease = 36;
  for (const Gate& gate : KnownGates()) {
    EXPECT_LE(gate.since, kThisRelease) << gate.name;
    EXPECT_TRUE(gate.stage != Stage::kAlpha || !gate.default_value) << gate.name;
  }
}

TEST(FeatureGates, MarkersOfFields) {
  struct {
    std::string_view flag;
    std::string_view marker;
    bool enabled;
  } const kCases[] = {
      {"", "Frobber2D", false},
      {"Frobber2D=true", "Frobber2D", true},
      {"", "PodCertificateProjection", false},
      {"PodCertificateRequest=true", "PodCertificateProjection", true},
      {"", "CSIStorageCapacity", true},
      {"", "NoSuchGate", true},
  };
  for (const auto& c : kCases) {
    Result<FeatureGates> gates = FeatureGates::Parse(c.flag);
    ASSERT_TRUE(gates) << c.flag;
    EXPECT_EQ(gates->MarkerEnabled(c.marker), c.enabled) << c.flag << " " << c.marker;
  }
  for (const Alias& marker : GateMarkers()) {
    EXPECT_TRUE(marker.gate.empty() ||
                std::ranges::binary_search(KnownGates(), marker.gate, {}, &Gate::name));
  }
}

TEST(FeatureGates, SettingsDecide) {
  struct {
    std::string_view flag;
    std::string_view gate;
    bool enabled;
  } const kCases[] = {
      {"", "WatchList", true},
      {",", "WatchList", true},
      {"WatchList=false", "WatchList", false},
      {" WatchList = F ", "WatchList", false},
      {"WatchList=0", "WatchList", false},
      {"WatchList=FALSE,WatchList=T", "WatchList", true},
      {"CBORSerializer=false", "CBORServingAndStorage", false},
      {"CBORServingAndStorage=false", "CBORSerializer", false},
      {"DeclarativeValidation=false", "DeclarativeValidation", false},
      {"DeclarativeValidationTakeover=true", "DeclarativeValidationTakeover", true},
      {"APIServingWithRoutine=true", "APIServingWithRoutine", true},
      {"AllAlpha=true", "APIServingWithRoutine", true},
      {"AllAlpha=true", "DeclarativeValidationTakeover", false},
      {"AllAlpha=true,APIServingWithRoutine=false", "APIServingWithRoutine", false},
      {"APIServingWithRoutine=false,AllAlpha=true", "APIServingWithRoutine", false},
      {"AllBeta=false", "WatchList", false},
      {"AllBeta=false,WatchList=true", "WatchList", true},
      {"AllBeta=false,AllAlpha=false", "APIServerTracing", true},
      {"APIServerTracing=true", "APIServerTracing", true},
      {"Frobber2D=1", "Frobber2D", true},
      {"Frobber2D=t,FrobberRestartPolicyOnTuesday=True", "FrobberRestartPolicyOnTuesday", true},
      {"AllAlpha=true", "Frobber2D", true},
  };
  for (const auto& c : kCases) {
    Result<FeatureGates> gates = FeatureGates::Parse(c.flag);
    ASSERT_TRUE(gates) << c.flag << ": " << gates.error().message();
    EXPECT_EQ(gates->Enabled(c.gate), c.enabled) << c.flag;
  }
}

TEST(FeatureGates, Errors) {
  struct {
    std::string_view flag;
    std::string_view error;
  } const kCases[] = {
      {"WatchLst=true", "unrecognized feature gate: WatchLst (did you mean WatchList?)"},
      {"watchlist=true", "unrecognized feature gate: watchlist (did you mean WatchList?)"},
      {"Q=true", "unrecognized feature gate: Q"},
      {"WatchList", "missing bool value for WatchList"},
      {"WatchList=maybe", "invalid value of WatchList=maybe, err: expected true or false"},
      {"WatchList=", "invalid value of WatchList=, err: expected true or false"},
      {"APIServerTracing=false",
       "cannot set feature gate APIServerTracing to false, feature is locked to true"},
      {"AllowInsecureKubeletCertificateSigningRequests=yes",
       "invalid value of AllowInsecureKubeletCertificateSigningRequests=yes, err: expected true or "
       "false"},
      {"PodCertificateProjection=true",
       "unrecognized feature gate: PodCertificateProjection (did you mean PodCertificateRequest?)"},
      {"DeclarativeValidation=false,DeclarativeValidationTakeover=true",
       "DeclarativeValidationTakeover is enabled, but depends on features that are disabled: "
       "[DeclarativeValidation]"},
  };
  for (const auto& c : kCases) {
    Result<FeatureGates> gates = FeatureGates::Parse(c.flag);
    ASSERT_FALSE(gates) << c.flag;
    EXPECT_EQ(gates.error().message(), c.error);
  }
}

TEST(FeatureGates, StagesHaveNamesForMetrics) {
  EXPECT_EQ(StageText(Stage::kAlpha), "ALPHA");
  EXPECT_EQ(StageText(Stage::kBeta), "BETA");
  EXPECT_EQ(StageText(Stage::kGa), "");
  EXPECT_EQ(StageText(Stage::kDeprecated), "DEPRECATED");
}

}  // namespace
}  // namespace pintle::features
