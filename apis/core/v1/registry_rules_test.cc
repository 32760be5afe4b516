#include "apis/core/v1/registry_rules.h"

#include <gmock/gmock.h>

#include <vector>

#include "apis/functions_for_test.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::apis::core::v1 {
namespace {

Result<features::FeatureGates> Gates(std::string_view flag) {
  return features::FeatureGates::Parse(flag);
}

template <typename T>
T& Read(std::string_view json, Arena& arena) {
  T& object = *arena.New<T>();
  codec::JsonReader reader(json);
  EXPECT_TRUE(typeinfo::Decode(reader, typeinfo::TypeOf<T>(), &object, arena, nullptr)) << json;
  return object;
}

template <typename T>
std::string Write(const T& object) {
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(typeinfo::TypeOf<T>(), &object, writer);
  return json;
}

TEST(CoreRegistryRules, QosClassOfAPod) {
  struct Row {
    std::string_view spec;
    std::string_view qos_class;
    std::string_view gates = {};
  };
  constexpr std::string_view kPodLevel = R"({"resources":{"limits":{"cpu":"1","memory":"1Gi"},
      "requests":{"cpu":"1","memory":"1Gi"}},"containers":[{}]})";
  const std::vector<Row> rows = {
      {R"({"containers":[{}]})", "BestEffort"},
      {R"({"containers":[{"resources":{"requests":{"cpu":"0"}}}]})", "BestEffort"},
      {R"({"containers":[{"resources":{"requests":{"example.com/gpu":"1"}}}]})", "BestEffort"},
      {R"({"containers":[{"resources":{"requests":{"cpu":"1"}}}]})", "Burstable"},
      {R"({"containers":[{"resources":{"limits":{"cpu":"1"},"requests":{"cpu":"1"}}}]})",
       "Burstable"},
      {R"({"containers":[{"resources":{"limits":{"cpu":"1","memory":"1Gi"},
          "requests":{"cpu":"1000m","memory":"1024Mi"}}}]})",
       "Guaranteed"},
      {R"({"containers":[{"resources":{"limits":{"cpu":"1","memory":"1Gi"},
          "requests":{"cpu":"500m","memory":"1Gi"}}}]})",
       "Burstable"},
      {R"({"containers":[{"resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]})", "Burstable"},
      {R"({"containers":[{"resources":{"limits":{"cpu":"1","memory":"1Gi"},
          "requests":{"cpu":"1","memory":"1Gi"}}}],"initContainers":[{}]})",
       "Burstable"},
      {kPodLevel, "Guaranteed"},
      {kPodLevel, "BestEffort", "PodLevelResources=false"},
      {R"({"resources":{"limits":{"cpu":"1"}},"containers":[{}]})", "Burstable"},
      {R"({"resources":{},"containers":[{"resources":{"requests":{"cpu":"1"}}}]})", "Burstable"},
  };
  for (const Row& row : rows) {
    Arena arena;
    bool pod_level = Gates(row.gates)->Enabled("PodLevelResources");
    EXPECT_EQ(QosClass(Read<PodSpec>(row.spec, arena), pod_level), row.qos_class) << row.spec;
  }
}

TEST(CoreRegistryRules, LabelKeysBecomeRequirements) {
  struct Row {
    std::string_view spec;
    std::string_view out;
    std::string_view gates = {};
  };
  constexpr std::string_view kSpread =
      R"({"topologySpreadConstraints":[{"labelSelector":{},"matchLabelKeys":["a","none"]}]})";
  const std::vector<Row> rows = {
      {R"({"affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
          {"topologyKey":"k","labelSelector":{"matchLabels":{"x":"y"}},
           "matchLabelKeys":["a","none"],"mismatchLabelKeys":["b"]}]}}})",
       R"({"matchLabels":{"x":"y"},"matchExpressions":[)"
       R"({"key":"a","operator":"In","values":["1"]},{"key":"b","operator":"NotIn","values":["2"]}]})"},
      {R"({"affinity":{"podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
          {"weight":1,"podAffinityTerm":{"topologyKey":"k","labelSelector":{"matchExpressions":[
          {"key":"z","operator":"Exists"}]},"matchLabelKeys":["a"]}}]}}})",
       R"({"matchExpressions":[{"key":"z","operator":"Exists"},)"
       R"({"key":"a","operator":"In","values":["1"]}]})"},
      {kSpread, R"({"matchExpressions":[{"key":"a","operator":"In","values":["1"]}]})"},
      {kSpread, "{}", "MatchLabelKeysInPodTopologySpreadSelectorMerge=false"},
  };
  for (const Row& row : rows) {
    Arena arena;
    Pod pod;
    pod.metadata.labels.Set(arena, "a", "1");
    pod.metadata.labels.Set(arena, "b", "2");
    pod.spec = Read<PodSpec>(row.spec, arena);
    MergeLabelKeys(arena, pod, *Gates(row.gates));
    EXPECT_THAT(Write(pod.spec), testing::HasSubstr("\"labelSelector\":" + std::string(row.out)))
        << row.spec;
  }
  Arena arena;
  Pod pod;
  pod.metadata.labels.Set(arena, "a", "1");
  pod.spec = Read<PodSpec>(R"({"topologySpreadConstraints":[{"matchLabelKeys":["a"]}]})", arena);
  MergeLabelKeys(arena, pod, *Gates(""));
  EXPECT_FALSE(pod.spec.topology_spread_constraints[0].label_selector) << "none comes into being";
}

void Mirror(scheme::FunctionContext& context, PersistentVolumeClaimSpec& spec) {
  MirrorDataSource(context.arena, spec);
}

TEST(CoreRegistryRules, SourcesOfAClaimMirrorEachOther) {
  const scheme::TypeFunctions set({scheme::On<&Mirror>()}, {});
  ExpectRows<PersistentVolumeClaimSpec>(
      set,
      {
          {"dataSourceRef",
           R"({"dataSource":{"apiGroup":"snapshot.storage.k8s.io","kind":"VolumeSnapshot","name":"s"}})",
           R"({"apiGroup":"snapshot.storage.k8s.io","kind":"VolumeSnapshot","name":"s"})"},
          {"dataSource", R"({"dataSourceRef":{"kind":"PersistentVolumeClaim","name":"c"}})",
           R"({"apiGroup":null,"kind":"PersistentVolumeClaim","name":"c"})"},
          {"dataSource",
           R"({"dataSourceRef":{"kind":"PersistentVolumeClaim","name":"c","namespace":"n"}})",
           "absent"},
          {"dataSource.name",
           R"({"dataSource":{"kind":"K","name":"a"},"dataSourceRef":{"kind":"K","name":"b"}})",
           R"("a")"},
          {"dataSource", "{}", "absent"},
          {"dataSourceRef", "{}", "absent"},
      });
}

TEST(CoreRegistryRules, ForeignSourcesOfAClaimAreDropped) {
  struct Row {
    std::string_view spec;
    bool kept;
  };
  const std::vector<Row> rows = {
      {R"({"dataSource":{"kind":"PersistentVolumeClaim","name":"c"}})", true},
      {R"({"dataSource":{"apiGroup":"","kind":"PersistentVolumeClaim","name":"c"}})", true},
      {R"({"dataSource":{"apiGroup":"snapshot.storage.k8s.io","kind":"VolumeSnapshot","name":"s"}})",
       true},
      {R"({"dataSource":{"apiGroup":"x","kind":"PersistentVolumeClaim","name":"c"}})", false},
      {R"({"dataSource":{"kind":"VolumeSnapshot","name":"s"}})", false},
      {R"({"dataSource":{"kind":"Other","name":"s"},"dataSourceRef":{"kind":"Other","name":"s"}})",
       true},
  };
  for (const Row& row : rows) {
    Arena arena;
    auto& spec = Read<PersistentVolumeClaimSpec>(row.spec, arena);
    PersistentVolumeClaimSpec empty;
    PersistentVolumeClaimSpec again = spec;
    PersistentVolumeClaimSpec stored = spec;
    DropForeignDataSource(spec, nullptr);
    EXPECT_EQ(static_cast<bool>(spec.data_source), row.kept) << row.spec;
    DropForeignDataSource(again, &empty);
    EXPECT_EQ(static_cast<bool>(again.data_source), row.kept) << row.spec;
    PersistentVolumeClaimSpec updated = stored;
    DropForeignDataSource(updated, &stored);
    EXPECT_TRUE(updated.data_source) << "it is stored already";
  }
}

}  // namespace
}  // namespace pintle::apis::core::v1
