#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "apis/core/v1/service_ranges.h"
#include "pintle/admission/plugins/plugin_names.h"
#include "pintle/api/request/request_log.h"
#include "pintle/features/feature_gates.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/storage/engine.h"
#include "pintle/storage/etcd_module.h"

namespace pintle::server {

// Of the embedded store.
inline std::string StoreFolder(const std::string& data_dir) { return data_dir + "/store"; }

// What `pintle serve` can be told. Names follow the flags.
struct Options {
  std::string bind_address = "127.0.0.1";
  // 0 picks a free port.
  uint16_t secure_port = 6443;
  // Where the store, the certificates and the kubeconfig are unless told otherwise. Empty, for a
  // store that is elsewhere: certificates and the key for tokens are made anew at every start and
  // kept nowhere, and no kubeconfig is written unless it is said where.
  std::string data_dir = "pintle-data";
  storage::Engine storage = storage::Engine::kEmbedded;
  storage::EtcdOptions etcd;

  // Certificates are generated here (default: <data-dir>/pki) unless files are given.
  std::string cert_dir;
  std::string tls_cert_file;
  std::string tls_private_key_file;
  // Accepts client certificates of this CA too, besides the generated one.
  std::string client_ca_file;
  std::string token_auth_file;
  bool anonymous_auth = true;
  std::vector<std::string> authorization_mode;

  // Tokens of service accounts are the first issuer's; those of all are accepted. Default: the name
  // of the API server in a cluster.
  std::vector<std::string> service_account_issuers;
  // What they are signed with (default: a key generated beside the certificates), and what they are
  // verified with: keys or certificates (default: the same key).
  std::string service_account_signing_key_file;
  std::vector<std::string> service_account_key_files;
  // Whom a token must be for (default: the issuers).
  std::vector<std::string> api_audiences;

  // An admin kubeconfig is written here (default: <data-dir>/kubeconfig; `-` for none).
  std::string write_kubeconfig;

  features::FeatureGates gates;
  // `group/version=bool` settings in order.
  std::vector<std::pair<std::string, bool>> runtime_config;
  schema::PruneMode pruning = schema::PruneMode::kKep;
  // Empty and remove terminating namespaces.
  bool namespace_controller = true;
  // How long events are kept.
  int64_t event_ttl_seconds = 3600;
  // What services get their addresses (one range, or one of each family) and node ports from.
  std::vector<apis::core::v1::AddressRange> service_addresses = {apis::core::v1::AddressRange()};
  apis::core::v1::PortRange service_ports;
  // Where others reach this server, which the service `kubernetes` says. Default: the bind address,
  // or that of the default route.
  std::string advertise_address;
  admission::PluginChoice admission_plugins;
  // Requests that are being answered at a time, reads and writes apart; 0: any number. Watches and
  // members of system:masters do not count.
  int max_requests_inflight = 400;
  int max_mutating_requests_inflight = 200;
  // The longest a request may take, unless it is a watch.
  std::chrono::milliseconds request_timeout{60'000};
  // How long requests are still taken after the server has said that it is going.
  std::chrono::milliseconds shutdown_delay{0};
  // Whether requests are logged, and how much of them.
  api::RequestLog request_log = api::RequestLog::kOff;
  int threads = 0;  // 0: one a core
};

}  // namespace pintle::server
