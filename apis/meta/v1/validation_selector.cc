#include "apis/meta/v1/validation_selector.h"

#include <set>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::meta::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Map;
using typeinfo::Str;

// All keys and values of the annotations together.
constexpr int64_t kMaxAnnotationBytes = 256 * 1024;
constexpr int64_t kMaxConditionReasonBytes = 1024;
constexpr int64_t kMaxConditionMessageBytes = 32 * 1024;

void ValidateRequirement(const LabelSelectorRequirement& requirement, const Path& path,
                         SelectorOptions options, ErrorList& errors) {
  Str op = requirement.operator_;
  if (op == kLabelSelectorOpIn || op == kLabelSelectorOpNotIn) {
    if (requirement.values.empty()) {
      errors.push_back(field::Required(path.Child("values"),
                                       "must be specified when `operator` is 'In' or 'NotIn'"));
    }
  } else if (op == kLabelSelectorOpExists || op == kLabelSelectorOpDoesNotExist) {
    if (!requirement.values.empty()) {
      errors.push_back(
          field::Forbidden(path.Child("values"),
                           "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    }
  } else {
    errors.push_back(field::Invalid(path.Child("operator"), validate::NamedText(op),
                                    "not a valid selector operator"));
  }
  validate::Form(path.Child("key"), requirement.key, validate::IsQualifiedName, errors);
  if (options.tolerate_bad_values) return;
  Path values = path.Child("values");
  for (size_t i = 0; i < requirement.values.size(); ++i) {
    validate::Form(values.Index(i), requirement.values[i], validate::IsLabelValue, errors);
  }
}

bool IsUsable(const LabelSelectorRequirement& requirement) {
  Str op = requirement.operator_;
  bool wants_values = op == kLabelSelectorOpIn || op == kLabelSelectorOpNotIn;
  bool known = wants_values || op == kLabelSelectorOpExists || op == kLabelSelectorOpDoesNotExist;
  if (!known || wants_values == requirement.values.empty()) return false;
  if (!validate::IsQualifiedName(requirement.key).empty()) return false;
  for (Str value : requirement.values) {
    if (!validate::IsLabelValue(value).empty()) return false;
  }
  return true;
}

bool Matches(const LabelSelectorRequirement& requirement, const Map<Str>& labels) {
  const Str* value = labels.Find(requirement.key);
  Str op = requirement.operator_;
  if (op == kLabelSelectorOpExists) return value != nullptr;
  if (op == kLabelSelectorOpDoesNotExist) return value == nullptr;
  bool listed = value != nullptr && validate::Contains(requirement.values, *value);
  return listed == (op == kLabelSelectorOpIn);
}

void ValidateCondition(const Condition& condition, const Path& path, ErrorList& errors) {
  validate::Form(path.Child("type"), condition.type, validate::IsQualifiedName, errors);
  validate::OneOf(path.Child("status"), condition.status, {"False", "True", "Unknown"}, errors);
  if (condition.observed_generation < 0) {
    errors.push_back(field::Invalid(path.Child("observedGeneration"), condition.observed_generation,
                                    "must be greater than or equal to zero"));
  }
  if (!condition.last_transition_time) {
    errors.push_back(field::Required(path.Child("lastTransitionTime")));
  }
  Path reason = path.Child("reason");
  validate::RequiredForm(reason, condition.reason, validate::IsConditionReason, errors);
  if (condition.reason.size() > kMaxConditionReasonBytes) {
    errors.push_back(field::TooLong(reason, kMaxConditionReasonBytes));
  }
  if (condition.message.size() > kMaxConditionMessageBytes) {
    errors.push_back(field::TooLong(path.Child("message"), kMaxConditionMessageBytes));
  }
}

}  // namespace

void ValidateLabels(const Map<Str>& labels, const Path& path, ErrorList& errors) {
  for (const auto& label : labels) {
    validate::Form(path, label.key, validate::IsQualifiedName, errors);
    validate::Form(path, label.value, validate::IsLabelValue, errors);
  }
}

void ValidateAnnotations(const Map<Str>& annotations, const Path& path, ErrorList& errors) {
  size_t total = 0;
  for (const auto& annotation : annotations) {
    // Keys are not case sensitive.
    validate::AddMessages(path, annotation.key, validate::IsQualifiedName(ToLower(annotation.key)),
                          errors);
    total += annotation.key.size() + annotation.value.size();
  }
  if (total > static_cast<size_t>(kMaxAnnotationBytes)) {
    errors.push_back(field::TooLong(path, kMaxAnnotationBytes));
  }
}

void ValidateLabelSelector(const LabelSelector& selector, const Path& path, SelectorOptions options,
                           ErrorList& errors) {
  ValidateLabels(selector.match_labels, path.Child("matchLabels"), errors);
  Path expressions = path.Child("matchExpressions");
  for (size_t i = 0; i < selector.match_expressions.size(); ++i) {
    ValidateRequirement(selector.match_expressions[i], expressions.Index(i), options, errors);
  }
}

bool HasBadSelectorValue(const LabelSelector& selector) {
  for (const LabelSelectorRequirement& requirement : selector.match_expressions) {
    for (Str value : requirement.values) {
      if (!validate::IsLabelValue(value).empty()) return true;
    }
  }
  return false;
}

bool IsUsableSelector(const LabelSelector& selector) {
  for (const auto& label : selector.match_labels) {
    if (!validate::IsQualifiedName(label.key).empty()) return false;
    if (!validate::IsLabelValue(label.value).empty()) return false;
  }
  for (const LabelSelectorRequirement& requirement : selector.match_expressions) {
    if (!IsUsable(requirement)) return false;
  }
  return true;
}

bool SelectorMatches(const LabelSelector* selector, const Map<Str>& labels) {
  if (selector == nullptr) return false;
  for (const auto& wanted : selector->match_labels) {
    const Str* value = labels.Find(wanted.key);
    if (value == nullptr || *value != wanted.value) return false;
  }
  for (const LabelSelectorRequirement& requirement : selector->match_expressions) {
    if (!Matches(requirement, labels)) return false;
  }
  return true;
}

void ValidateConditions(const typeinfo::List<Condition>& conditions, const Path& path,
                        ErrorList& errors) {
  std::set<Str> types;
  for (size_t i = 0; i < conditions.size(); ++i) {
    Path item = path.Index(i);
    if (!types.insert(conditions[i].type).second) {
      errors.push_back(field::Duplicate(item.Child("type"), conditions[i].type));
    }
    ValidateCondition(conditions[i], item, errors);
  }
}

}  // namespace pintle::apis::meta::v1
