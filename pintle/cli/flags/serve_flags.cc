#include "pintle/cli/flags/serve_flags.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "pintle/base/duration_text.h"
#include "pintle/base/strings.h"
#include "pintle/base/version.h"
#include "pintle/server/authorization.h"
#include "pintle/server/runtime_config.h"

namespace pintle::cli {
namespace {

// From these --v on requests are logged, and debug messages and the stages of requests are shown.
constexpr int kRequestVerbosity = 2;
constexpr int kDebugVerbosity = 4;

// What the flags say, before it is checked.
struct RawFlags {
  std::string storage;
  std::string etcd_servers;
  std::string etcd_compaction_interval = "5m0s";
  std::string pruning;
  std::string event_ttl = "1h0m0s";
  std::string feature_gates;
  std::string runtime_config;
  std::string authorization_mode;
  std::string controllers;
  std::string request_timeout = "1m0s";
  std::string shutdown_delay = "0s";
  std::string service_cluster_ip_range = "10.0.0.0/24";
  std::string service_node_port_range = "30000-32767";
  std::string api_audiences;
  std::string enable_plugins;
  std::string disable_plugins;
  int verbosity = 0;
};

void Declare(CLI::App& app, server::Options& options, RawFlags& raw) {
  app.add_option("--bind-address", options.bind_address, "Address to listen on")
      ->capture_default_str();
  app.add_option("--secure-port", options.secure_port, "Port to listen on; 0 picks a free one")
      ->capture_default_str();
  app.add_option("--data-dir", options.data_dir, "Folder of the store, certificates and kubeconfig")
      ->capture_default_str();
  app.add_option("--storage", raw.storage,
                 "embedded (default), memory, or etcd (default with --etcd-servers)");
  app.add_option("--etcd-servers", raw.etcd_servers,
                 "URLs of the members of an etcd cluster: https://HOST:PORT,...");
  app.add_option("--etcd-cafile", options.etcd.ca_file, "CA of the etcd servers, PEM");
  app.add_option("--etcd-certfile", options.etcd.certificate_file, "Certificate for etcd, PEM");
  app.add_option("--etcd-keyfile", options.etcd.key_file, "Its private key, PEM");
  app.add_option("--etcd-prefix", options.etcd.prefix, "What all keys in etcd begin with")
      ->capture_default_str();
  app.add_option("--etcd-compaction-interval", raw.etcd_compaction_interval,
                 "How long history is kept in etcd at least; 0 leaves it alone")
      ->capture_default_str();
  app.add_option("--cert-dir", options.cert_dir,
                 "Folder of the generated certificates (default <data-dir>/pki)");
  app.add_option("--tls-cert-file", options.tls_cert_file, "Serving certificate, PEM");
  app.add_option("--tls-private-key-file", options.tls_private_key_file, "Its private key, PEM");
  app.add_option("--client-ca-file", options.client_ca_file,
                 "Accept client certificates of these CAs, PEM");
  app.add_option("--token-auth-file", options.token_auth_file,
                 "Accept the tokens of this file: token,user,uid,\"group1,group2\"");
  app.add_option("--anonymous-auth", options.anonymous_auth,
                 "Let requests without credentials in as system:anonymous")
      ->capture_default_str();
  app.add_option("--authorization-mode", raw.authorization_mode,
                 "AlwaysAllow or AlwaysDeny; by default authenticated users may do everything");
  app.add_option("--service-account-issuer", options.service_account_issuers,
                 "Who tokens of service accounts are of; repeated: others that are accepted too")
      ->allow_extra_args(false);
  app.add_option("--service-account-signing-key-file", options.service_account_signing_key_file,
                 "What they are signed with, PEM (default: a key generated in --cert-dir)");
  app.add_option("--service-account-key-file", options.service_account_key_files,
                 "What they are verified with: keys or certificates, PEM; repeated")
      ->allow_extra_args(false);
  app.add_option("--api-audiences", raw.api_audiences,
                 "Whom tokens must be for: name,other (default: the issuers)");
  app.add_option(
      "--write-kubeconfig", options.write_kubeconfig,
      "Where to write an admin kubeconfig (default <data-dir>/kubeconfig, with the port behind it "
      "where a running server has that; - for nowhere)");
  app.add_option("--feature-gates", raw.feature_gates, "Gate=true,OtherGate=false");
  app.add_option("--runtime-config", raw.runtime_config, "group/version=true,other/version=false");
  app.add_option("--pruning", raw.pruning,
                 "kep or kubernetes: how far x-kubernetes-preserve-unknown-fields reaches");
  app.add_option("--event-ttl", raw.event_ttl, "How long events are kept")->capture_default_str();
  app.add_option("--controllers", raw.controllers,
                 "namespace (default): empties and removes terminating namespaces; or none");
  app.add_option("--max-requests-inflight", options.max_requests_inflight,
                 "Reads answered at a time before clients are told to wait; 0: any number")
      ->capture_default_str();
  app.add_option("--max-mutating-requests-inflight", options.max_mutating_requests_inflight,
                 "The same for writes")
      ->capture_default_str();
  app.add_option("--request-timeout", raw.request_timeout,
                 "The longest a request may take, unless it is a watch")
      ->capture_default_str();
  app.add_option("--shutdown-delay-duration", raw.shutdown_delay,
                 "How long to serve on after /readyz has begun to fail")
      ->capture_default_str();
  app.add_option("--service-cluster-ip-range", raw.service_cluster_ip_range,
                 "Where services get their addresses from: a range, or one of each family")
      ->capture_default_str();
  app.add_option("--service-node-port-range", raw.service_node_port_range,
                 "Where services get their node ports from")
      ->capture_default_str();
  app.add_option("--advertise-address", options.advertise_address,
                 "Where others reach the server (default: --bind-address, or the default route's)");
  app.add_option("--enable-admission-plugins", raw.enable_plugins,
                 "Plugins to use besides those that are on: ServiceAccount,...");
  app.add_option("--disable-admission-plugins", raw.disable_plugins,
                 "Plugins not to use: Priority,...");
  app.add_option("-v,--v", raw.verbosity,
                 "How much to log: from 2 on a line a request, from 4 on its stages and debug "
                 "messages");
}

std::unexpected<Error> Usage(std::string message) {
  return Fail(Reason::kBadRequest, std::move(message));
}

// Naming servers of etcd means to use them.
Status CheckStorage(const RawFlags& raw, server::Options& options) {
  for (std::string_view server : Split(raw.etcd_servers, ',')) {
    if (!server.empty()) options.etcd.servers.emplace_back(server);
  }
  const bool names_servers = !options.etcd.servers.empty();
  if (raw.storage.empty()) {
    if (names_servers) options.storage = storage::Engine::kEtcd;
  } else if (auto engine = storage::EngineNamed(raw.storage)) {
    options.storage = *engine;
  } else if (!names_servers) {
    return Usage(
        fmt::format("--storage: {} is not one of {}", Quoted(raw.storage), storage::EngineNames()));
  }
  if (options.storage == storage::Engine::kEtcd) {
    if (!names_servers) return Usage("--storage=etcd needs --etcd-servers");
    if (options.etcd.certificate_file.empty() != options.etcd.key_file.empty()) {
      return Usage("--etcd-certfile and --etcd-keyfile go together");
    }
    auto interval = ParseDuration(raw.etcd_compaction_interval);
    if (!interval) return Usage("--etcd-compaction-interval: " + interval.error().message());
    options.etcd.compaction_interval = std::chrono::ceil<std::chrono::milliseconds>(*interval);
    return {};
  }
  if (names_servers) {
    return Usage(fmt::format("--etcd-servers is of no use with --storage={}", raw.storage));
  }
  return {};
}

Status CheckLimits(const RawFlags& raw, server::Options& options) {
  if (options.max_requests_inflight < 0) return Usage("--max-requests-inflight: is below 0");
  if (options.max_mutating_requests_inflight < 0) {
    return Usage("--max-mutating-requests-inflight: is below 0");
  }
  auto timeout = ParseDuration(raw.request_timeout);
  if (!timeout) return Usage("--request-timeout: " + timeout.error().message());
  options.request_timeout = std::chrono::ceil<std::chrono::milliseconds>(*timeout);
  if (options.request_timeout.count() < 1) return Usage("--request-timeout: must be more than 0");
  auto delay = ParseDuration(raw.shutdown_delay);
  if (!delay) return Usage("--shutdown-delay-duration: " + delay.error().message());
  options.shutdown_delay = std::chrono::ceil<std::chrono::milliseconds>(*delay);
  if (options.shutdown_delay.count() < 0) return Usage("--shutdown-delay-duration: is below 0");
  return {};
}

Status CheckServices(const RawFlags& raw, server::Options& options) {
  auto addresses = apis::core::v1::ParseAddressRanges(raw.service_cluster_ip_range);
  if (!addresses) return Usage("--service-cluster-ip-range: " + addresses.error().message());
  options.service_addresses = std::move(*addresses);
  auto ports = apis::core::v1::PortRange::Parse(raw.service_node_port_range);
  if (!ports) return Usage("--service-node-port-range: " + ports.error().message());
  options.service_ports = *ports;
  in6_addr ignored;
  const char* advertised = options.advertise_address.c_str();
  if (!options.advertise_address.empty() && inet_pton(AF_INET, advertised, &ignored) != 1 &&
      inet_pton(AF_INET6, advertised, &ignored) != 1) {
    return Usage(fmt::format("--advertise-address: {} is not an IP address",
                             Quoted(options.advertise_address)));
  }
  return {};
}

Status CheckAccess(const RawFlags& raw, bool as_kube_apiserver, server::Options& options) {
  for (std::string_view mode : Split(raw.authorization_mode, ',')) {
    if (mode.empty()) continue;
    if (!server::IsBuiltInMode(mode) && !as_kube_apiserver) {
      return Usage(
          fmt::format("--authorization-mode: {} is not built in; AlwaysAllow and AlwaysDeny are",
                      Quoted(mode)));
    }
    options.authorization_mode.emplace_back(mode);
  }
  for (std::string_view audience : Split(raw.api_audiences, ',')) {
    if (!audience.empty()) options.api_audiences.emplace_back(audience);
  }
  // Somebody must make the accounts this plugin asks for; Kubernetes has a controller for it.
  if (as_kube_apiserver) options.admission_plugins.Set("ServiceAccount", true);
  Status plugins = options.admission_plugins.Apply(raw.enable_plugins, raw.disable_plugins);
  if (!plugins) return Usage("--" + plugins.error().message());
  if (options.tls_cert_file.empty() != options.tls_private_key_file.empty()) {
    return Usage("--tls-cert-file and --tls-private-key-file go together");
  }
  return {};
}

// What is served and how.
Status CheckApi(const RawFlags& raw, bool as_kube_apiserver, server::Options& options) {
  std::string pruning = !raw.pruning.empty() ? raw.pruning
                        : as_kube_apiserver  ? "kubernetes"
                                             : "kep";
  if (pruning == "kubernetes") {
    options.pruning = schema::PruneMode::kKubernetes;
  } else if (pruning != "kep") {
    return Usage(fmt::format("--pruning: {} is not one of kep, kubernetes", Quoted(pruning)));
  }
  auto event_ttl = ParseDuration(raw.event_ttl);
  if (!event_ttl) return Usage("--event-ttl: " + event_ttl.error().message());
  options.event_ttl_seconds = std::chrono::ceil<std::chrono::seconds>(*event_ttl).count();
  if (options.event_ttl_seconds < 1) return Usage("--event-ttl: must be more than 0");
  auto gates = features::FeatureGates::Parse(raw.feature_gates);
  if (!gates) return Usage("--feature-gates: " + gates.error().message());
  options.gates = std::move(*gates);
  auto runtime_config = server::ParseRuntimeConfig(raw.runtime_config);
  if (!runtime_config) return Usage("--runtime-config: " + runtime_config.error().message());
  // Kubernetes has no such version any more. What is said of it in the flag comes later and wins.
  if (as_kube_apiserver) {
    options.runtime_config.emplace_back("apiextensions.k8s.io/v1beta1", false);
  }
  options.runtime_config.insert(options.runtime_config.end(), runtime_config->begin(),
                                runtime_config->end());
  return {};
}

Status Check(const RawFlags& raw, bool as_kube_apiserver, server::Options& options) {
  PINTLE_RETURN_IF_ERROR(CheckStorage(raw, options));
  PINTLE_RETURN_IF_ERROR(CheckServices(raw, options));
  PINTLE_RETURN_IF_ERROR(CheckLimits(raw, options));
  PINTLE_RETURN_IF_ERROR(CheckAccess(raw, as_kube_apiserver, options));
  PINTLE_RETURN_IF_ERROR(CheckApi(raw, as_kube_apiserver, options));
  // Kubernetes has its controllers in another program.
  std::string controllers = !raw.controllers.empty() ? raw.controllers
                            : as_kube_apiserver      ? "none"
                                                     : "namespace";
  if (controllers != "namespace" && controllers != "none") {
    return Usage(
        fmt::format("--controllers: {} is not one of namespace, none", Quoted(controllers)));
  }
  options.namespace_controller = controllers == "namespace";
  return {};
}

// What CLI11 did not know: an error that names the nearest flag.
Status CheckExtras(const CLI::App& app, const std::vector<std::string>& extras) {
  if (extras.empty()) return {};
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  std::string given = extras.front().substr(0, extras.front().find('='));
  auto nearest = NearestName(given, names);
  return Usage(fmt::format("unknown flag {}{}", given,
                           nearest ? fmt::format("; did you mean {}?", *nearest) : std::string()));
}

// As `kube-apiserver --version` says it, under that name.
std::string VersionText(bool as_kube_apiserver) {
  return fmt::format("{}{}\n", as_kube_apiserver ? "Kubernetes " : "", kVersion);
}

// What Kubernetes' parser of flags takes and CLI11 does not.
std::string AsCliHasIt(std::string argument) {
  if (argument.starts_with("-v=")) return "-" + argument;
  if (argument == "--version=raw") return "--version";
  return argument;
}

// Reads the arguments into what `app` declares. Returns what to print instead of going on.
Result<std::string> Parse(CLI::App& app, std::vector<std::string> arguments) {
  for (std::string& argument : arguments) argument = AsCliHasIt(std::move(argument));
  std::ranges::reverse(arguments);  // CLI11 takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what());
  } catch (const CLI::ParseError& error) {
    return Usage(error.what());
  }
  return std::string();
}

api::RequestLog RequestLogFor(int verbosity) {
  if (verbosity >= kDebugVerbosity) return api::RequestLog::kStages;
  return verbosity >= kRequestVerbosity ? api::RequestLog::kLines : api::RequestLog::kOff;
}

}  // namespace

Result<ServeFlags> ParseServeFlags(std::vector<std::string> arguments, bool as_kube_apiserver) {
  ServeFlags flags;
  RawFlags raw;
  CLI::App app("Runs a Kubernetes API server with an embedded store.", "pintle serve");
  app.allow_extras();
  app.set_version_flag("--version", VersionText(as_kube_apiserver), "Print the version and end");
  Declare(app, flags.options, raw);
  PINTLE_TRY(flags.answer, Parse(app, std::move(arguments)));
  if (!flags.answer.empty()) return flags;
  std::vector<std::string> extras = app.remaining();
  if (as_kube_apiserver) {
    flags.ignored = extras;
  } else {
    PINTLE_RETURN_IF_ERROR(CheckExtras(app, extras));
  }
  PINTLE_RETURN_IF_ERROR(Check(raw, as_kube_apiserver, flags.options));
  // Kubernetes leaves nothing in the folder it is started in, and has no kubeconfig to write.
  if (as_kube_apiserver && storage::TraitsOf(flags.options.storage).shared &&
      app.count("--data-dir") == 0) {
    flags.options.data_dir.clear();
  }
  flags.options.request_log = RequestLogFor(raw.verbosity);
  if (raw.verbosity >= kDebugVerbosity) flags.log_level = LogLevel::kDebug;
  return flags;
}

}  // namespace pintle::cli
