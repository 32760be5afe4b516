// How fast built-in objects are read and written in each format, as generated structs and as
// dynamic values. typed.py runs it and judges the ratios.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "apis/apps/v1/types.h"
#include "apis/core/v1/types.h"
#include "bench/codec_bench_documents.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle {
namespace {

using typeinfo::TypeInfo;

// Input that does not parse is a fault of this program.
void Must(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "typed_bench: %s\n", status.error().message().c_str());
  std::abort();
}

template <typename Reader>
void* Decode(std::string_view bytes, const TypeInfo& type, Arena& arena,
             field::Findings* findings) {
  void* object = typeinfo::NewZeroed(type, arena);
  Reader reader(bytes);
  Must(typeinfo::Decode(reader, type, object, arena, findings));
  return object;
}

template <typename Writer>
std::string Encode(const TypeInfo& type, const void* object) {
  std::string out;
  Writer writer(out);
  typeinfo::Encode(type, object, writer);
  return out;
}

// One object in every form that is measured.
struct Input {
  Input(const TypeInfo& of, std::string text) : type(of), json(std::move(text)) {
    object = Decode<codec::JsonReader>(json, type, arena, nullptr);
    value = *codec::ParseJson(json, arena);
    cbor = codec::ToCbor(value);
    protobuf = typeinfo::EncodeProtobuf(type, object);
  }

  const TypeInfo& type;
  Arena arena;
  const void* object = nullptr;
  Value value;
  std::string json;
  std::string cbor;
  std::string protobuf;
};

template <typename Run>
void Repeat(benchmark::State& state, Run run) {
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(run(arena));
  }
}

void* DecodeJson(const Input& in, Arena& arena, field::Findings* findings) {
  void* object = typeinfo::NewZeroed(in.type, arena);
  Must(typeinfo::DecodeJson(in.json, in.type, object, arena, findings));
  return object;
}
void JsonDecode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) { return DecodeJson(in, arena, nullptr); });
}
void JsonDecodeStrict(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) {
    field::Findings findings;
    return DecodeJson(in, arena, &findings);
  });
}
// By way of tokens, as a text with something unusual in it is read.
void JsonDecodeTokens(benchmark::State& state, const Input& in) {
  Repeat(state,
         [&](Arena& arena) { return Decode<codec::JsonReader>(in.json, in.type, arena, nullptr); });
}
void JsonDecodeValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) { return *codec::ParseJson(in.json, arena); });
}
void CborDecode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) {
    void* object = typeinfo::NewZeroed(in.type, arena);
    Must(typeinfo::DecodeCbor(in.cbor, in.type, object, arena, nullptr));
    return object;
  });
}
void CborDecodeTokens(benchmark::State& state, const Input& in) {
  Repeat(state,
         [&](Arena& arena) { return Decode<codec::CborReader>(in.cbor, in.type, arena, nullptr); });
}
void CborDecodeValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) { return *codec::ParseCbor(in.cbor, arena); });
}
void ProtobufDecode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) {
    void* object = typeinfo::NewZeroed(in.type, arena);
    Must(typeinfo::DecodeProtobuf(in.protobuf, in.type, object, arena));
    return object;
  });
}
void FromValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) {
    void* object = typeinfo::NewZeroed(in.type, arena);
    Must(typeinfo::FromValue(in.value, in.type, object, arena, nullptr));
    return object;
  });
}

void JsonEncode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return typeinfo::EncodeJson(in.type, in.object); });
}
void JsonEncodeTokens(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return Encode<codec::JsonWriter>(in.type, in.object); });
}
void JsonEncodeValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return codec::ToJson(in.value); });
}
void CborEncode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return Encode<codec::CborWriter>(in.type, in.object); });
}
void CborEncodeValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return codec::ToCbor(in.value); });
}
void ProtobufEncode(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena&) { return typeinfo::EncodeProtobuf(in.type, in.object); });
}
void ToValue(benchmark::State& state, const Input& in) {
  Repeat(state, [&](Arena& arena) { return typeinfo::ToValue(in.type, in.object, arena); });
}

using Run = void (*)(benchmark::State&, const Input&);
constexpr std::pair<const char*, Run> kRuns[] = {
    {"JsonDecode", JsonDecode},
    {"JsonDecodeStrict", JsonDecodeStrict},
    {"JsonDecodeTokens", JsonDecodeTokens},
    {"JsonDecodeValue", JsonDecodeValue},
    {"CborDecode", CborDecode},
    {"CborDecodeTokens", CborDecodeTokens},
    {"CborDecodeValue", CborDecodeValue},
    {"ProtobufDecode", ProtobufDecode},
    {"FromValue", FromValue},
    {"JsonEncode", JsonEncode},
    {"JsonEncodeTokens", JsonEncodeTokens},
    {"JsonEncodeValue", JsonEncodeValue},
    {"CborEncode", CborEncode},
    {"CborEncodeValue", CborEncodeValue},
    {"ProtobufEncode", ProtobufEncode},
    {"ToValue", ToValue},
};

void RegisterAll(const char* name, const Input& input) {
  for (auto [run_name, run] : kRuns) {
    auto measured = [run, &input](benchmark::State& state) {
      run(state, input);
      state.counters["json_bytes"] = static_cast<double>(input.json.size());
      state.counters["cbor_bytes"] = static_cast<double>(input.cbor.size());
      state.counters["protobuf_bytes"] = static_cast<double>(input.protobuf.size());
    };
    benchmark::RegisterBenchmark((std::string(run_name) + "/" + name).c_str(), measured);
  }
}

}  // namespace
}  // namespace pintle

int main(int argc, char** argv) {
  pintle::Input pod(pintle::typeinfo::TypeOf<pintle::apis::core::v1::Pod>(),
                    pintle::bench::PodJson());
  pintle::Input deployment(pintle::typeinfo::TypeOf<pintle::apis::apps::v1::Deployment>(),
                           pintle::bench::DeploymentJson());
  pintle::RegisterAll("pod", pod);
  pintle::RegisterAll("deployment", deployment);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
