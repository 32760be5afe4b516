#include "apis/core/v1/validation_service_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr Str kHeadless = "None";

void ValidateFamilies(const ServiceSpec& spec, ErrorList& errors) {
  std::set<Str> seen;
  Path families("spec.ipFamilies");
  for (size_t i = 0; i < spec.ip_families.size(); ++i) {
    validate::OneOf(families.Index(i), spec.ip_families[i], {kIPv4Protocol, kIPv6Protocol}, errors);
    if (!seen.insert(spec.ip_families[i]).second) {
      errors.push_back(field::Duplicate(families.Index(i), spec.ip_families[i]));
    }
  }
  validate::OneOf(
      Path("spec.ipFamilyPolicy"), spec.ip_family_policy,
      {kIPFamilyPolicyPreferDualStack, kIPFamilyPolicyRequireDualStack, kIPFamilyPolicySingleStack},
      errors);
}

void ValidateSingularClusterIp(const ServiceSpec& spec, const Path& path, ErrorList& errors) {
  if (!spec.cluster_ip.empty()) {
    if (spec.cluster_ips.empty()) {
      errors.push_back(field::Required(path));
    } else if (spec.cluster_ips[0] != spec.cluster_ip) {
      errors.push_back(field::Invalid(path, validate::Shown(spec.cluster_ips),
                                      "first value must match `clusterIP`"));
    }
  } else if (!spec.cluster_ips.empty()) {
    errors.push_back(field::Invalid(path, validate::Shown(spec.cluster_ips),
                                    "must be empty when `clusterIP` is not specified"));
  }
}

// How a list may lose or get its second entry; `what` is in the texts. Of a list that got shorter
// or longer faults show the addresses, whichever list it is.
void ValidateListUpdate(const typeinfo::List<Str>& now, const typeinfo::List<Str>& old,
                        const ServiceSpec& spec, std::string_view what, const Path& path,
                        bool index_at_fault, ErrorList& errors) {
  auto add = [&](size_t i, const typeinfo::List<Str>& shown, std::string_view text) {
    errors.push_back(field::Invalid(path.Index(i), validate::Shown(shown), text));
  };
  if (now.size() == old.size()) {
    for (size_t i = 0; i < now.size(); ++i) {
      if (now[i] != old[i]) add(index_at_fault ? i : 0, now, kMayNotChangeOnceSet);
    }
  } else if (now.size() < old.size()) {
    if (spec.cluster_ips.empty()) add(0, now, fmt::format("primary {} can not be unset", what));
    if (!now.empty() && now[0] != old[0]) add(0, spec.cluster_ips, kMayNotChangeOnceSet);
    if (now.size() == 1 && spec.ip_family_policy.value_or({}) != kIPFamilyPolicySingleStack) {
      errors.push_back(field::Invalid(
          Path("spec.ipFamilyPolicy"), validate::Shown(spec.ip_family_policy),
          fmt::format("must be set to 'SingleStack' when releasing the secondary {}", what)));
    }
  } else if (!old.empty() && now[0] != old[0]) {
    add(0, spec.cluster_ips, kMayNotChangeOnceSet);
  }
}

}  // namespace

bool IsHeadless(const Service& service) {
  return service.spec.cluster_ips.size() == 1 && service.spec.cluster_ips[0] == kHeadless;
}

validate::OldTexts TextsOf(const typeinfo::List<Str>& list) { return {list.begin(), list.end()}; }

void ValidateClusterIps(const ServiceSpec& spec, const Service* old, bool strict,
                        ErrorList& errors) {
  Path path("spec.clusterIPs");
  ValidateSingularClusterIp(spec, path, errors);
  ValidateFamilies(spec, errors);
  bool headless = !spec.cluster_ips.empty() && spec.cluster_ips[0] == kHeadless;
  if (headless && spec.cluster_ips.size() > 1) {
    errors.push_back(field::Invalid(path, validate::Shown(spec.cluster_ips),
                                    "'None' must be the first and only value"));
  }
  size_t before = errors.size();
  const validate::OldTexts old_ips =
      old != nullptr ? TextsOf(old->spec.cluster_ips) : validate::OldTexts();
  for (size_t i = headless ? 1 : 0; i < spec.cluster_ips.size(); ++i) {
    validate::Ip(path.Index(i), spec.cluster_ips[i], strict, old_ips, errors);
  }
  bool bad = errors.size() != before;
  if (spec.cluster_ips.size() > 2) {
    errors.push_back(
        field::Invalid(path, validate::Shown(spec.cluster_ips), "may only hold up to 2 values"));
  }
  if (bad || headless) return;
  auto is_v4 = [](Str ip) { return validate::IsIpv4(ip); };
  size_t v4_count = std::ranges::count_if(spec.cluster_ips, is_v4);
  if (spec.cluster_ips.size() > 1 && (v4_count == 0 || v4_count == spec.cluster_ips.size())) {
    errors.push_back(field::Invalid(path, validate::Shown(spec.cluster_ips),
                                    "may specify no more than one IP for each IP family"));
  }
  for (size_t i = 0; i < spec.cluster_ips.size() && i < spec.ip_families.size(); ++i) {
    bool v4 = validate::IsIpv4(spec.cluster_ips[i]);
    if ((spec.ip_families[i] == kIPv4Protocol && !v4) ||
        (spec.ip_families[i] == kIPv6Protocol && v4)) {
      errors.push_back(
          field::Invalid(path.Index(i), spec.cluster_ips[i],
                         fmt::format("expected an {} value as indicated by `ipFamilies[{}]`",
                                     spec.ip_families[i], i)));
    }
  }
}

void ValidateIpUpdates(const Service& service, const Service& old, ErrorList& errors) {
  if (service.spec.type == kServiceTypeExternalName || old.spec.type == kServiceTypeExternalName) {
    return;
  }
  bool both_headless = IsHeadless(service) && IsHeadless(old);
  if (!both_headless) {
    ValidateListUpdate(service.spec.cluster_ips, old.spec.cluster_ips, service.spec, "clusterIP",
                       Path("spec.clusterIPs"), true, errors);
  }
  if (IsHeadless(service) || IsHeadless(old)) return;
  ValidateListUpdate(service.spec.ip_families, old.spec.ip_families, service.spec, "ipFamily",
                     Path("spec.ipFamilies"), false, errors);
}

}  // namespace pintle::apis::core::v1
