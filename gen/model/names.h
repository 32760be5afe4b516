#pragma once

#include <string>
#include <string_view>

namespace pintle::gen {

// `clusterIPs` -> `cluster_ips`, `$ref` -> `ref`, `x-kubernetes-list-type` ->
// `x_kubernetes_list_type`. A name that is a C++ keyword gets a trailing underscore.
std::string CppMemberName(std::string_view name);

// `apis/frobber/v7beta1` -> `apis::frobber::v7beta1`; characters that cannot stand in a name become
// `_`.
std::string CppNamespace(std::string_view folder);

}  // namespace pintle::gen
