// A server is rolled back, and forward again: the older release reads what the newer one stored,
// and writes it; no release fails on what another has written, and what both know survives.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "apis/frobber/v6/conversion.h"
#include "frobber/first/types.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/random_fill.h"

namespace pintle {
namespace {

using apis::frobber::internal::Frobber;
using apis::frobber::v6::FrobberSpec;
using typeinfo::OwnedStruct;
using typeinfo::TypeInfo;
using typeinfo::TypeOf;
namespace v6 = apis::frobber::v6;
namespace first = rollback::first;

constexpr int kRounds = 300;
constexpr int kDepth = 6;

// Strict reading finds fields that the type does not have; others pass over them.
Status Read(codec::Reader& reader, const OwnedStruct& object, field::Findings* findings) {
  return typeinfo::Decode(reader, object.type(), object.get(), object.arena(), findings);
}

struct Format {
  std::string name;
  std::function<std::string(const TypeInfo&, const void*)> write;
  std::function<Status(const std::string&, const OwnedStruct&)> read;
};

const Format kFormats[] = {
    {"JSON",
     [](const TypeInfo& type, const void* object) {
       std::string out;
       codec::JsonWriter writer(out);
       typeinfo::Encode(type, object, writer);
       return out;
     },
     [](const std::string& bytes, const OwnedStruct& object) {
       codec::JsonReader reader(bytes);
       return Read(reader, object, nullptr);
     }},
    {"CBOR",
     [](const TypeInfo& type, const void* object) {
       std::string out;
       codec::CborWriter writer(out);
       typeinfo::Encode(type, object, writer);
       return out;
     },
     [](const std::string& bytes, const OwnedStruct& object) {
       codec::CborReader reader(bytes);
       return Read(reader, object, nullptr);
     }},
    {"Protobuf",
     [](const TypeInfo& type, const void* object) {
       return typeinfo::EncodeProtobuf(type, object);
     },
     [](const std::string& bytes, const OwnedStruct& object) {
       return typeinfo::DecodeProtobuf(bytes, object.type(), object.get(), object.arena());
     }},
};

std::string Json(const TypeInfo& type, const void* object) {
  return kFormats[0].write(type, object);
}

template <typename T>
T& As(const OwnedStruct& object) {
  return *static_cast<T*>(object.get());
}

template <typename T>
OwnedStruct Random(std::mt19937_64& random) {
  OwnedStruct object = OwnedStruct::New(TypeOf<T>());
  typeinfo::RandomFill(TypeOf<T>(), object.get(), object.arena(), random, kDepth);
  As<T>(object).type_meta.api_version = "frobber.example/v6";
  As<T>(object).type_meta.kind = "Frobber";
  return object;
}

template <typename T>
OwnedStruct ReadAs(const Format& format, const std::string& bytes) {
  OwnedStruct object = OwnedStruct::New(TypeOf<T>());
  Status read = format.read(bytes, object);
  EXPECT_TRUE(read) << format.name << ": " << read.error().message();
  return object;
}

// The object with only those fields that both releases have.
std::string Common(const first::Frobber& frobber) {
  first::Frobber common = frobber;
  common.spec.depth = 0;
  return Json(TypeOf<first::Frobber>(), &common);
}
std::string Common(const v6::Frobber& frobber) {
  first::Frobber common;
  common.type_meta = frobber.type_meta;
  common.metadata = frobber.metadata;
  common.spec.height = frobber.spec.height.value_or(0);
  common.spec.param = frobber.spec.param;
  common.spec.mode = frobber.spec.mode;
  common.spec.replicas = frobber.spec.replicas;
  common.spec.notes = frobber.spec.notes;
  common.spec.owner = frobber.spec.owner;
  common.status.observed_generation = frobber.status.observed_generation;
  common.status.ready_replicas = frobber.status.ready_replicas;
  common.status.conditions = frobber.status.conditions;
  return Json(TypeOf<first::Frobber>(), &common);
}

TEST(Rollback, TheOlderReleaseReadsWhatTheNewerOneWrote) {
  for (const Format& format : kFormats) {
    std::mt19937_64 random(41);
    for (int round = 0; round < kRounds; ++round) {
      OwnedStruct written = Random<v6::Frobber>(random);
      OwnedStruct read =
          ReadAs<first::Frobber>(format, format.write(written.type(), written.get()));
      ASSERT_EQ(Common(As<first::Frobber>(read)), Common(As<v6::Frobber>(written))) << format.name;
    }
  }
}

TEST(Rollback, TheNewerReleaseReadsWhatTheOlderOneWrote) {
  for (const Format& format : kFormats) {
    std::mt19937_64 random(42);
    for (int round = 0; round < kRounds; ++round) {
      OwnedStruct written = Random<first::Frobber>(random);
      As<first::Frobber>(written).spec.depth = 7;  // its number must not mean anything else now
      OwnedStruct read = ReadAs<v6::Frobber>(format, format.write(written.type(), written.get()));
      const auto& frobber = As<v6::Frobber>(read);
      ASSERT_EQ(Common(frobber), Common(As<first::Frobber>(written))) << format.name;
      EXPECT_FALSE(frobber.spec.width);
      EXPECT_TRUE(frobber.spec.params.empty());
      EXPECT_FALSE(frobber.spec.height_millimetres);
      EXPECT_EQ(frobber.spec.restart_policy, "");
    }
  }
}

// An object that uses nothing new goes back and forth without a change.
TEST(Rollback, ObjectsThatDoNotUseTheChangeAreNotAffected) {
  for (const Format& format : kFormats) {
    std::mt19937_64 random(43);
    for (int round = 0; round < kRounds; ++round) {
      OwnedStruct object = Random<first::Frobber>(random);
      As<first::Frobber>(object).spec.depth = 0;
      std::string bytes = format.write(object.type(), object.get());
      OwnedStruct newer = ReadAs<v6::Frobber>(format, bytes);
      OwnedStruct back = ReadAs<first::Frobber>(format, format.write(newer.type(), newer.get()));
      ASSERT_EQ(Json(back.type(), back.get()), Json(object.type(), object.get())) << format.name;
    }
  }
}

// An object that does use it loses that part once the older release has written it, and is whole
// otherwise: what clients of the newer release see of it are the values of the older one.
TEST(Rollback, WhatTheOlderReleaseWroteIsShownComplete) {
  for (const Format& format : kFormats) {
    v6::Frobber stored;
    Arena arena;
    stored.spec.height = stored.spec.height_millimetres = 20;
    stored.spec.width = 30;
    stored.spec.param = "a";
    stored.spec.params = typeinfo::List<typeinfo::Str>::Of(arena, {"a", "b"});
    stored.spec.restart_policy = v6::kFrobberRestartPolicyOnTuesday;
    OwnedStruct older =
        ReadAs<first::Frobber>(format, format.write(TypeOf<v6::Frobber>(), &stored));
    As<first::Frobber>(older).spec.height = 21;
    As<first::Frobber>(older).spec.param = "c";

    OwnedStruct read = ReadAs<v6::Frobber>(format, format.write(older.type(), older.get()));
    Frobber hub;
    ToHub(arena, As<v6::Frobber>(read), hub);
    v6::Frobber shown;
    FromHub(arena, hub, shown);
    EXPECT_EQ(Json(TypeOf<FrobberSpec>(), &shown.spec),
              R"({"height":21,"param":"c","params":["c"],"heightMillimetres":21})")
        << format.name;
  }
}

// A client of the newer release asks an older server to be strict, and is told what it does not
// know.
TEST(Rollback, StrictReadingNamesTheFieldsThatAreMissing) {
  std::string json =
      R"({"metadata":{"name":"f"},"spec":{"height":1,"width":2,"params":["a"],"param":"a"}})";
  codec::JsonReader reader(json);
  OwnedStruct object = OwnedStruct::New(TypeOf<first::Frobber>());
  field::Findings findings;
  ASSERT_TRUE(Read(reader, object, &findings));
  EXPECT_EQ(field::StrictMessage(findings),
            R"(strict decoding error: unknown field "spec.width", unknown field "spec.params")");
}

}  // namespace
}  // namespace pintle
