#include "pintle/metrics/state_metrics.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

using storage::CacheStatistics;

void Describe(std::string& out, std::string_view name, std::string_view type,
              std::string_view help) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void Plain(std::string& out, std::string_view name, std::string_view type, std::string_view help,
           double value) {
  Describe(out, name, type, help);
  out += fmt::format("{} {}\n", name, value);
}

// Each resource once, in the version clients prefer.
std::vector<const ServedResource*> StoredResources(const Registry& registry) {
  std::vector<const ServedResource*> found;
  std::set<const ServedResource*> seen;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const auto& resource : version.resources) {
        if (seen.insert(resource.get()).second) found.push_back(resource.get());
      }
    }
  }
  return found;
}

// A metric with a line for each resource.
struct ResourceMetric {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  // Labels after those of the resource: `,index=""`.
  std::string_view more_labels;
  CacheStatistics::Count CacheStatistics::* count;
};

// Lines of one name stand together; it is described by the first. What is still zero is left out.
constexpr ResourceMetric kResourceMetrics[] = {
    {"apiserver_watch_cache_initializations_total", "counter",
     "[ALPHA] How often caches were loaded.", "", &CacheStatistics::loads},
    {"apiserver_watch_cache_events_received_total", "counter",
     "[ALPHA] Events that caches got from the store.", "", &CacheStatistics::events_received},
    {"apiserver_watch_cache_events_dispatched_total", "counter",
     "[ALPHA] Events that caches gave to watchers.", "", &CacheStatistics::events_dispatched},
    {"apiserver_storage_events_received_total", "counter",
     "[BETA] Events that came from the store.", "", &CacheStatistics::events_received},
    {"apiserver_watch_cache_consistent_read_total", "counter",
     "[ALPHA] Lists of the latest state: whether from the cache or, as a fallback, the store.",
     R"(,fallback="false",success="true")", &CacheStatistics::consistent_lists},
    {"apiserver_watch_cache_consistent_read_total", "", "", R"(,fallback="true",success="true")",
     &CacheStatistics::consistent_fallbacks},
    {"apiserver_watch_cache_consistent_read_total", "", "", R"(,fallback="true",success="false")",
     &CacheStatistics::consistent_failures},
    {"apiserver_cache_list_total", "counter", "[ALPHA] Lists served from caches.", R"(,index="")",
     &CacheStatistics::index_lists},
    {"apiserver_cache_list_fetched_objects_total", "counter",
     "[ALPHA] Objects of caches looked at for lists.", R"(,index="")",
     &CacheStatistics::index_fetched},
    {"apiserver_cache_list_returned_objects_total", "counter",
     "[ALPHA] Objects returned in lists from caches.", "", &CacheStatistics::index_returned},
    {"apiserver_storage_list_total", "counter", "[ALPHA] Lists served from the store.", "",
     &CacheStatistics::store_lists},
    {"apiserver_storage_list_fetched_objects_total", "counter",
     "[ALPHA] Objects read from the store for lists.", "", &CacheStatistics::store_fetched},
    {"apiserver_storage_list_evaluated_objects_total", "counter",
     "[ALPHA] Objects of the store looked at for lists.", "", &CacheStatistics::store_evaluated},
    {"apiserver_storage_list_returned_objects_total", "counter",
     "[ALPHA] Objects returned in lists from the store.", "", &CacheStatistics::store_returned},
};

std::string LabelsOf(const ServedResource& resource) {
  return fmt::format(R"(group="{}",resource="{}")", resource.definition->names.group,
                     resource.definition->names.plural);
}

void AppendCounts(std::string& out, const std::vector<const ServedResource*>& resources) {
  for (const ResourceMetric& metric : kResourceMetrics) {
    if (!metric.type.empty()) Describe(out, metric.name, metric.type, metric.help);
    for (const ServedResource* each : resources) {
      const uint64_t count = each->cache->statistics().*metric.count;
      if (count == 0) continue;
      out +=
          fmt::format("{}{{{}{}}} {}\n", metric.name, LabelsOf(*each), metric.more_labels, count);
    }
  }
}

void AppendReadWaits(std::string& out, const std::vector<const ServedResource*>& resources) {
  constexpr std::string_view kName = "apiserver_watch_cache_read_wait_seconds";
  Describe(out, kName, "histogram", "[ALPHA] How long reads waited for caches to be fresh.");
  for (const ServedResource* each : resources) {
    const storage::ReadWaits& waits = each->cache->statistics().read_waits;
    const std::string labels = LabelsOf(*each);
    std::string lines;
    uint64_t sum = 0;
    for (size_t i = 0; i < waits.kBounds.size(); ++i) {
      sum += waits.count(i);
      lines += fmt::format("{}_bucket{{{},le=\"{}\"}} {}\n", kName, labels, waits.kBounds[i], sum);
    }
    sum += waits.count(waits.kBounds.size());
    if (sum == 0) continue;
    out += lines;
    out +=
        fmt::format("{0}_bucket{{{1},le=\"+Inf\"}} {2}\n{0}_sum{{{1}}} {3}\n{0}_count{{{1}}} {2}\n",
                    kName, labels, sum, waits.sum_seconds());
  }
}

void AppendResources(std::string& out, const Registry& registry) {
  std::vector<const ServedResource*> resources = StoredResources(registry);
  auto gauge = [&](std::string_view name, std::string_view help, auto value) {
    Describe(out, name, "gauge", help);
    for (const ServedResource* each : resources) {
      out += fmt::format("{}{{{}}} {}\n", name, LabelsOf(*each), value(*each->cache));
    }
  };
  using Cache = storage::WatchCache;
  gauge("apiserver_resource_objects", "[ALPHA] Objects of each resource.",
        [](const Cache& cache) { return cache.Current()->count(); });
  gauge("apiserver_resource_size_estimate_bytes", "[ALPHA] What they take in the store.",
        [](const Cache& cache) { return cache.statistics().stored_bytes.load(); });
  gauge("apiserver_watch_cache_resource_version", "[ALPHA] The revision each cache has come to.",
        [](const Cache& cache) { return cache.revision(); });
  Describe(out, "apiserver_storage_objects", "gauge",
           "[STABLE] Objects of each resource, under an old name.");
  for (const ServedResource* each : resources) {
    const write::ResourceDefinition& definition = *each->definition;
    out += fmt::format("apiserver_storage_objects{{resource=\"{}{}{}\"}} {}\n",
                       definition.names.plural, definition.names.group.empty() ? "" : ".",
                       definition.names.group, each->cache->Current()->count());
  }
  AppendCounts(out, resources);
  AppendReadWaits(out, resources);
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Since 1970: the time of the machine's start and, in ticks after it, that of the process.
double ProcessStartSeconds() {
  double boot_seconds = 0;
  std::ifstream stat("/proc/stat");
  for (std::string word; stat >> word;) {
    if (word == "btime" && stat >> boot_seconds) break;
  }
  // The name of the process, in parentheses, may have spaces; the start is the 20th field after it.
  constexpr int kStartField = 20;
  std::string line;
  std::getline(std::ifstream("/proc/self/stat"), line);
  std::istringstream fields(line.substr(std::min(line.rfind(')') + 1, line.size())));
  std::string field;
  for (int i = 0; i < kStartField; ++i) fields >> field;
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  return boot_seconds + static_cast<double>(ParseInt64(field).value_or(0)) / ticks;
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
  Plain(out, "process_start_time_seconds", "gauge", "When the process was started, since 1970.",
        ProcessStartSeconds());
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  Plain(out, "process_max_fds", "gauge", "Most file descriptors there may be.",
        static_cast<double>(limit.rlim_cur));
}

// `v1.36.4+...`: major and minor are the first two numbers.
void AppendBuild(std::string& out, std::string_view version) {
  std::vector<std::string_view> numbers = Split(version.substr(1), '.');
  Describe(out, "kubernetes_build_info", "gauge", "[BETA] What this program is.");
  out += fmt::format(R"(kubernetes_build_info{{build_date="{}",compiler="g++",git_commit="",)"
                     R"(git_tree_state="clean",git_version="{}",go_version="none",major="{}",)"
                     R"(minor="{}",platform="linux/amd64"}} 1)"
                     "\n",
                     "1970-01-01T00:00:00Z", version, numbers[0], numbers[1]);
}

}  // namespace

std::string StateText(const ServerState& state) {
  std::string out;
  Describe(out, "apiserver_current_inflight_requests", "gauge",
           "[STABLE] Most requests answered at once in the last second.");
  out += fmt::format(
      "apiserver_current_inflight_requests{{request_kind=\"mutating\"}} {}\n"
      "apiserver_current_inflight_requests{{request_kind=\"readOnly\"}} {}\n",
      state.writes_in_flight, state.reads_in_flight);
  Describe(out, "pintle_request_body_bytes", "gauge",
           "[ALPHA] What request bodies hold of memory.");
  out += fmt::format("pintle_request_body_bytes {}\n", state.request_body_bytes);
  AppendResources(out, state.registry);
  if (state.storage_bytes) {
    Describe(out, "apiserver_storage_size_bytes", "gauge",
             "[STABLE] What the store takes on disk.");
    out += fmt::format("apiserver_storage_size_bytes{{storage_cluster_id=\"etcd-0\"}} {}\n",
                       *state.storage_bytes);
  }
  AppendBuild(out, state.version);
  AppendProcess(out);
  return out;
}

}  // namespace pintle::api
