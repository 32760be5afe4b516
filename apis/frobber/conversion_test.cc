#include "apis/frobber/conversion.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "apis/frobber/internal/types.h"
#include "apis/frobber/v6/types.h"
#include "apis/frobber/v7beta1/types.h"
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
  EXPECT_TRUE(findings.empty()) << findings.Message();
  return object;
}

template <typename T>
T* Random(Arena& arena, std::mt19937_64& random) {
  T* object = arena.New<T>();
  typeinfo::RandomFill(typeinfo::TypeOf<T>(), object, arena, random, kDepth);
  // Converting leaves apiVersion and kind to the encoder.
  object->type_meta = {};
  return object;
}

// From the hub to a version, through its JSON, and back.
template <typename Spoke>
void CheckHubSurvives(void (*from_hub)(Arena&, const void*, void*),
                      void (*to_hub)(Arena&, const void*, void*)) {
  std::mt19937_64 random(6);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    auto* hub = Random<internal::Frobber>(arena, random);
    auto* spoke = arena.New<Spoke>();
    from_hub(arena, hub, spoke);
    auto* read = FromJson<Spoke>(ToJson(*spoke), arena);
    auto* back = arena.New<internal::Frobber>();
    to_hub(arena, read, back);
    ASSERT_TRUE(typeinfo::SemanticEqual(*hub, *back)) << ToJson(*hub) << "\n" << ToJson(*back);
  }
}

TEST(Conversion, NothingOfTheHubIsLostInAnyVersion) {
  CheckHubSurvives<v6::Frobber>(HubToV6, V6ToHub);
  CheckHubSurvives<v7beta1::Frobber>(HubToV7beta1, V7beta1ToHub);
}

TEST(Conversion, NothingOfTheNewVersionIsLostInTheHub) {
  std::mt19937_64 random(7);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    auto* object = Random<v7beta1::Frobber>(arena, random);
    auto* hub = arena.New<internal::Frobber>();
    V7beta1ToHub(arena, object, hub);
    auto* back = arena.New<v7beta1::Frobber>();
    HubToV7beta1(arena, hub, back);
    ASSERT_EQ(ToJson(*back), ToJson(*object));
  }
}

// The old version has `param` beside `params`; once they agree, nothing is lost there either.
TEST(Conversion, NothingOfTheOldVersionIsLostOnceItsParamsAgree) {
  std::mt19937_64 random(8);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    auto* object = Random<v6::Frobber>(arena, random);
    object->spec.param = object->spec.params.empty() ? "" : object->spec.params[0];
    // By way of the other version too.
    auto* hub = arena.New<internal::Frobber>();
    V6ToHub(arena, object, hub);
    auto* other = arena.New<v7beta1::Frobber>();
    HubToV7beta1(arena, hub, other);
    auto* other_hub = arena.New<internal::Frobber>();
    V7beta1ToHub(arena, FromJson<v7beta1::Frobber>(ToJson(*other), arena), other_hub);
    auto* back = arena.New<v6::Frobber>();
    HubToV6(arena, other_hub, back);
    ASSERT_TRUE(typeinfo::SemanticEqual(*object, *back)) << ToJson(*object) << "\n"
                                                         << ToJson(*back);
  }
}

TEST(Conversion, OneParamIsTheFirstOfMany) {
  Arena arena;
  v6::Frobber old;
  old.spec.param = "a";
  internal::Frobber hub;
  V6ToHub(arena, &old, &hub);
  ASSERT_EQ(hub.spec.params.size(), 1u);
  EXPECT_EQ(hub.spec.params[0], "a");

  hub.spec.params = typeinfo::List<typeinfo::Str>::Of(arena, {"x", "y"});
  v6::Frobber read;
  HubToV6(arena, &hub, &read);
  EXPECT_EQ(read.spec.param, "x");
  EXPECT_EQ(read.spec.params.size(), 2u);

  hub.spec.params.reset();
  v6::Frobber none;
  HubToV6(arena, &hub, &none);
  EXPECT_EQ(none.spec.param, "");
}

template <typename T>
void CheckDefaults(void (*set_defaults)(Arena&, void*)) {
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
  T empty;
  set_defaults(arena, &empty);
  EXPECT_EQ(empty.spec.mode, "Gentle");
  EXPECT_EQ(*empty.spec.replicas, 1);
}

TEST(Defaults, FillInWhatIsMissingAndNothingElse) {
  CheckDefaults<v6::Frobber>(DefaultV6);
  CheckDefaults<v7beta1::Frobber>(DefaultV7beta1);
}

TEST(Defaults, ZeroReplicasAreAWishToo) {
  Arena arena;
  v6::Frobber object;
  object.spec.replicas = 0;
  DefaultV6(arena, &object);
  EXPECT_EQ(*object.spec.replicas, 0);
}

}  // namespace
}  // namespace pintle::apis::frobber
