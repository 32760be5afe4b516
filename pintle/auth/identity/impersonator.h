#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pintle/auth/authorizer.h"
#include "pintle/auth/user.h"
#include "pintle/base/error.h"

namespace pintle::auth {

// The ways to have the right to be taken for somebody else, in the order they are tried. All but
// the last are constrained: each is for some wishes only, and whether it grants them depends on
// what the request does.
enum class ImpersonationMode : uint8_t {
  kAssociatedNode,  // only a name, that of the node which the requester, a service account, is on
  kArbitraryNode,   // only a name, of any node
  kServiceAccount,  // only a name, of a service account
  kUserInfo,        // anything about anybody who is neither
  kLegacy,          // anything about anybody, whatever the request does
};

// Decides whether a request is handled as if it came from another user. Thread-safe.
class Impersonator {
 public:
  // `authorizer` must outlive it. Without `constrained` there is only the legacy mode.
  Impersonator(Authorizer& authorizer, bool constrained)
      : authorizer_(authorizer), constrained_(constrained) {}

  // The user in whose name `request` goes on. A constrained mode asks whether its user may do what
  // it does (verb `impersonate-on:<mode>:<verb>`) and may be the user that is wanted (verb
  // `impersonate:<mode>` on the name, uid, each group and each value of extra); the legacy one only
  // the latter (`impersonate`). The first mode that grants it decides. Fails with BadRequest if
  // `wanted` has no name, with the Forbidden of the first mode if none grants it.
  Result<User> Impersonate(const Attributes& request, const User& wanted);

 private:
  // The modes in the order they are tried: first the one that worked last for the requester, who
  // mostly has that right only.
  std::vector<ImpersonationMode> OrderFor(const std::string& requester_name);
  void Remember(const std::string& requester_name, ImpersonationMode mode);

  Authorizer& authorizer_;
  const bool constrained_;
  std::mutex mutex_;
  // By name of the requester; guarded by mutex_.
  std::unordered_map<std::string, ImpersonationMode> last_modes_;
};

}  // namespace pintle::auth
