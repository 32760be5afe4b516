#include "apis/core/v1/pod_warnings.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"

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
    SameNumber& others = numbers_[{port.container_port, port.protocol}];
    // The first of the others that clashes is told.
    const Earlier* first = nullptr;
    const char* what = nullptr;
    auto consider = [&](const Earlier* other, const char* how) {
      if (other == nullptr || (first != nullptr && first->order <= other->order)) return;
      first = other;
      what = how;
    };
    consider(Find(others.same, {port.host_port, port.host_ip}), "duplicate");
    if (port.host_port == 0) {
      consider(others.any ? &*others.any : nullptr, "overlapping");
    } else {
      consider(others.without_host ? &*others.without_host : nullptr, "overlapping");
      consider(Find(port.host_ip.empty() ? others.with_ip : others.without_ip, port.host_port),
               "dangerously ambiguous");
    }
    if (first != nullptr) {
      warnings_.Add(fmt::format("{}: {} port definition with {}", place, what, first->place));
    }
    others.Add(port, place);
  }

  void CheckName(const ContainerPort& port, const std::string& place) {
    auto [first, added] = names_.emplace(port.name, place);
    if (added) return;
    warnings_.Add(fmt::format(
        "{}: duplicate port name {} with {}, services and probes that select ports by name will "
        "use {}",
        place, Quoted(port.name), first->second, first->second));
  }

  // Where a port was, and how many there were before it.
  struct Earlier {
    size_t order;
    std::string place;
  };

  // The ports of one number and protocol, as the first of each sort: there may be many thousands.
  struct SameNumber {
    void Add(const ContainerPort& port, const std::string& place) {
      const Earlier here{count++, place};
      if (!any) any = here;
      same.emplace(std::pair(port.host_port, port.host_ip), here);
      if (port.host_port == 0) {
        if (!without_host) without_host = here;
      } else {
        (port.host_ip.empty() ? without_ip : with_ip).emplace(port.host_port, here);
      }
    }

    size_t count = 0;
    std::optional<Earlier> any;
    std::optional<Earlier> without_host;
    std::map<std::pair<int32_t, std::string_view>, Earlier> same;
    // By host port, those for one address of the host and those for all.
    std::map<int32_t, Earlier> with_ip;
    std::map<int32_t, Earlier> without_ip;
  };

  template <typename Key>
  static const Earlier* Find(const std::map<Key, Earlier>& ports, const Key& key) {
    auto found = ports.find(key);
    return found != ports.end() ? &found->second : nullptr;
  }

  write::Warnings& warnings_;
  std::map<std::pair<int32_t, std::string_view>, SameNumber> numbers_;
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

void WarnOfPodName(std::string_view name, std::string_view used_in, write::Warnings& warnings) {
  const validate::Messages faults = validate::IsDns1123Label(name);
  if (faults.empty()) return;
  warnings.Add(fmt::format(
      "metadata.name: this is used in {}, which can result in surprising behavior; a DNS label is "
      "recommended: [{}]",
      used_in, fmt::join(faults, " ")));
}

}  // namespace pintle::apis::core::v1
