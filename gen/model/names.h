#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pintle::gen {

// `clusterIPs` -> `cluster_ips`, `$ref` -> `ref`, `x-kubernetes-list-type` ->
// `x_kubernetes_list_type`. A name that is a C++ keyword, or a macro, gets a trailing underscore.
std::string CppMemberName(std::string_view name);

// A struct or alias: the name as it is, with a capital so that it cannot meet a member's name, and
// without characters that C++ does not know.
std::string CppTypeName(std::string_view name);

// `apis/frobber/v7beta1` -> `apis::frobber::v7beta1`; characters that cannot stand in a name become
// `_`, and a part that means something else in C++ gets a trailing underscore: `a/operator` ->
// `a::operator_`.
std::string CppNamespace(std::string_view folder);

// `name`, or `name_2`, `name_3`... if that is taken.
std::string UniqueName(const std::string& name,
                       const std::function<bool(const std::string&)>& taken);

// Whether a Go name is visible to other packages.
bool IsExported(std::string_view name);

}  // namespace pintle::gen
