#pragma once

#include <string_view>

namespace pintle::apis::rbac::v1 {

inline constexpr std::string_view kGroup = "rbac.authorization.k8s.io";

}  // namespace pintle::apis::rbac::v1
