#pragma once

#include <vector>

#include "pintle/resource/definition.h"
#include "pintle/scheme/scheme.h"

namespace pintle::apis {

// Adds the endpoints at which objects are seen as another kind: sizes of workloads, what can be
// done to a pod. They need several of the resources at once, so they come after all are defined.
void AddEndpoints(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all);

// One function for each part of it. `Find` fails the program for a resource that is not there.
write::ResourceDefinition& Find(std::vector<write::ResourceDefinition>& all, std::string_view group,
                                std::string_view plural);
// A kind that is only named: of options in a URL.
std::shared_ptr<const write::ResourceDefinition> NameOnly(std::string_view group,
                                                          std::string_view version,
                                                          std::string_view kind);

namespace autoscaling {
void AddScales(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all);
}
namespace core::v1 {
void AddBinding(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all);
void AddEviction(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all);
void AddConnections(std::vector<write::ResourceDefinition>& all);
void AddTokenRequests(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all);
}  // namespace core::v1

}  // namespace pintle::apis
