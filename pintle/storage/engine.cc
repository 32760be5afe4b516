#include "pintle/storage/engine.h"

#include <algorithm>
#include <iterator>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::storage {
namespace {

using StorePtr = Result<std::unique_ptr<Store>>;

struct EngineRow {
  Engine engine;
  std::string_view name;
  StorePtr (*open)(const StoreOptions& options);
};

// By the numbers of the engines.
constexpr EngineRow kEngines[] = {
    {Engine::kEmbedded, "embedded",
     [](const StoreOptions& options) { return OpenLmdbStore({.path = options.folder}); }},
    {Engine::kMemory, "memory", [](const StoreOptions&) -> StorePtr { return NewMemoryStore(); }},
    {Engine::kEtcd, "etcd",
     [](const StoreOptions& options) { return OpenEtcdStore(options.etcd); }},
};

const EngineRow& RowOf(Engine engine) { return kEngines[static_cast<size_t>(engine)]; }

}  // namespace

std::string_view EngineName(Engine engine) { return RowOf(engine).name; }

std::optional<Engine> EngineNamed(std::string_view name) {
  const auto* row = std::ranges::find(kEngines, name, &EngineRow::name);
  if (row == std::end(kEngines)) return std::nullopt;
  return row->engine;
}

std::string EngineNames() {
  std::string names;
  for (const EngineRow& row : kEngines) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options) {
  return RowOf(options.engine).open(options);
}

}  // namespace pintle::storage
