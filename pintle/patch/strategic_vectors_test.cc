// Strategic merge over the tables of real kinds.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "apis/apps/v1/types.h"
#include "apis/core/v1/types.h"
#include "apis/policy/v1/types.h"
#include "pintle/codec/document.h"
#include "pintle/patch/strategic.h"
#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

using apis::apps::v1::Deployment;
using apis::core::v1::Pod;
using apis::core::v1::Service;

struct Case {
  const char* document;
  const char* patch;
  const char* result;
};

void Check(const typeinfo::TypeInfo& type, std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    Arena arena;
    Value document = *codec::ParseJson(c.document, arena);
    auto result = StrategicMerge(arena, type, document, *codec::ParseJson(c.patch, arena));
    ASSERT_TRUE(result) << c.patch << ": " << result.error().message();
    EXPECT_EQ(codec::ToJson(*result), codec::ToJson(*codec::ParseJson(c.result, arena)))
        << c.document << " + " << c.patch;
    EXPECT_EQ(IsSame(*result, document), *result == document) << c.patch;
    EXPECT_EQ(document, *codec::ParseJson(c.document, arena));
  }
}

std::string PodSpec(const std::string& spec) {
  return R"({"spec":{"template":{"spec":)" + spec + "}}}";
}

// Documents and patches that differ in the pod template's spec alone.
void CheckPodSpec(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    std::string document = PodSpec(c.document);
    std::string patch = PodSpec(c.patch);
    std::string result = PodSpec(c.result);
    Check(typeinfo::TypeOf<Deployment>(), {{document.c_str(), patch.c_str(), result.c_str()}});
  }
}

constexpr const char* kContainers =
    R"({"containers":[{"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}]})";

TEST(StrategicVectors, Containers) {
  CheckPodSpec({
      {kContainers, R"({"containers":[{"name":"c3","image":"i3"}]})",
       R"({"containers":[{"name":"c3","image":"i3"},)"
       R"({"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}]})"},
      {kContainers,
       R"({"containers":[{"name":"c3","image":"i3"}],)"
       R"("$setElementOrder/containers":[{"name":"c1"},{"name":"c2"},{"name":"c3"}]})",
       R"({"containers":[{"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"},)"
       R"({"name":"c3","image":"i3"}]})"},
      {kContainers, R"({"containers":[{"name":"c1","$patch":"delete"}]})",
       R"({"containers":[{"name":"c2"}]})"},
      {kContainers, R"({"containers":[{"$patch":"replace"},{"name":"only","image":"z"}]})",
       R"({"containers":[{"name":"only","image":"z"}]})"},
      // A new element keeps its directives.
      {kContainers, R"({"containers":[{"name":"c3","resources":{"$patch":"replace"}}]})",
       R"({"containers":[{"name":"c3","resources":{"$patch":"replace"}},)"
       R"({"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}]})"},
      // Lists within lists, by keys of their own.
      {kContainers,
       R"({"containers":[{"name":"c1","env":[{"name":"B","value":"2"},{"name":"A","value":null}]}]})",
       R"({"containers":[{"name":"c1","env":[{"name":"B","value":"2"},{"name":"A"}]},)"
       R"({"name":"c2"}]})"},
      {R"({"containers":[{"name":"c","ports":[{"containerPort":80,"protocol":"TCP"}]}]})",
       R"({"containers":[{"name":"c","ports":[{"containerPort":80,"protocol":"UDP"}]}]})",
       R"({"containers":[{"name":"c","ports":[{"containerPort":80,"protocol":"UDP"}]}]})"},
      // The same element twice in a patch: the second is merged with what the first made.
      {kContainers, R"({"containers":[{"name":"n","image":"x"},{"name":"n","tty":true}]})",
       R"({"containers":[{"name":"n","image":"x","tty":true},)"
       R"({"name":"c1","env":[{"name":"A","value":"1"}]},{"name":"c2"}]})"},
      // Deleted and made again.
      {kContainers, R"({"containers":[{"name":"c1","image":"q"},{"name":"c1","$patch":"delete"}]})",
       R"({"containers":[{"name":"c1","image":"q"},{"name":"c2"}]})"},
  });
}

TEST(StrategicVectors, ReplacedListsComeToTheLetter) {
  CheckPodSpec({
      {R"({"tolerations":[{"key":"a"}]})",
       R"({"tolerations":[{"key":"b","value":null},{"$patch":"delete","key":"c"}]})",
       R"({"tolerations":[{"key":"b","value":null},{"$patch":"delete","key":"c"}]})"},
      // One that was not there does not.
      {R"({})", R"({"tolerations":[{"key":"b","value":null},{"$patch":"delete","key":"c"}]})",
       R"({"tolerations":[{"key":"b"}]})"},
      {R"({"tolerations":[{"key":"a"}]})", R"({"tolerations":[{"key":"a"}]})",
       R"({"tolerations":[{"key":"a"}]})"},
      {R"({"containers":[{"name":"c","args":["x","y"]}]})",
       R"({"containers":[{"name":"c","args":["z"]}]})",
       R"({"containers":[{"name":"c","args":["z"]}]})"},
      // A list with an order, made new: directives go, nulls stay.
      {R"({})",
       R"({"volumes":[{"name":"a","emptyDir":null},{"name":"b","$patch":"delete"}],)"
       R"("$setElementOrder/volumes":[{"name":"a"}]})",
       R"({"volumes":[{"name":"a","emptyDir":null}]})"},
      {R"({"containers":[{"name":"c","args":["x","y","z"]}]})",
       R"({"containers":[{"name":"c","$setElementOrder/args":["z","x"]}]})",
       R"({"containers":[{"name":"c","args":["y","z","x"]}]})"},
  });
}

TEST(StrategicVectors, Volumes) {
  constexpr const char* kVolumes =
      R"({"volumes":[{"name":"v1","emptyDir":{}},{"name":"v2","configMap":{"name":"m"}}]})";
  CheckPodSpec({
      {kVolumes, R"({"volumes":[{"name":"v1","hostPath":{"path":"/x"},"emptyDir":null}]})",
       R"({"volumes":[{"name":"v1","hostPath":{"path":"/x"}},{"name":"v2","configMap":{"name":"m"}}]})"},
      {kVolumes,
       R"({"volumes":[{"name":"v1","hostPath":{"path":"/x"},"$retainKeys":["name","hostPath"]}]})",
       R"({"volumes":[{"name":"v1","hostPath":{"path":"/x"}},{"name":"v2","configMap":{"name":"m"}}]})"},
      {kVolumes, R"({"volumes":[{"name":"v2"},{"name":"v1"}]})",
       R"({"volumes":[{"name":"v2","configMap":{"name":"m"}},{"name":"v1","emptyDir":{}}]})"},
      // An order that names nothing leaves live elements where they are.
      {kVolumes, R"({"$setElementOrder/volumes":[],"volumes":[{"name":"n"},{"name":"o"}]})",
       R"({"volumes":[{"name":"v1","emptyDir":{}},{"name":"v2","configMap":{"name":"m"}},)"
       R"({"name":"n"},{"name":"o"}]})"},
  });
}

TEST(StrategicVectors, Strategies) {
  Check(typeinfo::TypeOf<Deployment>(),
        {{R"({"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}})",
          R"({"spec":{"strategy":{"type":"Recreate"}}})",
          R"({"spec":{"strategy":{"type":"Recreate","rollingUpdate":{"maxSurge":1}}}})"},
         {R"({"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}})",
          R"({"spec":{"strategy":{"$retainKeys":["type",5,null],"type":"Recreate"}}})",
          R"({"spec":{"strategy":{"type":"Recreate"}}})"},
         // Names may differ in case, as far as finding the field goes.
         {R"({"spec":{"Strategy":{"type":"a"}}})", R"({"spec":{"Strategy":{"type":"b"}}})",
          R"({"spec":{"Strategy":{"type":"b"}}})"}});
  Check(typeinfo::TypeOf<apis::policy::v1::PodDisruptionBudget>(),
        {{R"({"spec":{"selector":{"matchLabels":{"a":"1"}}}})",
          R"({"spec":{"selector":{"matchLabels":{"b":"2","c":null}}}})",
          R"({"spec":{"selector":{"matchLabels":{"b":"2","c":null}}}})"}});
}

TEST(StrategicVectors, PortsOfServices) {
  constexpr const char* kPorts = R"({"spec":{"ports":[{"name":"t","port":80,"protocol":"TCP"},)"
                                 R"({"name":"u","port":80,"protocol":"UDP"}]}})";
  Check(typeinfo::TypeOf<Service>(),
        {{kPorts, R"({"spec":{"ports":[{"port":80,"name":"x"}]}})",
          R"({"spec":{"ports":[{"name":"x","port":80,"protocol":"TCP"},)"
          R"({"name":"u","port":80,"protocol":"UDP"}]}})"},
         {kPorts, R"({"spec":{"ports":[{"port":80,"$patch":"delete"},{"port":81,"name":"q"}]}})",
          R"({"spec":{"ports":[{"port":81,"name":"q"}]}})"}});
}

TEST(StrategicVectors, FinalizersAndTypes) {
  constexpr const char* kFinalizers = R"({"metadata":{"finalizers":["f.x/1","f.x/2","f.x/3"]}})";
  Check(
      typeinfo::TypeOf<Pod>(),
      {{kFinalizers, R"({"metadata":{"finalizers":["f.x/4","f.x/1"]}})",
        R"({"metadata":{"finalizers":["f.x/4","f.x/1","f.x/2","f.x/3"]}})"},
       {kFinalizers,
        R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["f.x/2"],"finalizers":["f.x/9"]}})",
        R"({"metadata":{"finalizers":["f.x/9","f.x/1","f.x/3"]}})"},
       // Another JSON type: the old value goes; a directive leaves it.
       {R"({"metadata":{"generation":1}})", R"({"metadata":{"generation":1.5}})",
        R"({"metadata":{"generation":1.5}})"},
       {R"({"metadata":{"labels":"x"}})", R"({"metadata":{"labels":{"$patch":"replace"}}})",
        R"({"metadata":{"labels":"x"}})"},
       // What is no list has nothing to delete.
       {R"({"metadata":{"name":"x"}})", R"({"metadata":{"$deleteFromPrimitiveList/name":["x"]}})",
        R"({"metadata":{"name":"x"}})"},
       // Nulls go before directives are looked for.
       {"{}", R"({"metadata":{"labels":{"$patch":null,"a":"b"}}})",
        R"({"metadata":{"labels":{"a":"b"}}})"}});
}

TEST(StrategicVectors, ManyElementsTakeTimeInProportion) {
  constexpr int kElements = 30'000;
  Arena arena;
  std::vector<Value> live;
  std::vector<Value> changes;
  std::vector<Member> labels;
  for (int i = 0; i < kElements; ++i) {
    live.push_back(Value::String(arena, "live-" + std::to_string(i)));
    changes.push_back(Value::String(arena, "new-" + std::to_string(i)));
    labels.push_back({live.back().as_string(), live.back()});
  }
  auto metadata = [&](const std::vector<Value>& finalizers) {
    Value inner = Value().With(arena, "finalizers", Value::List(arena, finalizers));
    inner = inner.With(arena, "labels", Value::Object(arena, labels));
    return Value().With(arena, "metadata", inner);
  };
  Arena result_arena;
  auto result =
      StrategicMerge(result_arena, typeinfo::TypeOf<Pod>(), metadata(live), metadata(changes));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->FindPath({"metadata", "finalizers"}).size(), size_t{2 * kElements});
  EXPECT_LT(result_arena.allocated_bytes(), size_t{20'000'000});
}

}  // namespace
}  // namespace pintle::patch
