#include "pintle/auth/identity/authenticator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pintle::auth {
namespace {

constexpr char kTokenFile[] =
    "secret-1,jane,uid-1,\"developers,testers\"\n"
    "secret-2,root,uid-2,system:masters\r\n"
    "secret-3,plain,uid-3\n";

constexpr int64_t kNow = 1'700'000'000;

// Which credentials a request brings.
struct Credentials {
  const char* authorization = nullptr;
  bool certificate = false;
  bool invalid_certificate = false;
  bool old_certificate = false;
};

http::Request RequestWith(const Credentials& credentials) {
  http::Request request;
  if (credentials.authorization) request.headers.Add("authorization", credentials.authorization);
  if (credentials.certificate || credentials.old_certificate) {
    const int64_t not_after = kNow - (credentials.old_certificate ? 1 : 0);
    request.peer_certificate = std::make_shared<http::PeerCertificate>(
        http::PeerCertificate{"carl", {"ops", "system:authenticated"}, "abcd", "uid-c", not_after});
  }
  request.peer_certificate_invalid = credentials.invalid_certificate;
  return request;
}

std::string Describe(const Result<User>& user) {
  if (!user) return fmt::format("{} {}", user.error().code(), user.error().message());
  return fmt::format("{} {} {}", user->name, user->uid, fmt::join(user->groups, "+"));
}

TEST(Authenticator, TellsWhoItIs) {
  const char* kAnonymous = "system:anonymous  system:unauthenticated";
  const char* kUnauthorized = "401 Unauthorized";
  const char* kJane = "jane uid-1 developers+testers+system:authenticated";
  const char* kCarl = "carl uid-c ops+system:authenticated";
  struct Case {
    Credentials credentials;
    const char* expected;
    const char* without_anonymous;
  };
  const Case cases[] = {
      {{}, kAnonymous, kUnauthorized},
      {{.authorization = "Bearer secret-1"}, kJane, kJane},
      {{.authorization = "bearer  secret-1 "}, kJane, kJane},
      {{.authorization = "Bearer secret-2"},
       "root uid-2 system:masters+system:authenticated",
       "root uid-2 system:masters+system:authenticated"},
      {{.authorization = "Bearer secret-3"},
       "plain uid-3 system:authenticated",
       "plain uid-3 system:authenticated"},
      {{.authorization = "Bearer secret-"}, kUnauthorized, kUnauthorized},
      {{.authorization = "Bearer wrong"}, kUnauthorized, kUnauthorized},
      {{.authorization = "Bearer"}, kAnonymous, kUnauthorized},
      {{.authorization = "Bearer "}, kAnonymous, kUnauthorized},
      {{.authorization = "Basic secret-1"}, kAnonymous, kUnauthorized},
      {{.certificate = true}, kCarl, kCarl},
      {{.authorization = "Bearer secret-1", .certificate = true}, kCarl, kCarl},
      {{.authorization = "Bearer wrong", .certificate = true}, kCarl, kCarl},
      {{.invalid_certificate = true}, kUnauthorized, kUnauthorized},
      {{.old_certificate = true}, kUnauthorized, kUnauthorized},
      {{.authorization = "Bearer secret-1", .old_certificate = true}, kJane, kJane},
      {{.authorization = "Bearer secret-1", .invalid_certificate = true}, kJane, kJane},
      {{.authorization = "Bearer wrong", .invalid_certificate = true},
       kUnauthorized,
       kUnauthorized},
  };
  const FakeClock clock(kNow);
  auto open = Authenticator::Create({.token_file = kTokenFile, .clock = &clock});
  auto closed = Authenticator::Create(
      {.token_file = kTokenFile, .anonymous_allowed = false, .clock = &clock});
  ASSERT_TRUE(open && closed);
  for (size_t i = 0; i < std::size(cases); ++i) {
    http::Request request = RequestWith(cases[i].credentials);
    EXPECT_EQ(Describe(BlockOn((*open)->Authenticate(request))), cases[i].expected) << i;
    EXPECT_EQ(Describe(BlockOn((*closed)->Authenticate(request))), cases[i].without_anonymous) << i;
  }
}

TEST(Authenticator, CertificatesLeaveATrace) {
  const FakeClock clock(kNow);
  auto authenticator = Authenticator::Create({.clock = &clock});
  auto user = BlockOn((*authenticator)->Authenticate(RequestWith({.certificate = true})));
  ASSERT_TRUE(user);
  EXPECT_EQ(user->extra.at("authentication.kubernetes.io/credential-id"),
            std::vector<std::string>{"X509SHA256=abcd"});
}

TEST(Authenticator, WithoutATokenFileEveryTokenIsWrong) {
  auto authenticator = Authenticator::Create({});
  EXPECT_FALSE(BlockOn((*authenticator)->Authenticate(RequestWith({.authorization = "Bearer x"}))));
}

TEST(Authenticator, RefusesABadTokenFile) {
  auto authenticator = Authenticator::Create({"token,user\n", true});
  ASSERT_FALSE(authenticator);
  EXPECT_EQ(authenticator.error().message(),
            "token file: line 1: a token needs at least 3 columns (token, user name, user uid), "
            "found 2");
}

}  // namespace
}  // namespace pintle::auth
