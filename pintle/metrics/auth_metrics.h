#pragma once

#include <memory>
#include <string_view>

#include "pintle/auth/authorizer.h"

namespace prometheus {
class Registry;
}

namespace pintle::api {

// Counts who was let in and what they may. Thread-safe.
class AuthMetrics {
 public:
  explicit AuthMetrics(prometheus::Registry& registry);
  ~AuthMetrics();

  void Authenticated(std::string_view username, double seconds);
  // `mistaken`: there were credentials, and they were wrong; else there were none.
  void NotAuthenticated(bool mistaken, double seconds);
  void Authorized(auth::Decision::Verdict verdict, double seconds);
  // How long the certificate of a client that was let in is still good for.
  void CertificateGoodFor(double seconds);

 private:
  struct Series;
  const std::unique_ptr<Series> series_;
};

// Which of a few kinds of users it is: names of users stay out of metrics.
std::string_view UserCategory(std::string_view username);

}  // namespace pintle::api
