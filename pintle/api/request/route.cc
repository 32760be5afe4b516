#include "pintle/api/request/route.h"

#include "pintle/base/strings.h"
#include "pintle/object/status.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using write::IsRoutedByPath;
using write::Verb;
using write::Verbs;

std::unexpected<Error> UnknownResource() {
  return std::unexpected(
      Error(Reason::kNotFound, "the server could not find the requested resource").WithDetails({}));
}

std::unexpected<Error> MethodNotAllowed() {
  return std::unexpected(Error(Reason::kMethodNotAllowed,
                               "the server does not allow this method on the requested resource")
                             .WithDetails({}));
}

std::unexpected<Error> UnknownBelow(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (IsRoutedByPath(resource)) return UnknownResource();
  return object::NotFound(resource.name(), exchange.asked.what.name);
}

std::unexpected<Error> RefusedVerb(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (IsRoutedByPath(resource)) return MethodNotAllowed();
  return object::MethodNotSupported(resource.name(), exchange.asked.what.verb);
}

// The error for a verb that a compiled-in resource does not offer: a path with which nothing can be
// done is not there.
std::unexpected<Error> NotOffered(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  const auth::Attributes& info = exchange.asked.what;
  auto offers = [&](Verbs verbs) { return resource.serving.verbs.HasAnyOf(verbs); };
  if (resource.names.namespaced && !info.in_namespace) {
    return offers({Verb::kList, Verb::kWatch}) ? MethodNotAllowed() : UnknownResource();
  }
  if (exchange.verb == Verb::kWatch && offers({Verb::kList})) {
    return object::MethodNotSupported(resource.name(), info.verb);
  }
  const bool there = info.name.empty()
                         ? offers({Verb::kCreate, Verb::kList, Verb::kDeleteCollection})
                         : offers({Verb::kGet, Verb::kUpdate, Verb::kPatch, Verb::kDelete});
  return there ? MethodNotAllowed() : UnknownResource();
}

// Whether the verb fits the endpoint below an object that the path names: 404 or 405 if not.
Status CheckSubresource(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.InVersion(info.subresource, info.version)) return UnknownBelow(exchange);
  const bool head = exchange.request.method == "HEAD" && IsRoutedByPath(resource);
  auto endpoint = resource.actions.endpoints.find(info.subresource);
  if (endpoint != resource.actions.endpoints.end()) {
    if (info.has_rest && !endpoint->second.takes_path) return UnknownBelow(exchange);
    const bool offered = endpoint->second.verbs.Has(exchange.verb);
    if (!offered || (head && !endpoint->second.connect)) return RefusedVerb(exchange);
    return {};
  }
  auto subresource = resource.writing.subresources.find(info.subresource);
  if (info.has_rest || subresource == resource.writing.subresources.end()) {
    return UnknownBelow(exchange);
  }
  if (!subresource->second.verbs.Has(exchange.verb) || head) return RefusedVerb(exchange);
  return {};
}

}  // namespace

Status CheckRoute(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  const write::ResourceDefinition& resource = exchange.definition();
  if (!resource.names.namespaced && info.in_namespace) return UnknownResource();
  if (resource.names.namespaced && !info.in_namespace) {
    if (!info.name.empty()) return UnknownResource();
    if (exchange.verb != Verb::kList && exchange.verb != Verb::kWatch) return NotOffered(exchange);
  }
  if (!info.subresource.empty()) return CheckSubresource(exchange);
  const std::string& method = exchange.request.method;
  const bool head = method == "HEAD" && IsRoutedByPath(resource);
  if (head || (exchange.verb == Verb::kWatch && method != "GET")) return RefusedVerb(exchange);
  if (exchange.verb == Verb::kCreate && !info.name.empty()) return RefusedVerb(exchange);
  if ((exchange.verb == Verb::kUpdate || exchange.verb == Verb::kPatch) && info.name.empty()) {
    if (!IsRoutedByPath(resource)) return BadRequest("name must be provided");
    return NotOffered(exchange);
  }
  if (resource.serving.terminating &&
      (exchange.verb == Verb::kUpdate || exchange.verb == Verb::kPatch))
    return {};
  if (resource.serving.terminating && exchange.verb == Verb::kCreate) {
    return object::Forbidden(resource.name(), info.name,
                             "create not allowed while custom resource definition is terminating");
  }
  if (resource.serving.verbs.Has(exchange.verb)) return {};
  return IsRoutedByPath(resource) ? NotOffered(exchange) : RefusedVerb(exchange);
}

bool IsInOtherScope(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  const auth::Attributes& info = exchange.asked.what;
  if (IsRoutedByPath(resource) || resource.names.namespaced == info.in_namespace) return false;
  return !resource.names.namespaced ||
         (exchange.verb != Verb::kList && exchange.verb != Verb::kWatch);
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
