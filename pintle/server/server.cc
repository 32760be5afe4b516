#include "pintle/server/server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <utility>

#include "apis/apiextensions/v1/types.h"
#include "apis/autoscaling/scale.h"
#include "apis/builtin.h"
#include "apis/core/v1/types.h"
#include "pintle/admission/plugins/all_plugins.h"
#include "pintle/api/handler.h"
#include "pintle/auth/certificates/cert_dir.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/base/version.h"
#include "pintle/client/config/kubeconfig.h"
#include "pintle/controllers/namespace/controller.h"
#include "pintle/extensions/custom_resources.h"
#include "pintle/extensions/definition_follower.h"
#include "pintle/http/tls_pem.h"
#include "pintle/registry/cached_objects.h"
#include "pintle/registry/resource_cache.h"
#include "pintle/server/authorization.h"
#include "pintle/server/bootstrap/bootstrap.h"
#include "pintle/server/bootstrap/system_namespaces.h"
#include "pintle/server/files.h"
#include "pintle/server/folder_claim.h"
#include "pintle/server/not_enforced.h"
#include "pintle/server/runtime_config.h"
#include "pintle/server/service_accounts.h"
#include "pintle/server/service_resolver.h"
#include "pintle/server/world.h"
#include "pintle/storage/compactor.h"

namespace pintle::server {
namespace {

// Kept encodings of all objects together; beyond it answers are encoded each time.
constexpr size_t kEncodingBudgetBytes = size_t{256} * 1024 * 1024;

// Events that caches keep in memory; watches from further back are served from the store's history.
// The number is bounded so that memory does not follow the rate of writes; it is several times what
// the store commits at once.
constexpr storage::WindowLimits kEventWindow{.age = std::chrono::seconds(10), .max_events = 8192};
// How long after the end of a namespace began another server may still admit objects to it.
constexpr std::chrono::milliseconds kSettleAmongServers{2000};

using api::ServedResource;
using controllers::NamespaceController;

Result<std::unique_ptr<storage::Store>> OpenStore(const Options& options) {
  return storage::OpenStore(
      {.engine = options.storage, .folder = StoreFolder(options.data_dir), .etcd = options.etcd});
}

// What the server presents to clients and accepts from them.
struct Identity {
  std::string certificate_pem;
  std::string private_key_pem;
  std::string client_ca_pem;
  std::string trust_pem;
  http::KeyPair admin;
};

// Empty: certificates are kept nowhere.
std::string CertificateFolder(const Options& options) {
  if (!options.cert_dir.empty() || options.data_dir.empty()) return options.cert_dir;
  return options.data_dir + "/pki";
}

Result<Identity> LoadIdentity(const Options& options) {
  const std::vector<std::string> ips = {options.bind_address, AdvertisedFor(options),
                                        options.service_addresses.front().At(1)};
  PINTLE_TRY(
      auth::ServingMaterial material,
      auth::EnsureServingMaterial(CertificateFolder(options), auth::DefaultServingNames(ips)));
  Identity identity;
  identity.certificate_pem = material.serving.certificate_pem;
  identity.private_key_pem = material.serving.private_key_pem;
  identity.trust_pem = material.trust_pem;
  identity.client_ca_pem = material.ca.certificate_pem;
  identity.admin = material.admin;
  if (!options.tls_cert_file.empty()) {
    PINTLE_TRY(identity.certificate_pem, ReadFile(options.tls_cert_file));
    PINTLE_TRY(identity.private_key_pem, ReadFile(options.tls_private_key_file));
    identity.trust_pem = identity.certificate_pem;
  }
  if (!options.client_ca_file.empty()) {
    PINTLE_TRY(std::string more, ReadFile(options.client_ca_file));
    // The generated one is always there: without this nobody would notice.
    PINTLE_RETURN_IF_ERROR(
        http::ReadCertificates(more, "--client-ca-file: " + options.client_ca_file));
    identity.client_ca_pem += more;
  }
  return identity;
}

Status CheckBindAddress(const std::string& address) {
  in6_addr ignored;
  if (inet_pton(AF_INET, address.c_str(), &ignored) == 1) return {};
  if (inet_pton(AF_INET6, address.c_str(), &ignored) == 1) return {};
  return BadRequest(fmt::format("--bind-address: {} is not an IP address", Quoted(address)));
}

class RunningServer final : public ApiServer {
 public:
  explicit RunningServer(Options options) : options_(std::move(options)) {}
  ~RunningServer() override { Stop(std::chrono::milliseconds(0)); }

  Status Run() {
    PINTLE_TRY(Identity identity, LoadIdentity(options_));
    PINTLE_TRY(store_, OpenStore(options_));
    if (!shares_store_) compactor_.emplace(*store_);
    metrics_ = std::make_unique<api::Metrics>(options_.gates);
    metered_store_.emplace(*store_, metrics_->store());
    world_ = std::make_unique<ServerWorld>(options_.gates, *metered_store_, *metrics_);
    world_->mutable_admission().Observe(metrics_->admission());
    calls_->Start();
    PINTLE_RETURN_IF_ERROR(BlockOn(ServeBuiltins()));
    AddAdmission();
    progress_.Done(api::StartStep::kAdmission);
    PINTLE_RETURN_IF_ERROR(BlockOn(EnsureSystemNamespaces(*world_, *namespaces_)));
    progress_.Done(api::StartStep::kNamespaces);
    PINTLE_RETURN_IF_ERROR(SetUpAuth());
    progress_.Done(api::StartStep::kAuth);
    PINTLE_RETURN_IF_ERROR(StartHttp(identity));
    PINTLE_RETURN_IF_ERROR(WriteKubeconfig(identity));
    http_->executors()[0]->Post([this] { custom_->ResumeDeletions(); });
    system_namespaces_.emplace(*world_, namespaces_, *http_->executors()[0]);
    own_objects_.emplace(*world_, registry_, options_, port_, *http_->executors()[0], progress_);
    if (shares_store_) {
      follower_.emplace(*custom_, definitions_, *http_->executors()[0]);
    }
    if (options_.namespace_controller) {
      NamespaceController::Options controller;
      controller.metrics = &metrics_->QueueOf("namespace");
      if (shares_store_) controller.settle = kSettleAmongServers;
      namespace_controller_.emplace(*world_, registry_, namespaces_, *http_->executors()[0],
                                    controller);
    }
    progress_.Done(api::StartStep::kControllers);
    return {};
  }

  std::string url() const override { return "https://" + Address(); }
  std::string kubeconfig_path() const override { return kubeconfig_path_; }

  void Stop(std::chrono::milliseconds grace) override {
    if (stopped_.exchange(true)) return;
    if (handler_) handler_->SetStopping();
    if (http_) std::this_thread::sleep_for(options_.shutdown_delay);
    if (system_namespaces_) system_namespaces_->Stop();
    if (own_objects_) own_objects_->Stop();
    if (namespace_controller_) namespace_controller_->Stop();
    if (follower_) follower_->Stop();
    // As long as the port is held nobody else has a file of that name.
    if (!own_kubeconfig_.empty()) ::unlink(own_kubeconfig_.c_str());
    if (http_) http_->Stop(grace);
    work_threads_.Stop();
    calls_->Stop();
  }

 private:
  // Caches and serves every compiled-in resource that is enabled, then the custom ones.
  Task<Status> ServeBuiltins() {
    apis::BuiltinOptions builtin{
        .prune_mode = options_.pruning,
        .event_ttl_seconds = options_.event_ttl_seconds,
        .service_addresses = options_.service_addresses,
        .service_ports = options_.service_ports,
        .on_definition_written = [this](const write::Object& object, bool deleted) {
          return custom_->OnWritten(object, deleted);
        }};
    scheme_.UseGates(options_.gates);
    auto definitions = apis::BuiltinResources(scheme_, builtin);
    custom_ = std::make_unique<extensions::CustomResources>(
        *world_, registry_,
        extensions::CustomResourceOptions{
            .kinds = {.prune_mode = options_.pruning,
                      .store_cbor = options_.gates.Enabled(features::kCborServingAndStorage),
                      .scale = apis::autoscaling::SpokenScale(definitions),
                      .conversion = Conversion()},
            .event_window = kEventWindow},
        budget_);
    PINTLE_CO_RETURN_IF_ERROR(ApplyRuntimeConfig(options_.runtime_config, definitions));
    WarnOfNotEnforced(options_, definitions);
    std::vector<std::shared_ptr<const ServedResource>> served;
    for (write::ResourceDefinition& definition : definitions) {
      auto resource = std::make_shared<ServedResource>();
      resource->definition =
          std::make_shared<const write::ResourceDefinition>(std::move(definition));
      resource->cache = MakeCache(resource->definition);
      metrics_->store().Name(resource->definition->storing.key_prefix,
                             resource->definition->names.group, resource->definition->names.plural);
      Status started = co_await resource->cache->Start();
      if (!started) co_return started;
      served.push_back(std::move(resource));
    }
    registry_.Put(served);
    progress_.Done(api::StartStep::kBuiltins);
    const std::shared_ptr<const api::Registry> registry = registry_.Current();
    namespaces_ = registry->FindOf<apis::core::v1::Namespace>();
    services_ = registry->FindOf<apis::core::v1::Service>();
    definitions_ = registry->FindOf<apis::apiextensions::v1::CustomResourceDefinition>();
    auto loading = custom_->Load(definitions_);
    Status loaded = co_await loading;
    if (loaded) progress_.Done(api::StartStep::kDefinitions);
    co_return loaded;
  }

  extensions::ConversionEnvironment Conversion() {
    extensions::ConversionEnvironment conversion;
    conversion.webhooks.thread = calls_;
    conversion.webhooks.resolve = [this](const webhook::ServiceReference& service) {
      return ResolveService(*services_, service);
    };
    conversion.new_uid = [this] { return world_->NewUid(); };
    return conversion;
  }

  std::shared_ptr<storage::WatchCache> MakeCache(
      const std::shared_ptr<const write::ResourceDefinition>& definition) {
    storage::WatchCacheOptions cache_options;
    cache_options.budget = budget_;
    cache_options.window = kEventWindow;
    return api::MakeCache(*metered_store_, *definition, cache_options);
  }

  // `127.0.0.1:6443`, `[::1]:6443`
  std::string Address() const {
    const std::string& ip = options_.bind_address;
    bool six = ip.find(':') != std::string::npos;
    return fmt::format("{}{}{}:{}", six ? "[" : "", ip, six ? "]" : "", port_.load());
  }

  void AddAdmission() {
    objects_ = std::make_unique<CachedObjects>(registry_, *metered_store_);
    priority_classes_ = std::make_unique<CachedPriorityClasses>(*objects_);
    for (const std::string& name : options_.admission_plugins.missing()) {
      LogWarning("an admission plugin is not built in", {{"plugin", name}});
    }
    AddAdmissionPlugins(options_.admission_plugins, *objects_, *priority_classes_, *world_,
                        world_->mutable_admission());
  }

  // Who may come in, by which credentials.
  Status SetUpAuth() {
    auto objects = std::make_unique<CachedTokenObjects>(*objects_);
    PINTLE_TRY(accounts_, MakeServiceAccounts(options_, CertificateFolder(options_),
                                              std::move(objects), world_->clock()));
    auth::AuthenticatorOptions authentication;
    authentication.anonymous_allowed = options_.anonymous_auth;
    authentication.account_tokens = accounts_.verifier.get();
    authentication.audiences = accounts_.audiences;
    authentication.clock = &world_->clock();
    if (!options_.token_auth_file.empty()) {
      PINTLE_TRY(authentication.token_file, ReadFile(options_.token_auth_file));
    }
    PINTLE_TRY(authenticator_, auth::Authenticator::Create(authentication));
    authorizer_ = MakeAuthorizer(options_);
    world_->UseAuth(*authenticator_, *authorizer_);
    world_->UseTokenIssuer(*accounts_.issuer);
    return {};
  }

  Status StartHttp(const Identity& identity) {
    api::OpenApiOptions openapi;
    openapi.server_version = std::string(kVersion);
    openapi.cbor = options_.gates.Enabled(features::kCborServingAndStorage);
    openapi.field_validation = options_.gates.Enabled(api::kFieldValidationGate);
    openapi_ = std::make_unique<api::OpenApiDocuments>(openapi);

    api::HandlerOptions handler;
    handler.registry = &registry_;
    handler.world = world_.get();
    handler.authenticator = authenticator_.get();
    handler.authorizer = authorizer_.get();
    handler.token_issuer = accounts_.issuer_name;
    handler.token_keys = &accounts_.keys;
    handler.metrics = metrics_.get();
    handler.progress = &progress_;
    handler.openapi = openapi_.get();
    handler.address = [this] { return Address(); };
    handler.version = std::string(kVersion);
    if (std::string_view data = storage::TraitsOf(options_.storage).data_file; !data.empty()) {
      handler.storage_bytes = [file = fmt::format("{}/{}", StoreFolder(options_.data_dir), data)] {
        std::error_code fault;
        const auto bytes = std::filesystem::file_size(file, fault);
        return fault ? std::nullopt : std::optional<uint64_t>(bytes);
      };
    }
    handler.request_body_bytes = [this] {
      const http::Server* listening = listening_;
      return listening != nullptr ? listening->body_bytes() : 0;
    };
    handler.max_reads_in_flight = options_.max_requests_inflight;
    handler.max_writes_in_flight = options_.max_mutating_requests_inflight;
    handler.request_timeout = options_.request_timeout;
    handler.request_log = options_.request_log;
    handler.work_threads = &work_threads_;
    handler_ = std::make_unique<api::ApiHandler>(std::move(handler));

    http::ServerOptions listen;
    listen.bind_address = options_.bind_address;
    listen.port = options_.secure_port;
    listen.certificate_pem = identity.certificate_pem;
    listen.private_key_pem = identity.private_key_pem;
    listen.client_ca_pem = identity.client_ca_pem;
    listen.threads = Threads();
    port_ = options_.secure_port;
    PINTLE_TRY(http_, http::Server::Start(
                          listen, [this](http::Request& request, http::ResponseWriter& writer) {
                            return handler_->Handle(request, writer);
                          }));
    port_ = http_->port();
    listening_ = http_.get();
    return {};
  }

  // As many as there are cores, for connections and for long work each.
  int Threads() const {
    if (options_.threads > 0) return options_.threads;
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }

  // Where it is to be; empty: nowhere. One of several servers in a folder has the usual name.
  std::string KubeconfigPath() {
    const std::string& asked = options_.write_kubeconfig;
    if (!asked.empty()) return asked == "-" ? std::string() : asked;
    if (options_.data_dir.empty()) return {};
    folder_claim_ = FolderClaim::Take(options_.data_dir);
    if (folder_claim_ != nullptr) return options_.data_dir + "/kubeconfig";
    own_kubeconfig_ = fmt::format("{}/kubeconfig-{}", options_.data_dir, port_.load());
    return own_kubeconfig_;
  }

  Status WriteKubeconfig(const Identity& identity) {
    const std::string path = KubeconfigPath();
    if (path.empty()) return {};
    std::string text = auth::AdminKubeconfig(url(), identity.trust_pem, identity.admin);
    PINTLE_RETURN_IF_ERROR(WritePrivateFile(path, text));
    kubeconfig_path_ = path;
    return {};
  }

  // In order of dependence: destroyed from the last to the first.
  const Options options_;
  const bool shares_store_ = storage::TraitsOf(options_.storage).shared;
  std::atomic<bool> stopped_{false};
  api::StartProgress progress_;
  scheme::Scheme scheme_;
  std::shared_ptr<storage::EncodingBudget> budget_ =
      std::make_shared<storage::EncodingBudget>(kEncodingBudgetBytes);
  api::WorkThreads work_threads_{static_cast<size_t>(Threads())};
  // Before the store, whose end is the end of the calls that are under way: they are counted, and
  // come back to the executors of the server, which has stopped by then.
  std::unique_ptr<http::Server> http_;
  std::atomic<const http::Server*> listening_{nullptr};  // http_, for its own threads
  std::unique_ptr<api::Metrics> metrics_;
  std::optional<api::MeteredStore> metered_store_;
  std::unique_ptr<storage::Store> store_;
  std::optional<storage::Compactor> compactor_;
  std::unique_ptr<ServerWorld> world_;
  api::RegistryHolder registry_;
  // For calls to webhooks; shared with them.
  std::shared_ptr<http::IoThread> calls_ = std::make_shared<http::IoThread>();
  std::unique_ptr<extensions::CustomResources> custom_;
  std::unique_ptr<CachedObjects> objects_;
  std::unique_ptr<CachedPriorityClasses> priority_classes_;
  std::optional<OwnObjects> own_objects_;
  std::shared_ptr<const ServedResource> namespaces_;
  std::shared_ptr<const ServedResource> services_;
  std::shared_ptr<const ServedResource> definitions_;
  std::optional<SystemNamespaces> system_namespaces_;
  std::optional<extensions::DefinitionFollower> follower_;
  std::optional<NamespaceController> namespace_controller_;
  ServiceAccounts accounts_;
  std::unique_ptr<auth::Authenticator> authenticator_;
  std::unique_ptr<auth::Authorizer> authorizer_;
  std::unique_ptr<api::OpenApiDocuments> openapi_;
  std::unique_ptr<api::ApiHandler> handler_;
  // Known once the port is bound; requests may come before that.
  std::atomic<uint16_t> port_{0};
  std::string kubeconfig_path_;
  std::unique_ptr<FolderClaim> folder_claim_;
  // Written under a name that nobody knows afterwards: it goes with the server.
  std::string own_kubeconfig_;
};

}  // namespace

Result<std::unique_ptr<ApiServer>> ApiServer::Start(Options options) {
  PINTLE_RETURN_IF_ERROR(CheckBindAddress(options.bind_address));
  bool needs_data_dir =
      !storage::TraitsOf(options.storage).data_file.empty() ||
      (!options.data_dir.empty() && (options.cert_dir.empty() || options.write_kubeconfig.empty()));
  if (needs_data_dir) PINTLE_RETURN_IF_ERROR(EnsureDirectory(options.data_dir));
  auto server = std::make_unique<RunningServer>(std::move(options));
  PINTLE_RETURN_IF_ERROR(server->Run());
  return server;
}

}  // namespace pintle::server
