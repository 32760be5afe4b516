#include "pintle/scheme/type_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "apis/core/v1/types.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::scheme {
namespace {

namespace core = apis::core::v1;
namespace crd = apis::apiextensions::v1;
using testing::ElementsAre;
using testing::IsEmpty;
using typeinfo::TypeOf;

// What the functions of these tests have seen.
thread_local std::vector<std::string> visited;

void SeePod(FunctionContext&, core::Pod& pod) {
  visited.push_back("pod " + std::string(pod.metadata.name));
}
void SeePodAgain(FunctionContext&, core::Pod&) { visited.push_back("pod again"); }
void SeeSpec(FunctionContext&, core::PodSpec&) { visited.emplace_back("spec"); }
void SeeContainer(FunctionContext&, core::Container& container) {
  visited.push_back("container " + std::string(container.name));
}
void SeeProbe(FunctionContext&, core::Probe&) { visited.emplace_back("probe"); }
void SeeResources(FunctionContext&, core::ResourceList& list) {
  for (const auto& entry : list) visited.push_back("resource " + std::string(entry.key));
}
void SeeProps(FunctionContext&, crd::JSONSchemaProps& props) {
  visited.push_back(std::string(props.type));
}
void AddContainer(FunctionContext& context, core::PodSpec& spec) {
  spec.containers.Append(context.arena).name = "added";
}
void FailOnName(FunctionContext& context, core::Container& container) {
  visited.push_back(std::string(container.name));
  if (container.name.starts_with("bad")) {
    context.Fail(Error(Reason::kBadRequest, std::string(container.name)));
  }
}

template <typename T>
T& Read(std::string_view json, Arena& arena) {
  T& object = *arena.New<T>();
  codec::JsonReader reader(json);
  Status read = typeinfo::Decode(reader, TypeOf<T>(), &object, arena, nullptr);
  EXPECT_TRUE(read) << json << ": " << (read ? "" : read.error().message());
  return object;
}

std::string Write(const typeinfo::TypeInfo& type, const void* object) {
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(type, object, writer);
  return json;
}

template <typename T>
std::vector<std::string> Visit(const TypeFunctions& set, std::string_view json) {
  Arena arena;
  visited.clear();
  FunctionContext context{arena};
  EXPECT_TRUE(set.Run(TypeOf<T>(), context, &Read<T>(json, arena)));
  return std::move(visited);
}

TEST(TypeFunctions, ParentsComeBeforePartsAndPartsInTheOrderOfTheStruct) {
  TypeFunctions set(
      {On<&SeeProbe>(), On<&SeeContainer>(), On<&SeeSpec>(), On<&SeePod>(), On<&SeePodAgain>()},
      {});
  // Init containers stand before containers in the struct, whatever the document's order.
  EXPECT_THAT(Visit<core::Pod>(set, R"({"metadata":{"name":"p"},"spec":{
      "containers":[{"name":"a","livenessProbe":{},"readinessProbe":{}},{"name":"b"}],
      "initContainers":[{"name":"i"}]}})"),
              ElementsAre("pod p", "pod again", "spec", "container i", "container a", "probe",
                          "probe", "container b"));
  EXPECT_THAT(Visit<core::PodList>(set, R"({"items":[{"metadata":{"name":"x"}},{}]})"),
              ElementsAre("pod x", "pod again", "spec", "pod ", "pod again", "spec"));
  EXPECT_THAT(Visit<core::PodTemplate>(set, R"({"template":{"spec":{}}})"), ElementsAre("spec"));
}

TEST(TypeFunctions, AFieldOfATypeCanHaveAFunction) {
  TypeFunctions set({OnField<core::ResourceRequirements, &SeeResources>("requests"),
                     OnField<core::PodSpec, &SeeResources>("overhead"), On<&SeeContainer>()},
                    {});
  EXPECT_THAT(Visit<core::Pod>(set, R"({"spec":{"overhead":{"o":"1"},"containers":[
      {"name":"a","resources":{"limits":{"l":"1"},"requests":{"r":"1","s":"2"}}}]}})"),
              ElementsAre("container a", "resource r", "resource s", "resource o"));
}

TEST(TypeFunctions, TypesWithoutFunctionsAreNotWalked) {
  TypeFunctions set({On<&SeeProbe>()}, {});
  EXPECT_TRUE(set.Reaches(TypeOf<core::Pod>()));
  EXPECT_TRUE(set.Reaches(TypeOf<core::PodList>()));
  EXPECT_TRUE(set.Reaches(TypeOf<core::Probe>()));
  EXPECT_FALSE(set.Reaches(TypeOf<core::ConfigMap>()));
  EXPECT_FALSE(set.Reaches(TypeOf<core::PodStatus>()));
  EXPECT_THAT(Visit<core::ConfigMap>(set, R"({"data":{"a":"b"}})"), IsEmpty());
}

TEST(TypeFunctions, RecursiveTypesAreWalkedToTheEnd) {
  TypeFunctions set({On<&SeeProps>()}, {});
  EXPECT_THAT(Visit<crd::JSONSchemaProps>(set, R"({"type":"object","properties":{
      "b":{"type":"array","items":{"type":"string"}},
      "c":{"type":"map","additionalProperties":{"type":"number"}}}})"),
              ElementsAre("object", "array", "string", "map", "number"));
}

TEST(TypeFunctions, NestingBeyondWhatDecodingAcceptsIsLeftAlone) {
  TypeFunctions set({On<&SeeProps>()}, {});
  Arena arena;
  crd::JSONSchemaProps root;
  crd::JSONSchemaProps* last = &root;
  for (int i = 0; i < 2 * typeinfo::kMaxTypedDepth; ++i) last = &last->not_.Ensure(arena);
  visited.clear();
  FunctionContext context{arena};
  set.Apply(TypeOf<crd::JSONSchemaProps>(), context, &root);
  EXPECT_EQ(visited.size(), size_t{typeinfo::kMaxTypedDepth} + 1);
}

TEST(TypeFunctions, PartsAFunctionAddsAreVisited) {
  TypeFunctions set({On<&AddContainer>(), On<&SeeContainer>()}, {});
  EXPECT_THAT(Visit<core::Pod>(set, R"({"spec":{"containers":[{"name":"a"}]}})"),
              ElementsAre("container a", "container added"));
}

TEST(TypeFunctions, TheFirstFailureIsTheResult) {
  TypeFunctions set({On<&FailOnName>()}, {});
  Arena arena;
  auto& pod = Read<core::Pod>(
      R"({"spec":{"containers":[{"name":"a"},{"name":"bad1"},{"name":"bad2"},{"name":"c"}]}})",
      arena);
  visited.clear();
  FunctionContext context{arena};
  Status status = set.Run(TypeOf<core::Pod>(), context, &pod);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message(), "bad1");
  EXPECT_THAT(visited, ElementsAre("a", "bad1", "bad2", "c"));
}

TEST(TypeFunctions, GatesAndTheTimeComeFromTheContext) {
  Arena arena;
  FunctionContext plain{arena};
  EXPECT_TRUE(plain.Enabled("DeclarativeValidation"));
  EXPECT_FALSE(plain.Enabled("DeclarativeValidationTakeover"));
  EXPECT_GT(plain.NowSeconds(), 1'700'000'000);
  auto gates = features::FeatureGates::Parse("DeclarativeValidation=false");
  ASSERT_TRUE(gates);
  FakeClock clock(77);
  FunctionContext given{arena, &*gates, &clock};
  EXPECT_FALSE(given.Enabled("DeclarativeValidation"));
  EXPECT_EQ(given.NowSeconds(), 77);
}

// A struct with every sort of declared default.
struct Settings {
  typeinfo::Str mode;
  typeinfo::Opt<int32_t> count;
  int32_t zero = 0;
  typeinfo::List<typeinfo::Str> names;
  typeinfo::Ptr<core::LocalObjectReference> reference;
};
const typeinfo::TypeInfo kOptInt = {.kind = typeinfo::Kind::kOpt,
                                    .size = sizeof(typeinfo::Opt<int32_t>),
                                    .align = alignof(typeinfo::Opt<int32_t>),
                                    .element = &typeinfo::kInt32Type};
const typeinfo::TypeInfo kNames = {.kind = typeinfo::Kind::kList,
                                   .size = sizeof(typeinfo::List<typeinfo::Str>),
                                   .align = alignof(typeinfo::List<typeinfo::Str>),
                                   .element = &typeinfo::kStringType};
const typeinfo::TypeInfo kReference = {.kind = typeinfo::Kind::kPtr,
                                       .size = sizeof(void*),
                                       .align = alignof(void*),
                                       .element = &TypeOf<core::LocalObjectReference>()};
const std::array<typeinfo::FieldInfo, 5> kFields = {{
    {.name = "mode",
     .go_name = "Mode",
     .type = &typeinfo::kStringType,
     .offset = offsetof(Settings, mode),
     .default_json = R"("Fast")"},
    {.name = "count",
     .go_name = "Count",
     .type = &kOptInt,
     .offset = offsetof(Settings, count),
     .default_json = "3"},
    {.name = "zero",
     .go_name = "Zero",
     .type = &typeinfo::kInt32Type,
     .offset = offsetof(Settings, zero),
     .default_json = "0"},
    {.name = "names",
     .go_name = "Names",
     .type = &kNames,
     .offset = offsetof(Settings, names),
     .default_json = R"(["a","b"])"},
    {.name = "reference",
     .go_name = "Reference",
     .type = &kReference,
     .offset = offsetof(Settings, reference),
     .default_json = R"({"name":"n"})"},
}};
const std::array<typeinfo::JsonField, 5> kMembers = {{{&kFields[0], kFields[0].offset},
                                                      {&kFields[1], kFields[1].offset},
                                                      {&kFields[2], kFields[2].offset},
                                                      {&kFields[3], kFields[3].offset},
                                                      {&kFields[4], kFields[4].offset}}};
const typeinfo::TypeInfo kSettings = {.kind = typeinfo::Kind::kStruct,
                                      .size = sizeof(Settings),
                                      .align = alignof(Settings),
                                      .name = "Settings",
                                      .fields = kFields,
                                      .json_fields = kMembers};

TEST(TypeFunctions, DeclaredDefaultsFillWhatIsUnset) {
  TypeFunctions set({}, {.declared_defaults = true});
  Arena arena;
  Settings unset;
  Settings other;
  FunctionContext context{arena};
  set.Apply(kSettings, context, &unset);
  set.Apply(kSettings, context, &other);
  std::string all =
      R"({"mode":"Fast","count":3,"zero":0,"names":["a","b"],"reference":{"name":"n"}})";
  EXPECT_EQ(Write(kSettings, &unset), all);
  unset.names[0] = "changed";
  unset.reference->name = "changed";
  EXPECT_EQ(Write(kSettings, &other), all) << "objects share nothing that can change";

  Settings given;
  given.mode = "Safe";
  given.count = 0;
  given.names.Append(arena, "c");
  given.reference.Ensure(arena);
  set.Apply(kSettings, context, &given);
  EXPECT_EQ(Write(kSettings, &given),
            R"({"mode":"Safe","count":0,"zero":0,"names":["c"],"reference":{}})");
  EXPECT_FALSE(TypeFunctions({}, {}).Reaches(kSettings)) << "only when they are asked for";
}

TEST(TypeFunctions, ManyThreadsMayMeetATypeFirst) {
  TypeFunctions set({On<&SeePod>(), On<&SeeContainer>()}, {.declared_defaults = true});
  std::atomic<int> faults = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      std::string_view json = R"({"spec":{"containers":[{"name":"a","ports":[{}]}]}})";
      for (int round = 0; round < 100; ++round) {
        if (Visit<core::Pod>(set, json).size() != 2) ++faults;
        if (Visit<core::PodTemplate>(set, "{}").size() != 0) ++faults;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults, 0);
}

}  // namespace
}  // namespace pintle::scheme
