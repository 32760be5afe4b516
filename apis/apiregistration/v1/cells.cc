#include "apis/apiregistration/v1/cells.h"

#include <fmt/format.h>

#include "apis/apiregistration/v1/types.h"
#include "apis/cells.h"

namespace pintle::apis::apiregistration::v1 {
namespace {

std::string AvailableText(const APIService& service) {
  for (const auto& condition : service.status.conditions) {
    if (condition.type != kAvailable) continue;
    if (condition.status == kConditionTrue) return "True";
    return fmt::format("{} ({})", condition.status, condition.reason);
  }
  return "Unknown";
}

CellList APIServiceCells(const APIService& service, const CellContext& context) {
  std::string target = "Local";
  if (const auto* reference = service.spec.service.get()) {
    target = fmt::format("{}/{}", reference->namespace_, reference->name);
  }
  return {context.Text(service.metadata.name), context.Text(target),
          context.Text(AvailableText(service)), context.Age(service.metadata)};
}

}  // namespace

write::Table APIServiceTable() {
  return TableOf<APIService>(
      {NameColumn(),
       TextColumn("Service",
                  "The service that serves this group and version; Local for this server."),
       TextColumn("Available", "Whether requests are answered, and why not."), AgeColumn()},
      APIServiceCells);
}

}  // namespace pintle::apis::apiregistration::v1
