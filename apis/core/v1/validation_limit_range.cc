#include <fmt/format.h>

#include <set>

#include "apis/core/v1/validation_quota.h"
#include "apis/core/v1/validation_resources.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

// The amounts an item has for one resource, each null if not given.
struct Amounts {
  const typeinfo::Quantity* max;
  const typeinfo::Quantity* min;
  const typeinfo::Quantity* normal;
  const typeinfo::Quantity* request;
  const typeinfo::Quantity* ratio;
};

bool Above(const typeinfo::Quantity* a, const typeinfo::Quantity* b) {
  return a != nullptr && b != nullptr && AmountOf(*a) > AmountOf(*b);
}

class ItemCheck {
 public:
  ItemCheck(const LimitRangeItem& item, const Path& path, ErrorList& errors)
      : item_(item), path_(path), errors_(errors) {}

  void Run() {
    std::set<Str> resources;
    Names(item_.max, "max", resources);
    Names(item_.min, "min", resources);
    if (item_.type == kLimitTypePod) {
      ForbidForPod(item_.default_, "default");
      ForbidForPod(item_.default_request, "defaultRequest");
    } else {
      Names(item_.default_, "default", resources);
      Names(item_.default_request, "defaultRequest", resources);
    }
    if (item_.type == kLimitTypePersistentVolumeClaim) RequireStorage();
    Names(item_.max_limit_request_ratio, "maxLimitRequestRatio", resources);
    for (Str resource : resources) Order(resource);
  }

 private:
  void Names(const ResourceList& list, std::string_view name, std::set<Str>& resources) {
    Path at = path_.Child(name);
    for (const auto& entry : list) {
      if (item_.type == kLimitTypePod || item_.type == kLimitTypeContainer) {
        ValidateContainerResourceName(entry.key, at.Key(entry.key), errors_);
      } else {
        ValidateResourceName(entry.key, at.Key(entry.key), errors_);
      }
      resources.insert(entry.key);
    }
  }

  void ForbidForPod(const ResourceList& list, std::string_view name) {
    if (list.empty()) return;
    errors_.push_back(
        field::Forbidden(path_.Child(name), "may not be specified when `type` is 'Pod'"));
  }

  void RequireStorage() {
    if (item_.min.Find(kResourceStorage) || item_.max.Find(kResourceStorage)) return;
    errors_.push_back(field::Required(
        path_.Child("limits"),
        "either minimum or maximum storage value is required, but neither was provided"));
  }

  void Add(std::string_view name, Str resource, const typeinfo::Quantity& shown,
           const std::string& text) {
    Path list = path_.Child(name);
    errors_.push_back(field::Invalid(list.Key(resource), shown.view(), text));
  }

  void Order(Str resource) {
    bool pod = item_.type == kLimitTypePod;
    Amounts a{item_.max.Find(resource), item_.min.Find(resource),
              pod ? nullptr : item_.default_.Find(resource),
              pod ? nullptr : item_.default_request.Find(resource),
              item_.max_limit_request_ratio.Find(resource)};
    auto text = [](std::string_view low_name, const typeinfo::Quantity* low,
                   std::string_view high_name, const typeinfo::Quantity* high) {
      return fmt::format("{} value {} is greater than {} value {}", low_name, low->view(),
                         high_name, high->view());
    };
    if (Above(a.min, a.max)) Add("min", resource, *a.min, text("min", a.min, "max", a.max));
    if (Above(a.min, a.request)) {
      Add("defaultRequest", resource, *a.request, text("min", a.min, "default request", a.request));
    }
    if (Above(a.request, a.max)) {
      Add("defaultRequest", resource, *a.request, text("default request", a.request, "max", a.max));
    }
    if (Above(a.request, a.normal)) {
      Add("defaultRequest", resource, *a.request,
          text("default request", a.request, "default limit", a.normal));
    }
    if (Above(a.min, a.normal)) {
      Add("default", resource, *a.min, text("min", a.min, "default", a.normal));
    }
    if (Above(a.normal, a.max)) {
      Add("default", resource, *a.max, text("default", a.normal, "max", a.max));
    }
    if (a.ratio != nullptr) Ratio(resource, a);
    if (!IsOvercommitAllowed(resource) && a.normal != nullptr && a.request != nullptr &&
        AmountOf(*a.normal) != AmountOf(*a.request)) {
      Add("defaultRequest", resource, *a.request,
          fmt::format("default value {} must equal to defaultRequest value {} in {}",
                      a.normal->view(), a.request->view(), resource));
    }
  }

  void Ratio(Str resource, const Amounts& a) {
    pintle::Quantity ratio = AmountOf(*a.ratio);
    if (ratio < pintle::Quantity::FromInt(1)) {
      Add("maxLimitRequestRatio", resource, *a.ratio,
          fmt::format("ratio {} is less than 1", a.ratio->view()));
    }
    if (a.min == nullptr || a.max == nullptr || AmountOf(*a.min).is_zero()) return;
    double most = AmountOf(*a.max).AsApproximateDouble() / AmountOf(*a.min).AsApproximateDouble();
    if (ratio.AsApproximateDouble() > most) {
      Add("maxLimitRequestRatio", resource, *a.ratio,
          fmt::format("ratio {} is greater than max/min = {:f}", a.ratio->view(), most));
    }
  }

  const LimitRangeItem& item_;
  const Path& path_;
  ErrorList& errors_;
};

}  // namespace

ErrorList ValidateLimitRange(const LimitRange& range) {
  ErrorList errors;
  std::set<Str> types;
  Path limits("spec.limits");
  for (size_t i = 0; i < range.spec.limits.size(); ++i) {
    const LimitRangeItem& item = range.spec.limits[i];
    Path at = limits.Index(i);
    Path type = at.Child("type");
    size_t before = errors.size();
    validate::Form(type, item.type, validate::IsQualifiedName, errors);
    if (errors.size() == before && item.type.find('/') == Str::npos && item.type != kLimitTypePod &&
        item.type != kLimitTypeContainer && item.type != kLimitTypePersistentVolumeClaim) {
      errors.push_back(field::Invalid(type, validate::NamedText(item.type),
                                      "must be a standard limit type or fully qualified"));
    }
    if (!types.insert(item.type).second) {
      errors.push_back(field::Duplicate(type, validate::NamedText(item.type)));
    }
    ItemCheck(item, at, errors).Run();
  }
  return errors;
}

ErrorList ValidateLimitRangeUpdate(const LimitRange& range, const LimitRange& /*old*/) {
  return ValidateLimitRange(range);
}

}  // namespace pintle::apis::core::v1
