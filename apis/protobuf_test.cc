#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "apis/all_types_for_test.h"
#include "apis/common_fields_for_test.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/value_bridge.h"

// The Protobuf form of the built-in API: some objects byte by byte, all types by round trips.
namespace pintle::apis {
namespace {

using typeinfo::OwnedStruct;
using typeinfo::TypeInfo;

constexpr int kRounds = 30;
constexpr int kDepth = 3;

// All types that have a message.
std::vector<const TypeInfo*> Messages() {
  std::vector<const TypeInfo*> messages = AllStructs();
  std::erase_if(messages, [](const TypeInfo* type) { return !type->proto_message; });
  return messages;
}

OwnedStruct Random(const TypeInfo& type, std::mt19937_64& random) {
  OwnedStruct object = OwnedStruct::New(type);
  typeinfo::RandomFill(type, object.get(), object.arena(), random, kDepth);
  ClearUncommon(type, static_cast<char*>(object.get()));
  return object;
}

std::string Json(const OwnedStruct& object) {
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(object.type(), object.get(), writer);
  return json;
}

OwnedStruct FromJson(const TypeInfo& type, std::string_view json) {
  OwnedStruct object = OwnedStruct::New(type);
  codec::JsonReader reader(json);
  Status status = typeinfo::Decode(reader, type, object.get(), object.arena(), nullptr);
  EXPECT_TRUE(status) << (status ? "" : status.error().message());
  return object;
}

bool Equal(const OwnedStruct& a, const OwnedStruct& b) {
  return typeinfo::SemanticEqual(a.type(), a.get(), b.get());
}

std::string Bytes(std::string_view hex) {
  std::string bytes;
  std::string digits;
  for (char c : hex) {
    if (c != ' ') digits += c;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  return bytes;
}

std::string Hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (char c : bytes) {
    hex += kDigits[static_cast<uint8_t>(c) >> 4];
    hex += kDigits[static_cast<uint8_t>(c) & 15];
  }
  return hex;
}

TEST(ProtobufVectors, Messages) {
  struct Case {
    const TypeInfo& type;
    std::string json;
    std::string hex;
  };
  const Case cases[] = {
      {core::v1::tables::kContainerPort, R"({"containerPort":80,"protocol":"TCP"})",
       "0a00 1000 1850 2203 544350 2a00"},
      {core::v1::tables::kResourceRequirements, R"({"limits":{"memory":"1Gi","cpu":"500m"}})",
       "0a0d 0a03 637075 1206 0a04 3530306d "
       "0a0f 0a06 6d656d6f7279 1205 0a03 314769"},
      // The handler is inlined in JSON and a message of its own here.
      {core::v1::tables::kProbe, R"({"httpGet":{"path":"/","port":80},"periodSeconds":10})",
       "0a11 120f 0a01 2f 1206 0800 1050 1a00 1a00 2200 "
       "1000 1800 200a 2800 3000"},
      {core::v1::tables::kProbe,
       R"({"tcpSocket":{"port":"web"},"terminationGracePeriodSeconds":0})",
       "0a0f 1a0d 0a09 0801 1000 1a03 776562 1200 "
       "1000 1800 2000 2800 3000 3800"},
      {core::v1::tables::kVolume, R"({"name":"v","emptyDir":{}})", "0a01 76 1204 1202 0a00"},
      {core::v1::tables::kToleration, R"({"operator":"Exists","tolerationSeconds":-1})",
       "0a00 1206 457869737473 1a00 2200 28ffffffffffffffffff01"},
      {meta::v1::tables::kObjectMeta,
       R"({"name":"n","creationTimestamp":"2020-01-01T00:00:00Z","labels":{"b":"","a":"1"},)"
       R"("finalizers":["f"]})",
       "0a01 6e 1200 1a00 2200 2a00 3200 3800 4208 0880c2aff005 1000 "
       "5a06 0a01 61 1201 31 5a05 0a01 62 1200 7201 66"},
      {meta::v1::tables::kManagedFieldsEntry,
       R"({"manager":"m","operation":"Apply","fieldsType":"FieldsV1","fieldsV1":{"f:a":{}}})",
       "0a01 6d 1205 4170706c79 1a00 3208 4669656c64735631 "
       "3a0c 0a0a 7b22663a61223a7b7d7d 4200"},
      {meta::v1::tables::kAPIResource,
       R"({"name":"pods","namespaced":true,"kind":"Pod","verbs":["get","list"]})",
       "0a04 706f6473 1001 1a03 506f64 220b 0a03 676574 0a04 6c697374 3200 4200 4a00 5200"},
      // Declared in another order than numbered; binary data that is empty, and that is not there.
      {admissionregistration::v1::tables::kWebhookClientConfig,
       R"({"url":"u","service":{"namespace":"n","name":"s"},"caBundle":""})",
       "0a06 0a01 6e 1201 73 1200 1a01 75"},
      {admissionregistration::v1::tables::kWebhookClientConfig, R"({"url":""})", "1a00"},
      {authentication::v1::tables::kUserInfo, R"({"username":"u","extra":{"k":["v"]}})",
       "0a01 75 1200 2208 0a01 6b 1203 0a01 76"},
      {coordination::v1::tables::kLeaseSpec,
       R"({"leaseDurationSeconds":15,"renewTime":"2020-01-01T00:00:00.000001Z"})",
       "100f 2209 0880c2aff005 10e807"},
  };
  for (const Case& c : cases) {
    OwnedStruct object = FromJson(c.type, c.json);
    std::string bytes = Bytes(c.hex);
    EXPECT_EQ(Hex(typeinfo::EncodeProtobufMessage(c.type, object.get())), Hex(bytes)) << c.json;
    OwnedStruct read = OwnedStruct::New(c.type);
    Status status = typeinfo::DecodeProtobufMessage(bytes, c.type, read.get(), read.arena());
    ASSERT_TRUE(status) << c.json << " " << status.error().message();
    EXPECT_EQ(Json(read), Json(object));
  }
}

TEST(ProtobufVectors, ObjectsInTheirEnvelope) {
  struct Case {
    const TypeInfo& type;
    std::string json;
    std::string hex;
  };
  const Case cases[] = {
      {core::v1::tables::kSecret,
       R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"s"},"data":{"a":"AQI="},)"
       R"("type":"Opaque"})",
       "6b387300 0a0c 0a02 7631 1206 536563726574 1224 "
       "0a11 0a01 73 1200 1a00 2200 2a00 3200 3800 4200 "
       "1207 0a01 61 1202 0102 1a06 4f7061717565 1a00 2200"},
      {core::v1::tables::kConfigMap,
       R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c"},"immutable":true,)"
       R"("data":{"b":"2","a":"1"}})",
       "6b387300 0a0f 0a02 7631 1209 436f6e6669674d6170 1225 "
       "0a11 0a01 63 1200 1a00 2200 2a00 3200 3800 4200 "
       "1206 0a01 61 1201 31 1206 0a01 62 1201 32 2001 1a00 2200"},
  };
  for (const Case& c : cases) {
    OwnedStruct object = FromJson(c.type, c.json);
    std::string bytes = Bytes(c.hex);
    EXPECT_EQ(Hex(typeinfo::EncodeProtobuf(c.type, object.get())), Hex(bytes)) << c.json;
    OwnedStruct read = OwnedStruct::New(c.type);
    Status status = typeinfo::DecodeProtobuf(bytes, c.type, read.get(), read.arena());
    ASSERT_TRUE(status) << status.error().message();
    EXPECT_EQ(Json(read), Json(object));
  }
}

TEST(ProtobufRoundTrip, EveryTypeAgreesWithJsonAndValues) {
  std::mt19937_64 random(11);
  std::vector<const TypeInfo*> messages = Messages();
  EXPECT_GT(messages.size(), 600u);
  for (const TypeInfo* type : messages) {
    for (int round = 0; round < kRounds; ++round) {
      OwnedStruct object = Random(*type, random);
      std::string bytes = typeinfo::EncodeProtobufMessage(*type, object.get());
      OwnedStruct read = OwnedStruct::New(*type);
      Status status = typeinfo::DecodeProtobufMessage(bytes, *type, read.get(), read.arena());
      ASSERT_TRUE(status) << FullName(*type) << " " << status.error().message();
      ASSERT_TRUE(Equal(object, read)) << FullName(*type) << "\n"
                                       << Json(object) << "\n"
                                       << Json(read);
      ASSERT_TRUE(typeinfo::EncodeProtobufMessage(*type, read.get()) == bytes) << FullName(*type);
      std::string json = Json(object);
      ASSERT_TRUE(Equal(FromJson(*type, json), read)) << FullName(*type) << "\n" << json;
      OwnedStruct from_value = OwnedStruct::New(*type);
      Value value = typeinfo::ToValue(*type, read.get(), from_value.arena());
      ASSERT_TRUE(typeinfo::FromValue(value, *type, from_value.get(), from_value.arena(), nullptr));
      ASSERT_TRUE(Equal(from_value, read)) << FullName(*type) << "\n" << json;
    }
  }
}

TEST(ProtobufRoundTrip, TruncatedObjectsAreErrors) {
  constexpr size_t kEmptyFields = 4;  // contentEncoding and contentType, two bytes each
  constexpr size_t kTypeMetaEnd = 4 + 2 + 4 + 3;
  std::mt19937_64 random(12);
  for (const TypeInfo* type : Messages()) {
    OwnedStruct object = Random(*type, random);
    std::string bytes = typeinfo::EncodeProtobuf(*type, object.get(), "v1", "K");
    // Where a field of the envelope ends what is left is an envelope too.
    const std::set<size_t> whole = {kTypeMetaEnd, bytes.size() - kEmptyFields, bytes.size() - 2};
    for (size_t size = 0; size < bytes.size(); ++size) {
      OwnedStruct read = OwnedStruct::New(*type);
      Status status = typeinfo::DecodeProtobuf(std::string_view(bytes).substr(0, size), *type,
                                               read.get(), read.arena());
      ASSERT_EQ(status.has_value(), whole.contains(size)) << FullName(*type) << " " << size;
    }
  }
}

// Whatever comes is refused, or read as an object that reads back from what is written of it.
TEST(ProtobufRoundTrip, DamagedObjectsAreReadSafely) {
  std::mt19937_64 random(13);
  for (const TypeInfo* type : Messages()) {
    OwnedStruct object = Random(*type, random);
    std::string bytes = typeinfo::EncodeProtobufMessage(*type, object.get());
    for (int round = 0; round < kRounds && !bytes.empty(); ++round) {
      std::string damaged = bytes;
      for (int i = 0; i <= round % 3; ++i) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      OwnedStruct read = OwnedStruct::New(*type);
      if (!typeinfo::DecodeProtobufMessage(damaged, *type, read.get(), read.arena())) continue;
      std::string written = typeinfo::EncodeProtobufMessage(*type, read.get());
      OwnedStruct again = OwnedStruct::New(*type);
      Status status = typeinfo::DecodeProtobufMessage(written, *type, again.get(), again.arena());
      ASSERT_TRUE(status) << FullName(*type) << " " << status.error().message();
      ASSERT_TRUE(typeinfo::EncodeProtobufMessage(*type, again.get()) == written)
          << FullName(*type);
    }
  }
}

}  // namespace
}  // namespace pintle::apis
