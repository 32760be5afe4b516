#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/verb.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/object/object.h"
#include "pintle/resource/request.h"
#include "pintle/resource/warnings.h"

namespace pintle::write {

using object::Object;

class EndpointWorld;
class World;
struct ResourceDefinition;

// Answers a POST whose body is not stored as it is: a review, a binding. Nothing means that there
// is no more to say than that it was done.
using CreateFunction = std::function<Task<Result<std::optional<Object>>>(
    EndpointWorld& world, const Request& request, const ResourceDefinition& resource, Object body,
    Warnings& warnings)>;

// Answers a request that is passed on to somewhere else, such as the log of a pod, with plain text.
// The request names the object; `query` finds a parameter of the URL.
struct ConnectRequest {
  std::string_view method;
  std::function<std::optional<std::string>(std::string_view name)> query;
};
using ConnectFunction = std::function<Task<Result<std::string>>(
    EndpointWorld& world, const Request& request, const ResourceDefinition& resource,
    const ConnectRequest& connection)>;

// An endpoint below an object that speaks of another kind than the object's own: `scale`,
// `binding`, `log`. Of the functions only those are there that its verbs need.
struct Endpoint {
  auth::Verbs verbs;
  // Versions of the resource that have it; empty: all.
  std::vector<std::string> versions;
  // What it speaks: kind, table, and the one version of it.
  std::shared_ptr<const ResourceDefinition> spoken;
  // get, and the answer to a change: the object, of the version of the request, seen as that kind.
  std::function<Result<Object>(const Object& object)> view;
  // The view a patch changes, if it is not the same.
  std::function<Result<Object>(const Object& object)> view_to_patch;
  // update, patch: writes a changed view back. An error names the view's kind.
  std::function<Status(const Object& view, Object& object)> put;
  CreateFunction create;
  ConnectFunction connect;
  // Paths may go on below it.
  bool takes_path = false;
};

}  // namespace pintle::write
