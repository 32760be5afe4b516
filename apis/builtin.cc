#include "apis/builtin.h"

#include <iterator>

#include "apis/core/v1/service_allocator.h"
#include "apis/endpoints.h"

namespace pintle::apis {

std::vector<write::ResourceDefinition> BuiltinResources(scheme::Scheme& scheme,
                                                        const BuiltinOptions& options) {
  std::vector<write::ResourceDefinition> all;
  auto add = [&](std::vector<write::ResourceDefinition> group) {
    all.insert(all.end(), std::make_move_iterator(group.begin()),
               std::make_move_iterator(group.end()));
  };
  add(core::v1::Resources(scheme));
  add(coordination::v1::Resources(scheme));
  add(apiextensions::v1::Resources(scheme, options));
  add(admissionregistration::v1::Resources(scheme));
  add(apiregistration::v1::Resources(scheme));
  add(apps::v1::Resources(scheme));
  add(authentication::v1::Resources(scheme));
  add(authorization::v1::Resources(scheme));
  add(autoscaling::Resources(scheme));
  add(batch::v1::Resources(scheme));
  add(certificates::v1::Resources(scheme));
  add(discovery::v1::Resources(scheme));
  add(events::Resources(scheme, options));
  add(flowcontrol::v1::Resources(scheme));
  add(networking::v1::Resources(scheme));
  add(node::v1::Resources(scheme));
  add(policy::v1::Resources(scheme));
  add(rbac::v1::Resources(scheme));
  add(resource::v1::Resources(scheme));
  add(scheduling::v1::Resources(scheme));
  add(storage::v1::Resources(scheme));
  add(frobber::Resources(scheme));
  AddEndpoints(scheme, all);
  core::v1::AddServiceAllocation(scheme, options.service_addresses, options.service_ports, all);
  return all;
}

}  // namespace pintle::apis
