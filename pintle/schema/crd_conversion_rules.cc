#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/cel/functions/url_text.h"
#include "pintle/field/names.h"
#include "pintle/schema/crd_rules.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema::crd_detail {
namespace {

constexpr std::string_view kUrlForm = "; desired format: https://host[/path]";
constexpr std::string_view kApprovalText =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\"";
constexpr std::string_view kApprovalReference =
    ", see https://github.com/kubernetes/enhancements/pull/1111";

// The pieces of a URL that the rules speak of; empty where it has none.
struct Url {
  std::string_view scheme;
  std::string_view user;
  std::string_view host;
  std::string_view query;
  std::string_view fragment;
};

Url SplitUrl(std::string_view text) {
  Url url;
  if (size_t hash = text.find('#'); hash != std::string_view::npos) {
    url.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (size_t question = text.find('?'); question != std::string_view::npos) {
    url.query = text.substr(question + 1);
    text = text.substr(0, question);
  }
  size_t colon = text.find(':');
  if (colon != std::string_view::npos &&
      text.substr(0, colon).find('/') == std::string_view::npos) {
    url.scheme = text.substr(0, colon);
    text = text.substr(colon + 1);
  }
  if (!text.starts_with("//")) return url;
  url.host = text.substr(2, text.find('/', 2) - 2);
  if (size_t at = url.host.rfind('@'); at != std::string_view::npos) {
    url.user = url.host.substr(0, at);
    url.host = url.host.substr(at + 1);
  }
  return url;
}

// Why the text is no URL at all, empty if it is one. What has no scheme and is no path can be said
// to be relative, which is no fault by itself.
std::string UrlFault(std::string_view text) {
  text = text.substr(0, text.find('#'));
  bool has_scheme = text.substr(0, text.find_first_of("/?")).find(':') != std::string_view::npos;
  std::string fault;
  if (has_scheme || text.starts_with('/')) cel::ParseUrl(text, fault);
  return fault;
}

void CheckUrl(std::string_view text, const field::Path& path, field::ErrorList& errors) {
  if (std::string fault = UrlFault(text); !fault.empty()) {
    errors.push_back(
        field::Required(path, fmt::format("url must be a valid URL: {}{}", fault, kUrlForm)));
    return;
  }
  Url url = SplitUrl(text);
  if (url.scheme != "https") {
    errors.push_back(field::Invalid(
        path, url.scheme, fmt::format("'https' is the only allowed URL scheme{}", kUrlForm)));
  }
  if (url.host.empty()) {
    errors.push_back(
        field::Invalid(path, url.host, fmt::format("host must be specified{}", kUrlForm)));
  }
  if (!url.user.empty()) {
    errors.push_back(
        field::Invalid(path, url.user, "user information is not permitted in the URL"));
  }
  if (!url.fragment.empty()) {
    errors.push_back(field::Invalid(path, url.fragment, "fragments are not permitted in the URL"));
  }
  if (!url.query.empty()) {
    errors.push_back(
        field::Invalid(path, url.query, "query parameters are not permitted in the URL"));
  }
}

void CheckServicePath(std::string_view text, const field::Path& path, field::ErrorList& errors) {
  if (text.empty() || text == "/") return;
  if (!text.starts_with('/')) {
    errors.push_back(field::Invalid(path, text, "must start with a '/'"));
  }
  // Whatever its first character is, the segments begin after it.
  std::string_view inner = text.substr(1);
  if (inner.ends_with('/')) inner.remove_suffix(1);
  std::vector<std::string_view> segments = Split(inner, '/');
  for (size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].empty()) {
      errors.push_back(field::Invalid(path, text, fmt::format("segment[{}] may not be empty", i)));
      continue;
    }
    for (const std::string& message : validate::IsDns1123Subdomain(segments[i])) {
      errors.push_back(field::Invalid(path, text, fmt::format("segment[{}]: {}", i, message)));
    }
  }
}

void CheckService(const Value& service, const field::Path& path, field::ErrorList& errors) {
  constexpr int64_t kMaxPort = 65535;
  // The API reports each under the name of the other.
  if (service.FindString("namespace").empty())
    errors.push_back(field::Required(path.Child("name")));
  if (service.FindString("name").empty())
    errors.push_back(field::Required(path.Child("namespace")));
  Value port = service.Find("port");
  if (port.is_int() && (port.as_int() < 1 || port.as_int() > kMaxPort)) {
    errors.push_back(field::Invalid(path.Child("port"), port.as_int(),
                                    "port is not valid: must be between 1 and 65535, inclusive"));
  }
  CheckServicePath(service.FindString("path"), path.Child("path"), errors);
}

void CheckClientConfig(const Value& config, const field::Path& path, field::ErrorList& errors) {
  if (!config.is_object()) {
    errors.push_back(field::Required(path, "required when strategy is set to Webhook"));
  } else if (IsSet(config, "url") == IsSet(config, "service")) {
    errors.push_back(field::Required(path, "exactly one of url or service is required"));
  } else if (IsSet(config, "url")) {
    CheckUrl(config.FindString("url"), path.Child("url"), errors);
  } else {
    CheckService(config.Find("service"), path.Child("service"), errors);
  }
}

void CheckReviewVersions(const Value& versions, bool recognized_required, const field::Path& path,
                         field::ErrorList& errors) {
  if (!versions.is_list() || versions.size() == 0) {
    errors.push_back(field::Required(path));
    return;
  }
  std::set<std::string_view> seen;
  for (size_t i = 0; i < versions.size(); ++i) {
    if (!versions.items()[i].is_string()) continue;
    std::string_view version = versions.items()[i].as_string();
    if (!seen.insert(version).second) {
      errors.push_back(field::Invalid(path.Index(i), version, "duplicate version"));
      continue;
    }
    for (const std::string& message : validate::IsDns1035Label(version)) {
      errors.push_back(field::Invalid(path.Index(i), version, message));
    }
  }
  if (recognized_required && !seen.contains("v1") && !seen.contains("v1beta1")) {
    errors.push_back(
        field::Invalid(path, Shown(versions), "must include at least one of v1, v1beta1"));
  }
}

bool IsProtected(std::string_view group) {
  return group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io" ||
         group.ends_with(".kubernetes.io");
}

}  // namespace

void CheckConversion(const Value& conversion, bool recognized_review_version,
                     const field::Path& path, field::ErrorList& errors) {
  if (!conversion.is_object()) return;
  std::string_view strategy = conversion.FindString("strategy");
  field::Path strategy_path = path.Child("strategy");
  if (strategy.empty()) {
    errors.push_back(field::Required(strategy_path));
  } else if (strategy != "None" && strategy != "Webhook") {
    errors.push_back(field::NotSupported(strategy_path, strategy, {"None", "Webhook"}));
  }
  Value webhook = conversion.Find("webhook");
  Value config = webhook.Find("clientConfig");
  Value review_versions = webhook.Find("conversionReviewVersions");
  field::Path config_path = path.Child("webhookClientConfig");
  field::Path versions_path = path.Child("conversionReviewVersions");
  if (strategy == "Webhook") {
    CheckClientConfig(config, config_path, errors);
    CheckReviewVersions(review_versions, recognized_review_version, versions_path, errors);
    return;
  }
  constexpr std::string_view kDetail = "should not be set when strategy is not set to Webhook";
  if (config.is_object()) errors.push_back(field::Forbidden(config_path, kDetail));
  if (review_versions.size() > 0) errors.push_back(field::Forbidden(versions_path, kDetail));
}

void CheckApproval(const Value& crd, const Value* old_crd, field::ErrorList& errors) {
  auto find = [](const Value& definition, std::string_view* annotation) {
    *annotation = definition.FindPath({"metadata", "annotations"}).FindString(kApprovalAnnotation);
    return FindApproval(definition.Find("spec").FindString("group"), *annotation);
  };
  std::string_view text;
  ApprovalFinding now = find(crd, &text);
  std::string_view old_text;
  if (old_crd != nullptr && find(*old_crd, &old_text).state == now.state) return;
  field::Path metadata("metadata");
  field::Path annotations = metadata.Child("annotations");
  field::Path path = annotations.Key(kApprovalAnnotation);
  if (now.state == Approval::kMissing) errors.push_back(field::Required(path, now.message));
  if (now.state == Approval::kInvalid) errors.push_back(field::Invalid(path, text, now.message));
}

}  // namespace pintle::schema::crd_detail

namespace pintle::schema {

ApprovalFinding FindApproval(std::string_view group, std::string_view annotation) {
  using crd_detail::kApprovalReference;
  using crd_detail::kApprovalText;
  if (!crd_detail::IsProtected(group)) return {};
  if (annotation.empty()) {
    return {Approval::kMissing, "MissingAnnotation",
            fmt::format("{}{}", kApprovalText, kApprovalReference)};
  }
  if (annotation.starts_with("unapproved")) {
    return {Approval::kBypassed, "UnapprovedAnnotation",
            fmt::format("not approved: {}", Quoted(annotation))};
  }
  crd_detail::Url url = crd_detail::SplitUrl(annotation);
  if (url.scheme.empty() || url.host.empty()) {
    return {Approval::kInvalid, "InvalidAnnotation",
            fmt::format("{} with either a URL or a reason starting with \"unapproved\"{}",
                        kApprovalText, kApprovalReference)};
  }
  return {Approval::kApproved, "ApprovedAnnotation", fmt::format("approved in {}", annotation)};
}

}  // namespace pintle::schema
