#include "apis/admissionregistration/v1/validation_webhooks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/domains.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int32_t kMaxTimeoutSeconds = 30;

// Rules that older objects need not obey in an update.
struct Relaxed {
  bool side_effects = false;
  bool review_versions = false;
  bool unique_names = false;
  bool selector_values = false;
};

bool IsKnownReviewVersion(Str version) { return version == "v1" || version == "v1beta1"; }

template <typename T>
Relaxed RelaxedBy(const typeinfo::List<T>& old) {
  Relaxed relaxed;
  std::set<Str> names;
  for (const T& webhook : old) {
    if (!webhook.side_effects || (*webhook.side_effects != kSideEffectClassNone &&
                                  *webhook.side_effects != kSideEffectClassNoneOnDryRun)) {
      relaxed.side_effects = true;
    }
    if (std::ranges::none_of(webhook.admission_review_versions, IsKnownReviewVersion)) {
      relaxed.review_versions = true;
    }
    if (!names.insert(webhook.name).second) relaxed.unique_names = true;
    auto bad = [](const auto& selector) { return selector && HasBadSelectorValue(*selector); };
    if (bad(webhook.namespace_selector) || bad(webhook.object_selector)) {
      relaxed.selector_values = true;
    }
  }
  return relaxed;
}

void ValidateReviewVersions(const typeinfo::List<Str>& versions, bool relaxed, const Path& path,
                            ErrorList& errors) {
  if (versions.empty()) {
    errors.push_back(field::Required(path, "must specify one of v1, v1beta1"));
    return;
  }
  std::set<Str> seen;
  for (size_t i = 0; i < versions.size(); ++i) {
    if (!seen.insert(versions[i]).second) {
      errors.push_back(field::Invalid(path.Index(i), versions[i], "duplicate version"));
      continue;
    }
    validate::Form(path.Index(i), versions[i], validate::IsDns1035Label, errors);
  }
  if (!relaxed && std::ranges::none_of(versions, IsKnownReviewVersion)) {
    errors.push_back(field::Invalid(path, validate::Shown(versions),
                                    "must include at least one of v1, v1beta1"));
  }
}

void ValidateClientConfig(const WebhookClientConfig& config, const Path& path, ErrorList& errors) {
  if (bool(config.url) == bool(config.service)) {
    errors.push_back(field::Required(path, "exactly one of url or service is required"));
  } else if (config.url) {
    ValidateWebhookUrl(*config.url, path.Child("url"), errors);
  } else {
    ValidateWebhookService(*config.service, path.Child("service"), errors);
  }
}

void ValidateSideEffects(const typeinfo::Opt<Str>& world, bool relaxed, const Path& path,
                         ErrorList& errors) {
  constexpr std::string_view kClasses[] = {kSideEffectClassNone, kSideEffectClassNoneOnDryRun,
                                           kSideEffectClassSome, kSideEffectClassUnknown};
  const std::span allowed(kClasses, relaxed ? 4 : 2);
  if (world) {
    validate::OneOf(path, *world, allowed, errors);
  } else {
    errors.push_back(
        field::Required(path, fmt::format("must specify one of {}", fmt::join(allowed, ", "))));
  }
}

// The members that both kinds of webhooks have.
template <typename T>
void ValidateWebhook(const T& webhook, const Relaxed& relaxed, bool check_conditions,
                     const Path& path, ErrorList& errors) {
  validate::FullyQualifiedName(path.Child("name"), webhook.name, errors);
  Path rules = path.Child("rules");
  for (size_t i = 0; i < webhook.rules.size(); ++i) {
    ValidateRuleWithOperations(webhook.rules[i], rules.Index(i), errors);
  }
  validate::OneOf(path.Child("failurePolicy"), webhook.failure_policy, {kFail, kIgnore}, errors);
  validate::OneOf(path.Child("matchPolicy"), webhook.match_policy, {kEquivalent, kExact}, errors);
  ValidateSideEffects(webhook.side_effects, relaxed.side_effects, path.Child("sideEffects"),
                      errors);
  if (webhook.timeout_seconds &&
      (*webhook.timeout_seconds < 1 || *webhook.timeout_seconds > kMaxTimeoutSeconds)) {
    errors.push_back(field::Invalid(path.Child("timeoutSeconds"), *webhook.timeout_seconds,
                                    "the timeout value must be between 1 and 30 seconds"));
  }
  meta::v1::SelectorOptions options{.tolerate_bad_values = relaxed.selector_values};
  ValidateLabelSelector(webhook.namespace_selector, path.Child("namespaceSelector"), options,
                        errors);
  ValidateLabelSelector(webhook.object_selector, path.Child("objectSelector"), options, errors);
  if constexpr (requires { webhook.reinvocation_policy; }) {
    validate::OneOf(path.Child("reinvocationPolicy"), webhook.reinvocation_policy,
                    {kIfNeededReinvocationPolicy, kNeverReinvocationPolicy}, errors);
  }
  ValidateClientConfig(webhook.client_config, path.Child("clientConfig"), errors);
  if (check_conditions) {
    ValidateMatchConditions(webhook.match_conditions, path.Child("matchConditions"), errors);
  }
}

template <typename T>
bool HaveSameConditions(const typeinfo::List<T>& webhooks, const typeinfo::List<T>& old) {
  return std::ranges::equal(webhooks, old, [](const T& a, const T& b) {
    return validate::Equal(a.match_conditions, b.match_conditions);
  });
}

template <typename T>
ErrorList ValidateWebhooks(const typeinfo::List<T>& webhooks, const typeinfo::List<T>* old) {
  ErrorList errors;
  Relaxed relaxed = old != nullptr ? RelaxedBy(*old) : Relaxed();
  const bool check_conditions = old == nullptr || !HaveSameConditions(webhooks, *old);
  std::set<Str> names;
  Path path("webhooks");
  for (size_t i = 0; i < webhooks.size(); ++i) {
    Path item = path.Index(i);
    ValidateWebhook(webhooks[i], relaxed, check_conditions, item, errors);
    ValidateReviewVersions(webhooks[i].admission_review_versions, relaxed.review_versions,
                           item.Child("admissionReviewVersions"), errors);
    if (!relaxed.unique_names && !webhooks[i].name.empty() &&
        !names.insert(webhooks[i].name).second) {
      errors.push_back(field::Duplicate(item.Child("name"), webhooks[i].name));
    }
  }
  return errors;
}

}  // namespace

ErrorList ValidateValidatingWebhookConfiguration(const ValidatingWebhookConfiguration& object) {
  return ValidateWebhooks<ValidatingWebhook>(object.webhooks, nullptr);
}

ErrorList ValidateValidatingWebhookConfigurationUpdate(const ValidatingWebhookConfiguration& object,
                                                       const ValidatingWebhookConfiguration& old) {
  return ValidateWebhooks(object.webhooks, &old.webhooks);
}

ErrorList ValidateMutatingWebhookConfiguration(const MutatingWebhookConfiguration& object) {
  return ValidateWebhooks<MutatingWebhook>(object.webhooks, nullptr);
}

ErrorList ValidateMutatingWebhookConfigurationUpdate(const MutatingWebhookConfiguration& object,
                                                     const MutatingWebhookConfiguration& old) {
  return ValidateWebhooks(object.webhooks, &old.webhooks);
}

}  // namespace pintle::apis::admissionregistration::v1
