#include "apis/resource/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/resource/v1/types.h"

namespace pintle::apis::resource::v1 {
namespace {

template <typename T>
CellList NameAndAge(const T& object, const CellContext& context) {
  return {context.Text(object.metadata.name), context.Age(object.metadata)};
}

std::string StateText(const ResourceClaim& claim) {
  bool leaving = static_cast<bool>(claim.metadata.deletion_timestamp);
  std::vector<std::string_view> states;
  if (leaving) states.push_back("deleted");
  if (claim.status.allocation) {
    states.push_back("allocated");
    if (!claim.status.reserved_for.empty()) states.push_back("reserved");
  } else if (!leaving) {
    states.push_back("pending");
  }
  return fmt::format("{}", fmt::join(states, ","));
}

CellList ResourceClaimCells(const ResourceClaim& claim, const CellContext& context) {
  return {context.Text(claim.metadata.name), context.Text(StateText(claim)),
          context.Age(claim.metadata)};
}

CellList ResourceSliceCells(const ResourceSlice& slice, const CellContext& context) {
  return {context.Text(slice.metadata.name), context.Text(slice.spec.node_name.value_or("")),
          context.Text(slice.spec.driver), context.Text(slice.spec.pool.name),
          context.Age(slice.metadata)};
}

}  // namespace

write::Table DeviceClassTable() {
  return TableOf<DeviceClass>({NameColumn(), AgeColumn()}, NameAndAge<DeviceClass>);
}

write::Table ResourceClaimTable() {
  return TableOf<ResourceClaim>(
      {NameColumn(),
       TextColumn("State",
                  "Whether devices are allocated, reserved for pods, or to be given back."),
       AgeColumn()},
      ResourceClaimCells);
}

write::Table ResourceClaimTemplateTable() {
  return TableOf<ResourceClaimTemplate>({NameColumn(), AgeColumn()},
                                        NameAndAge<ResourceClaimTemplate>);
}

write::Table ResourceSliceTable() {
  return TableOf<ResourceSlice>(
      {NameColumn(), TextColumn("Node", "The node whose devices these are."),
       TextColumn("Driver", "The driver that manages the devices."),
       TextColumn("Pool", "The pool the devices belong to."), AgeColumn()},
      ResourceSliceCells);
}

}  // namespace pintle::apis::resource::v1
