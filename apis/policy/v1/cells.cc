#include "apis/policy/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/policy/v1/types.h"

namespace pintle::apis::policy::v1 {
namespace {

std::string AmountText(const typeinfo::Opt<typeinfo::IntOrString>& amount) {
  if (!amount) return "N/A";
  return (*amount).is_text ? std::string((*amount).text) : fmt::to_string((*amount).number);
}

CellList PodDisruptionBudgetCells(const PodDisruptionBudget& budget, const CellContext& context) {
  return {context.Text(budget.metadata.name), context.Text(AmountText(budget.spec.min_available)),
          context.Text(AmountText(budget.spec.max_unavailable)),
          Number(budget.status.disruptions_allowed), context.Age(budget.metadata)};
}

}  // namespace

write::Table PodDisruptionBudgetTable() {
  return TableOf<PodDisruptionBudget>(
      {NameColumn(), TextColumn("Min Available", "How many pods must stay available."),
       TextColumn("Max Unavailable", "How many pods may be unavailable."),
       NumberColumn("Allowed Disruptions", "How many pods may be evicted now."), AgeColumn()},
      PodDisruptionBudgetCells);
}

}  // namespace pintle::apis::policy::v1
