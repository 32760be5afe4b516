#include "apis/policy/v1/types.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::policy::v1 {
namespace {

// v1beta1 wrote an empty selector, which meant "no pod" there, with this requirement.
constexpr std::string_view kEmptySelectorLabel =
    "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

bool IsMatchNone(const meta::v1::LabelSelector& selector) {
  if (!selector.match_labels.empty() || selector.match_expressions.size() != 1) return false;
  const meta::v1::LabelSelectorRequirement& only = selector.match_expressions[0];
  return only.key == kEmptySelectorLabel && only.operator_ == meta::v1::kLabelSelectorOpExists &&
         only.values.empty();
}

// The requirement stands alone or not at all.
void ReadBudget(scheme::FunctionContext&, PodDisruptionBudget& budget) {
  if (!budget.spec.selector || IsMatchNone(*budget.spec.selector)) return;
  auto& requirements = budget.spec.selector->match_expressions;
  for (size_t i = requirements.size(); i-- > 0;) {
    if (requirements[i].key == kEmptySelectorLabel) requirements.Erase(i);
  }
}

}  // namespace

void AddReadFixes(TypeFunctionList& list) { list.push_back(scheme::On<&ReadBudget>()); }

}  // namespace pintle::apis::policy::v1
