#include "apis/frobber/v6/conversion.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "apis/defaulting.h"
#include "apis/frobber/internal/types.h"
#include "apis/frobber/v7beta1/conversion.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"

namespace pintle::apis::frobber {
namespace {

constexpr int kRounds = 500;
constexpr int kDepth = 6;

template <typename T>
std::string ToJson(const T& object) {
  std::string out;
  codec::JsonWriter writer(out);
  typeinfo::Encode(typeinfo::TypeOf<T>(), &object, writer);
  return out;
}

template <typename T>
T* FromJson(const std::string& json, Arena& arena) {
  T* object = arena.New<T>();
  codec::JsonReader reader(json);
  field::Findings findings;
  Status read = typeinfo::Decode(reader, typeinfo::TypeOf<T>(), object, arena, &findings);
  EXPECT_TRUE(read) << json;
  EXPECT_TRUE(findings.empty()) << field::StrictMessage(findings);
  return object;
}

// The pairs of v6 agree in whatever has been through the server.
void Agree(internal::FrobberSpec& spec) {
  spec.height = spec.size.height_millimetres;
  spec.param = spec.params.empty() ? "" : spec.params[0];
}
void Agree(v6::FrobberSpec& spec) {
  spec.height = spec.height_millimetres;
  spec.param = spec.params.empty() ? "" : spec.params[0];
}
void Agree(v7beta1::FrobberSpec&) {}

template <typename T>
T* Random(Arena& arena, std::mt19937_64& random) {
  T* object = arena.New<T>();
  typeinfo::RandomFill(typeinfo::TypeOf<T>(), object, arena, random, kDepth);
  // Converting leaves apiVersion and kind to the encoder.
  object->type_meta = {};
  Agree(object->spec);
  return object;
}

template <typename Spoke>
internal::Frobber* Hub(Arena& arena, const Spoke& spoke) {
  auto* hub = arena.New<internal::Frobber>();
  ToHub(arena, spoke, *hub);
  return hub;
}
template <typename Spoke>
Spoke* To(Arena& arena, const internal::Frobber& hub) {
  auto* spoke = arena.New<Spoke>();
  FromHub(arena, hub, *spoke);
  return spoke;
}

// From the hub to a version, through its JSON, and back.
template <typename Spoke>
void CheckHubSurvives() {
  std::mt19937_64 random(6);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    auto* hub = Random<internal::Frobber>(arena, random);
    auto* read = FromJson<Spoke>(ToJson(*To<Spoke>(arena, *hub)), arena);
    auto* back = Hub(arena, *read);
    ASSERT_TRUE(typeinfo::SemanticEqual(*hub, *back)) << ToJson(*hub) << "\n" << ToJson(*back);
  }
}

TEST(Conversion, NothingOfTheHubIsLostInAnyVersion) {
  CheckHubSurvives<v6::Frobber>();
  CheckHubSurvives<v7beta1::Frobber>();
}

// From one version to another and back, by way of the hub and of JSON.
template <typename First, typename Second>
void CheckSurvives() {
  std::mt19937_64 random(7);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    auto* object = Random<First>(arena, random);
    auto* other = To<Second>(arena, *Hub(arena, *object));
    auto* read = FromJson<Second>(ToJson(*other), arena);
    auto* back = To<First>(arena, *Hub(arena, *read));
    ASSERT_TRUE(typeinfo::SemanticEqual(*object, *back)) << ToJson(*object) << "\n"
                                                         << ToJson(*back);
  }
}

TEST(Conversion, NothingIsLostBetweenVersions) {
  CheckSurvives<v6::Frobber, v7beta1::Frobber>();
  CheckSurvives<v7beta1::Frobber, v6::Frobber>();
}

TEST(Conversion, NamesOfTheVersions) {
  struct {
    std::string v6, v7beta1;
  } const kCases[] = {
      {R"({"height":20,"width":30,"heightMillimetres":20})",
       R"({"size":{"heightMillimetres":20,"widthMillimetres":30}})"},
      {R"({"param":"a","params":["a","b"]})",
       R"({"size":{"heightMillimetres":null},"params":["a","b"]})"},
      {R"({"mode":"Thorough","replicas":0,"notes":["n"],"owner":"o","restartPolicy":"OnTuesday"})",
       R"({"size":{"heightMillimetres":null},"mode":"Thorough","replicas":0,"notes":["n"],"owner":"o",)"
       R"("restartPolicy":"OnTuesday"})"},
  };
  for (const auto& c : kCases) {
    Arena arena;
    auto* old = arena.New<v6::Frobber>();
    old->spec = *FromJson<v6::FrobberSpec>(c.v6, arena);
    auto* recent = arena.New<v7beta1::Frobber>();
    recent->spec = *FromJson<v7beta1::FrobberSpec>(c.v7beta1, arena);
    EXPECT_EQ(ToJson(To<v7beta1::Frobber>(arena, *Hub(arena, *old))->spec), c.v7beta1);
    EXPECT_EQ(ToJson(To<v6::Frobber>(arena, *Hub(arena, *recent))->spec), c.v6);
  }
}

// What was stored before params and heightMillimetres were there is shown with both.
TEST(Conversion, ReadersSeeBothOfAPair) {
  Arena arena;
  v6::Frobber old;
  old.spec.param = "a";
  old.spec.height = 3;
  auto* hub = Hub(arena, old);
  EXPECT_TRUE(hub->spec.params.empty()) << "it is not known yet what the client meant";
  EXPECT_EQ(ToJson(To<v6::Frobber>(arena, *hub)->spec),
            R"({"height":3,"param":"a","params":["a"],"heightMillimetres":3})");
  EXPECT_EQ(ToJson(To<v7beta1::Frobber>(arena, *hub)->spec),
            R"({"size":{"heightMillimetres":3},"params":["a"]})");
}

template <typename T>
void CheckDefaults() {
  auto set_defaults = [](Arena& arena, T* object) {
    scheme::FunctionContext context{arena};
    Defaults().Apply(typeinfo::TypeOf<T>(), context, object);
  };
  std::mt19937_64 random(9);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    T* object = Random<T>(arena, random);
    T before = *object;
    set_defaults(arena, object);
    std::string once = ToJson(*object);
    set_defaults(arena, object);
    ASSERT_EQ(ToJson(*object), once) << "defaults are set once";
    EXPECT_EQ(object->spec.mode, before.spec.mode.empty() ? "Gentle" : before.spec.mode);
    EXPECT_EQ(*object->spec.replicas, before.spec.replicas.value_or(1));
  }
  Arena arena;
  T* empty = arena.New<T>();
  set_defaults(arena, empty);
  EXPECT_EQ(empty->spec.mode, "Gentle");
  EXPECT_EQ(empty->spec.restart_policy, "Always");
  EXPECT_EQ(*empty->spec.replicas, 1);
  empty->spec.replicas = 0;
  set_defaults(arena, empty);
  EXPECT_EQ(*empty->spec.replicas, 0) << "no frobbers are a wish too";
}

// A default of one version must be one of the others too, for an object is read in all of them.
TEST(Defaults, AreTheSameInAllVersions) {
  CheckDefaults<v6::Frobber>();
  CheckDefaults<v7beta1::Frobber>();
}

}  // namespace
}  // namespace pintle::apis::frobber
