#pragma once

#include <string_view>

namespace pintle {

// The Kubernetes release whose API is served, and our own version.
inline constexpr std::string_view kVersion = "v1.36.4+pintle.0.1.0";

}  // namespace pintle
