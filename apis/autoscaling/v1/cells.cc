#include "apis/autoscaling/v1/cells.h"

#include <fmt/format.h>

#include "apis/autoscaling/v1/types.h"
#include "apis/cells.h"
#include "apis/table_cells.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

CellList ScaleCells(const Scale& scale, const CellContext& context) {
  return {context.Text(scale.metadata.name), Number(scale.spec.replicas),
          Number(scale.status.replicas), context.Age(scale.metadata)};
}

}  // namespace

write::Table ScaleTable() {
  return TableOf<Scale>(
      {TextColumn("Name"), NumberColumn("Desired"), NumberColumn("Available"), AgeColumn()},
      ScaleCells);
}

}  // namespace pintle::apis::autoscaling::v1
