#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the names of users tell who are service accounts.
namespace pintle::auth {

struct AccountName {
  std::string_view namespace_name;
  std::string_view name;
};

// The account that `system:serviceaccount:<namespace>:<name>` names; nothing if there can be none
// of this name. Refers to `user_name`.
std::optional<AccountName> ParseAccountUserName(std::string_view user_name);

// The groups of every account of a namespace.
std::vector<std::string> AccountGroups(std::string_view namespace_name);

}  // namespace pintle::auth
