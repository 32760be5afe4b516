#include "apis/autoscaling/v1/conversion.h"

#include <gtest/gtest.h>

#include <random>

#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

constexpr int kRounds = 1000;
constexpr int kDepth = 7;

template <typename T>
T FromJson(Arena& arena, std::string_view text) {
  T object;
  Value value = codec::ParseJson(text, arena).value();
  Status read = typeinfo::FromValue(value, typeinfo::TypeOf<T>(), &object, arena, nullptr);
  EXPECT_TRUE(read.has_value()) << text;
  return object;
}

template <typename T>
std::string Json(const T& object) {
  std::string text;
  codec::JsonWriter writer(text);
  typeinfo::Encode(typeinfo::TypeOf<T>(), &object, writer);
  return text;
}

template <typename To, typename From>
To Converted(Arena& arena, const From& from) {
  To to;
  if constexpr (std::is_same_v<To, HorizontalPodAutoscaler>) {
    FromHub(arena, from, to);
  } else {
    ToHub(arena, from, to);
  }
  return to;
}

// A v2 object, what v1 shows of it, and what v2 shows of that: all as in the reference server,
// which puts the cpu metric last.
TEST(HorizontalPodAutoscalerConversionTest, CarriesWhatV1HasNoMembersFor) {
  Arena arena;
  auto hub = FromJson<v2::HorizontalPodAutoscaler>(arena, R"({
      "metadata": {"name": "h", "annotations": {"a": "b"}},
      "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "d", "apiVersion": "apps/v1"},
        "minReplicas": 2, "maxReplicas": 5,
        "metrics": [
          {"type": "Resource", "resource": {"name": "memory",
             "target": {"type": "AverageValue", "averageValue": "500Mi"}}},
          {"type": "Resource", "resource": {"name": "cpu",
             "target": {"type": "Utilization", "averageUtilization": 55}}}],
        "behavior": {
          "scaleUp": {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [
             {"type": "Pods", "value": 4, "periodSeconds": 15}]},
          "scaleDown": {"stabilizationWindowSeconds": 30, "policies": null}}},
      "status": {"currentReplicas": 3, "desiredReplicas": 4,
        "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu",
             "current": {"averageUtilization": 50, "averageValue": "250m"}}}],
        "conditions": [{"type": "AbleToScale", "status": "True", "reason": "Ready"}]}})");
  auto spoke = Converted<HorizontalPodAutoscaler>(arena, hub);
  EXPECT_EQ(spoke.spec.target_cpu_utilization_percentage, 55);
  EXPECT_EQ(spoke.status.current_cpu_utilization_percentage, 50);
  const std::pair<std::string, std::string> annotations[] = {
      {"a", "b"},
      {"autoscaling.alpha.kubernetes.io/behavior",
       R"({"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[{"Type":"Pods",)"
       R"("Value":4,"PeriodSeconds":15}],"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds")"
       R"(:30,"SelectPolicy":null,"Policies":null,"Tolerance":null}})"},
      {"autoscaling.alpha.kubernetes.io/conditions",
       R"([{"type":"AbleToScale","status":"True","lastTransitionTime":null,"reason":"Ready"}])"},
      {"autoscaling.alpha.kubernetes.io/current-metrics",
       R"([{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":50,)"
       R"("currentAverageValue":"250m"}}])"},
      {"autoscaling.alpha.kubernetes.io/metrics",
       R"([{"type":"Resource","resource":{"name":"memory","targetAverageValue":"500Mi"}}])"},
  };
  EXPECT_EQ(spoke.metadata.annotations.size(), std::size(annotations));
  for (const auto& [name, text] : annotations) {
    EXPECT_EQ(spoke.metadata.annotations.value_or(name, "absent"), text) << name;
  }
  // Nothing was written into the source.
  EXPECT_EQ(hub.metadata.annotations.size(), 1u);
  EXPECT_EQ(Json(Converted<v2::HorizontalPodAutoscaler>(arena, spoke)), Json(hub));
}

TEST(HorizontalPodAutoscalerConversionTest, ReadsAnnotations) {
  struct Case {
    std::string name;
    std::string annotation;  // name and text of one, or nothing
    std::string target;      // of v1
    std::string metrics;     // of the hub, without the words that all have
  };
  const std::string cpu80 =
      R"([{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}])";
  const Case cases[] = {
      {"nothing at all is 80% of cpu", "", "null", cpu80},
      {"a percentage", "", "55",
       R"([{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":55}}}])"},
      {"text that does not parse is ignored", R"("autoscaling.alpha.kubernetes.io/metrics": "[{")",
       "null", cpu80},
      {"members of a wrong type are ignored",
       R"("autoscaling.alpha.kubernetes.io/metrics": "[{\"type\":1}]")", "null", cpu80},
      {"an empty list", R"("autoscaling.alpha.kubernetes.io/metrics": "[]")", "null", cpu80},
      {"another metric alone",
       R"("autoscaling.alpha.kubernetes.io/metrics":
          "[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"m\",\"targetAverageValue\":\"2\"}}]")",
       "null",
       R"([{"type":"Pods","pods":{"metric":{"name":"m"},"target":{"type":"AverageValue","averageValue":"2"}}}])"},
      {"an object's value",
       R"("autoscaling.alpha.kubernetes.io/metrics":
          "[{\"type\":\"Object\",\"object\":{\"target\":{\"kind\":\"K\",\"name\":\"n\"},\"metricName\":\"m\",\"targetValue\":\"3\"}}]")",
       "null",
       R"([{"type":"Object","object":{"describedObject":{"kind":"K","name":"n"},"target":{"type":"Value","value":"3"},"metric":{"name":"m"}}}])"},
  };
  for (const Case& c : cases) {
    Arena arena;
    auto spoke = FromJson<HorizontalPodAutoscaler>(
        arena, R"({"metadata":{"annotations":{)" + c.annotation +
                   R"(}},"spec":{"targetCPUUtilizationPercentage":)" + c.target + "}}");
    auto hub = Converted<v2::HorizontalPodAutoscaler>(arena, spoke);
    Value metrics = typeinfo::ToValue(hub.spec, arena).Find("metrics");
    EXPECT_EQ(metrics, codec::ParseJson(c.metrics, arena).value())
        << c.name << ": " << codec::ToJson(metrics);
    EXPECT_TRUE(hub.metadata.annotations.empty()) << c.name;
  }
}

TEST(HorizontalPodAutoscalerConversionTest, BehaviorIsReadUnderEitherSpelling) {
  for (
      std::string_view text :
      {R"({\"ScaleDown\":{\"Policies\":[{\"Type\":\"Pods\",\"Value\":7,\"PeriodSeconds\":9}]}})",
       R"({\"scaleDown\":{\"policies\":[{\"type\":\"Pods\",\"value\":7,\"periodSeconds\":9}]}})"}) {
    Arena arena;
    auto spoke = FromJson<HorizontalPodAutoscaler>(
        arena,
        fmt::format(
            R"({{"metadata":{{"annotations":{{"autoscaling.alpha.kubernetes.io/behavior":"{}"}}}}}})",
            text));
    auto hub = Converted<v2::HorizontalPodAutoscaler>(arena, spoke);
    ASSERT_TRUE(hub.spec.behavior) << text;
    ASSERT_EQ(hub.spec.behavior->scale_down.OrEmpty().policies.size(), 1u) << text;
    EXPECT_EQ(hub.spec.behavior->scale_down->policies[0].value, 7);
  }
}

TEST(HorizontalPodAutoscalerConversionTest, V1ThereAndBackIsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    HorizontalPodAutoscaler spoke;
    typeinfo::RandomFill(typeinfo::TypeOf<HorizontalPodAutoscaler>(), &spoke, arena, random,
                         kDepth);
    spoke.type_meta = {};
    // Without a metric it would get one; what is current travels in an annotation too.
    if (!spoke.spec.target_cpu_utilization_percentage) {
      spoke.spec.target_cpu_utilization_percentage = 1;
    }
    spoke.status.current_cpu_utilization_percentage.reset();
    auto hub = Converted<v2::HorizontalPodAutoscaler>(arena, spoke);
    auto back = Converted<HorizontalPodAutoscaler>(arena, hub);
    ASSERT_TRUE(typeinfo::SemanticEqual(spoke, back)) << Json(spoke) << "\n" << Json(back);
  }
}

TEST(HorizontalPodAutoscalerConversionTest, WhatV1ShowsOfTheHubComesBack) {
  std::mt19937_64 random(2);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    v2::HorizontalPodAutoscaler hub;
    typeinfo::RandomFill(typeinfo::TypeOf<v2::HorizontalPodAutoscaler>(), &hub, arena, random,
                         kDepth);
    if (hub.spec.metrics.empty()) hub.spec.metrics.Append(arena);
    auto spoke = Converted<HorizontalPodAutoscaler>(arena, hub);
    auto hub2 = Converted<v2::HorizontalPodAutoscaler>(arena, spoke);
    auto spoke2 = Converted<HorizontalPodAutoscaler>(arena, hub2);
    ASSERT_TRUE(typeinfo::SemanticEqual(spoke, spoke2)) << Json(spoke) << "\n" << Json(spoke2);
    auto hub3 = Converted<v2::HorizontalPodAutoscaler>(arena, spoke2);
    ASSERT_TRUE(typeinfo::SemanticEqual(hub2, hub3)) << Json(hub2) << "\n" << Json(hub3);
    EXPECT_EQ(hub2.spec.metrics.size(), hub.spec.metrics.size());
    EXPECT_EQ(hub2.status.current_metrics.size(), hub.status.current_metrics.size());
  }
}

}  // namespace
}  // namespace pintle::apis::autoscaling::v1
