#include "pintle/metrics/auth_metrics.h"

#include <array>
#include <map>
#include <string>

#include "pintle/metrics/metric_families.h"

namespace pintle::api {
namespace {

// From a millisecond, doubled up to sixteen seconds.
const Buckets kAttemptBuckets = {0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128,
                                 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384};

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;
const Buckets kExpirationBuckets = {0,          kHour / 2, kHour,      2 * kHour, 6 * kHour,
                                    12 * kHour, kDay,      2 * kDay,   4 * kDay,  7 * kDay,
                                    30 * kDay,  90 * kDay, 180 * kDay, 360 * kDay};

constexpr std::string_view kEmail = "email_id";
constexpr std::string_view kOther = "other";
constexpr std::string_view kKnownUsers[] = {"admin", "client", "kube_proxy", "kubelet",
                                            "system:serviceaccount:kube-system:default"};

// What became of one kind of attempt.
struct Attempts {
  Attempts(Family<Counter>& counts, Family<Histogram>& durations, const char* result)
      : count(counts.Add({{"result", result}})),
        duration(durations.Add({{"result", result}}, kAttemptBuckets)) {}
  void Add(double seconds) {
    count.Increment();
    duration.Observe(seconds);
  }

  Counter& count;
  Histogram& duration;
};

}  // namespace

std::string_view UserCategory(std::string_view username) {
  for (std::string_view known : kKnownUsers) {
    if (username == known) return known;
  }
  return username.find('@') != std::string_view::npos ? kEmail : kOther;
}

struct AuthMetrics::Series {
  explicit Series(prometheus::Registry& registry)
      : authentications(AddCounter(registry, "authentication_attempts",
                                   "[ALPHA] Attempts to tell who makes a request.")),
        authentication_times(AddHistogram(registry, "authentication_duration_seconds",
                                          "[ALPHA] How long telling who it is took.")),
        authorizations(AddCounter(registry, "authorization_attempts_total",
                                  "[ALPHA] Decisions whether a request is allowed.")),
        authorization_times(AddHistogram(registry, "authorization_duration_seconds",
                                         "[ALPHA] How long those decisions took.")),
        expirations(AddHistogram(registry, "apiserver_client_certificate_expiration_seconds",
                                 "[ALPHA] How long client certificates are still good for.")
                        .Add({}, kExpirationBuckets)) {
    Family<Counter>& users =
        AddCounter(registry, "authenticated_user_requests",
                   "[ALPHA] Requests of users that are known, by kind of user.");
    auto add = [&](std::string_view category) {
      user_requests.emplace(category, &users.Add({{"username", std::string(category)}}));
    };
    for (std::string_view known : kKnownUsers) add(known);
    add(kEmail);
    add(kOther);
  }

  Family<Counter>& authentications;
  Family<Histogram>& authentication_times;
  Family<Counter>& authorizations;
  Family<Histogram>& authorization_times;
  Histogram& expirations;
  Attempts success{authentications, authentication_times, "success"};
  Attempts failure{authentications, authentication_times, "failure"};
  Attempts error{authentications, authentication_times, "error"};
  Attempts allowed{authorizations, authorization_times, "allowed"};
  Attempts denied{authorizations, authorization_times, "denied"};
  Attempts no_opinion{authorizations, authorization_times, "no-opinion"};
  std::map<std::string_view, Counter*> user_requests;
};

AuthMetrics::AuthMetrics(prometheus::Registry& registry)
    : series_(std::make_unique<Series>(registry)) {}
AuthMetrics::~AuthMetrics() = default;

void AuthMetrics::Authenticated(std::string_view username, double seconds) {
  series_->success.Add(seconds);
  series_->user_requests.at(UserCategory(username))->Increment();
}

void AuthMetrics::NotAuthenticated(bool mistaken, double seconds) {
  (mistaken ? series_->error : series_->failure).Add(seconds);
}

void AuthMetrics::Authorized(auth::Decision::Verdict verdict, double seconds) {
  using Verdict = auth::Decision::Verdict;
  Attempts& attempts = verdict == Verdict::kAllow  ? series_->allowed
                       : verdict == Verdict::kDeny ? series_->denied
                                                   : series_->no_opinion;
  attempts.Add(seconds);
}

void AuthMetrics::CertificateGoodFor(double seconds) { series_->expirations.Observe(seconds); }

}  // namespace pintle::api
