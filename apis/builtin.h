#pragma once

#include <vector>

#include "apis/core/v1/service_ranges.h"
#include "pintle/resource/definition.h"
#include "pintle/scheme/scheme.h"

namespace pintle::apis {

struct BuiltinOptions {
  // How custom resources are pruned, which their definitions are checked against.
  schema::PruneMode prune_mode = schema::PruneMode::kKep;
  // How long events are kept.
  int64_t event_ttl_seconds = 3600;
  // What services get their addresses and node ports from.
  std::vector<core::v1::AddressRange> service_addresses = {core::v1::AddressRange()};
  core::v1::PortRange service_ports = {};
  // Is told of every change of a CustomResourceDefinition: see write::Storing.
  decltype(write::Storing::on_written) on_definition_written = nullptr;
};

// The compiled-in resources. Kinds are registered in `scheme`, which must outlive them.
std::vector<write::ResourceDefinition> BuiltinResources(scheme::Scheme& scheme,
                                                        const BuiltinOptions& options);

// One function a group, beside its types.
namespace authentication::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace authorization::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace core::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace coordination::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace apiextensions::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme,
                                                 const BuiltinOptions& options);
}
namespace admissionregistration::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace apiregistration::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace apps::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace autoscaling {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace batch::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace certificates::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace discovery::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
// Of the core group and of events.k8s.io: both serve the same objects.
namespace events {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme,
                                                 const BuiltinOptions& options);
}
namespace flowcontrol::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace networking::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace node::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace policy::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace rbac::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace resource::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace scheduling::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace storage::v1 {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}
namespace frobber {
std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme);
}

}  // namespace pintle::apis
