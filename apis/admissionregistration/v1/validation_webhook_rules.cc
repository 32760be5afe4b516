#include <fmt/format.h>

#include <set>

#include "apis/admissionregistration/v1/validation_webhooks.h"
#include "pintle/base/strings.h"
#include "pintle/cel/functions/url_text.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxMatchConditions = 64;
// Of one path that are told: each shows all of it.
constexpr size_t kMaxSegmentFaults = 16;
constexpr std::string_view kUrlForm = "; desired format: https://host[/path]";

using Texts = typeinfo::List<Str>;

void ValidateStarAlone(const Texts& texts, std::string_view what, const Path& path,
                       ErrorList& errors) {
  if (texts.size() > 1 && validate::Contains(texts, Str("*"))) {
    errors.push_back(
        field::Invalid(path, validate::Shown(texts),
                       fmt::format("if '*' is present, must not specify other {}", what)));
  }
}

// `pods`, `pods/log`, `*/log`, `pods/*`, `*`, `*/*`: what stands for more may not be given beside
// what it covers.
void ValidateResources(const Texts& resources, const Path& path, ErrorList& errors) {
  if (resources.empty()) errors.push_back(field::Required(path));
  std::set<std::string_view> all_subresources_of;
  std::set<std::string_view> all_resources_with;
  bool double_star = false;
  bool star = false;
  bool plain = false;
  for (size_t i = 0; i < resources.size(); ++i) {
    Str text = resources[i];
    Path item = path.Index(i);
    if (!validate::NotEmpty(item, text, errors)) continue;
    double_star = double_star || text == "*/*";
    star = star || text == "*";
    size_t slash = text.find('/');
    if (slash == Str::npos) {
      plain = text != "*";  // the last one decides
      continue;
    }
    std::string_view resource = text.substr(0, slash);
    std::string_view subresource = text.substr(slash + 1);
    if (all_subresources_of.contains(resource)) {
      errors.push_back(field::Invalid(
          item, text, fmt::format("if '{}/*' is present, must not specify {}", resource, text)));
    }
    if (all_resources_with.contains(subresource)) {
      errors.push_back(field::Invalid(
          item, text, fmt::format("if '*/{}' is present, must not specify {}", subresource, text)));
    }
    if (subresource == "*") all_subresources_of.insert(resource);
    if (resource == "*") all_resources_with.insert(subresource);
  }
  if (resources.size() > 1 && double_star) {
    errors.push_back(field::Invalid(path, validate::Shown(resources),
                                    "if '*/*' is present, must not specify other resources"));
  }
  if (star && plain) {
    errors.push_back(
        field::Invalid(path, validate::Shown(resources),
                       "if '*' is present, must not specify other resources without subresources"));
  }
}

// What stands before the @ of the authority, null if there is none.
Str UserOf(Str url) {
  size_t begin = url.find("://");
  if (begin == Str::npos) return {};
  Str authority = url.substr(begin + 3);
  authority = authority.substr(0, authority.find_first_of("/?"));
  size_t at = authority.rfind('@');
  return at == Str::npos ? Str() : authority.substr(0, at);
}

}  // namespace

void ValidateRuleWithOperations(const RuleWithOperations& rule, const Path& path,
                                ErrorList& errors) {
  Path operations = path.Child("operations");
  if (rule.operations.empty()) errors.push_back(field::Required(operations));
  ValidateStarAlone(rule.operations, "operations", operations, errors);
  for (size_t i = 0; i < rule.operations.size(); ++i) {
    validate::OneOf(operations.Index(i), rule.operations[i],
                    {kOperationAll, kConnect, kCreate, kDelete, kUpdate}, errors);
  }
  Path groups = path.Child("apiGroups");
  if (rule.rule.api_groups.empty()) errors.push_back(field::Required(groups));
  ValidateStarAlone(rule.rule.api_groups, "API groups", groups, errors);
  Path versions = path.Child("apiVersions");
  if (rule.rule.api_versions.empty()) errors.push_back(field::Required(versions));
  ValidateStarAlone(rule.rule.api_versions, "API versions", versions, errors);
  for (size_t i = 0; i < rule.rule.api_versions.size(); ++i) {
    validate::NotEmpty(versions.Index(i), rule.rule.api_versions[i], errors);
  }
  ValidateResources(rule.rule.resources, path.Child("resources"), errors);
  validate::OneOf(path.Child("scope"), rule.rule.scope,
                  {kAllScopes, kClusterScope, kNamespacedScope}, errors);
}

void ValidateMatchConditions(const typeinfo::List<MatchCondition>& conditions, const Path& path,
                             ErrorList& errors) {
  auto count = static_cast<int64_t>(conditions.size());
  if (count > kMaxMatchConditions) {
    errors.push_back(field::TooMany(path, count, kMaxMatchConditions));
  }
  std::set<Str> names;
  for (size_t i = 0; i < conditions.size(); ++i) {
    Path item = path.Index(i);
    validate::NotEmpty(item.Child("expression"), TrimSpace(conditions[i].expression), errors);
    Path name = item.Child("name");
    validate::RequiredForm(name, conditions[i].name, validate::IsQualifiedName, errors);
    if (!conditions[i].name.empty() && !names.insert(conditions[i].name).second) {
      errors.push_back(field::Duplicate(name, conditions[i].name));
    }
  }
}

void ValidateWebhookUrl(Str url, const Path& path, ErrorList& errors) {
  const size_t fragment = url.find('#');
  const Str text = url.substr(0, fragment);
  cel::UrlParts parts;
  // What has no scheme and is no path can be said to be relative, which is no fault by itself.
  const bool has_scheme = text.substr(0, text.find_first_of("/?")).find(':') != Str::npos;
  if (has_scheme || text.starts_with('/')) {
    std::string fault;
    std::optional<cel::UrlParts> parsed = cel::ParseUrl(text, fault);
    if (!parsed) {
      errors.push_back(
          field::Required(path, fmt::format("url must be a valid URL: {}{}", fault, kUrlForm)));
      return;
    }
    parts = *parsed;
  }
  auto add = [&](std::string_view shown, std::string_view why) {
    errors.push_back(field::Invalid(path, shown, why));
  };
  const std::string scheme = ToLower(parts.scheme);
  if (scheme != "https") {
    add(scheme, fmt::format("'https' is the only allowed URL scheme{}", kUrlForm));
  }
  if (parts.host.empty()) add("", fmt::format("host must be specified{}", kUrlForm));
  const Str user = UserOf(text);
  if (user.data() != nullptr) add(user, "user information is not permitted in the URL");
  if (fragment != Str::npos && fragment + 1 < url.size()) {
    add(url.substr(fragment + 1), "fragments are not permitted in the URL");
  }
  if (!parts.query.empty()) add(parts.query, "query parameters are not permitted in the URL");
}

void ValidateWebhookService(const ServiceReference& service, const Path& path, ErrorList& errors) {
  // The API reports each under the name of the other.
  if (service.namespace_.empty()) errors.push_back(field::Required(path.Child("name")));
  if (service.name.empty()) errors.push_back(field::Required(path.Child("namespace")));
  if (service.port && !validate::IsPortNumber(*service.port).empty()) {
    errors.push_back(field::Invalid(path.Child("port"), *service.port,
                                    "port is not valid: must be between 1 and 65535, inclusive"));
  }
  if (!service.path) return;
  Path at = path.Child("path");
  Str text = *service.path;
  if (text == "/" || text.empty()) return;
  if (text == "//") {
    errors.push_back(field::Invalid(at, text, "segment[0] may not be empty"));
    return;
  }
  if (!text.starts_with('/')) {
    errors.push_back(field::Invalid(at, text, "must start with a '/'"));
  }
  Str inner = text.substr(1);
  if (inner.ends_with('/')) inner.remove_suffix(1);
  std::vector<std::string_view> segments = Split(inner, '/');
  const size_t before = errors.size();
  for (size_t i = 0; i < segments.size() && errors.size() - before < kMaxSegmentFaults; ++i) {
    if (segments[i].empty()) {
      errors.push_back(field::Invalid(at, text, fmt::format("segment[{}] may not be empty", i)));
      continue;
    }
    for (const std::string& message : validate::IsDns1123Subdomain(segments[i])) {
      errors.push_back(field::Invalid(at, text, fmt::format("segment[{}]: {}", i, message)));
    }
  }
}

}  // namespace pintle::apis::admissionregistration::v1
