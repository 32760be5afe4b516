#include "pintle/scheme/disabled_fields.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "apis/coordination/v1/types.h"
#include "apis/core/v1/types.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::scheme {
namespace {

namespace core = apis::core::v1;
using apis::coordination::v1::Lease;
using typeinfo::TypeOf;

template <typename T>
T& Read(std::string_view json, Arena& arena) {
  T& object = *arena.New<T>();
  codec::JsonReader reader(json);
  field::Findings findings;
  Status read = typeinfo::Decode(reader, TypeOf<T>(), &object, arena, &findings);
  EXPECT_TRUE(read && findings.empty()) << json << field::StrictMessage(findings);
  return object;
}

template <typename T>
std::string Write(const T& object) {
  std::string out;
  codec::JsonWriter writer(out);
  typeinfo::Encode(TypeOf<T>(), &object, writer);
  return out;
}

// What is left of `json`, with `old` before it (none if empty).
template <typename T>
std::string Left(std::string_view flag, std::string_view json, std::string_view old = "") {
  auto gates = features::FeatureGates::Parse(flag);
  EXPECT_TRUE(gates) << flag;
  Arena arena;
  DisabledFields fields(*gates);
  T& object = Read<T>(json, arena);
  const T* before = old.empty() ? nullptr : &Read<T>(old, arena);
  std::string before_text = before != nullptr ? Write(*before) : "";
  fields.Drop(TypeOf<T>(), &object, before);
  EXPECT_EQ(before != nullptr ? Write(*before) : "", before_text) << "it is only looked at";
  return Write(object);
}

// `json` as it is written.
template <typename T>
std::string Canonical(std::string_view json) {
  Arena arena;
  return Write(Read<T>(json, arena));
}

constexpr std::string_view kOn = "CoordinatedLeaderElection=true";

TEST(DisabledFields, OfAStruct) {
  constexpr std::string_view kBoth =
      R"({"spec":{"holderIdentity":"a","strategy":"s","preferredHolder":"b"}})";
  constexpr std::string_view kStrategy = R"({"spec":{"holderIdentity":"a","strategy":"s"}})";
  constexpr std::string_view kPreferred =
      R"({"spec":{"holderIdentity":"a","preferredHolder":"b"}})";
  constexpr std::string_view kNeither = R"({"spec":{"holderIdentity":"a"}})";
  struct {
    std::string_view flag, json, old, left;
  } const kCases[] = {
      {"", kBoth, "", kNeither},          // creation
      {kOn, kBoth, "", kBoth},            // the feature is on
      {"", kBoth, kNeither, kNeither},    // not in use
      {"", kBoth, kBoth, kBoth},          // in use
      {"", kBoth, kStrategy, kStrategy},  // each field by itself
      {"", kBoth, kPreferred, kPreferred},
      {"", kNeither, kBoth, kNeither},  // who clears it has cleared it
      {"", kBoth, R"({"spec":{"strategy":"","preferredHolder":"x"}})",
       kBoth},  // set to the empty string is set
      {kOn, kBoth, kNeither, kBoth},
      {"", R"({"metadata":{"name":"a"}})", R"({"metadata":{"name":"a"}})",
       R"({"metadata":{"name":"a"},"spec":{}})"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Left<Lease>(c.flag, c.json, c.old), Canonical<Lease>(c.left))
        << c.flag << " " << c.json << " " << c.old;
  }
}

TEST(DisabledFields, InListsOneElementUsingTheFieldKeepsItForAll) {
  constexpr std::string_view kTwo =
      R"({"status":{"containerStatuses":[{"name":"a","stopSignal":"SIGTERM"},)"
      R"({"name":"b","stopSignal":"SIGHUP"}]}})";
  constexpr std::string_view kNone =
      R"({"status":{"containerStatuses":[{"name":"a"},{"name":"b"}]}})";
  constexpr std::string_view kInit =
      R"({"status":{"initContainerStatuses":[{"name":"i","stopSignal":"SIGHUP"}]}})";
  EXPECT_EQ(Left<core::Pod>("", kTwo), Canonical<core::Pod>(kNone));
  EXPECT_EQ(Left<core::Pod>("", kTwo, kNone), Canonical<core::Pod>(kNone));
  EXPECT_EQ(Left<core::Pod>("", kTwo, kInit), Canonical<core::Pod>(kTwo));
  EXPECT_EQ(Left<core::Pod>("ContainerStopSignals=true", kTwo), Canonical<core::Pod>(kTwo));
}

TEST(DisabledFields, BehindPointersAndWithMarkersThatAreNoGate) {
  constexpr std::string_view kPod =
      R"({"spec":{"containers":null,"volumes":[{"name":"v","projected":{"sources":[)"
      R"({"podCertificate":{"signerName":"s","keyType":"k"}},{"configMap":{"name":"c"}}]}}]}})";
  constexpr std::string_view kLeft =
      R"({"spec":{"containers":null,"volumes":[{"name":"v","projected":{"sources":[)"
      R"({},{"configMap":{"name":"c"}}]}}]}})";
  EXPECT_EQ(Left<core::Pod>("", kPod), Canonical<core::Pod>(kLeft));
  EXPECT_EQ(Left<core::Pod>("PodCertificateRequest=true", kPod), Canonical<core::Pod>(kPod));
}

TEST(DisabledFields, NothingToDoWhereNothingIsOff) {
  features::FeatureGates gates;
  DisabledFields fields(gates);
  EXPECT_TRUE(fields.Reaches(TypeOf<core::Pod>()));
  EXPECT_TRUE(fields.Reaches(TypeOf<Lease>()));
  EXPECT_FALSE(fields.Reaches(TypeOf<core::ConfigMap>()));
  EXPECT_FALSE(fields.Reaches(TypeOf<core::Node>()));
  // Its types refer to each other in circles.
  EXPECT_FALSE(fields.Reaches(TypeOf<apis::apiextensions::v1::CustomResourceDefinition>()));
}

TEST(DisabledFields, ManyThreads) {
  features::FeatureGates gates;
  DisabledFields fields(gates);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 100; ++round) {
        Lease lease;
        lease.spec.strategy = typeinfo::Str("s");
        fields.Drop(TypeOf<Lease>(), &lease, nullptr);
        ASSERT_FALSE(lease.spec.strategy);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pintle::scheme
