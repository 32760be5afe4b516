#include "apis/node/v1/cells.h"

#include "apis/cells.h"
#include "apis/node/v1/types.h"

namespace pintle::apis::node::v1 {
namespace {

CellList RuntimeClassCells(const RuntimeClass& klass, const CellContext& context) {
  return {context.Text(klass.metadata.name), context.Text(klass.handler),
          context.Age(klass.metadata)};
}

}  // namespace

write::Table RuntimeClassTable() {
  return TableOf<RuntimeClass>(
      {NameColumn(), TextColumn("Handler", "What the container runtime of a node calls it."),
       AgeColumn()},
      RuntimeClassCells);
}

}  // namespace pintle::apis::node::v1
