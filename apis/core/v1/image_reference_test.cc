#include "apis/core/v1/image_reference.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pintle::apis::core::v1 {
namespace {

const std::string kHex(64, 'a');

TEST(ImageReference, IsTakenApart) {
  struct Row {
    std::string text;
    std::string tag;
    std::string digest;
  };
  const std::string digest = "sha256:" + kHex;
  const std::vector<Row> rows = {
      {"nginx", "", ""},
      {"nginx:1.27", "1.27", ""},
      {"nginx:5000", "5000", ""},
      {"team/app:v1", "v1", ""},
      {"registry.example.com/team/app:v1", "v1", ""},
      {"registry.example.com:5000/app", "", ""},
      {"registry.example.com:5000/app:latest", "latest", ""},
      {"localhost/app", "", ""},
      {"localhost:5000/app", "", ""},
      {"[2001:db8::1]:5000/app:x", "x", ""},
      {"[2001:db8::1]/app", "", ""},
      {"192.0.2.1:80/app", "", ""},
      {"Registry/app", "", ""},
      {"nginx@" + digest, "", digest},
      {"nginx:latest@" + digest, "latest", digest},
      {"host:1/nginx:latest@sha512:" + std::string(128, '0'), "latest",
       "sha512:" + std::string(128, '0')},
      {"a.b_c__d--e---f/g", "", ""},
      {"under_score.example/app:1", "1", ""},
      {"app:" + std::string(128, 't'), std::string(128, 't'), ""},
      {"app:_x.Y-z", "_x.Y-z", ""},
      {std::string(64, 'g'), "", ""},
  };
  for (const Row& row : rows) {
    auto reference = ParseImageReference(row.text);
    ASSERT_TRUE(reference) << row.text;
    EXPECT_EQ(reference->tag, row.tag) << row.text;
    EXPECT_EQ(reference->digest, row.digest) << row.text;
  }
}

TEST(ImageReference, IsRefusedWhenItIsNone) {
  const std::vector<std::string> texts = {
      "",
      ":latest",
      "/app",
      "app/",
      "a//b",
      "Nginx",
      "team/App",
      "app:",
      "app:.x",
      "app:a b",
      "app:" + std::string(129, 't'),
      " app",
      "app ",
      "-app",
      "app-",
      "a..b",
      "a___b",
      "a.-b",
      "http://app",
      "host:port/app",
      "host:/app",
      "-host.com/app",
      "app@sha256",
      "app@sha256:" + std::string(63, 'a'),
      "app@sha256:" + std::string(64, 'A'),
      "app@md5:" + std::string(32, 'a'),
      "app:latest@sha256:short",
      kHex,
      "app:latest:x",
      "r.io/" + std::string(251, 'a'),
  };
  for (const std::string& text : texts) EXPECT_FALSE(ParseImageReference(text)) << text;
  EXPECT_TRUE(ParseImageReference("r.io/" + std::string(250, 'a')));
}

TEST(ImageReference, LatestIsATagOrNothingAtAll) {
  EXPECT_TRUE(IsLatestImage("nginx"));
  EXPECT_TRUE(IsLatestImage("registry.example.com:5000/nginx"));
  EXPECT_TRUE(IsLatestImage("nginx:latest"));
  EXPECT_TRUE(IsLatestImage("nginx:latest@sha256:" + kHex));
  EXPECT_FALSE(IsLatestImage("nginx@sha256:" + kHex));
  EXPECT_FALSE(IsLatestImage("nginx:1"));
  EXPECT_FALSE(IsLatestImage("nginx:Latest"));
  EXPECT_FALSE(IsLatestImage("latest:1"));
  EXPECT_FALSE(IsLatestImage(""));
  EXPECT_FALSE(IsLatestImage("Nginx:latest"));
}

}  // namespace
}  // namespace pintle::apis::core::v1
