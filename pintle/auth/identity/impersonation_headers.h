#pragma once

#include <optional>

#include "pintle/auth/user.h"
#include "pintle/http/server.h"

namespace pintle::auth {

// Whom a request wants to be taken for, as its `Impersonate-*` headers say and no more than that:
// the name is empty if they say all but that. Nothing if they do not ask for anybody. They are
// taken out of `headers`, so that nothing that comes later can tell, or passes them on.
std::optional<User> TakeWantedUser(http::Headers& headers);

}  // namespace pintle::auth
