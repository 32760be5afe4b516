#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/user.h"
#include "pintle/base/error.h"

namespace pintle::auth {

struct TokenRecord {
  std::string token;
  User user;
};

// Reads the lines `token,user,uid[,"group1,group2"]` of a static token file. Fields may be quoted,
// a quote in them is doubled; empty lines and lines with an empty token are skipped.
Result<std::vector<TokenRecord>> ParseTokenFile(std::string_view text);

}  // namespace pintle::auth
