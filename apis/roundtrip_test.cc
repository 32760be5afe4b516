// Random objects of every kind through every format and every version: what comes back is what was
// there. 1,000 rounds a kind; PINTLE_ROUNDS=<n> sets another number, PINTLE_FIRST_ROUND=<n> another
// beginning. A failure says how to repeat it: PINTLE_KIND=<name> PINTLE_SEED=<number> runs that one
// round.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "apis/all_types_for_test.h"
#include "apis/builtin.h"
#include "apis/common_fields_for_test.h"
#include "apis/defaulting.h"
#include "apis/frobber/internal/types.h"
#include "apis/frobber/v6/types.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/yaml.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis {
namespace {

using typeinfo::OwnedStruct;
using typeinfo::TypeInfo;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PINTLE_SLOW_BUILD
#endif
#endif
#if defined(PINTLE_SLOW_BUILD)
constexpr uint64_t kDefaultRounds = 20;
#else
constexpr uint64_t kDefaultRounds = 1000;
#endif
constexpr std::string_view kApiVersion = "group.example/v1";
// Objects grow fast with their depth; most rounds are shallow.
constexpr int kMinDepth = 1;
constexpr int kMaxDepth = 5;

uint64_t NumberFromEnvironment(const char* name, uint64_t fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr) return fallback;
  std::string_view digits = text;
  uint64_t number = fallback;
  auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  EXPECT_TRUE(parsed.ec == std::errc()) << name << " is not a number";
  return number;
}

// Where two values differ first, as a path and both values; empty if they do not.
std::string FirstDifference(const Value& a, const Value& b, const std::string& path) {
  if (a.kind() == b.kind() && a.is_object()) {
    for (const Member& member : a.members()) {
      std::string child = path + "." + std::string(member.key());
      const Value* other = b.FindPtr(member.key());
      if (other == nullptr) return child + ": " + codec::ToJson(member.value) + " is gone";
      if (std::string found = FirstDifference(member.value, *other, child); !found.empty()) {
        return found;
      }
    }
    for (const Member& member : b.members()) {
      if (!a.Has(member.key())) return path + "." + std::string(member.key()) + " is new";
    }
    return "";
  }
  if (a.kind() == b.kind() && a.is_list() && a.size() == b.size()) {
    for (size_t i = 0; i < a.size(); ++i) {
      std::string child = path + "[" + std::to_string(i) + "]";
      std::string found = FirstDifference(a.items()[i], b.items()[i], child);
      if (!found.empty()) return found;
    }
    return "";
  }
  if (a == b) return "";
  return path + ": " + codec::ToJson(a) + " became " + codec::ToJson(b);
}

std::string Difference(const OwnedStruct& a, const OwnedStruct& b) {
  Arena arena;
  std::string found = FirstDifference(typeinfo::ToValue(a.type(), a.get(), arena),
                                      typeinfo::ToValue(b.type(), b.get(), arena), "");
  return found.empty() ? "in a part that JSON does not show" : found;
}

template <typename Writer>
std::string Written(const OwnedStruct& object) {
  std::string bytes;
  Writer writer(bytes);
  typeinfo::Encode(object.type(), object.get(), writer);
  return bytes;
}

// One object to be sent through everything. Methods return what went wrong, or nothing.
class Traveller {
 public:
  explicit Traveller(OwnedStruct object)
      : object_(std::move(object)), json_(Written<codec::JsonWriter>(object_)) {}

  std::string Json() const { return ThroughTokens<codec::JsonWriter, codec::JsonReader>("JSON"); }
  std::string Cbor() const { return ThroughTokens<codec::CborWriter, codec::CborReader>("CBOR"); }
  std::string JsonInPlace() const {
    if (typeinfo::EncodeJson(object_.type(), object_.get()) != json_) {
      return "JSON without a writer is another text";
    }
    return InPlace("JSON", typeinfo::DecodeJson, json_);
  }
  std::string CborInPlace() const {
    auto decode = [](auto&&... arguments) { return typeinfo::DecodeCbor(arguments...); };
    return InPlace("CBOR", decode, Written<codec::CborWriter>(object_));
  }
  std::string Values() const {
    OwnedStruct read = OwnedStruct::New(object_.type());
    Value value = typeinfo::ToValue(object_.type(), object_.get(), read.arena());
    return FromValue("a value", value, std::move(read));
  }
  std::string Yaml() const {
    OwnedStruct read = OwnedStruct::New(object_.type());
    Value value = typeinfo::ToValue(object_.type(), object_.get(), read.arena());
    Result<Value> parsed = codec::ParseYaml(codec::ToYaml(value), read.arena(), nullptr);
    if (!parsed) return "YAML: " + parsed.error().message();
    return FromValue("YAML", *parsed, std::move(read));
  }
  std::string Protobuf() const {
    const TypeInfo& type = object_.type();
    if (!type.proto_message) return "";
    std::string bytes = typeinfo::EncodeProtobuf(type, object_.get());
    OwnedStruct read = OwnedStruct::New(type);
    Status status = typeinfo::DecodeProtobuf(bytes, type, read.get(), read.arena());
    if (!status) return "Protobuf: " + status.error().message();
    if (!Same(read)) return "Protobuf: " + Difference(object_, read);
    if (typeinfo::EncodeProtobuf(type, read.get()) != bytes) return "Protobuf: other bytes";
    return "";
  }

 private:
  bool Same(const OwnedStruct& other) const {
    return typeinfo::SemanticEqual(object_.type(), object_.get(), other.get());
  }

  template <typename Decode>
  std::string InPlace(const std::string& format, Decode decode, std::string_view bytes) const {
    OwnedStruct read = OwnedStruct::New(object_.type());
    field::Findings findings;
    Status status = decode(bytes, read.type(), read.get(), read.arena(), &findings);
    if (!status) return format + " in place: " + status.error().message();
    if (!findings.empty()) return format + " in place: " + field::StrictMessage(findings);
    if (Written<codec::JsonWriter>(read) != json_) {
      return format + " in place: " + Difference(object_, read);
    }
    return "";
  }

  template <typename Writer, typename Reader>
  std::string ThroughTokens(const std::string& format) const {
    std::string bytes = Written<Writer>(object_);
    OwnedStruct read = OwnedStruct::New(object_.type());
    Reader reader(bytes);
    field::Findings findings;
    Status status = typeinfo::Decode(reader, read.type(), read.get(), read.arena(), &findings);
    if (!status) return format + ": " + status.error().message();
    if (!findings.empty()) return format + ": " + field::StrictMessage(findings);
    if (!Same(read)) return format + ": " + Difference(object_, read);
    if (Written<Writer>(read) != bytes) return format + ": other bytes";
    return "";
  }

  std::string FromValue(const std::string& format, const Value& value, OwnedStruct read) const {
    field::Findings findings;
    Status status = typeinfo::FromValue(value, read.type(), read.get(), read.arena(), &findings);
    if (!status) return format + ": " + status.error().message();
    if (!findings.empty()) return format + ": " + field::StrictMessage(findings);
    if (!Same(read)) return format + ": " + Difference(object_, read);
    if (Written<codec::JsonWriter>(read) != json_) return format + ": other bytes";
    return "";
  }

  OwnedStruct object_;
  std::string json_;
};

void SetText(const OwnedStruct& object, std::string_view member, std::string_view text) {
  const typeinfo::JsonField* field = typeinfo::FindJsonField(object.type(), member);
  typeinfo::As<typeinfo::Str>(typeinfo::FieldAt(object.get(), field->offset)) = text;
}

// Makes an object that says things twice say them alike, as all do that a server has stored.
void Agree(const OwnedStruct& object) {
  if (&object.type() != &typeinfo::TypeOf<frobber::v6::Frobber>()) return;
  auto& spec = static_cast<frobber::v6::Frobber*>(object.get())->spec;
  spec.height = spec.height_millimetres;
  spec.param = spec.params.empty() ? "" : spec.params[0];
}

// A random object of `type` that all formats can tell.
OwnedStruct Random(const TypeInfo& type, uint64_t seed) {
  std::mt19937_64 random(seed);
  int depth = kMinDepth;
  while (depth < kMaxDepth && random() % 3 == 0) ++depth;
  OwnedStruct object = OwnedStruct::New(type);
  typeinfo::RandomFill(type, object.get(), object.arena(), random, depth);
  ClearUncommon(type, static_cast<char*>(object.get()));
  Agree(object);
  SetText(object, "apiVersion", kApiVersion);
  SetText(object, "kind", type.name);
  return object;
}

// The seed of a round, the same whatever other kinds there are.
uint64_t SeedOf(std::string_view name, uint64_t round) {
  uint64_t seed = 14695981039346656037U;
  for (char c : name) seed = (seed ^ static_cast<uint8_t>(c)) * 1099511628211U;
  return seed + round;
}

// Calls `run(seed)` for every round of the kind, or the one that was asked for, up to the first
// that returns a failure.
template <typename Run>
void EachRound(const std::string& name, const Run& run) {
  const char* only = std::getenv("PINTLE_KIND");
  if (only != nullptr && name != only) return;
  bool one = std::getenv("PINTLE_SEED") != nullptr;
  uint64_t rounds = one ? 1 : NumberFromEnvironment("PINTLE_ROUNDS", kDefaultRounds);
  uint64_t first = NumberFromEnvironment("PINTLE_FIRST_ROUND", 0);
  for (uint64_t round = first; round < first + rounds; ++round) {
    uint64_t seed = NumberFromEnvironment("PINTLE_SEED", SeedOf(name, round));
    std::string failure = run(seed);
    if (failure.empty()) continue;
    ADD_FAILURE() << "PINTLE_KIND=" << name << " PINTLE_SEED=" << seed << "\n" << failure;
    return;
  }
}

// All types that are documents of their own.
std::vector<const TypeInfo*> TopLevelTypes() {
  std::vector<const TypeInfo*> types = AllStructs();
  std::erase_if(types, [](const TypeInfo* type) {
    return std::ranges::none_of(type->fields, [](const typeinfo::FieldInfo& field) {
      return field.type == &meta::v1::tables::kTypeMeta && field.inlined;
    });
  });
  return types;
}

// A field that no message has is looked at like all others.
TEST(RoundTrip, NoFieldIsLeftOutForWantOfANumber) {
  const TypeInfo& type = typeinfo::TypeOf<frobber::internal::Frobber>();
  ASSERT_FALSE(type.proto_message);
  OwnedStruct object = OwnedStruct::New(type);
  auto& frobber = *static_cast<frobber::internal::Frobber*>(object.get());
  frobber.type_meta.kind = "Frobber";
  frobber.metadata.name = "anvil";
  frobber.spec.replicas = 2;
  ClearUncommon(type, static_cast<char*>(object.get()));
  EXPECT_EQ(frobber.type_meta.kind, "") << "which the envelope has";
  EXPECT_EQ(frobber.metadata.name, "anvil");
  EXPECT_EQ(frobber.spec.replicas, 2);
}

TEST(RoundTrip, EveryKindThroughEveryFormat) {
  std::vector<const TypeInfo*> types = TopLevelTypes();
  EXPECT_GT(types.size(), 100U);
  for (const TypeInfo* type : types) {
    EachRound(FullName(*type), [&](uint64_t seed) -> std::string {
      OwnedStruct object = Random(*type, seed);
      scheme::FunctionContext context{.arena = object.arena()};
      if (seed % 2 == 0) Defaults().Apply(*type, context, object.get());
      Traveller traveller(object);
      for (auto travel :
           {&Traveller::Json, &Traveller::JsonInPlace, &Traveller::Cbor, &Traveller::CborInPlace,
            &Traveller::Values, &Traveller::Yaml, &Traveller::Protobuf}) {
        std::string failure = (traveller.*travel)();
        if (!failure.empty()) return failure;
      }
      return "";
    });
  }
}

// Defaults run on every decode: a second time they find nothing to do.
TEST(RoundTrip, DefaultsAreIdempotent) {
  for (const TypeInfo* type : TopLevelTypes()) {
    EachRound(FullName(*type), [&](uint64_t seed) -> std::string {
      OwnedStruct object = Random(*type, seed);
      scheme::FunctionContext context{.arena = object.arena()};
      Defaults().Apply(*type, context, object.get());
      OwnedStruct once = object.Clone();
      Defaults().Apply(*type, context, object.get());
      if (typeinfo::SemanticEqual(*type, object.get(), once.get())) return "";
      return Difference(once, object);
    });
  }
}

// One version of a kind and the way between it and the hub.
class Version {
 public:
  Version(const scheme::KindInfo& kind, const scheme::KindVersion& version)
      : kind_(kind), version_(version) {}

  void SetDefaults(const OwnedStruct& object) const {
    scheme::FunctionContext context{object.arena()};
    kind_.defaults->Apply(*version_.type, context, object.get());
  }
  OwnedStruct ToHub(const OwnedStruct& spoke) const {
    return Converted(version_.to_hub, spoke, *kind_.hub);
  }
  OwnedStruct FromHub(const OwnedStruct& hub) const {
    return Converted(version_.from_hub, hub, *version_.type);
  }

 private:
  static OwnedStruct Converted(scheme::ConvertFunction convert, const OwnedStruct& from,
                               const TypeInfo& type) {
    if (convert == nullptr) return from.Clone();
    // The result may share data with its source: a copy in its arena outlives it.
    OwnedStruct to(from.shared_arena(), type, typeinfo::NewZeroed(type, from.arena()));
    convert(from.arena(), from.get(), to.get());
    return to.Clone();
  }

  const scheme::KindInfo& kind_;
  const scheme::KindVersion& version_;
};

// Versions whose random objects may say what a conversion settles: one thing twice, and not the
// same; an autoscaler without a metric, or with that of v1 not at the end; a webhook without
// content. Once through all versions they are settled.
constexpr std::string_view kSettling[] = {
    "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler",
    "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinition",
};

// An object comes home as it left: from its version to the hub, from there to each version, to the
// hub and back.
std::string ThroughVersions(const scheme::KindInfo& kind, const scheme::KindVersion& home_version,
                            uint64_t seed) {
  const TypeInfo& type = *home_version.type;
  Version home(kind, home_version);
  OwnedStruct object = Random(type, seed);
  home.SetDefaults(object);
  auto by_way_of = [&](const Version& other) {
    OwnedStruct hub = other.ToHub(other.FromHub(home.ToHub(object)));
    OwnedStruct back = home.FromHub(hub);
    SetText(back, "apiVersion", kApiVersion);
    SetText(back, "kind", type.name);
    return back;
  };
  if (std::ranges::find(kSettling, FullName(type)) != std::end(kSettling)) {
    for (const auto& version : kind.versions) object = by_way_of(Version(kind, version));
  }
  for (const scheme::KindVersion& version : kind.versions) {
    OwnedStruct back = by_way_of(Version(kind, version));
    if (!typeinfo::SemanticEqual(type, object.get(), back.get())) {
      return "by way of " + version.version + ": " + Difference(object, back);
    }
  }
  return "";
}

TEST(RoundTrip, EveryKindThroughEveryVersion) {
  scheme::Scheme scheme;
  auto resources = BuiltinResources(scheme, {});
  std::vector<std::string> names;
  for (const scheme::KindInfo& kind : scheme.kinds()) {
    if (kind.versions.size() == 1 && kind.versions[0].to_hub == nullptr) continue;
    for (const scheme::KindVersion& version : kind.versions) {
      names.push_back(FullName(*version.type));
      EachRound(names.back(), [&](uint64_t seed) { return ThroughVersions(kind, version, seed); });
    }
  }
  for (std::string_view name : kSettling) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
}

}  // namespace
}  // namespace pintle::apis
