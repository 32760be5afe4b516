#pragma once

#include <string_view>

namespace pintle::apis::apiextensions::v1 {

// Holds a deleted CustomResourceDefinition until its objects are gone.
inline constexpr std::string_view kCleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

}  // namespace pintle::apis::apiextensions::v1
