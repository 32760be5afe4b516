#include "apis/scheduling/v1/cells.h"

#include "apis/cells.h"
#include "apis/scheduling/v1/types.h"

namespace pintle::apis::scheduling::v1 {
namespace {

CellList PriorityClassCells(const PriorityClass& klass, const CellContext& context) {
  return {context.Text(klass.metadata.name), Number(klass.value), Value(klass.global_default),
          context.Age(klass.metadata),
          context.Text(klass.preemption_policy.value_or(core::v1::kPreemptLowerPriority))};
}

}  // namespace

write::Table PriorityClassTable() {
  return TableOf<PriorityClass>(
      {NameColumn(), NumberColumn("Value", "Pods with a higher one go first."),
       FlagColumn("Global-Default", "Whether pods get it that name no class."), AgeColumn(),
       TextColumn("PreemptionPolicy", "Whether its pods may displace others.")},
      PriorityClassCells);
}

}  // namespace pintle::apis::scheduling::v1
