#include "pintle/resource/request.h"

#include "pintle/resource/definition.h"

namespace pintle::write {

Request OwnRequest(const ResourceDefinition& resource, auth::Verb verb, std::string_view version) {
  Request request;
  request.what.user.name = "system:apiserver";
  request.what.verb = auth::VerbName(verb);
  request.what.is_resource = true;
  request.what.group = resource.names.group;
  request.what.version = version;
  request.what.resource = resource.names.plural;
  return request;
}

Request RequestOn(const Request& request, const ResourceDefinition& resource, std::string_view name,
                  std::string_view subresource) {
  Request other = request;
  other.what.group = resource.names.group;
  other.what.resource = resource.names.plural;
  other.what.name = name;
  other.what.subresource = subresource;
  return other;
}

}  // namespace pintle::write
