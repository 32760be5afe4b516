#include "pintle/resource/key_prefix.h"

#include <fmt/format.h>

namespace pintle::write {
namespace {

struct Exception {
  std::string_view group;
  std::string_view plural;
  std::string_view folder;
};

// Everything else is the plural alone, whatever the group.
constexpr Exception kExceptions[] = {
    {"", "nodes", "minions"},
    {"", "replicationcontrollers", "controllers"},
    {"", "services", "services/specs"},
    {"", "endpoints", "services/endpoints"},
    {"networking.k8s.io", "ingresses", "ingress"},
    {"apiextensions.k8s.io", "customresourcedefinitions",
     "apiextensions.k8s.io/customresourcedefinitions"},
    {"apiregistration.k8s.io", "apiservices", "apiregistration.k8s.io/apiservices"},
};

}  // namespace

std::string KeyPrefix(std::string_view group, std::string_view plural) {
  std::string_view folder = plural;
  for (const Exception& exception : kExceptions) {
    if (exception.group == group && exception.plural == plural) folder = exception.folder;
  }
  return fmt::format("/registry/{}/", folder);
}

}  // namespace pintle::write
