#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::auth {

inline constexpr std::string_view kAnonymousUser = "system:anonymous";
inline constexpr std::string_view kAuthenticatedGroup = "system:authenticated";
inline constexpr std::string_view kUnauthenticatedGroup = "system:unauthenticated";
// Members may do everything.
inline constexpr std::string_view kMastersGroup = "system:masters";

// Who makes a request.
struct User {
  std::string name;
  std::string uid;
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> extra;

  bool InGroup(std::string_view group) const {
    return std::ranges::find(groups, group) != groups.end();
  }
};

}  // namespace pintle::auth
