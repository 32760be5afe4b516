#pragma once

#include <string>

namespace pintle::bench {

// The documents codecs are measured on, as JSON with members in the order of the API's structs.
std::string CustomResourceJson();  // about 1 KiB
std::string PodJson();             // about 10 KiB: 12 containers of 10 variables each
std::string DeploymentJson();      // about 4 KiB: 3 containers of 10 variables each
std::string ListJson();            // about 1 MiB of custom resources

}  // namespace pintle::bench
