#pragma once

#include <string>
#include <string_view>

#include "pintle/http/query.h"

namespace pintle::api {

// What a URL and method ask for; drives authorisation, metrics and routing.
struct RequestInfo {
  bool is_resource = false;
  // get, list, watch, create, update, patch, delete, deletecollection; the lower-case method for
  // other requests.
  std::string verb;
  std::string group;
  std::string version;
  std::string namespace_name;
  std::string resource;
  std::string subresource;
  std::string name;
  std::string path;
  // The path has a `namespaces/<namespace>/` in front of the resource. (A namespace's own path sets
  // namespace_name too.)
  bool in_namespace = false;
  // More path segments follow the subresource.
  bool has_rest = false;
};

// A path with an empty segment asks for no resource: were it skipped, an empty name would turn a
// request for one object into one for all.
RequestInfo ParseRequestInfo(std::string_view method, std::string_view path,
                             const http::Query& query);

// How much of a resource a request is for, as metrics have it: `resource` (one object), `namespace`
// or `cluster`.
std::string_view ScopeOf(const RequestInfo& info);

// How the API reads booleans in a query: absent is false, `0` and `false` are false, everything
// else is true.
bool QueryFlag(const http::Query& query, std::string_view name);

}  // namespace pintle::api
