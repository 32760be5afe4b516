#include "pintle/object/status.h"

#include <fmt/format.h>

#include "pintle/scheme/names.h"

namespace pintle::object {
namespace {

std::unexpected<Error> Make(Reason reason, const ResourceName& resource, std::string_view name,
                            std::string message) {
  ErrorDetails details;
  details.name = name;
  details.group = resource.group;
  details.kind = resource.resource;
  return std::unexpected(Error(reason, std::move(message)).WithDetails(std::move(details)));
}

std::string Qualify(const ResourceName& resource) {
  return scheme::Qualified(resource.resource, resource.group);
}

}  // namespace

std::unexpected<Error> NotFound(const ResourceName& resource, std::string_view name) {
  return Make(Reason::kNotFound, resource, name,
              fmt::format("{} \"{}\" not found", Qualify(resource), name));
}

std::unexpected<Error> AlreadyExists(const ResourceName& resource, std::string_view name) {
  return Make(Reason::kAlreadyExists, resource, name,
              fmt::format("{} \"{}\" already exists", Qualify(resource), name));
}

std::unexpected<Error> Conflict(const ResourceName& resource, std::string_view name,
                                std::string_view cause) {
  return Make(Reason::kConflict, resource, name,
              fmt::format("Operation cannot be fulfilled on {} \"{}\": {}", Qualify(resource), name,
                          cause));
}

std::unexpected<Error> ModifiedConflict(const ResourceName& resource, std::string_view name) {
  return Conflict(resource, name,
                  "the object has been modified; please apply your changes to the latest version "
                  "and try again");
}

std::unexpected<Error> Forbidden(const ResourceName& resource, std::string_view name,
                                 std::string_view cause) {
  std::string message;
  if (resource.resource.empty()) {
    message = fmt::format("forbidden: {}", cause);
  } else if (name.empty()) {
    message = fmt::format("{} is forbidden: {}", Qualify(resource), cause);
  } else {
    message = fmt::format("{} \"{}\" is forbidden: {}", Qualify(resource), name, cause);
  }
  return Make(Reason::kForbidden, resource, name, std::move(message));
}

std::unexpected<Error> MethodNotSupported(const ResourceName& resource, std::string_view verb) {
  return Make(
      Reason::kMethodNotAllowed, resource, "",
      fmt::format("{} is not supported on resources of kind \"{}\"", verb, Qualify(resource)));
}

std::unexpected<Error> GenericInvalid() {
  return std::unexpected(
      Error(Reason::kInvalid, "the server rejected our request due to an error in our request")
          .WithDetails({}));
}

}  // namespace pintle::object
