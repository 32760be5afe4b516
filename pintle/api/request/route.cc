#include "pintle/api/request/route.h"

#include <algorithm>
#include <initializer_list>

#include "pintle/base/strings.h"
#include "pintle/object/status.h"

namespace pintle::api {
namespace {

std::unexpected<Error> UnknownResource() {
  return std::unexpected(
      Error(Reason::kNotFound, "the server could not find the requested resource").WithDetails({}));
}

std::unexpected<Error> MethodNotAllowed() {
  return std::unexpected(Error(Reason::kMethodNotAllowed,
                               "the server does not allow this method on the requested resource")
                             .WithDetails({}));
}

// Custom resources are looked up by name: what is not there is an object, and verbs are refused by
// name. Others are looked up by path.
std::unexpected<Error> UnknownBelow(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.custom) return UnknownResource();
  return object::NotFound(resource.name(), exchange.asked.what.name);
}

std::unexpected<Error> RefusedVerb(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.custom) return MethodNotAllowed();
  return object::MethodNotSupported(resource.name(), exchange.asked.what.verb);
}

// The error for a verb that a compiled-in resource does not offer: a path with which nothing can be
// done is not there.
std::unexpected<Error> NotOffered(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  const auth::Attributes& info = exchange.asked.what;
  auto offers = [&](std::initializer_list<std::string_view> verbs) {
    return std::ranges::find_first_of(resource.verbs, verbs) != resource.verbs.end();
  };
  if (resource.namespaced && !info.in_namespace) {
    return offers({"list", "watch"}) ? MethodNotAllowed() : UnknownResource();
  }
  if (info.verb == "watch" && offers({"list"})) {
    return object::MethodNotSupported(resource.name(), info.verb);
  }
  const bool there = info.name.empty() ? offers({"create", "list", "deletecollection"})
                                       : offers({"get", "update", "patch", "delete"});
  return there ? MethodNotAllowed() : UnknownResource();
}

// Whether the verb fits the endpoint below an object that the path names: 404 or 405 if not.
Status CheckSubresource(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.InVersion(info.subresource, info.version)) return UnknownBelow(exchange);
  const bool head = exchange.request.method == "HEAD" && !resource.custom;
  auto endpoint = resource.endpoints.find(info.subresource);
  if (endpoint != resource.endpoints.end()) {
    if (info.has_rest && !endpoint->second.takes_path) return UnknownBelow(exchange);
    const std::vector<std::string>& verbs = endpoint->second.verbs;
    const bool offered = std::ranges::find(verbs, info.verb) != verbs.end();
    if (!offered || (head && !endpoint->second.connect)) return RefusedVerb(exchange);
    return {};
  }
  if (info.has_rest || !resource.subresources.contains(info.subresource)) {
    return UnknownBelow(exchange);
  }
  const bool readable = info.subresource != "finalize";
  const bool allowed =
      info.verb == "update" || (readable && (info.verb == "get" || info.verb == "patch"));
  if (!allowed || head) return RefusedVerb(exchange);
  return {};
}

}  // namespace

Status CheckRoute(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.namespaced && info.in_namespace) return UnknownResource();
  if (resource.namespaced && !info.in_namespace) {
    if (!info.name.empty()) return UnknownResource();
    if (info.verb != "list" && info.verb != "watch") return NotOffered(exchange);
  }
  if (!info.subresource.empty()) return CheckSubresource(exchange);
  const std::string& method = exchange.request.method;
  const bool head = method == "HEAD" && !resource.custom;
  if (head || (info.verb == "watch" && method != "GET")) return RefusedVerb(exchange);
  if (info.verb == "create" && !info.name.empty()) return RefusedVerb(exchange);
  if ((info.verb == "update" || info.verb == "patch") && info.name.empty()) {
    if (resource.custom) return BadRequest("name must be provided");
    return NotOffered(exchange);
  }
  if (resource.terminating && (info.verb == "update" || info.verb == "patch")) return {};
  if (resource.terminating && info.verb == "create") {
    return object::Forbidden(resource.name(), info.name,
                             "create not allowed while custom resource definition is terminating");
  }
  if (std::ranges::find(resource.verbs, info.verb) != resource.verbs.end()) return {};
  return resource.custom ? RefusedVerb(exchange) : NotOffered(exchange);
}

bool IsInOtherScope(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  const auth::Attributes& info = exchange.asked.what;
  if (!resource.custom || resource.namespaced == info.in_namespace) return false;
  return !resource.namespaced || (info.verb != "list" && info.verb != "watch");
}

Task<void> ReplyUnknown(Exchange& exchange, const Registry& registry) {
  std::vector<std::string_view> pieces = Split(exchange.asked.what.path, '/');
  std::erase(pieces, std::string_view());
  const bool core = !pieces.empty() && pieces[0] == "api";
  const ServedGroup* group = pieces.size() > 1 ? registry.FindGroup(pieces[1]) : nullptr;
  if (!core && (group == nullptr || !group->IsCompiledIn())) {
    co_await ReplyText(exchange, 404, "404 page not found\n");
    co_return;
  }
  Error unknown = UnknownResource().error();
  co_await ReplyError(exchange, unknown);
}

}  // namespace pintle::api
