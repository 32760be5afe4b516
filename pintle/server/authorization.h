#pragma once

#include <memory>
#include <string_view>

#include "pintle/auth/authorizer.h"
#include "pintle/server/options.h"

namespace pintle::server {

// Whether a mode of --authorization-mode does anything.
bool IsBuiltInMode(std::string_view mode);

// The first of the modes asked for that is built in; empty: none is, and authenticated users may do
// everything.
std::string_view AuthorizationInForce(const Options& options);
std::unique_ptr<auth::Authorizer> MakeAuthorizer(const Options& options);

}  // namespace pintle::server
