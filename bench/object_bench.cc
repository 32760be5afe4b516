// How long it takes to turn bytes into generated structs and back, what a schema adds for custom
// resources, and what patches cost. Run as `object_bench --benchmark_filter=Json`.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "apis/core/v1/types.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/patch/json_patch.h"
#include "pintle/patch/merge_patch.h"
#include "pintle/patch/strategic.h"
#include "pintle/schema/defaults.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/structural.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle {
namespace {

using apis::core::v1::ConfigMap;

// Members of `data`, 50 bytes each: an object of about 1 KiB, and one of about 100 KiB.
constexpr int kSmall = 12;
constexpr int kLarge = 2000;

std::string ConfigMapJson(int64_t entries) {
  std::string json =
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"settings","namespace":"default",)"
      R"("uid":"0f1e2d3c-4b5a-4968-8776-655443322110","resourceVersion":"123456",)"
      R"("creationTimestamp":"2024-05-06T07:08:09Z","labels":{"app.kubernetes.io/name":"web",)"
      R"("app.kubernetes.io/part-of":"shop","tier":"front"},)"
      R"("annotations":{"example.com/note":"kept by hand, \"ask\" before you change it"}},"data":{)";
  for (int64_t i = 0; i < entries; ++i) {
    json += fmt::format("{}\"setting-{:05}\":\"a value of the usual length\\n{:05}\"",
                        i > 0 ? "," : "", i, i);
  }
  return json + "}}";
}

// Widgets with a list of parts; every part lacks a default and has a field the schema does not
// know.
std::string WidgetJson(int64_t parts) {
  std::string json = R"({"kind":"Widget","apiVersion":"example.com/v1","metadata":{"name":"w"},)"
                     R"("spec":{"color":"red","surplus":{"a":[1,2,3]},"parts":[)";
  for (int64_t i = 0; i < parts; ++i) {
    json += fmt::format(R"({}{{"name":"part-{:05}","size":{},"unknown":true}})", i > 0 ? "," : "",
                        i, i);
  }
  return json + "]}}";
}

constexpr std::string_view kWidgetSchema = R"({
  "type":"object","properties":{"spec":{"type":"object","properties":{
    "color":{"type":"string"},"replicas":{"type":"integer","default":1},
    "parts":{"type":"array","items":{"type":"object","properties":{
      "name":{"type":"string"},"size":{"type":"integer"},
      "mode":{"type":"string","default":"plain"}}}}}}}})";

// Input that does not parse is a fault of this program.
template <typename T>
T Must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "object_bench: %s\n", result.error().message().c_str());
  std::abort();
}

void CountBytes(benchmark::State& state, size_t size) {
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(size));
  state.counters["size"] = static_cast<double>(size);
}

template <typename Reader>
ConfigMap* DecodeTyped(std::string_view bytes, Arena& arena, field::Findings* findings) {
  auto* map = arena.New<ConfigMap>();
  Reader reader(bytes);
  Status decoded = typeinfo::Decode(reader, typeinfo::TypeOf<ConfigMap>(), map, arena, findings);
  if (!decoded) std::abort();
  return map;
}

void JsonDecodeTyped(benchmark::State& state) {
  const std::string json = ConfigMapJson(state.range(0));
  for (auto _ : state) {
    Arena arena;
    field::Findings findings;
    benchmark::DoNotOptimize(DecodeTyped<codec::JsonReader>(json, arena, &findings));
  }
  CountBytes(state, json.size());
}

void CborDecodeTyped(benchmark::State& state) {
  Arena source;
  const std::string cbor =
      codec::ToCbor(Must(codec::ParseJson(ConfigMapJson(state.range(0)), source)));
  for (auto _ : state) {
    Arena arena;
    field::Findings findings;
    benchmark::DoNotOptimize(DecodeTyped<codec::CborReader>(cbor, arena, &findings));
  }
  CountBytes(state, cbor.size());
}

template <typename Writer>
void EncodeTyped(benchmark::State& state) {
  const std::string json = ConfigMapJson(state.range(0));
  Arena arena;
  const ConfigMap* map = DecodeTyped<codec::JsonReader>(json, arena, nullptr);
  size_t size = 0;
  for (auto _ : state) {
    std::string out;
    Writer writer(out);
    typeinfo::Encode(typeinfo::TypeOf<ConfigMap>(), map, writer);
    benchmark::DoNotOptimize(out.data());
    size = out.size();
  }
  CountBytes(state, size);
}

void JsonEncodeTyped(benchmark::State& state) { EncodeTyped<codec::JsonWriter>(state); }
void CborEncodeTyped(benchmark::State& state) { EncodeTyped<codec::CborWriter>(state); }

std::shared_ptr<const schema::Structural> WidgetSchema() {
  Arena arena;
  return schema::CompileUnchecked(Must(codec::ParseJson(kWidgetSchema, arena)));
}

// What decoding a custom resource does after parsing; `clean`: to an object it has already been
// done to.
void PruneAndDefault(benchmark::State& state, bool clean) {
  auto schema = WidgetSchema();
  Arena source;
  Value widget = Must(codec::ParseJson(WidgetJson(state.range(0)), source));
  auto run = [&](Arena& arena) {
    Value pruned = schema::Prune(arena, *schema, widget, schema::PruneMode::kKep, true, nullptr);
    Value dropped = schema::DropNulls(arena, *schema, pruned);
    return schema::ApplyDefaults(arena, *schema, dropped);
  };
  if (clean) widget = run(source);
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(run(arena));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void SchemaPruneAndDefault(benchmark::State& state) { PruneAndDefault(state, false); }
// Nothing to remove and nothing to add, as with objects read from the store.
void SchemaPruneAndDefaultClean(benchmark::State& state) { PruneAndDefault(state, true); }

void SchemaCompile(benchmark::State& state) {
  Arena arena;
  Value schema = Must(codec::ParseJson(kWidgetSchema, arena));
  for (auto _ : state) benchmark::DoNotOptimize(schema::CompileUnchecked(schema));
}

// Patches of a ConfigMap, from text to the new document; the document itself is there already.
template <typename Apply>
void PatchConfigMap(benchmark::State& state, const Apply& apply) {
  Arena source;
  Value map = Must(codec::ParseJson(ConfigMapJson(state.range(0)), source));
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(Must(apply(arena, map)));
  }
  state.SetItemsProcessed(state.iterations());
}

constexpr std::string_view kOneSetting = R"({"data":{"setting-00003":"new"}})";
constexpr std::string_view kSameLabel = R"({"metadata":{"labels":{"tier":"front"}}})";

Result<Value> Merged(Arena& arena, const Value& map, std::string_view patch) {
  return patch::MergePatch(arena, map, Must(codec::ParseJson(patch, arena)));
}
void PatchMerge(benchmark::State& state) {
  PatchConfigMap(state,
                 [](Arena& arena, const Value& map) { return Merged(arena, map, kOneSetting); });
}
// Changes nothing.
void PatchMergeSame(benchmark::State& state) {
  PatchConfigMap(state,
                 [](Arena& arena, const Value& map) { return Merged(arena, map, kSameLabel); });
}
void PatchStrategic(benchmark::State& state) {
  PatchConfigMap(state, [](Arena& arena, const Value& map) {
    return patch::StrategicMerge(arena, typeinfo::TypeOf<ConfigMap>(), map,
                                 Must(codec::ParseJson(kOneSetting, arena)));
  });
}
void PatchJson(benchmark::State& state) {
  PatchConfigMap(state, [](Arena& arena, const Value& map) {
    auto patch = patch::JsonPatch::Parse(
        R"([{"op":"replace","path":"/data/setting-00003","value":"new"}])", arena, nullptr);
    return Must(std::move(patch)).Apply(arena, map);
  });
}

BENCHMARK(PatchMerge)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(PatchMergeSame)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(PatchStrategic)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(PatchJson)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(JsonDecodeTyped)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(JsonEncodeTyped)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(CborDecodeTyped)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(CborEncodeTyped)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(SchemaPruneAndDefault)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(SchemaPruneAndDefaultClean)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(SchemaCompile);

}  // namespace
}  // namespace pintle
