#include "pintle/auth/authorizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

// What probes and version checks need before they can log in.
constexpr std::string_view kPublicPaths[] = {"/healthz", "/livez", "/readyz", "/version",
                                             "/version/"};

class Always final : public Authorizer {
 public:
  explicit Always(Decision decision) : decision_(std::move(decision)) {}
  Decision Authorize(const Attributes&) override { return decision_; }

 private:
  Decision decision_;
};

class Default final : public Authorizer {
 public:
  Decision Authorize(const Attributes& attributes) override {
    const User& user = attributes.user;
    bool allowed = user.InGroup(kMastersGroup) || user.InGroup(kAuthenticatedGroup) ||
                   (!attributes.is_resource && attributes.verb == "get" &&
                    std::ranges::find(kPublicPaths, attributes.path) != std::end(kPublicPaths));
    return {allowed ? Decision::Verdict::kAllow : Decision::Verdict::kNoOpinion, ""};
  }
};

// The message repeats parts of the URL, which must stay harmless where a browser shows it.
std::string EscapeHtml(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

std::string Cause(const Attributes& attributes) {
  std::string who = fmt::format("User {} cannot {}", Quoted(attributes.user.name), attributes.verb);
  if (!attributes.is_resource) return fmt::format("{} path {}", who, Quoted(attributes.path));
  std::string resource = attributes.resource;
  if (!attributes.subresource.empty()) resource += "/" + attributes.subresource;
  std::string scope = attributes.namespace_name.empty()
                          ? "at the cluster scope"
                          : "in the namespace " + Quoted(attributes.namespace_name);
  return fmt::format("{} resource {} in API group {} {}", who, Quoted(resource),
                     Quoted(attributes.group), scope);
}

}  // namespace

std::unique_ptr<Authorizer> AlwaysAllowAuthorizer() {
  return std::make_unique<Always>(Decision{Decision::Verdict::kAllow, ""});
}

std::unique_ptr<Authorizer> AlwaysDenyAuthorizer() {
  return std::make_unique<Always>(
      Decision{Decision::Verdict::kNoOpinion, "Everything is forbidden."});
}

std::unique_ptr<Authorizer> DefaultAuthorizer() { return std::make_unique<Default>(); }

std::string DenialMessage(const Attributes& attributes, std::string_view reason) {
  std::string message;
  if (attributes.is_resource && !attributes.resource.empty()) {
    message = attributes.resource;
    if (!attributes.group.empty()) message += "." + attributes.group;
    if (!attributes.name.empty()) message += " " + Quoted(attributes.name);
    message += " is ";
  }
  message += "forbidden: " + EscapeHtml(Cause(attributes));
  if (!reason.empty()) message.append(": ").append(reason);
  return message;
}

Error DenialError(const Attributes& attributes, std::string_view reason) {
  ErrorDetails details;
  if (attributes.is_resource) {
    details.name = attributes.name;
    details.group = attributes.group;
    details.kind = attributes.resource;
  }
  return Error(Reason::kForbidden, DenialMessage(attributes, reason))
      .WithDetails(std::move(details));
}

}  // namespace pintle::auth
