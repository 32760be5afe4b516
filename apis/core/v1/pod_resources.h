#pragma once

#include <map>
#include <string_view>

#include "apis/core/v1/types.h"
#include "pintle/base/quantity.h"

namespace pintle::apis::core::v1 {

// Amounts by resource name, to reckon with. Names are views of the object they come from.
using Amounts = std::map<std::string_view, Quantity>;

// What a pod's containers ask for together: all containers at once, or, where that is more, the
// largest init container with the sidecars started before it.
Amounts TotalRequests(const PodSpec& spec);
Amounts TotalLimits(const PodSpec& spec);

// `hugepages-2Mi` and its like.
bool IsHugePages(std::string_view resource);
// Whether a pod as a whole can have the resource.
bool IsPodLevelResource(std::string_view resource);

}  // namespace pintle::apis::core::v1
