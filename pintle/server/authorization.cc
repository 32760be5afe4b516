#include "pintle/server/authorization.h"

#include <algorithm>

namespace pintle::server {
namespace {

struct Mode {
  std::string_view name;
  std::unique_ptr<auth::Authorizer> (*make)();
};

constexpr Mode kModes[] = {
    {"AlwaysAllow", auth::AlwaysAllowAuthorizer},
    {"AlwaysDeny", auth::AlwaysDenyAuthorizer},
};

const Mode* FindMode(std::string_view name) {
  const auto* at = std::ranges::find(kModes, name, &Mode::name);
  return at != std::end(kModes) ? at : nullptr;
}

const Mode* ModeInForce(const Options& options) {
  for (const std::string& name : options.authorization_mode) {
    if (const Mode* mode = FindMode(name)) return mode;
  }
  return nullptr;
}

}  // namespace

bool IsBuiltInMode(std::string_view mode) { return FindMode(mode) != nullptr; }

std::string_view AuthorizationInForce(const Options& options) {
  const Mode* mode = ModeInForce(options);
  return mode != nullptr ? mode->name : std::string_view();
}

std::unique_ptr<auth::Authorizer> MakeAuthorizer(const Options& options) {
  const Mode* mode = ModeInForce(options);
  return mode != nullptr ? mode->make() : auth::DefaultAuthorizer();
}

}  // namespace pintle::server
