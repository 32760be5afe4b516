#pragma once

#include <string>

#include "pintle/auth/user.h"

namespace pintle::auth {

// Who wants to do what. A request is described once, where its path is read; the authorizer,
// admission, the write path, metrics and the log look at that description.
struct Attributes {
  User user;
  // get, list, watch, create, update, patch, delete, deletecollection; the lower-case method where
  // is_resource is false.
  std::string verb;
  bool is_resource = false;
  // Of a resource request.
  std::string group;
  std::string version;
  std::string resource;
  std::string subresource;
  std::string namespace_name;  // empty: cluster scope
  std::string name;
  // Always.
  std::string path;
  // The path has a `namespaces/<namespace>/` in front of the resource. (A namespace's own path sets
  // namespace_name too.)
  bool in_namespace = false;
  // More path segments follow the subresource.
  bool has_rest = false;
};

}  // namespace pintle::auth
