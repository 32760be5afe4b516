#include "pintle/storage/etcd_module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <mutex>

namespace pintle::storage {
namespace {

constexpr char kModuleFile[] = "pintle-etcd.so";

// Beside the program as it is built, or where a package installs it.
std::vector<std::string> Candidates() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {kModuleFile};
  const std::filesystem::path folder = program.parent_path();
  return {folder / kModuleFile, folder / ".." / "lib" / "pintle" / kModuleFile};
}

// Never unloaded: threads of its libraries may live as long as the process.
Result<EtcdModuleEntry*> LoadModule() {
  std::string tried;
  for (const std::string& path : Candidates()) {
    void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      tried += fmt::format("{}{}", tried.empty() ? "" : "; ", ::dlerror());
      continue;
    }
    void* entry = ::dlsym(module, kEtcdModuleEntry);
    if (entry != nullptr) return reinterpret_cast<EtcdModuleEntry*>(entry);
    return InternalError(fmt::format("{} is not the etcd module of this program", path));
  }
  return InternalError(fmt::format("the etcd module cannot be loaded: {}", tried));
}

}  // namespace

Result<std::unique_ptr<Store>> OpenEtcdStore(const EtcdOptions& options) {
  static std::mutex mutex;
  static EtcdModuleEntry* entry = nullptr;
  {
    std::scoped_lock lock(mutex);
    if (entry == nullptr) {
      PINTLE_TRY(entry, LoadModule());
    }
  }
  Result<std::unique_ptr<Store>> store;
  entry(options, store);
  return store;
}

}  // namespace pintle::storage
