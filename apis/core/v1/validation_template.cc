#include "apis/core/v1/validation_template.h"

#include <fmt/format.h>

#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::core::v1 {

using field::ErrorList;
using field::Path;

void AddSelectorMismatch(const PodTemplateSpec& template_spec, const Path& path,
                         ErrorList& errors) {
  Path metadata = path.Child("metadata");
  errors.push_back(field::Invalid(
      metadata.Child("labels"), validate::Shown(template_spec.metadata.labels), kSelectorMismatch));
}

void ValidateAlwaysRunning(const PodSpec& spec, std::string_view kind, const Path& path,
                           ErrorList& errors) {
  Path at = path.Child("spec");
  validate::OneOf(at.Child("restartPolicy"), spec.restart_policy, {kRestartPolicyAlways}, errors);
  if (spec.active_deadline_seconds) {
    errors.push_back(
        field::Forbidden(at.Child("activeDeadlineSeconds"),
                         fmt::format("activeDeadlineSeconds in {} is not Supported", kind)));
  }
}

void ValidateIntOrPercent(const typeinfo::IntOrString& value, const Path& path, ErrorList& errors) {
  if (value.is_text) {
    validate::AddMessages(path, validate::Shown(value), validate::IsPercent(value.text), errors);
  } else {
    validate::NonNegative(path, int64_t{value.number}, errors);
  }
}

void ValidateNotOver100Percent(const typeinfo::IntOrString& value, const Path& path,
                               ErrorList& errors) {
  constexpr int64_t kWhole = 100;
  if (value.is_text && validate::PercentOf(value.text) > kWhole) {
    errors.push_back(field::Invalid(path, validate::Shown(value), "must not be greater than 100%"));
  }
}

int64_t CountOrPercentOf(const typeinfo::IntOrString& value) {
  return value.is_text ? validate::PercentOf(value.text) : value.number;
}

}  // namespace pintle::apis::core::v1
