#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/storage/etcd_module.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// The engines there are, as `--storage` names them.
enum class Engine : uint8_t { kEmbedded, kMemory, kEtcd };

// What the rest of the program needs to know of an engine.
struct EngineTraits {
  std::string_view name;
  // Other servers may use the same store. They follow each other's writes, and the engine compacts
  // it together with theirs.
  bool shared = false;
  // The file that holds everything, below StoreOptions::folder; empty: nothing is kept there.
  std::string_view data_file = {};
};

const EngineTraits& TraitsOf(Engine engine);
std::optional<Engine> EngineNamed(std::string_view name);
// `embedded, memory, etcd`
std::string EngineNames();

struct StoreOptions {
  Engine engine = Engine::kEmbedded;
  // Of the embedded store.
  std::string folder;
  EtcdOptions etcd;
};

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options);

}  // namespace pintle::storage
