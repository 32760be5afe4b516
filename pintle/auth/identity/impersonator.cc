#include "pintle/auth/identity/impersonator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "pintle/auth/identity/account_name.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/field/errors.h"
#include "pintle/field/names.h"
#include "pintle/validate/domains.h"

namespace pintle::auth {
namespace {

using Mode = ImpersonationMode;
using Extra = std::map<std::string, std::vector<std::string>>;

constexpr std::string_view kAuthenticationGroup = "authentication.k8s.io";
constexpr std::string_view kNodesGroup = "system:nodes";
constexpr std::string_view kNodeNameExtra = "authentication.kubernetes.io/node-name";
// From so many groups or values of extra on, one question about all of them comes first.
constexpr size_t kMany = 4;
// All are forgotten when there are more: the order of modes is then as for somebody new.
constexpr size_t kMaxRemembered = 10'000;

std::string_view NameOf(Mode mode) {
  switch (mode) {
    case Mode::kAssociatedNode:
      return "associated-node";
    case Mode::kArbitraryNode:
      return "arbitrary-node";
    case Mode::kServiceAccount:
      return "serviceaccount";
    case Mode::kUserInfo:
      return "user-info";
    case Mode::kLegacy:
      return "legacy";
  }
  std::unreachable();
}

bool Contains(const std::vector<std::string>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

// The node that `system:node:<name>` names; nothing if there can be none of this name.
std::optional<std::string_view> ParseNodeUserName(std::string_view user_name) {
  constexpr std::string_view kPrefix = "system:node:";
  if (!user_name.starts_with(kPrefix)) return std::nullopt;
  std::string_view node = user_name.substr(kPrefix.size());
  if (!validate::IsDns1123Subdomain(node).empty()) return std::nullopt;
  return node;
}

bool IsAccountOnNode(const User& user, std::string_view node) {
  auto found = user.extra.find(std::string(kNodeNameExtra));
  return ParseAccountUserName(user.name) && found != user.extra.end() &&
         found->second.size() == 1 && found->second[0] == node;
}

// Whether a mode is for such a request.
bool IsFor(Mode mode, const User& requester, const User& wanted) {
  const bool only_name = wanted.uid.empty() && wanted.groups.empty() && wanted.extra.empty();
  const auto node = ParseNodeUserName(wanted.name);
  const bool is_account = ParseAccountUserName(wanted.name).has_value();
  switch (mode) {
    case Mode::kAssociatedNode:
      return only_name && node && IsAccountOnNode(requester, *node);
    case Mode::kArbitraryNode:
      return only_name && node;
    case Mode::kServiceAccount:
      return only_name && is_account;
    case Mode::kUserInfo:
      return !node && !is_account;
    case Mode::kLegacy:
      return true;
  }
  std::unreachable();
}

// What is wrong with a key of extra; empty if nothing is.
std::string KeyFault(const std::string& key) {
  if (key.empty()) return "impersonating the empty string key in extra is not allowed";
  field::ErrorList errors;
  validate::DomainPath(field::Path("extra.key"), key, errors);
  if (!errors.empty()) {
    std::vector<std::string> texts;
    for (const field::Error& error : errors) texts.push_back(error.Text());
    std::string joined = Join(texts, ", ");
    if (texts.size() > 1) joined = "[" + joined + "]";
    return "impersonating an invalid key in extra is not allowed: " + joined;
  }
  if (key != ToLower(key)) {
    return "impersonating a non-lowercase key in extra is not allowed: " + Quoted(key);
  }
  return {};
}

// What a constrained mode never grants; empty if there is nothing of that.
std::string ExtraFault(const Extra& extra) {
  for (const auto& [key, values] : extra) {
    std::string fault = KeyFault(key);
    if (!fault.empty()) return fault;
    if (Contains(values, "")) {
      return "impersonating the empty string value in extra is not allowed";
    }
  }
  return {};
}

// What one mode asks the authorizer about a requester. Each function fails with Forbidden.
class Questions {
 public:
  Questions(Authorizer& authorizer, const User& requester, Mode mode)
      : authorizer_(authorizer), requester_(requester), mode_(mode) {}

  // May they do it in this mode?
  Status MayDo(const Attributes& request) const {
    if (!constrained()) return {};
    Attributes attributes = request;
    attributes.verb = fmt::format("impersonate-on:{}:{}", NameOf(mode_), request.verb);
    return Ask(attributes);
  }

  // May they be this user?
  Status MayBe(const User& wanted) const {
    PINTLE_RETURN_IF_ERROR(MayHaveName(wanted.name));
    if (!wanted.uid.empty()) PINTLE_RETURN_IF_ERROR(Ask(About("uids", wanted.uid)));
    PINTLE_RETURN_IF_ERROR(MayHaveGroups(wanted.groups));
    return MayHaveExtra(wanted.extra);
  }

 private:
  bool constrained() const { return mode_ != Mode::kLegacy; }

  Status MayHaveName(std::string_view name) const {
    if (auto account = ParseAccountUserName(name)) {
      Attributes attributes = About("serviceaccounts", account->name);
      attributes.namespace_name = account->namespace_name;
      return Ask(attributes);
    }
    if (auto node = ParseNodeUserName(name); node && constrained()) {
      // Being on the node is what matters, whichever it is.
      return Ask(About("nodes", mode_ == Mode::kAssociatedNode ? "*" : *node));
    }
    return Ask(About("users", name));
  }

  Status MayHaveGroups(const std::vector<std::string>& groups) const {
    if (constrained()) {
      if (Contains(groups, "")) {
        return Refuse(About("groups", ""), "impersonating the empty string group is not allowed");
      }
      if (Contains(groups, kMastersGroup)) {
        return Refuse(About("groups", kMastersGroup),
                      "impersonating the system:masters group is not allowed");
      }
      if (groups.size() >= kMany && Ask(About("groups", "*"))) return {};
    }
    for (const std::string& group : groups) PINTLE_RETURN_IF_ERROR(Ask(About("groups", group)));
    return {};
  }

  Status MayHaveExtra(const Extra& extra) const {
    if (constrained()) {
      std::string fault = ExtraFault(extra);
      if (!fault.empty()) return Refuse(About("userextras", ""), fault);
      size_t count = 0;
      for (const auto& [key, values] : extra) count += values.size();
      if (count >= kMany && Ask(AboutExtra("*", "*"))) return {};
    }
    for (const auto& [key, values] : extra) {
      for (const std::string& value : values) PINTLE_RETURN_IF_ERROR(Ask(AboutExtra(key, value)));
    }
    return {};
  }

  Attributes About(std::string_view resource, std::string_view name) const {
    // The older mode knows names and groups as of the core group.
    const bool of_authentication = constrained() || resource == "uids" || resource == "userextras";
    Attributes attributes;
    attributes.user = requester_;
    attributes.verb = constrained() ? fmt::format("impersonate:{}", NameOf(mode_)) : "impersonate";
    attributes.is_resource = true;
    if (of_authentication) attributes.group = kAuthenticationGroup;
    attributes.version = "v1";
    attributes.resource = resource;
    attributes.name = name;
    return attributes;
  }

  Attributes AboutExtra(std::string_view key, std::string_view value) const {
    Attributes attributes = About("userextras", value);
    attributes.subresource = key;
    return attributes;
  }

  Status Ask(const Attributes& attributes) const {
    Decision decision = authorizer_.Authorize(attributes);
    if (decision.allowed()) return {};
    return Refuse(attributes, decision.reason);
  }

  std::unexpected<Error> Refuse(const Attributes& attributes, std::string_view reason) const {
    return std::unexpected(DenialError(attributes, reason));
  }

  Authorizer& authorizer_;
  const User& requester_;
  const Mode mode_;
};

// The user with the groups that everybody of the kind has.
User Complete(User user, Mode mode) {
  if (user.groups.empty()) {
    if (auto account = ParseAccountUserName(user.name)) {
      user.groups = AccountGroups(account->namespace_name);
    } else if (mode == Mode::kAssociatedNode || mode == Mode::kArbitraryNode) {
      user.groups.emplace_back(kNodesGroup);
    }
  }
  const std::string_view group = user.name == kAnonymousUser || user.InGroup(kUnauthenticatedGroup)
                                     ? kUnauthenticatedGroup
                                     : kAuthenticatedGroup;
  if (!user.InGroup(group)) user.groups.emplace_back(group);
  return user;
}

// `uid "1", group "a", group "b", extra "scopes"`
std::string Describe(const User& wanted) {
  std::vector<std::string> parts;
  if (!wanted.uid.empty()) parts.push_back("uid " + Quoted(wanted.uid));
  for (const std::string& group : wanted.groups) parts.push_back("group " + Quoted(group));
  for (const auto& [key, values] : wanted.extra) parts.push_back("extra " + Quoted(key));
  return Join(parts, ", ");
}

}  // namespace

Result<User> Impersonator::Impersonate(const Attributes& request, const User& wanted) {
  const User& requester = request.user;
  if (wanted.name.empty()) {
    return BadRequest(fmt::format("requested [{}] without impersonating {}", Describe(wanted),
                                  constrained_ ? "a user name" : "a user"));
  }
  std::optional<Error> refusal;
  for (Mode mode : OrderFor(requester.name)) {
    if (!IsFor(mode, requester, wanted)) continue;
    Questions questions(authorizer_, requester, mode);
    Status granted = questions.MayDo(request);
    if (granted) granted = questions.MayBe(wanted);
    if (granted) {
      Remember(requester.name, mode);
      LogDebug("a request is handled as that of another user",
               {{"requester", requester.name}, {"user", wanted.name}, {"mode", NameOf(mode)}});
      return Complete(wanted, mode);
    }
    if (!refusal) refusal = std::move(granted).error();
  }
  // There is one: the legacy mode is for every request.
  return std::unexpected(std::move(*refusal));
}

std::vector<Mode> Impersonator::OrderFor(const std::string& requester_name) {
  if (!constrained_) return {Mode::kLegacy};
  std::vector<Mode> modes = {Mode::kAssociatedNode, Mode::kArbitraryNode, Mode::kServiceAccount,
                             Mode::kUserInfo, Mode::kLegacy};
  std::scoped_lock lock(mutex_);
  if (auto last = last_modes_.find(requester_name); last != last_modes_.end()) {
    std::ranges::stable_partition(modes, [&](Mode mode) { return mode == last->second; });
  }
  return modes;
}

void Impersonator::Remember(const std::string& requester_name, Mode mode) {
  if (!constrained_) return;
  std::scoped_lock lock(mutex_);
  if (last_modes_.size() >= kMaxRemembered) last_modes_.clear();
  last_modes_[requester_name] = mode;
}

}  // namespace pintle::auth
