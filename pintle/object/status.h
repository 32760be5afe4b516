#pragma once

#include <string>
#include <string_view>

#include "pintle/base/error.h"

// Errors that name a resource, with the API's texts and details.
namespace pintle::object {

struct ResourceName {
  std::string group;
  std::string resource;  // plural
};

std::unexpected<Error> NotFound(const ResourceName& resource, std::string_view name);
std::unexpected<Error> AlreadyExists(const ResourceName& resource, std::string_view name);
std::unexpected<Error> Conflict(const ResourceName& resource, std::string_view name,
                                std::string_view cause);
// The Conflict every stale write gets.
std::unexpected<Error> ModifiedConflict(const ResourceName& resource, std::string_view name);
std::unexpected<Error> Forbidden(const ResourceName& resource, std::string_view name,
                                 std::string_view cause);
std::unexpected<Error> MethodNotSupported(const ResourceName& resource, std::string_view verb);
// 422 with the fixed text for requests that cannot be carried out.
std::unexpected<Error> GenericInvalid();

}  // namespace pintle::object
