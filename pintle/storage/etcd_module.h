#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

// The etcd engine, loaded when it is asked for: gRPC and Protobuf are linked with the module
// `pintle-etcd.so` only. What crosses the border is this header and store.h.
namespace pintle::storage {

struct EtcdOptions {
  // `https://10.0.0.1:2379`, `http://...`; all members of one cluster. The first that works is
  // used until it does not.
  std::vector<std::string> servers;
  // PEM files: the CA of the servers (default: the system's), and who we are.
  std::string ca_file;
  std::string certificate_file;
  std::string key_file;

  // A key of the store is `key_root` and a rest; in etcd it is `prefix` and that rest. So with
  // {"/registry", "/registry"} keys are what they are, and with {"/registry", "/other"} the same
  // objects live elsewhere.
  std::string key_root = "/registry";
  std::string prefix = "/registry";

  // How long opening waits for an answer.
  std::chrono::milliseconds open_timeout = std::chrono::seconds(20);
  // Every server of a cluster tries to forget history at this interval, one succeeds; 0: never.
  std::chrono::milliseconds compaction_interval = std::chrono::minutes(5);
  // Instead of the choice by version of Store::SupportsProgress.
  std::optional<bool> trust_progress;
};

// Connects and returns when etcd answers, or fails with kServiceUnavailable when none of the
// servers does for a while. Everything but kServiceUnavailable is a fault of the options or of the
// installation.
Result<std::unique_ptr<Store>> OpenEtcdStore(const EtcdOptions& options);

// What the module exports under kEtcdModuleEntry.
using EtcdModuleEntry = void(const EtcdOptions& options, Result<std::unique_ptr<Store>>& store);
constexpr char kEtcdModuleEntry[] = "pintle_open_etcd_store";

}  // namespace pintle::storage
