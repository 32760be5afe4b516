#include "pintle/metrics/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::api {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MetricsTest, CountsRequests) {
  Metrics metrics{features::FeatureGates()};
  EXPECT_THAT(metrics.Text(), Not(HasSubstr("apiserver_request_total{")));
  RequestLabels labels{.verb = "LIST",
                       .group = "apps",
                       .version = "v1",
                       .resource = "deployments",
                       .subresource = "",
                       .scope = "namespace",
                       .dry_run = ""};
  metrics.RequestDone(labels, {.code = 200, .seconds = 0.01, .bytes = 5000});
  metrics.RequestDone(labels, {.code = 200, .seconds = 0.3});
  metrics.RequestDone(labels, {.code = 400, .seconds = 70});
  std::string text = metrics.Text();
  std::string common =
      R"(component="apiserver",dry_run="",group="apps",resource="deployments",scope="namespace",)"
      R"(subresource="",verb="LIST",version="v1")";
  EXPECT_THAT(text, HasSubstr("# TYPE apiserver_request_total counter"));
  EXPECT_THAT(text, HasSubstr("# HELP apiserver_request_total [STABLE] "));
  EXPECT_THAT(text, HasSubstr("apiserver_request_total{code=\"200\"," + common + "} 2\n"));
  EXPECT_THAT(text, HasSubstr("apiserver_request_total{code=\"400\"," + common + "} 1\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE apiserver_request_duration_seconds histogram"));
  EXPECT_THAT(text, HasSubstr("apiserver_request_duration_seconds_count{" + common + "} 3\n"));
  EXPECT_THAT(text, HasSubstr("apiserver_request_duration_seconds_bucket{" + common +
                              ",le=\"0.005\"} 0\n"));
  EXPECT_THAT(
      text, HasSubstr("apiserver_request_duration_seconds_bucket{" + common + ",le=\"0.4\"} 2\n"));
  EXPECT_THAT(
      text, HasSubstr("apiserver_request_duration_seconds_bucket{" + common + ",le=\"+Inf\"} 3\n"));
}

TEST(MetricsTest, SizesTerminationsAndWatches) {
  Metrics metrics{features::FeatureGates()};
  RequestLabels read{.verb = "GET",
                     .group = "",
                     .version = "v1",
                     .resource = "pods",
                     .subresource = "",
                     .scope = "resource",
                     .dry_run = ""};
  RequestLabels watch = read;
  watch.verb = "WATCH";
  std::string common =
      R"({component="apiserver",group="",resource="pods",scope="resource",subresource="",)";
  metrics.RequestDone(read, {.code = 200, .seconds = 0.01, .bytes = 5000});
  metrics.RequestTimedOut(read, 504);
  metrics.CountLongRunning(watch, 1);
  metrics.CountLongRunning(watch, 1);
  metrics.CountLongRunning(watch, -1);
  metrics.RequestDone(watch, {.code = 200, .seconds = 90, .bytes = 1, .long_running = true});
  metrics.WatchesOf("", "v1", "pods").Sent(1500);
  metrics.WatchesOf("", "v1", "pods").Sent(10);
  std::string text = metrics.Text();
  const std::string expected[] = {
      "apiserver_response_sizes_bucket" + common + R"(verb="GET",version="v1",le="1000"} 0)",
      "apiserver_response_sizes_bucket" + common + R"(verb="GET",version="v1",le="10000"} 1)",
      "apiserver_request_sli_duration_seconds_bucket" + common +
          R"(verb="GET",version="v1",le="0.05"} 1)",
      "apiserver_request_terminations_total{code=\"504\"," + common.substr(1) + "verb=\"GET\"",
      "apiserver_longrunning_requests" + common + R"(verb="WATCH",version="v1"} 1)",
      R"(apiserver_watch_events_total{group="",resource="pods",version="v1"} 2)",
      R"(apiserver_watch_events_sizes_bucket{group="",resource="pods",version="v1",le="1024"} 1)",
  };
  for (const std::string& line : expected) EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, Not(HasSubstr(R"(sli_duration_seconds_count{component="apiserver",group="",)"
                                  R"(resource="pods",scope="resource",subresource="",verb="WATCH",)"
                                  R"(version="v1"} 1)")));
}

TEST(MetricsTest, FieldValidation) {
  const struct {
    std::vector<std::string> values;
    std::string_view label;
  } cases[] = {
      {{}, ""},
      {{"Strict"}, "Strict"},
      {{"Warn"}, "Warn"},
      {{"Ignore"}, "Ignore"},
      {{""}, ""},
      {{"strict"}, "invalid"},
      {{"Warn", "Warn"}, "invalid"},
  };
  for (const auto& c : cases) EXPECT_EQ(FieldValidationLabel(c.values), c.label);
  Metrics metrics{features::FeatureGates()};
  metrics.RequestDone({}, {.code = 201, .seconds = 0.01, .field_validation = "Strict"});
  EXPECT_THAT(metrics.Text(), HasSubstr("field_validation_request_duration_seconds_count{"
                                        "field_validation=\"Strict\"} 1\n"));
  EXPECT_THAT(metrics.Text(), HasSubstr("field_validation_request_duration_seconds_count{"
                                        "field_validation=\"\"} 0\n"));
}

TEST(MetricsTest, UsersAreCountedByKind) {
  EXPECT_EQ(UserCategory("kubelet"), "kubelet");
  EXPECT_EQ(UserCategory("admin"), "admin");
  EXPECT_EQ(UserCategory("jane@example.com"), "email_id");
  EXPECT_EQ(UserCategory("system:serviceaccount:kube-system:default"),
            "system:serviceaccount:kube-system:default");
  EXPECT_EQ(UserCategory("system:serviceaccount:a:b"), "other");
  Metrics metrics{features::FeatureGates()};
  metrics.auth().Authenticated("jane", 0.003);
  metrics.auth().NotAuthenticated(true, 0.1);
  metrics.auth().NotAuthenticated(false, 0.1);
  metrics.auth().Authorized(auth::Decision::Verdict::kDeny, 0.01);
  metrics.auth().CertificateGoodFor(7000);
  const std::string text = metrics.Text();
  for (const char* line : {
           "authenticated_user_requests{username=\"other\"} 1\n",
           "authenticated_user_requests{username=\"admin\"} 0\n",
           "authentication_attempts{result=\"success\"} 1\n",
           "authentication_attempts{result=\"error\"} 1\n",
           "authentication_attempts{result=\"failure\"} 1\n",
           "authentication_duration_seconds_bucket{result=\"success\",le=\"0.004\"} 1\n",
           "authorization_attempts_total{result=\"denied\"} 1\n",
           "authorization_attempts_total{result=\"allowed\"} 0\n",
           "apiserver_client_certificate_expiration_seconds_bucket{le=\"7200\"} 1\n",
           "apiserver_client_certificate_expiration_seconds_bucket{le=\"3600\"} 0\n",
       }) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(MetricsTest, AdmissionIsTimed) {
  using admission::Operation;
  using admission::Pass;
  Metrics metrics{features::FeatureGates()};
  metrics.admission().PluginDone("P", Pass::kMutate, Operation::kCreate, false,
                                 std::chrono::milliseconds(30));
  metrics.admission().PluginDone("P", Pass::kMutate, Operation::kCreate, false,
                                 std::chrono::milliseconds(1));
  metrics.admission().PassDone(Pass::kValidate, Operation::kDelete, true,
                               std::chrono::milliseconds(1));
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("apiserver_admission_controller_admission_duration_seconds_bucket{"
                              "name=\"P\",operation=\"CREATE\",rejected=\"false\",type=\"admit\","
                              "le=\"0.025\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("apiserver_admission_controller_admission_duration_seconds_count{"
                              "name=\"P\",operation=\"CREATE\",rejected=\"false\",type=\"admit\"} "
                              "2\n"));
  EXPECT_THAT(text, HasSubstr("apiserver_admission_step_admission_duration_seconds_count{"
                              "operation=\"DELETE\",rejected=\"true\",type=\"validate\"} 1\n"));
}

TEST(MetricsTest, HealthChecksHaveAPathOfTheirOwn) {
  Metrics metrics{features::FeatureGates()};
  metrics.HealthChecked("livez", "etcd", true);
  metrics.HealthChecked("livez", "etcd", false);
  const std::string text = metrics.HealthText();
  EXPECT_THAT(text, HasSubstr("kubernetes_healthcheck{name=\"etcd\",type=\"livez\"} 0\n"));
  for (const char* status : {"success", "error"}) {
    EXPECT_THAT(text, HasSubstr("kubernetes_healthchecks_total{name=\"etcd\",status=\"" +
                                std::string(status) + "\",type=\"livez\"} 1\n"));
  }
  EXPECT_THAT(metrics.Text(), Not(HasSubstr("kubernetes_healthcheck")));
}

TEST(MetricsTest, ShowsFeatureGates) {
  auto gates = features::FeatureGates::Parse("DeclarativeValidationTakeover=true");
  ASSERT_TRUE(gates) << gates.error().message();
  Metrics metrics(*gates);
  EXPECT_THAT(metrics.Text(),
              HasSubstr("kubernetes_feature_enabled{name=\"DeclarativeValidation\""));
  EXPECT_THAT(
      metrics.Text(),
      testing::ContainsRegex(
          "kubernetes_feature_enabled\\{name=\"DeclarativeValidationTakeover\"[^\n]*\\} 1\n"));
}

TEST(MetricsTest, CountsMismatches) {
  Metrics metrics{features::FeatureGates()};
  EXPECT_THAT(metrics.Text(),
              HasSubstr("apiserver_validation_declarative_validation_mismatch_total 0\n"));
  metrics.Mismatch("lease_update");
  metrics.Mismatch("lease_update");
  EXPECT_THAT(metrics.Text(),
              HasSubstr("apiserver_validation_declarative_validation_mismatch_total 2\n"));
  EXPECT_THAT(metrics.Text(),
              HasSubstr("apiserver_validation_declarative_validation_parity_discrepancies_total{"
                        "validation_identifier=\"lease_update\"} 2\n"));
}

TEST(MetricsTest, CountsClaimsThatAreLeft) {
  Metrics metrics{features::FeatureGates()};
  EXPECT_THAT(metrics.Text(), Not(HasSubstr("claims_left")));
  metrics.ClaimLeft();
  metrics.ClaimLeft();
  EXPECT_THAT(metrics.Text(), HasSubstr("pintle_claims_left_total 2\n"));
}

TEST(MetricsTest, EscapesLabels) {
  Metrics metrics{features::FeatureGates()};
  RequestLabels labels;
  labels.subresource = "/a\"b\\c\nd";
  metrics.RequestDone(labels, {.code = 200});
  EXPECT_THAT(metrics.Text(), HasSubstr(R"(subresource="/a\"b\\c\nd")"));
}

}  // namespace
}  // namespace pintle::api
