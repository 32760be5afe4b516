#include "apis/core/v1/pod_warnings.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::apis::core::v1 {
namespace {

class PortWarnings {
 public:
  explicit PortWarnings(write::Warnings& warnings) : warnings_(warnings) {}

  void Add(const Container& container, const field::Path& path) {
    for (size_t i = 0; i < container.ports.size(); ++i) {
      const ContainerPort& port = container.ports[i];
      std::string place = path.Child("ports").Index(i).ToString();
      CheckNumber(port, place);
      if (!port.name.empty()) CheckName(port, place);
    }
  }

 private:
  void CheckNumber(const ContainerPort& port, const std::string& place) {
    auto& others = numbers_[{port.container_port, port.protocol}];
    for (const auto& [other, other_place] : others) {
      const bool same_host_port = port.host_port == other->host_port;
      const char* what = nullptr;
      if (same_host_port && port.host_ip == other->host_ip) {
        what = "duplicate";
      } else if (port.host_port == 0 || other->host_port == 0) {
        what = "overlapping";
      } else if (same_host_port && port.host_ip.empty() != other->host_ip.empty()) {
        what = "dangerously ambiguous";
      }
      if (what == nullptr) continue;
      warnings_.Add(fmt::format("{}: {} port definition with {}", place, what, other_place));
      break;
    }
    others.emplace_back(&port, place);
  }

  void CheckName(const ContainerPort& port, const std::string& place) {
    auto [first, added] = names_.emplace(port.name, place);
    if (added) return;
    warnings_.Add(fmt::format(
        "{}: duplicate port name {} with {}, services and probes that select ports by name will "
        "use {}",
        place, Quoted(port.name), first->second, first->second));
  }

  using Place = std::pair<const ContainerPort*, std::string>;

  write::Warnings& warnings_;
  std::map<std::pair<int32_t, std::string_view>, std::vector<Place>> numbers_;
  std::map<std::string_view, std::string> names_;
};

}  // namespace

void WarnOfPodSpec(const PodSpec& spec, const field::Path& path, write::Warnings& warnings) {
  PortWarnings ports(warnings);
  // Init containers are gone when the others run, unless they are restarted always.
  for (size_t i = 0; i < spec.init_containers.size(); ++i) {
    const Container& container = spec.init_containers[i];
    if (container.restart_policy.value_or({}) != kContainerRestartPolicyAlways) continue;
    ports.Add(container, path.Child("initContainers").Index(i));
  }
  for (size_t i = 0; i < spec.containers.size(); ++i) {
    ports.Add(spec.containers[i], path.Child("containers").Index(i));
  }
}

}  // namespace pintle::apis::core::v1
