#include "apis/scheduling/v1/validation_priority.h"

#include <fmt/format.h>

#include "pintle/validate/checks.h"

namespace pintle::apis::scheduling::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int32_t kMaxUserPriority = 1000000000;

struct SystemClass {
  std::string_view name;
  int32_t value;
};
constexpr SystemClass kSystemClasses[] = {{"system-node-critical", 2000001000},
                                          {"system-cluster-critical", 2000000000}};

// Why a class whose name is reserved is not one of the system's own; empty if it is.
std::string SystemClassFault(const PriorityClass& priority_class) {
  Str name = priority_class.metadata.name;
  for (const SystemClass& known : kSystemClasses) {
    if (known.name != name) continue;
    if (priority_class.value != known.value) {
      return fmt::format("value of {} PriorityClass must be {}", name, known.value);
    }
    if (priority_class.global_default) {
      return fmt::format("globalDefault of {} PriorityClass must be false", name);
    }
    return {};
  }
  return fmt::format("{} is not a known system priority class", name);
}

}  // namespace

ErrorList ValidatePriorityClass(const PriorityClass& priority_class) {
  ErrorList errors;
  if (priority_class.metadata.name.starts_with("system-")) {
    std::string fault = SystemClassFault(priority_class);
    if (!fault.empty()) {
      errors.push_back(
          field::Forbidden(Path("metadata.name"),
                           "priority class names with 'system-' prefix are reserved for system "
                           "use only. error: " +
                               fault));
    }
  } else if (priority_class.value > kMaxUserPriority) {
    errors.push_back(field::Forbidden(
        Path("value"), "maximum allowed value of a user defined priority is 1000000000"));
  }
  if (priority_class.preemption_policy) {
    validate::RequiredOneOf(Path("preemptionPolicy"), *priority_class.preemption_policy,
                            {"PreemptLowerPriority", "Never"}, errors);
  }
  return errors;
}

ErrorList ValidatePriorityClassUpdate(const PriorityClass& priority_class,
                                      const PriorityClass& old) {
  ErrorList errors;
  if (priority_class.value != old.value) {
    errors.push_back(field::Forbidden(Path("value"), "may not be changed in an update."));
  }
  validate::Unchanged(Path("preemptionPolicy"), priority_class.preemption_policy,
                      old.preemption_policy, errors);
  return errors;
}

}  // namespace pintle::apis::scheduling::v1
