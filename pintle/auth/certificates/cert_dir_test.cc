#include "pintle/auth/certificates/cert_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "pintle/auth/identity/signing_keys.h"

namespace pintle::auth {
namespace {

class CertDirTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "cert_dir.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    directory_ = root_ + "/new/certs";
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  ServingMaterial Ensure(const ServingNames& names = DefaultServingNames({})) {
    auto material = EnsureServingMaterial(directory_, names);
    EXPECT_TRUE(material) << material.error().message();
    return *material;
  }
  void Put(const std::string& name, const std::string& text) {
    std::ofstream(directory_ + "/" + name) << text;
  }
  mode_t Mode(const std::string& name) {
    struct stat status{};
    ::stat((directory_ + "/" + name).c_str(), &status);
    return status.st_mode & 0777;
  }

  std::string root_;
  std::string directory_;
};

TEST_F(CertDirTest, MakesEverythingOnceAndReusesIt) {
  ServingMaterial first = Ensure();
  EXPECT_TRUE(http::IsIssuedBy(first.serving.certificate_pem, first.ca.certificate_pem));
  EXPECT_TRUE(http::IsIssuedBy(first.admin.certificate_pem, first.ca.certificate_pem));
  EXPECT_TRUE(http::CoversNames(first.serving.certificate_pem,
                                {"localhost", "kubernetes.default.svc.cluster.local"},
                                {"127.0.0.1", "::1"}));
  EXPECT_EQ(first.trust_pem, first.ca.certificate_pem);
  for (const char* key : {"ca.key", "apiserver.key", "admin.key"})
    EXPECT_EQ(Mode(key), 0600) << key;
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
    EXPECT_NE(entry.path().extension(), ".tmp");
    ++files;
  }
  EXPECT_EQ(files, 6u);

  ServingMaterial second = Ensure();
  EXPECT_EQ(second.ca.private_key_pem, first.ca.private_key_pem);
  EXPECT_EQ(second.serving.certificate_pem, first.serving.certificate_pem);
  EXPECT_EQ(second.admin.certificate_pem, first.admin.certificate_pem);
}

TEST_F(CertDirTest, ReplacesWhatCannotBeUsed) {
  ServingMaterial first = Ensure();
  Put("apiserver.key", first.admin.private_key_pem);
  ServingMaterial second = Ensure();
  EXPECT_EQ(second.ca.certificate_pem, first.ca.certificate_pem);
  EXPECT_NE(second.serving.certificate_pem, first.serving.certificate_pem);
  EXPECT_EQ(second.admin.certificate_pem, first.admin.certificate_pem);

  Put("ca.key", "damaged");
  ServingMaterial third = Ensure();
  EXPECT_NE(third.ca.certificate_pem, first.ca.certificate_pem);
  EXPECT_TRUE(http::IsIssuedBy(third.admin.certificate_pem, third.ca.certificate_pem));
}

TEST_F(CertDirTest, AddsMissingNames) {
  ServingMaterial first = Ensure();
  ServingMaterial second = Ensure(DefaultServingNames({"10.0.0.1", "0.0.0.0", "127.0.0.1"}));
  EXPECT_NE(second.serving.certificate_pem, first.serving.certificate_pem);
  EXPECT_TRUE(http::CoversNames(second.serving.certificate_pem, {}, {"10.0.0.1"}));
}

TEST_F(CertDirTest, KeepsAForeignServingPairWhileItIsValid) {
  auto foreign_ca = http::GenerateCa("foreign", 10);
  auto foreign = http::IssueServing(*foreign_ca, {"localhost"}, {"127.0.0.1"});
  std::filesystem::create_directories(directory_);
  Put("apiserver.crt", foreign->certificate_pem);
  Put("apiserver.key", foreign->private_key_pem);
  ServingMaterial material = Ensure();
  EXPECT_EQ(material.serving.certificate_pem, foreign->certificate_pem);
  EXPECT_EQ(material.trust_pem, foreign->certificate_pem);

  auto expired = http::GenerateCa("expired", -1);
  Put("apiserver.crt", expired->certificate_pem);
  Put("apiserver.key", expired->private_key_pem);
  material = Ensure();
  EXPECT_NE(material.serving.certificate_pem, expired->certificate_pem);
  EXPECT_EQ(material.trust_pem, material.ca.certificate_pem);
}

TEST_F(CertDirTest, MakesOneKeyForTokens) {
  auto first = EnsureTokenKey(directory_);
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_TRUE(SigningKey::FromPem(*first));
  EXPECT_EQ(*EnsureTokenKey(directory_), *first);
  auto mode = std::filesystem::status(directory_ + "/sa.key").permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  Put("sa.key", "damaged");
  auto second = EnsureTokenKey(directory_);
  ASSERT_TRUE(second);
  EXPECT_NE(*second, *first);
}

TEST_F(CertDirTest, SaysWhyItCannotWrite) {
  std::filesystem::create_directories(root_ + "/new");
  std::ofstream(directory_) << "a file";
  EXPECT_FALSE(EnsureServingMaterial(directory_, DefaultServingNames({})));
}

TEST_F(CertDirTest, WithoutADirectoryNothingIsKept) {
  auto first = EnsureServingMaterial("", DefaultServingNames({}));
  auto second = EnsureServingMaterial("", DefaultServingNames({}));
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->ca.certificate_pem, second->ca.certificate_pem);
  EXPECT_TRUE(http::IsIssuedBy(first->admin.certificate_pem, first->ca.certificate_pem));
  EXPECT_TRUE(http::IsIssuedBy(first->serving.certificate_pem, first->trust_pem));
  EXPECT_NE(*EnsureTokenKey(""), *EnsureTokenKey(""));
}

}  // namespace
}  // namespace pintle::auth
