#include "pintle/api/state_metrics.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

namespace pintle::api {
namespace {

void Describe(std::string& out, std::string_view name, std::string_view type,
              std::string_view help) {
  fmt::format_to(std::back_inserter(out), "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void Plain(std::string& out, std::string_view name, std::string_view type, std::string_view help,
           double value) {
  Describe(out, name, type, help);
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
}

// Each resource once, in the version clients prefer.
std::vector<const ServedResource*> StoredResources(const Registry& registry) {
  std::vector<const ServedResource*> found;
  std::set<const ServedResource*> seen;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const auto& resource : version.resources) {
        if (resource->cache == nullptr || !seen.insert(resource.get()).second) continue;
        found.push_back(resource.get());
      }
    }
  }
  return found;
}

void AppendResources(std::string& out, const Registry& registry) {
  std::vector<const ServedResource*> resources = StoredResources(registry);
  Describe(out, "apiserver_resource_objects", "gauge", "[ALPHA] Objects of each resource.");
  for (const ServedResource* each : resources) {
    fmt::format_to(
        std::back_inserter(out), "apiserver_resource_objects{{group=\"{}\",resource=\"{}\"}} {}\n",
        each->definition->group, each->definition->plural, each->cache->Current()->count());
  }
  Describe(out, "apiserver_storage_objects", "gauge", "[STABLE] The same under its old name.");
  for (const ServedResource* each : resources) {
    const write::ResourceDefinition& definition = *each->definition;
    fmt::format_to(std::back_inserter(out), "apiserver_storage_objects{{resource=\"{}{}{}\"}} {}\n",
                   definition.plural, definition.group.empty() ? "" : ".", definition.group,
                   each->cache->Current()->count());
  }
  Describe(out, "apiserver_watch_cache_resource_version", "gauge",
           "[ALPHA] The revision each cache has come to.");
  for (const ServedResource* each : resources) {
    fmt::format_to(std::back_inserter(out),
                   "apiserver_watch_cache_resource_version{{group=\"{}\",resource=\"{}\"}} {}\n",
                   each->definition->group, each->definition->plural, each->cache->revision());
  }
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

void AppendProcess(std::string& out) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  Plain(out, "process_cpu_seconds_total", "counter", "User and system time spent.",
        Seconds(used.ru_utime) + Seconds(used.ru_stime));
  // Sizes are in pages: all, resident.
  double all_pages = 0;
  double resident_pages = 0;
  std::ifstream("/proc/self/statm") >> all_pages >> resident_pages;
  const auto page = static_cast<double>(::sysconf(_SC_PAGESIZE));
  Plain(out, "process_resident_memory_bytes", "gauge", "Memory that is in use.",
        resident_pages * page);
  Plain(out, "process_virtual_memory_bytes", "gauge", "Address space.", all_pages * page);
  std::error_code ignored;
  std::filesystem::directory_iterator files("/proc/self/fd", ignored);
  Plain(out, "process_open_fds", "gauge", "Open file descriptors.",
        ignored ? 0 : static_cast<double>(std::distance(begin(files), end(files))));
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  Plain(out, "process_max_fds", "gauge", "Most file descriptors there may be.",
        static_cast<double>(limit.rlim_cur));
}

}  // namespace

std::string StateText(const ServerState& state) {
  std::string out;
  Describe(out, "apiserver_current_inflight_requests", "gauge",
           "[STABLE] Most requests answered at once in the last second.");
  fmt::format_to(std::back_inserter(out),
                 "apiserver_current_inflight_requests{{request_kind=\"mutating\"}} {}\n"
                 "apiserver_current_inflight_requests{{request_kind=\"readOnly\"}} {}\n",
                 state.writes_in_flight, state.reads_in_flight);
  AppendResources(out, state.registry);
  Describe(out, "kubernetes_build_info", "gauge", "[ALPHA] What this program is.");
  fmt::format_to(std::back_inserter(out), "kubernetes_build_info{{git_version=\"{}\"}} 1\n",
                 state.version);
  AppendProcess(out);
  return out;
}

}  // namespace pintle::api
