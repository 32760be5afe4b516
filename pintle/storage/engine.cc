#include "pintle/storage/engine.h"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::storage {
namespace {

using StorePtr = Result<std::unique_ptr<Store>>;

struct EngineRow {
  Engine engine;
  EngineTraits traits;
  StorePtr (*open)(const StoreOptions& options);
};

// By the numbers of the engines.
constexpr EngineRow kEngines[] = {
    {Engine::kEmbedded,
     {.name = "embedded", .data_file = "data.mdb"},
     [](const StoreOptions& options) { return OpenLmdbStore({.path = options.folder}); }},
    {Engine::kMemory,
     {.name = "memory"},
     [](const StoreOptions&) -> StorePtr { return NewMemoryStore(); }},
    {Engine::kEtcd,
     {.name = "etcd", .shared = true},
     [](const StoreOptions& options) { return OpenEtcdStore(options.etcd); }},
};

static_assert(std::ranges::equal(kEngines, std::views::iota(size_t{0}, std::size(kEngines)), {},
                                 [](const EngineRow& row) {
                                   return static_cast<size_t>(row.engine);
                                 }));
static_assert(std::size(kEngines) == static_cast<size_t>(Engine::kEtcd) + 1);

const EngineRow& RowOf(Engine engine) { return kEngines[static_cast<size_t>(engine)]; }

}  // namespace

const EngineTraits& TraitsOf(Engine engine) { return RowOf(engine).traits; }

std::optional<Engine> EngineNamed(std::string_view name) {
  const auto* row =
      std::ranges::find(kEngines, name, [](const EngineRow& known) { return known.traits.name; });
  if (row == std::end(kEngines)) return std::nullopt;
  return row->engine;
}

std::string EngineNames() {
  std::string names;
  for (const EngineRow& row : kEngines) {
    if (!names.empty()) names += ", ";
    names += row.traits.name;
  }
  return names;
}

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options) {
  return RowOf(options.engine).open(options);
}

}  // namespace pintle::storage
