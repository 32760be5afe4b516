#include "apis/scheduling/v1/cells.h"

#include "apis/cells.h"
#include "apis/scheduling/v1/types.h"
#include "apis/table_cells.h"

namespace pintle::apis::scheduling::v1 {
namespace {

CellList PriorityClassCells(const PriorityClass& klass, const CellContext& context) {
  return {context.Text(klass.metadata.name), Number(klass.value), Value(klass.global_default),
          context.Age(klass.metadata),
          context.Text(klass.preemption_policy.value_or(core::v1::kPreemptLowerPriority))};
}

}  // namespace

write::Table PriorityClassTable() {
  return TableOf<PriorityClass>({NameColumn(), NumberColumn("Value"), FlagColumn("Global-Default"),
                                 AgeColumn(), TextColumn("PreemptionPolicy")},
                                PriorityClassCells);
}

}  // namespace pintle::apis::scheduling::v1
