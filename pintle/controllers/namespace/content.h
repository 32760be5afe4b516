#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/task.h"
#include "pintle/registry/registry.h"
#include "pintle/write/world.h"

namespace pintle::controllers {

// Who the server is when it deletes for a namespace.
inline constexpr std::string_view kNamespaceControllerUser =
    "system:serviceaccount:kube-system:namespace-controller";

// Objects of one resource that a deletion left.
struct RemainingObjects {
  std::shared_ptr<const api::ServedResource> resource;
  size_t count = 0;
  // Changes after this revision may have removed them.
  storage::Revision revision = 0;
};

// What deleting the content of a namespace left and why.
struct NamespaceContent {
  std::vector<RemainingObjects> remaining;
  // How many of the remaining objects each finalizer holds.
  std::map<std::string, size_t, std::less<>> finalizers;
  // What went wrong, the first text of each resource.
  std::vector<std::string> failures;
  // `stopped` was set on the way: the rest was not looked at.
  bool incomplete = false;

  bool empty() const { return remaining.empty() && failures.empty() && !incomplete; }
};

// Deletes all objects in a namespace, resource by resource: pods first, and as long as there are
// some nothing else, so that what they need outlives them. On an executor.
Task<NamespaceContent> DeleteContent(write::World& world, const api::Registry& registry,
                                     std::string namespace_name, const std::atomic<bool>& stopped);

}  // namespace pintle::controllers
