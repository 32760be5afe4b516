// How fast documents become dynamic values and values become documents, beside simdjson's DOM,
// nlohmann::json and libcbor on the same bytes. codec.py runs it and judges the ratios.
#include <benchmark/benchmark.h>
#include <cbor.h>
#include <malloc.h>
#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/codec_bench_documents.h"
#include "pintle/base/arena.h"
#include "pintle/codec/document.h"
#include "pintle/field/findings.h"

namespace pintle {
namespace {

// One document in every form a codec starts from.
struct Input {
  explicit Input(std::string text) : json(std::move(text)), padded(json) {
    value = Must(codec::ParseJson(json, arena));
    cbor = codec::ToCbor(value);
    tree = nlohmann::json::parse(json);
    struct cbor_load_result loaded;
    items = cbor_load(reinterpret_cast<cbor_data>(cbor.data()), cbor.size(), &loaded);
  }

  // Input that does not parse is a fault of this program.
  static Value Must(Result<Value> result) {
    if (result) return *result;
    std::fprintf(stderr, "codec_bench: %s\n", result.error().message().c_str());
    std::abort();
  }

  std::string json;
  simdjson::padded_string padded;
  std::string cbor;
  Arena arena;
  Value value;
  nlohmann::json tree;
  cbor_item_t* items = nullptr;
};

void JsonDecode(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(codec::ParseJson(input.json, arena));
  }
}

// The same, recording repeated members, of which there are none.
void JsonDecodeStrict(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    Arena arena;
    field::Findings findings;
    benchmark::DoNotOptimize(codec::ParseJson(input.json, arena, &findings));
  }
}

void JsonEncode(benchmark::State& state, const Input& input) {
  for (auto _ : state) benchmark::DoNotOptimize(codec::ToJson(input.value));
}

void CborDecode(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    Arena arena;
    benchmark::DoNotOptimize(codec::ParseCbor(input.cbor, arena));
  }
}

void CborEncode(benchmark::State& state, const Input& input) {
  for (auto _ : state) benchmark::DoNotOptimize(codec::ToCbor(input.value));
}

// Keeps its parser, and so its memory, from one document to the next: the fastest it can do.
void SimdjsonDecode(benchmark::State& state, const Input& input) {
  simdjson::dom::parser parser;
  for (auto _ : state) benchmark::DoNotOptimize(parser.parse(input.padded));
}

void NlohmannDecode(benchmark::State& state, const Input& input) {
  for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::parse(input.json));
}

void NlohmannEncode(benchmark::State& state, const Input& input) {
  for (auto _ : state) benchmark::DoNotOptimize(input.tree.dump());
}

void LibcborDecode(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    struct cbor_load_result loaded;
    cbor_item_t* item =
        cbor_load(reinterpret_cast<cbor_data>(input.cbor.data()), input.cbor.size(), &loaded);
    cbor_decref(&item);
  }
}

void LibcborEncode(benchmark::State& state, const Input& input) {
  for (auto _ : state) {
    unsigned char* bytes = nullptr;
    size_t size = 0;
    cbor_serialize_alloc(input.items, &bytes, &size);
    benchmark::DoNotOptimize(bytes);
    std::free(bytes);
  }
}

// All that malloc has given out, in any way.
size_t HeapBytes() {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

// What the heap holds for one value: the arena, its chunks and the allocator's own share of them.
void Memory(benchmark::State& state, const Input& input) {
  constexpr size_t kValues = 64;
  size_t bytes = 0;
  for (auto _ : state) {
    std::vector<Document> documents;
    documents.reserve(kValues);
    size_t before = HeapBytes();
    for (size_t i = 0; i < kValues; ++i) {
      auto arena = std::make_shared<Arena>();
      Value root = Input::Must(codec::ParseJson(input.json, *arena));
      documents.emplace_back(std::move(arena), root);
    }
    bytes = (HeapBytes() - before) / kValues;
  }
  state.counters["value_bytes"] = static_cast<double>(bytes);
}

using Run = void (*)(benchmark::State&, const Input&);
constexpr std::pair<const char*, Run> kRuns[] = {
    {"JsonDecode", JsonDecode},
    {"JsonDecodeStrict", JsonDecodeStrict},
    {"SimdjsonDecode", SimdjsonDecode},
    {"NlohmannDecode", NlohmannDecode},
    {"JsonEncode", JsonEncode},
    {"NlohmannEncode", NlohmannEncode},
    {"CborDecode", CborDecode},
    {"LibcborDecode", LibcborDecode},
    {"CborEncode", CborEncode},
    {"LibcborEncode", LibcborEncode},
    {"Memory", Memory},
};

void RegisterAll(const char* name, const Input& input) {
  for (auto [run_name, run] : kRuns) {
    auto measured = [run, &input](benchmark::State& state) {
      run(state, input);
      state.counters["json_bytes"] = static_cast<double>(input.json.size());
      state.counters["cbor_bytes"] = static_cast<double>(input.cbor.size());
    };
    auto* registered =
        benchmark::RegisterBenchmark((std::string(run_name) + "/" + name).c_str(), measured);
    if (run == Memory) registered->Iterations(1);
  }
}

}  // namespace
}  // namespace pintle

int main(int argc, char** argv) {
  pintle::Input resource(pintle::bench::CustomResourceJson());
  pintle::Input pod(pintle::bench::PodJson());
  pintle::Input list(pintle::bench::ListJson());
  pintle::RegisterAll("resource", resource);
  pintle::RegisterAll("pod", pod);
  pintle::RegisterAll("list", list);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
