#include "pintle/api/routes/health.h"

#include <gtest/gtest.h>

namespace pintle::api {
namespace {

TEST(HealthTest, Reports) {
  const std::vector<HealthCheck> good = {{"ping", ""}, {"etcd", ""}};
  const std::vector<HealthCheck> bad = {{"ping", ""}, {"etcd", "gone"}};
  struct Row {
    const std::vector<HealthCheck>& checks;
    std::vector<std::string> excluded;
    bool passed;
    std::string text;
  };
  const Row rows[] = {
      {good, {}, true, "[+]ping ok\n[+]etcd ok\nlivez check passed\n"},
      {good, {"etcd"}, true, "[+]ping ok\n[+]etcd excluded: ok\nlivez check passed\n"},
      {bad, {}, false, "[+]ping ok\n[-]etcd failed: reason withheld\nlivez check failed\n"},
      {bad, {"etcd", ""}, true, "[+]ping ok\n[+]etcd excluded: ok\nlivez check passed\n"},
      {good,
       {"y", "x"},
       true,
       "[+]ping ok\n[+]etcd ok\nwarn: some health checks cannot be excluded: no matches for "
       "\"x\",\"y\"\nlivez check passed\n"},
  };
  for (const Row& row : rows) {
    HealthReport report = ReportHealth("livez", row.checks, row.excluded);
    EXPECT_EQ(report.passed, row.passed) << row.text;
    EXPECT_EQ(report.text, row.text);
  }
}

}  // namespace
}  // namespace pintle::api
