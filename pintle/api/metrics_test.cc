#include "pintle/api/metrics.h"

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
  metrics.RequestDone(labels, 200, 0.01);
  metrics.RequestDone(labels, 200, 0.3);
  metrics.RequestDone(labels, 400, 70);
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

TEST(MetricsTest, EscapesLabels) {
  Metrics metrics{features::FeatureGates()};
  RequestLabels labels;
  labels.subresource = "/a\"b\\c\nd";
  metrics.RequestDone(labels, 200, 0);
  EXPECT_THAT(metrics.Text(), HasSubstr(R"(subresource="/a\"b\\c\nd")"));
}

}  // namespace
}  // namespace pintle::api
