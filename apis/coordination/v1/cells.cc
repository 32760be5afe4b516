#include "apis/coordination/v1/cells.h"

#include "apis/cells.h"
#include "apis/coordination/v1/types.h"

namespace pintle::apis::coordination::v1 {
namespace {

CellList LeaseCells(const Lease& lease, const CellContext& context) {
  return {context.Text(lease.metadata.name), context.Text(lease.spec.holder_identity.value_or("")),
          context.Age(lease.metadata)};
}

}  // namespace

write::Table LeaseTable() {
  return TableOf<Lease>({NameColumn(), TextColumn("Holder", "Who holds the lease."), AgeColumn()},
                        LeaseCells);
}

}  // namespace pintle::apis::coordination::v1
