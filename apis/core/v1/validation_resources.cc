#include "apis/core/v1/validation_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apis/core/v1/pod_resources.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr std::string_view kHugePagesPrefix = "hugepages-";
constexpr std::string_view kRequestsPrefix = "requests.";

constexpr std::string_view kStandardQuotaResources[] = {
    "cpu",
    "memory",
    "ephemeral-storage",
    "requests.cpu",
    "requests.memory",
    "requests.storage",
    "requests.ephemeral-storage",
    "limits.cpu",
    "limits.memory",
    "limits.ephemeral-storage",
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "persistentvolumeclaims",
    "configmaps",
    "services.nodeports",
    "services.loadbalancers",
};

constexpr std::string_view kCountedResources[] = {
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
    "services.nodeports",
    "services.loadbalancers",
    "persistentvolumeclaims",
};

template <size_t N>
bool IsOneOf(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool HasPrefix(std::string_view name) { return name.find('/') != std::string_view::npos; }

bool IsNative(std::string_view name) {
  return !HasPrefix(name) || name.find("kubernetes.io/") != std::string_view::npos;
}

// One that a vendor's plugin counts, not Kubernetes.
bool IsExtendedResource(std::string_view resource) {
  if (IsNative(resource) || resource.starts_with(kRequestsPrefix)) return false;
  return validate::IsQualifiedName(std::string(kRequestsPrefix) + std::string(resource)).empty();
}

bool IsComputeResource(std::string_view name) {
  return name == kResourceCPU || name == kResourceMemory;
}

bool IsStandard(std::string_view name) {
  return IsStandardQuotaResource(name) || name == kResourceStorage || IsHugePages(name);
}

// Whether an amount of huge pages is a whole number of pages.
bool IsWholePages(std::string_view resource, const pintle::Quantity& amount) {
  Result<pintle::Quantity> page = pintle::Quantity::Parse(resource.substr(kHugePagesPrefix.size()));
  if (!page || page->sign() <= 0) return false;
  std::optional<int64_t> page_bytes = page->AsInt();
  std::optional<int64_t> bytes = amount.RoundedUp(0).AsInt();
  return page_bytes && bytes && *bytes % *page_bytes == 0;
}

using NameRule = void (*)(std::string_view name, const Path& path, ErrorList& errors);

// The checks of limits and requests that need each other.
class RequirementsCheck {
 public:
  RequirementsCheck(const ResourceRequirements& resources, const Path& path, NameRule name_rule,
                    ErrorList& errors)
      : resources_(resources), path_(path), name_rule_(name_rule), errors_(errors) {}

  void Run() {
    Path limits = path_.Child("limits");
    for (const auto& limit : resources_.limits) Amount(limit.key, limit.value, limits);
    Path requests = path_.Child("requests");
    for (const auto& request : resources_.requests) {
      Amount(request.key, request.value, requests);
      AgainstLimit(request.key, request.value, limits, requests);
    }
    if (huge_pages_ && !compute_) {
      errors_.push_back(field::Forbidden(path_, "HugePages require cpu or memory"));
    }
  }

 private:
  void Amount(Str name, const typeinfo::Quantity& quantity, const Path& list) {
    Path path = list.Key(name);
    name_rule_(name, path, errors_);
    ValidateResourceQuantity(name, quantity, path, errors_);
    if (IsHugePages(name)) {
      huge_pages_ = true;
      if (!IsWholePages(name, AmountOf(quantity))) {
        errors_.push_back(field::Invalid(
            path, quantity.view(),
            fmt::format("{} is not positive integer multiple of {}", quantity.view(), name)));
      }
    }
    compute_ = compute_ || IsComputeResource(name);
  }

  void AgainstLimit(Str name, const typeinfo::Quantity& request, const Path& limits,
                    const Path& requests) {
    const typeinfo::Quantity* limit = resources_.limits.Find(name);
    if (limit == nullptr) {
      if (!IsOvercommitAllowed(name)) {
        errors_.push_back(
            field::Required(limits, "Limit must be set for non overcommitable resources"));
      }
      return;
    }
    auto order = AmountOf(request) <=> AmountOf(*limit);
    if (order != 0 && !IsOvercommitAllowed(name)) {
      errors_.push_back(
          field::Invalid(requests, request.view(),
                         fmt::format("must be equal to {} limit of {}", name, limit->view())));
    } else if (order > 0) {
      errors_.push_back(field::Invalid(
          requests, request.view(),
          fmt::format("must be less than or equal to {} limit of {}", name, limit->view())));
    }
  }

  const ResourceRequirements& resources_;
  const Path& path_;
  NameRule name_rule_;
  ErrorList& errors_;
  bool compute_ = false;
  bool huge_pages_ = false;
};

// What is said of a claim that is none of `names`. It is said of each, so long lists are cut off.
std::string NamesAllowed(const std::set<Str>& names) {
  constexpr size_t kMaxBytes = 500;
  std::string text = ": must be one of the names in pod.spec.resourceClaims";
  if (names.empty()) return text + " which is empty";
  std::string_view separator = ": ";
  for (Str name : names) {
    if (text.size() + name.size() > kMaxBytes) return text.append(separator).append("...");
    text.append(separator).append(name);
    separator = ", ";
  }
  return text;
}

void ValidateClaimNames(const typeinfo::List<ResourceClaim>& claims,
                        const std::set<Str>& claim_names, const Path& path, ErrorList& errors) {
  if (claims.empty()) return;
  const std::string allowed = NamesAllowed(claim_names);
  std::map<Str, std::set<Str>> seen;  // requests by claim; an empty one is the whole claim
  for (size_t i = 0; i < claims.size(); ++i) {
    const ResourceClaim& claim = claims[i];
    Path item = path.Index(i);
    if (!validate::NotEmpty(item, claim.name, errors)) continue;
    validate::FormIfGiven(item.Child("request"), claim.request, validate::IsDns1123Label, errors);
    std::set<Str>& requests = seen[claim.name];
    bool overlaps = claim.request.empty() ? !requests.empty() : requests.contains("");
    if (overlaps || !requests.insert(claim.request).second) {
      std::string shown(claim.name);
      if (!claim.request.empty() && !overlaps) shown += "/" + std::string(claim.request);
      errors.push_back(field::Duplicate(item, shown));
    }
    if (!claim_names.contains(claim.name)) {
      field::Error error = field::NotFound(item, claim.name);
      error.body += allowed;
      errors.push_back(std::move(error));
    }
  }
}

void ValidatePodResourceName(std::string_view name, const Path& path, ErrorList& errors) {
  size_t before = errors.size();
  ValidateResourceName(name, path, errors);
  if (errors.size() != before || IsPodLevelResource(name)) return;
  validate::OneOf(path, name, {kResourceCPU, kResourceMemory}, errors);
}

void ValidateAtLeast(const ResourceList& amounts, const Amounts& aggregate, std::string_view what,
                     const Path& path, bool huge_pages_only, ErrorList& errors) {
  for (const auto& entry : amounts) {
    if (huge_pages_only && !IsHugePages(entry.key)) continue;
    auto found = aggregate.find(entry.key);
    if (found == aggregate.end() || found->second <= AmountOf(entry.value)) continue;
    errors.push_back(
        field::Invalid(path.Key(entry.key), entry.value.view(),
                       fmt::format("must be greater than or equal to aggregate container {} of {}",
                                   what, found->second.ToString())));
  }
}

}  // namespace

pintle::Quantity AmountOf(const typeinfo::Quantity& quantity) {
  Result<pintle::Quantity> amount = pintle::Quantity::Parse(quantity.view());
  return amount ? *amount : pintle::Quantity();
}

bool IsOvercommitAllowed(std::string_view resource) {
  return IsNative(resource) && !IsHugePages(resource);
}

bool IsStandardQuotaResource(std::string_view resource) {
  return IsOneOf(resource, kStandardQuotaResources) || IsHugePages(resource) ||
         resource.starts_with("requests.hugepages-");
}

void ValidateResourceName(std::string_view name, const Path& path, ErrorList& errors) {
  size_t before = errors.size();
  validate::Form(path, name, validate::IsQualifiedName, errors);
  if (errors.size() == before && !HasPrefix(name) && !IsStandard(name)) {
    errors.push_back(
        field::Invalid(path, name, "must be a standard resource type or fully qualified"));
  }
}

void ValidateContainerResourceName(std::string_view name, const Path& path, ErrorList& errors) {
  ValidateResourceName(name, path, errors);
  if (!HasPrefix(name)) {
    if (!IsComputeResource(name) && name != kResourceEphemeralStorage && !IsHugePages(name)) {
      errors.push_back(field::Invalid(path, name, "must be a standard resource for containers"));
    }
  } else if (!IsNative(name) && !IsExtendedResource(name)) {
    errors.push_back(field::Invalid(path, name, "doesn't follow extended resource name standard"));
  }
}

void ValidateQuotaResourceName(std::string_view name, const Path& path, ErrorList& errors) {
  ValidateResourceName(name, path, errors);
  if (!HasPrefix(name) && !IsStandardQuotaResource(name)) {
    errors.push_back(field::Invalid(path, name, "must be a standard resource for quota"));
  }
}

void ValidateReportedQuantity(const typeinfo::Quantity& quantity, const Path& path,
                              ErrorList& errors) {
  pintle::Quantity amount = AmountOf(quantity);
  if (amount.sign() >= 0) return;
  errors.push_back(field::Invalid(path, amount.RoundedUp(0).AsInt().value_or(INT64_MIN),
                                  "must be a valid resource quantity"));
}

void ValidateNonNegativeQuantity(const typeinfo::Quantity& quantity, const Path& path,
                                 ErrorList& errors) {
  if (AmountOf(quantity).sign() < 0) {
    errors.push_back(field::Invalid(path, quantity.view(), "must be greater than or equal to 0"));
  }
}

void ValidateResourceQuantity(std::string_view resource, const typeinfo::Quantity& quantity,
                              const Path& path, ErrorList& errors) {
  ValidateNonNegativeQuantity(quantity, path, errors);
  if (!IsOneOf(resource, kCountedResources) && !IsExtendedResource(resource)) return;
  pintle::Quantity amount = AmountOf(quantity);
  if (amount != amount.RoundedUp(0)) {
    errors.push_back(field::Invalid(path, quantity.view(), "must be an integer"));
  }
}

void ValidateContainerResources(const ResourceRequirements& resources,
                                const std::set<Str>& claim_names, const Path& path,
                                ErrorList& errors) {
  RequirementsCheck(resources, path, ValidateContainerResourceName, errors).Run();
  ValidateClaimNames(resources.claims, claim_names, path.Child("claims"), errors);
}

void ValidatePodResources(const PodSpec& spec, const Path& path, ErrorList& errors) {
  const ResourceRequirements& resources = *spec.resources;
  if (spec.os && spec.os->name == kWindows) {
    errors.push_back(field::Forbidden(path, "may not be set for a windows pod"));
  }
  if (!resources.claims.is_nil()) {
    errors.push_back(
        field::Forbidden(path.Child("claims"), "claims may not be set for Resources at pod-level"));
  }
  RequirementsCheck(resources, path, ValidatePodResourceName, errors).Run();
  ValidateAtLeast(resources.requests, TotalRequests(spec), "requests", path.Child("requests"),
                  false, errors);
  ValidateAtLeast(resources.limits, TotalLimits(spec), "limits", path.Child("limits"), true,
                  errors);
  Path containers = path.Child("containers");
  for (size_t i = 0; i < spec.containers.size(); ++i) {
    Path container = containers.Index(i);
    for (const auto& limit : spec.containers[i].resources.limits) {
      const typeinfo::Quantity* most = resources.limits.Find(limit.key);
      if (most == nullptr || AmountOf(limit.value) <= AmountOf(*most)) continue;
      errors.push_back(field::Invalid(
          container.Key(limit.key).Child("limits"), limit.value.view(),
          fmt::format("must be less than or equal to pod limits of {}", most->view())));
    }
  }
}

void ValidateOverhead(const ResourceList& overhead, const Path& path, ErrorList& errors) {
  ResourceRequirements requirements;
  requirements.limits = overhead;
  RequirementsCheck(requirements, path, ValidateContainerResourceName, errors).Run();
}

}  // namespace pintle::apis::core::v1
