#pragma once

#include <string>
#include <vector>

#include "pintle/resource/definition.h"
#include "pintle/server/options.h"

// What can be stored and has no effect yet. Clients are told when they write it, operators at the
// start, readers by the list of the same name in README.md; all of it comes from one table, whose
// rows go as what they wait for arrives.
namespace pintle::server {

// What a server with these options does not enforce, in the words of the README.
std::vector<std::string> NotEnforced(const Options& options);

// Makes writes of such objects, dry runs included, answer with
// `Warning: pintle: ResourceQuota is stored but not enforced`. Their status and deletion do not.
void WarnOfNotEnforced(const Options& options, std::vector<write::ResourceDefinition>& definitions);

}  // namespace pintle::server
