#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pintle/auth/attributes.h"
#include "pintle/base/error.h"

namespace pintle::auth {

struct Decision {
  enum class Verdict { kAllow, kDeny, kNoOpinion };
  Verdict verdict = Verdict::kNoOpinion;
  std::string reason;  // shown to the client after a denial
  bool allowed() const { return verdict == Verdict::kAllow; }
};

// May they? Called for every request on any thread; must be thread-safe and must not block.
class Authorizer {
 public:
  virtual ~Authorizer() = default;
  virtual Decision Authorize(const Attributes& attributes) = 0;
};

std::unique_ptr<Authorizer> AlwaysAllowAuthorizer();
std::unique_ptr<Authorizer> AlwaysDenyAuthorizer();
// system:masters may do everything, unauthenticated users may ask for health and version, every
// authenticated user may do everything. This is the seam for role-based access control, which takes
// the last rule's place.
std::unique_ptr<Authorizer> DefaultAuthorizer();

// `pods "a" is forbidden: User "jane" cannot get resource "pods" in API group "" in the namespace
// "default"`
std::string DenialMessage(const Attributes& attributes, std::string_view reason = {});
// The Forbidden error with this message, and details that name the resource.
Error DenialError(const Attributes& attributes, std::string_view reason = {});

}  // namespace pintle::auth
