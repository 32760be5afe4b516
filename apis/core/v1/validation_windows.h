#pragma once

#include <functional>
#include <string_view>

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// What depends on the operating system of a pod.
namespace pintle::apis::core::v1 {

void ValidateWindowsOptions(const WindowsSecurityContextOptions& options, const field::Path& path,
                            field::ErrorList& errors);
// All containers of a pod must agree on running as processes of a Windows host.
void ValidateWindowsHostProcess(const PodSpec& spec, const field::Path& path,
                                const ValidationOptions& options, field::ErrorList& errors);
// What a pod of one operating system may not set.
void ValidateOperatingSystem(const PodSpec& spec, const field::Path& path,
                             field::ErrorList& errors);

// Calls `visit(container, path)` for all containers; an ephemeral one comes as the members it
// shares with others.
template <typename Visit>
void VisitContainers(const PodSpec& spec, const field::Path& path, Visit visit) {
  auto all = [&](const auto& containers, std::string_view name, auto container_of) {
    field::Path list = path.Child(name);
    for (size_t i = 0; i < containers.size(); ++i) {
      visit(container_of(containers[i]), list.Index(i));
    }
  };
  all(spec.init_containers, "initContainers", std::identity());
  all(spec.containers, "containers", std::identity());
  all(spec.ephemeral_containers, "ephemeralContainers",
      [](const EphemeralContainer& container) -> const EphemeralContainerCommon& {
        return container.ephemeral_container_common;
      });
}

}  // namespace pintle::apis::core::v1
