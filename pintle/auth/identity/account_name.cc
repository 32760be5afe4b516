#include "pintle/auth/identity/account_name.h"

#include <fmt/format.h>

#include "pintle/field/names.h"

namespace pintle::auth {

std::optional<AccountName> ParseAccountUserName(std::string_view user_name) {
  constexpr std::string_view kPrefix = "system:serviceaccount:";
  if (!user_name.starts_with(kPrefix)) return std::nullopt;
  std::string_view rest = user_name.substr(kPrefix.size());
  size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  AccountName account{rest.substr(0, colon), rest.substr(colon + 1)};
  if (!validate::IsDns1123Label(account.namespace_name).empty()) return std::nullopt;
  if (!validate::IsDns1123Subdomain(account.name).empty()) return std::nullopt;
  return account;
}

std::vector<std::string> AccountGroups(std::string_view namespace_name) {
  return {"system:serviceaccounts", fmt::format("system:serviceaccounts:{}", namespace_name)};
}

}  // namespace pintle::auth
