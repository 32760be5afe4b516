#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/certificates/v1/types.h"
#include "apis/endpoint_for_test.h"

namespace pintle::apis::certificates::v1 {
namespace {

using ::testing::ElementsAre;

class SigningRequestTest : public EndpointTest {
 protected:
  static constexpr const char* kPlural = "certificatesigningrequests";
  static constexpr std::string_view kRequest =
      R"({"metadata":{"name":"r"},"spec":{"request":"YQ==","signerName":"x.io/s",
          "usages":["client auth"],"username":"mallory","uid":"0","groups":["system:masters"],
          "extra":{"k":["v"]}},"status":{"certificate":"Yg=="}})";

  void SetUp() override {
    write::TestRequest request = RequestFor(Resource(kPlural));
    request.what.user.name = "jane";
    request.what.user.uid = "7";
    request.what.user.groups = {"g"};
    Must(TryCreate(Resource(kPlural), request, kRequest));
  }
  std::string With(const std::string& status) {
    return R"({"metadata":{"name":"r"},"spec":{"request":"ZQ==","signerName":"y.io/t",
               "usages":["server auth"]},"status":)" +
           status + "}";
  }
  CertificateSigningRequest Request() {
    object_ = Stored(Resource(kPlural), "r");
    return object_->As<CertificateSigningRequest>();
  }
  static std::vector<std::string> Types(const CertificateSigningRequest& request) {
    std::vector<std::string> types;
    for (const auto& condition : request.status.conditions) types.emplace_back(condition.type);
    return types;
  }

  std::optional<object::Object> object_;
};

TEST_F(SigningRequestTest, WhoAsksIsWhoMakesIt) {
  CertificateSigningRequest request = Request();
  EXPECT_EQ(request.spec.username, "jane");
  EXPECT_EQ(request.spec.uid, "7");
  ASSERT_EQ(request.spec.groups.size(), 1u);
  EXPECT_EQ(request.spec.groups[0], "g");
  EXPECT_TRUE(request.spec.extra.empty());
  EXPECT_EQ(request.status.certificate.size, 0u);
}

TEST_F(SigningRequestTest, AnUpdateChangesMetadataAlone) {
  Must(TryReplace(Resource(kPlural), "r",
                  R"({"metadata":{"name":"r","labels":{"a":"b"}},"spec":{"request":"ZQ==",
                      "signerName":"y.io/t","usages":["server auth"]},
                      "status":{"conditions":[{"type":"Approved","status":"True"}]}})"));
  CertificateSigningRequest request = Request();
  EXPECT_EQ(*request.metadata.labels.Find("a"), "b");
  EXPECT_EQ(request.spec.signer_name, "x.io/s");
  EXPECT_TRUE(request.status.conditions.empty());
}

TEST_F(SigningRequestTest, IsApprovedAtTheApprovalEndpoint) {
  MustPutAt(kPlural, "r", "approval", With(R"({"certificate":"Yg==",
                     "conditions":[{"type":"Approved","status":"True","reason":"R"}]})"));
  CertificateSigningRequest request = Request();
  EXPECT_EQ(request.spec.signer_name, "x.io/s");
  EXPECT_EQ(request.status.certificate.size, 0u);
  ASSERT_EQ(request.status.conditions.size(), 1u);
  const auto& condition = request.status.conditions[0];
  EXPECT_EQ(condition.type, "Approved");
  EXPECT_EQ(condition.last_update_time.seconds, world_.fake_clock.NowSeconds());
  EXPECT_EQ(condition.last_transition_time.seconds, world_.fake_clock.NowSeconds());
}

TEST_F(SigningRequestTest, TheStatusEndpointDecidesNothing) {
  MustPutAt(kPlural, "r", "status", With(R"({"conditions":[{"type":"Approved","status":"True"},
                                   {"type":"Denied","status":"True"},
                                   {"type":"Failed","status":"True"}]})"));
  EXPECT_THAT(Types(Request()), ElementsAre("Failed"));
  MustPutAt(kPlural, "r", "approval",
            With(R"({"conditions":[{"type":"Approved","status":"True"}]})"));
  MustPutAt(kPlural, "r", "status", With(R"({"certificate":"Yg==","conditions":[]})"));
  CertificateSigningRequest request = Request();
  EXPECT_THAT(Types(request), ElementsAre("Approved"));
  EXPECT_GT(request.status.certificate.size, 0u);
  EXPECT_EQ(request.spec.signer_name, "x.io/s");
}

TEST_F(SigningRequestTest, ATransitionIsDatedOnce) {
  const std::string approved = With(R"({"conditions":[{"type":"Approved","status":"True"}]})");
  MustPutAt(kPlural, "r", "approval", approved);
  int64_t before = world_.fake_clock.NowSeconds();
  world_.fake_clock.AdvanceSeconds(60);
  MustPutAt(kPlural, "r", "approval", approved);
  const CertificateSigningRequest request = Request();
  EXPECT_EQ(request.status.conditions[0].last_transition_time.seconds, before);
  EXPECT_EQ(request.status.conditions[0].last_update_time.seconds, before + 60);
}

}  // namespace
}  // namespace pintle::apis::certificates::v1
