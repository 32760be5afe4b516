#include "pintle/cli/flags/serve_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ServeFlagsTest, Defaults) {
  auto flags = ParseServeFlags({}, false);
  ASSERT_TRUE(flags) << flags.error().message();
  const server::Options& options = flags->options;
  EXPECT_EQ(options.bind_address, "127.0.0.1");
  EXPECT_EQ(options.secure_port, 6443);
  EXPECT_EQ(options.data_dir, "pintle-data");
  EXPECT_EQ(options.storage, storage::Engine::kEmbedded);
  EXPECT_EQ(options.pruning, schema::PruneMode::kKep);
  EXPECT_TRUE(options.anonymous_auth);
  EXPECT_THAT(options.authorization_mode, IsEmpty());
  EXPECT_THAT(options.runtime_config, IsEmpty());
  EXPECT_EQ(options.write_kubeconfig, "");
  EXPECT_TRUE(options.gates.Enabled(features::kCborServingAndStorage));
  EXPECT_THAT(flags->ignored, IsEmpty());
  EXPECT_EQ(flags->answer, "");
}

TEST(ServeFlagsTest, Reads) {
  auto flags = ParseServeFlags(
      {"--bind-address=0.0.0.0", "--secure-port", "0", "--data-dir=/d", "--storage=memory",
       "--cert-dir=/c", "--tls-cert-file=/a.crt", "--tls-private-key-file=/a.key",
       "--client-ca-file=/ca", "--token-auth-file=/t", "--anonymous-auth=false",
       "--authorization-mode=AlwaysAllow", "--write-kubeconfig=-",
       "--feature-gates=CBORServingAndStorage=false", "--pruning=kubernetes", "--controllers=none",
       "--runtime-config=frobber.example/v6=true,api/beta=false", "--v=4"},
      false);
  ASSERT_TRUE(flags) << flags.error().message();
  const server::Options& options = flags->options;
  EXPECT_EQ(options.bind_address, "0.0.0.0");
  EXPECT_EQ(options.secure_port, 0);
  EXPECT_EQ(options.data_dir, "/d");
  EXPECT_EQ(options.storage, storage::Engine::kMemory);
  EXPECT_EQ(options.cert_dir, "/c");
  EXPECT_EQ(options.tls_cert_file, "/a.crt");
  EXPECT_EQ(options.tls_private_key_file, "/a.key");
  EXPECT_EQ(options.client_ca_file, "/ca");
  EXPECT_EQ(options.token_auth_file, "/t");
  EXPECT_FALSE(options.anonymous_auth);
  EXPECT_THAT(options.authorization_mode, ElementsAre("AlwaysAllow"));
  EXPECT_EQ(options.write_kubeconfig, "-");
  EXPECT_FALSE(options.gates.Enabled(features::kCborServingAndStorage));
  EXPECT_EQ(options.pruning, schema::PruneMode::kKubernetes);
  EXPECT_THAT(options.runtime_config,
              ElementsAre(std::pair("frobber.example/v6", true), std::pair("api/beta", false)));
}

TEST(ServeFlagsTest, VerbosityDecidesWhatIsLogged) {
  EXPECT_EQ(ParseServeFlags({}, false)->log_level, LogLevel::kInfo);
  EXPECT_EQ(ParseServeFlags({"--v=3"}, false)->log_level, LogLevel::kInfo);
  EXPECT_EQ(ParseServeFlags({"--v=4"}, false)->log_level, LogLevel::kDebug);
  EXPECT_EQ(ParseServeFlags({"--v=10"}, true)->log_level, LogLevel::kDebug);
}

TEST(ServeFlagsTest, RequestsAreLoggedFromTwoOn) {
  auto logged = [](std::vector<std::string> flags, bool as_kube_apiserver = false) {
    auto parsed = ParseServeFlags(std::move(flags), as_kube_apiserver);
    EXPECT_TRUE(parsed) << parsed.error().message();
    return parsed->options.request_log;
  };
  EXPECT_EQ(logged({}), api::RequestLog::kOff);
  EXPECT_EQ(logged({"--v=1"}), api::RequestLog::kOff);
  EXPECT_EQ(logged({"--v=2"}), api::RequestLog::kLines);
  EXPECT_EQ(logged({"--v=3"}), api::RequestLog::kLines);
  EXPECT_EQ(logged({"--v=4"}), api::RequestLog::kStages);
  // As Kubernetes takes it.
  EXPECT_EQ(logged({"-v", "4"}, true), api::RequestLog::kStages);
  EXPECT_EQ(logged({"-v=2"}, true), api::RequestLog::kLines);
  EXPECT_EQ(logged({"-v=2"}), api::RequestLog::kLines);
}

TEST(ServeFlagsTest, VersionIsPrintedInsteadOfServing) {
  EXPECT_EQ(ParseServeFlags({"--version"}, false)->answer, "v1.36.4+pintle.0.1.0\n");
  EXPECT_EQ(ParseServeFlags({"--secure-port=0", "--unknown", "--version"}, true)->answer,
            "Kubernetes v1.36.4+pintle.0.1.0\n");
  EXPECT_EQ(ParseServeFlags({"--version=raw"}, true)->answer, "Kubernetes v1.36.4+pintle.0.1.0\n");
  EXPECT_EQ(ParseServeFlags({"--version=false"}, true)->answer, "");
}

// The store is elsewhere, and Kubernetes makes no folder of its own.
TEST(ServeFlagsTest, UnderTheNameOfKubernetesEtcdNeedsNoFolder) {
  auto folder = [](std::vector<std::string> flags, bool as_kube_apiserver) {
    return ParseServeFlags(std::move(flags), as_kube_apiserver)->options.data_dir;
  };
  EXPECT_EQ(folder({"--etcd-servers=http://x"}, true), "");
  EXPECT_EQ(folder({"--etcd-servers=http://x", "--data-dir=/d"}, true), "/d");
  EXPECT_EQ(folder({"--etcd-servers=http://x"}, false), "pintle-data");
  EXPECT_EQ(folder({}, true), "pintle-data");
}

TEST(ServeFlagsTest, Limits) {
  auto defaults = ParseServeFlags({}, false);
  ASSERT_TRUE(defaults);
  EXPECT_EQ(defaults->options.max_requests_inflight, 400);
  EXPECT_EQ(defaults->options.max_mutating_requests_inflight, 200);
  EXPECT_EQ(defaults->options.request_timeout, std::chrono::seconds(60));
  EXPECT_EQ(defaults->options.shutdown_delay, std::chrono::seconds(0));
  auto flags = ParseServeFlags({"--max-requests-inflight=0", "--max-mutating-requests-inflight=5",
                                "--request-timeout=1m30s", "--shutdown-delay-duration=250ms"},
                               false);
  ASSERT_TRUE(flags) << flags.error().message();
  EXPECT_EQ(flags->options.max_requests_inflight, 0);
  EXPECT_EQ(flags->options.max_mutating_requests_inflight, 5);
  EXPECT_EQ(flags->options.request_timeout, std::chrono::seconds(90));
  EXPECT_EQ(flags->options.shutdown_delay, std::chrono::milliseconds(250));
}

// Kubernetes has its controllers in another program.
TEST(ServeFlagsTest, NamespaceController) {
  EXPECT_TRUE(ParseServeFlags({}, false)->options.namespace_controller);
  EXPECT_FALSE(ParseServeFlags({}, true)->options.namespace_controller);
  EXPECT_TRUE(ParseServeFlags({"--controllers=namespace"}, true)->options.namespace_controller);
  EXPECT_FALSE(ParseServeFlags({"--controllers=none"}, false)->options.namespace_controller);
}

TEST(ServeFlagsTest, EtcdServersImplyEtcd) {
  auto flags = ParseServeFlags(
      {"--etcd-servers=https://a:2379,https://b:2379", "--etcd-cafile=/ca", "--etcd-certfile=/c",
       "--etcd-keyfile=/k", "--etcd-prefix=/elsewhere", "--etcd-compaction-interval=90s"},
      false);
  ASSERT_TRUE(flags) << flags.error().message();
  EXPECT_EQ(flags->options.storage, storage::Engine::kEtcd);
  const storage::EtcdOptions& etcd = flags->options.etcd;
  EXPECT_THAT(etcd.servers, ElementsAre("https://a:2379", "https://b:2379"));
  EXPECT_EQ(etcd.ca_file, "/ca");
  EXPECT_EQ(etcd.certificate_file, "/c");
  EXPECT_EQ(etcd.key_file, "/k");
  EXPECT_EQ(etcd.prefix, "/elsewhere");
  EXPECT_EQ(etcd.key_root, "/registry");
  EXPECT_EQ(etcd.compaction_interval, std::chrono::seconds(90));

  auto contradiction = ParseServeFlags({"--etcd-servers=http://a", "--storage=memory"}, false);
  ASSERT_FALSE(contradiction);
  EXPECT_THAT(contradiction.error().message(), HasSubstr("of no use with --storage=memory"));
  auto odd =
      ParseServeFlags({"--etcd-servers=http://a", "--etcd-compaction-interval=often"}, false);
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().message(), HasSubstr("--etcd-compaction-interval"));
  auto half = ParseServeFlags({"--etcd-servers=https://a", "--etcd-keyfile=/k"}, false);
  ASSERT_FALSE(half);
  EXPECT_THAT(half.error().message(), HasSubstr("--etcd-certfile and --etcd-keyfile"));
}

TEST(ServeFlagsTest, ServiceAccounts) {
  auto flags = ParseServeFlags(
      {"--service-account-issuer=https://a", "--service-account-issuer=https://b",
       "--service-account-signing-key-file=/sign", "--service-account-key-file=/one",
       "--service-account-key-file=/two", "--api-audiences=x,y", "--advertise-address=10.1.2.3"},
      false);
  ASSERT_TRUE(flags) << flags.error().message();
  const server::Options& options = flags->options;
  EXPECT_THAT(options.service_account_issuers, ElementsAre("https://a", "https://b"));
  EXPECT_EQ(options.service_account_signing_key_file, "/sign");
  EXPECT_THAT(options.service_account_key_files, ElementsAre("/one", "/two"));
  EXPECT_THAT(options.api_audiences, ElementsAre("x", "y"));
  EXPECT_EQ(options.advertise_address, "10.1.2.3");
}

TEST(ServeFlagsTest, ServiceRanges) {
  auto flags = ParseServeFlags({"--service-cluster-ip-range=fd00::/112,10.0.0.0/16"}, false);
  ASSERT_TRUE(flags) << flags.error().message();
  ASSERT_EQ(flags->options.service_addresses.size(), 2u);
  EXPECT_EQ(flags->options.service_addresses[0].Text(), "fd00::/112");
  EXPECT_EQ(flags->options.service_addresses[1].Text(), "10.0.0.0/16");
}

TEST(ServeFlagsTest, AdmissionPlugins) {
  auto on = [](std::vector<std::string> flags, bool as_kube_apiserver, const char* plugin) {
    auto parsed = ParseServeFlags(std::move(flags), as_kube_apiserver);
    EXPECT_TRUE(parsed) << parsed.error().message();
    return parsed && parsed->options.admission_plugins.IsOn(plugin);
  };
  EXPECT_TRUE(on({}, false, "Priority"));
  EXPECT_FALSE(on({"--disable-admission-plugins=Priority"}, false, "Priority"));
  EXPECT_FALSE(on({}, false, "ServiceAccount"));
  EXPECT_TRUE(on({"--enable-admission-plugins=ServiceAccount"}, false, "ServiceAccount"));
  EXPECT_TRUE(on({}, true, "ServiceAccount"));
  EXPECT_FALSE(on({"--disable-admission-plugins=ServiceAccount"}, true, "ServiceAccount"));
}

TEST(ServeFlagsTest, UnknownFlagsNameTheNearest) {
  const std::pair<const char*, const char*> cases[] = {
      {"--secure-prot=1", "unknown flag --secure-prot; did you mean --secure-port?"},
      {"--storge=memory", "unknown flag --storge; did you mean --storage?"},
      {"--data_dir", "unknown flag --data_dir; did you mean --data-dir?"},
      {"--completely-different=1", "unknown flag --completely-different"},
      {"word", "unknown flag word"},
  };
  for (const auto& [flag, message] : cases) {
    auto flags = ParseServeFlags({flag}, false);
    ASSERT_FALSE(flags) << flag;
    EXPECT_EQ(flags.error().message(), message);
  }
}

TEST(ServeFlagsTest, RefusesBadValues) {
  const std::pair<std::string, const char*> cases[] = {
      {"--secure-port=x", "--secure-port"},
      {"--secure-port=-1", "--secure-port"},
      {"--secure-port=65536", "--secure-port"},
      {"--secure-port", "--secure-port"},
      {"--storage=disk", "--storage: \"disk\" is not one of embedded, memory, etcd"},
      {"--storage=etcd", "--storage=etcd needs --etcd-servers"},
      {"--pruning=some", "--pruning: \"some\" is not one of kep, kubernetes"},
      {"--event-ttl=0s", "--event-ttl: must be more than 0"},
      {"--event-ttl=soon", "--event-ttl: "},
      {"--max-requests-inflight=-1", "--max-requests-inflight: is below 0"},
      {"--max-mutating-requests-inflight=x", "--max-mutating-requests-inflight"},
      {"--request-timeout=0s", "--request-timeout: must be more than 0"},
      {"--request-timeout=soon", "--request-timeout: time: invalid duration"},
      {"--shutdown-delay-duration=-1s", "--shutdown-delay-duration: is below 0"},
      {"--controllers=all", "--controllers: \"all\" is not one of namespace, none"},
      {"--authorization-mode=RBAC", "--authorization-mode: \"RBAC\" is not built in"},
      {"--feature-gates=Nope=true", "--feature-gates: "},
      {"--feature-gates=CBORServingAndStorage=maybe", "--feature-gates: "},
      {"--runtime-config==true", "--runtime-config: "},
      {"--runtime-config=api/all=maybe", "--runtime-config: "},
      {"--anonymous-auth=maybe", "--anonymous-auth"},
      {"--tls-cert-file=/a", "--tls-cert-file and --tls-private-key-file go together"},
      {"--enable-admission-plugins=Nope", "--enable-admission-plugins plugin \"Nope\" is unknown"},
      {"--disable-admission-plugins=Nope", "--disable-admission-plugins plugin \"Nope\" is unk"},
      {"--advertise-address=here", "--advertise-address: \"here\" is not an IP address"},
      {"--service-cluster-ip-range=10.0.0.0/8",
       "--service-cluster-ip-range: \"10.0.0.0/8\" is not"},
      {"--v=much", "--v"},
  };
  for (const auto& [flag, message] : cases) {
    auto flags = ParseServeFlags({flag}, false);
    ASSERT_FALSE(flags) << flag;
    EXPECT_THAT(flags.error().message(), HasSubstr(message)) << flag;
  }
}

TEST(ServeFlagsTest, HelpNamesTheFlags) {
  auto flags = ParseServeFlags({"--help"}, false);
  ASSERT_TRUE(flags);
  for (const char* name : {"--secure-port", "--storage", "--pruning", "--runtime-config"}) {
    EXPECT_THAT(flags->answer, HasSubstr(name));
  }
}

TEST(ServeFlagsTest, UnderTheNameOfKubernetesUnknownFlagsAreIgnored) {
  auto flags =
      ParseServeFlags({"--allow-privileged=true", "--etcd-servers=http://x", "--secure-port=0",
                       "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC"},
                      true);
  ASSERT_TRUE(flags) << flags.error().message();
  EXPECT_THAT(flags->ignored, ElementsAre("--allow-privileged=true"));
  ASSERT_EQ(flags->options.service_addresses.size(), 1u);
  EXPECT_EQ(flags->options.service_addresses[0].Text(), "10.0.0.0/24");
  EXPECT_EQ(flags->options.secure_port, 0);
  EXPECT_EQ(flags->options.storage, storage::Engine::kEtcd);
  EXPECT_EQ(flags->options.pruning, schema::PruneMode::kKubernetes);
  EXPECT_THAT(flags->options.runtime_config,
              ElementsAre(std::pair("apiextensions.k8s.io/v1beta1", false)));
  auto kep = ParseServeFlags({"--pruning=kep"}, true);
  ASSERT_TRUE(kep);
  EXPECT_EQ(kep->options.pruning, schema::PruneMode::kKep);
  EXPECT_FALSE(ParseServeFlags({"--secure-port=x"}, true));
}

}  // namespace
}  // namespace pintle::cli
