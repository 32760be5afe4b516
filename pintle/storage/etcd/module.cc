#include "pintle/storage/etcd/etcd_store.h"

// The one symbol of the module; see etcd_module.h.
extern "C" __attribute__((visibility("default"))) void pintle_open_etcd_store(
    const pintle::storage::EtcdOptions& options,
    pintle::Result<std::unique_ptr<pintle::storage::Store>>& store) {
  store = pintle::storage::etcd::Open(options);
}
