#include "apis/endpoints.h"

#include <algorithm>
#include <cstdlib>

namespace pintle::apis {

write::ResourceDefinition& Find(std::vector<write::ResourceDefinition>& all, std::string_view group,
                                std::string_view plural) {
  auto at = std::ranges::find_if(all, [&](const write::ResourceDefinition& resource) {
    return resource.names.group == group && resource.names.plural == plural;
  });
  // The tables are compiled in: this cannot depend on input.
  if (at == all.end()) std::abort();
  return *at;
}

std::shared_ptr<const write::ResourceDefinition> NameOnly(std::string_view group,
                                                          std::string_view version,
                                                          std::string_view kind) {
  auto out = std::make_shared<write::ResourceDefinition>();
  out->names.group = group;
  out->serving.versions.emplace_back(version);
  out->kind.group = group;
  out->kind.kind = kind;
  return out;
}

void AddEndpoints(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  autoscaling::AddScales(scheme, all);
  core::v1::AddBinding(scheme, all);
  core::v1::AddEviction(scheme, all);
  core::v1::AddConnections(all);
  core::v1::AddTokenRequests(scheme, all);
}

}  // namespace pintle::apis
