#include "apis/rbac/v1/validation_rbac.h"

#include "apis/meta/v1/validation_selector.h"
#include "apis/rbac/v1/group.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::rbac::v1 {
namespace {

using field::ErrorList;
using field::Path;

void ValidateRule(const PolicyRule& rule, bool namespaced, const Path& path, ErrorList& errors) {
  if (rule.verbs.empty()) {
    errors.push_back(field::Required(path.Child("verbs"), "verbs must contain at least one value"));
  }
  if (!rule.non_resource_urls.empty()) {
    Path urls = path.Child("nonResourceURLs");
    if (namespaced) {
      errors.push_back(field::Invalid(urls, validate::Shown(rule.non_resource_urls),
                                      "namespaced rules cannot apply to non-resource URLs"));
    }
    if (!rule.api_groups.empty() || !rule.resources.empty() || !rule.resource_names.empty()) {
      errors.push_back(
          field::Invalid(urls, validate::Shown(rule.non_resource_urls),
                         "rules cannot apply to both regular resources and non-resource URLs"));
    }
    return;
  }
  if (rule.api_groups.empty()) {
    errors.push_back(field::Required(path.Child("apiGroups"),
                                     "resource rules must supply at least one api group"));
  }
  if (rule.resources.empty()) {
    errors.push_back(field::Required(path.Child("resources"),
                                     "resource rules must supply at least one resource"));
  }
}

void ValidateRules(const typeinfo::List<PolicyRule>& rules, bool namespaced, ErrorList& errors) {
  Path path("rules");
  for (size_t i = 0; i < rules.size(); ++i) {
    ValidateRule(rules[i], namespaced, path.Index(i), errors);
  }
}

void ValidateSubject(const Subject& subject, bool namespaced, const Path& path, ErrorList& errors) {
  Path name = path.Child("name");
  Path group = path.Child("apiGroup");
  validate::NotEmpty(name, subject.name, errors);
  if (subject.kind == "ServiceAccount") {
    validate::FormIfGiven(name, subject.name, validate::IsDns1123Subdomain, errors);
    if (!subject.api_group.empty()) {
      errors.push_back(field::NotSupported(group, subject.api_group, {""}));
    }
    if (!namespaced) validate::NotEmpty(path.Child("namespace"), subject.namespace_, errors);
  } else if (subject.kind == "User" || subject.kind == "Group") {
    validate::OneOf(group, subject.api_group, {kGroup}, errors);
  } else {
    validate::OneOf(path.Child("kind"), subject.kind, {"ServiceAccount", "User", "Group"}, errors);
  }
}

// RoleBinding and ClusterRoleBinding have these members.
template <typename T>
ErrorList ValidateBinding(const T& binding, bool namespaced) {
  ErrorList errors;
  const RoleRef& ref = binding.role_ref;
  validate::OneOf(Path("roleRef.apiGroup"), ref.api_group, {kGroup}, errors);
  if (namespaced) {
    validate::OneOf(Path("roleRef.kind"), ref.kind, {"Role", "ClusterRole"}, errors);
  } else {
    validate::OneOf(Path("roleRef.kind"), ref.kind, {"ClusterRole"}, errors);
  }
  validate::RequiredForm(Path("roleRef.name"), ref.name, validate::IsPathSegmentName, errors);
  Path subjects("subjects");
  for (size_t i = 0; i < binding.subjects.size(); ++i) {
    ValidateSubject(binding.subjects[i], namespaced, subjects.Index(i), errors);
  }
  return errors;
}

template <typename T>
ErrorList ValidateBindingUpdate(const T& binding, const T& old, bool namespaced) {
  ErrorList errors = ValidateBinding(binding, namespaced);
  if (!validate::Equal(binding.role_ref, old.role_ref)) {
    errors.push_back(field::Invalid(Path("roleRef"), validate::Shown(binding.role_ref),
                                    "cannot change roleRef"));
  }
  return errors;
}

}  // namespace

ErrorList ValidateRole(const Role& role) {
  ErrorList errors;
  ValidateRules(role.rules, true, errors);
  return errors;
}

ErrorList ValidateRoleUpdate(const Role& role, const Role& /*old*/) { return ValidateRole(role); }

ErrorList ValidateClusterRole(const ClusterRole& role, const ValidationOptions& options) {
  ErrorList errors;
  ValidateRules(role.rules, false, errors);
  if (!role.aggregation_rule) return errors;
  Path path("aggregationRule.clusterRoleSelectors");
  const auto& selectors = role.aggregation_rule->cluster_role_selectors;
  if (selectors.empty()) {
    errors.push_back(field::Required(
        path, "at least one clusterRoleSelector required if aggregationRule is non-nil"));
  }
  for (size_t i = 0; i < selectors.size(); ++i) {
    ValidateLabelSelector(selectors[i], path.Index(i),
                          {.tolerate_bad_values = options.tolerate_bad_selector_values}, errors);
    if (!IsUsableSelector(selectors[i])) {
      errors.push_back(
          field::Invalid(path.Index(i), validate::Shown(selectors[i]), "invalid label selector."));
    }
  }
  return errors;
}

ErrorList ValidateClusterRoleUpdate(const ClusterRole& role, const ClusterRole& old,
                                    ValidationOptions options) {
  if (old.aggregation_rule) {
    for (const auto& selector : old.aggregation_rule->cluster_role_selectors) {
      options.tolerate_bad_selector_values |= HasBadSelectorValue(selector);
    }
  }
  return ValidateClusterRole(role, options);
}

ErrorList ValidateRoleBinding(const RoleBinding& binding) { return ValidateBinding(binding, true); }

ErrorList ValidateRoleBindingUpdate(const RoleBinding& binding, const RoleBinding& old) {
  return ValidateBindingUpdate(binding, old, true);
}

ErrorList ValidateClusterRoleBinding(const ClusterRoleBinding& binding) {
  return ValidateBinding(binding, false);
}

ErrorList ValidateClusterRoleBindingUpdate(const ClusterRoleBinding& binding,
                                           const ClusterRoleBinding& old) {
  return ValidateBindingUpdate(binding, old, false);
}

}  // namespace pintle::apis::rbac::v1
