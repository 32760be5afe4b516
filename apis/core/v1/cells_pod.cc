#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apis/cells.h"
#include "apis/core/v1/cells.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr std::string_view kSchedulingGated = "SchedulingGated";
constexpr std::string_view kNodeLost = "NodeLost";
constexpr std::string_view kPodInitializing = "PodInitializing";
constexpr std::string_view kCompleted = "Completed";

// What one look at the containers gives.
struct Summary {
  std::string status;
  int64_t ready = 0;
  int64_t total = 0;
  int64_t restarts = 0;
  typeinfo::Time last_restart;
};

void CountRestarts(const ContainerStatus& container, Summary& summary) {
  summary.restarts += container.restart_count;
  if (!container.last_state.terminated) return;
  const typeinfo::Time& finished = container.last_state.terminated->finished_at;
  if (finished && finished.seconds >= summary.last_restart.seconds) summary.last_restart = finished;
}

// Names of the init containers that are restarted always, which run beside the others.
using Sidecars = std::set<std::string_view>;

Sidecars SidecarsOf(const Pod& pod) {
  Sidecars sidecars;
  // A list without data is empty. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  for (const Container& container : pod.spec.init_containers) {
    if (container.restart_policy.value_or("") == kContainerRestartPolicyAlways) {
      sidecars.insert(container.name);
    }
  }
  return sidecars;
}

bool ConditionIsTrue(const Pod& pod, std::string_view type) {
  return std::ranges::any_of(pod.status.conditions, [&](const PodCondition& condition) {
    return condition.type == type && condition.status == kConditionTrue;
  });
}

std::string EndText(const ContainerStateTerminated& end) {
  if (!end.reason.empty()) return std::string(end.reason);
  if (end.signal != 0) return fmt::format("Signal:{}", end.signal);
  return fmt::format("ExitCode:{}", end.exit_code);
}

// The status as far as an init container decides it; empty if this one is done or runs beside the
// others.
std::string InitStatus(const Pod& pod, const Sidecars& sidecars, const ContainerStatus& container,
                       size_t index, Summary& summary) {
  const auto& state = container.state;
  if (state.terminated && state.terminated->exit_code == 0) return "";
  if (sidecars.contains(container.name) && container.started.value_or(false)) {
    if (container.ready) ++summary.ready;
    return "";
  }
  if (state.terminated) return "Init:" + EndText(*state.terminated);
  if (state.waiting && !state.waiting->reason.empty() &&
      state.waiting->reason != kPodInitializing) {
    return fmt::format("Init:{}", state.waiting->reason);
  }
  return fmt::format("Init:{}/{}", index, pod.spec.init_containers.size());
}

// Returns true while init containers decide the status.
bool SummarizeInit(const Pod& pod, const Sidecars& sidecars, Summary& summary) {
  const auto& statuses = pod.status.init_container_statuses;
  for (size_t i = 0; i < statuses.size(); ++i) {
    CountRestarts(statuses[i], summary);
    std::string status = InitStatus(pod, sidecars, statuses[i], i, summary);
    if (status.empty()) continue;
    summary.status = status;
    return true;
  }
  return false;
}

void SummarizeContainers(const Pod& pod, const Sidecars& sidecars, Summary& summary) {
  summary.restarts = 0;
  summary.last_restart = {};
  for (const auto& container : pod.status.init_container_statuses) {
    if (sidecars.contains(container.name)) CountRestarts(container, summary);
  }
  bool running = false;
  std::string failure;
  const auto& statuses = pod.status.container_statuses;
  for (size_t i = statuses.size(); i-- > 0;) {
    const ContainerStatus& container = statuses[i];
    const auto& state = container.state;
    CountRestarts(container, summary);
    if (state.waiting && !state.waiting->reason.empty()) {
      summary.status = state.waiting->reason;
    } else if (state.terminated) {
      summary.status = EndText(*state.terminated);
      if (state.terminated->exit_code != 0) failure = summary.status;
    } else if (container.ready && state.running) {
      running = true;
      ++summary.ready;
    }
  }
  if (summary.status != kCompleted) return;
  if (running && ConditionIsTrue(pod, kPodReady)) {
    summary.status = kPodRunning;
  } else if (!failure.empty()) {
    summary.status = failure;
  } else if (running) {
    summary.status = "NotReady";
  }
}

Summary Summarize(const Pod& pod) {
  Summary summary;
  summary.status = TextOr(pod.status.reason, pod.status.phase);
  for (const auto& condition : pod.status.conditions) {
    if (condition.type == kPodScheduled && condition.reason == kSchedulingGated) {
      summary.status = kSchedulingGated;
    }
  }
  const Sidecars sidecars = SidecarsOf(pod);
  summary.total = static_cast<int64_t>(pod.spec.containers.size() + sidecars.size());
  if (!SummarizeInit(pod, sidecars, summary) || ConditionIsTrue(pod, kPodInitialized)) {
    SummarizeContainers(pod, sidecars, summary);
  }
  if (pod.metadata.deletion_timestamp) {
    bool over = pod.status.phase == kPodSucceeded || pod.status.phase == kPodFailed;
    if (pod.status.reason == kNodeLost) {
      summary.status = "Unknown";
    } else if (!over) {
      summary.status = "Terminating";
    }
  }
  return summary;
}

std::string GatesText(const Pod& pod) {
  if (pod.spec.readiness_gates.empty()) return std::string(kNone);
  std::set<std::string_view> met;
  for (const PodCondition& condition : pod.status.conditions) {
    if (condition.status == kConditionTrue) met.insert(condition.type);
  }
  auto passed = std::ranges::count_if(pod.spec.readiness_gates, [&](const PodReadinessGate& gate) {
    return met.contains(gate.condition_type);
  });
  return fmt::format("{}/{}", passed, pod.spec.readiness_gates.size());
}

CellList PodCells(const Pod& pod, const CellContext& context) {
  Summary summary = Summarize(pod);
  std::string restarts = fmt::to_string(summary.restarts);
  if (summary.restarts != 0 && summary.last_restart) {
    restarts = fmt::format("{} ({} ago)", restarts, context.Since(summary.last_restart));
  }
  std::string_view ip = pod.status.pod_ips.empty() ? "" : pod.status.pod_ips[0].ip;
  return {context.Text(pod.metadata.name),
          context.Text(fmt::format("{}/{}", summary.ready, summary.total)),
          context.Text(summary.status),
          context.Text(restarts),
          context.Age(pod.metadata),
          context.Text(TextOr(ip, kNone)),
          context.Text(TextOr(pod.spec.node_name, kNone)),
          context.Text(TextOr(pod.status.nominated_node_name, kNone)),
          context.Text(GatesText(pod))};
}

// Clients may leave out pods that have ended.
Value PodRowConditions(const object::Object& object, Arena& arena) {
  std::string_view phase = object.As<Pod>().status.phase;
  bool succeeded = phase == kPodSucceeded;
  if (!succeeded && phase != kPodFailed) return Value();
  std::string_view message = succeeded ? "The pod has completed successfully." : "The pod failed.";
  Value condition = Value::Object(arena, {{"type", Value("Completed")},
                                          {"status", Value("True")},
                                          {"reason", Value(succeeded ? kPodSucceeded : kPodFailed)},
                                          {"message", Value::String(arena, message)}});
  return Value::List(arena, {&condition, 1});
}

}  // namespace

write::Table PodTable() {
  write::Table table = TableOf<Pod>(
      {NameColumn(), TextColumn("Ready", "Containers that are ready, of all."),
       TextColumn("Status", "What the pod or its containers are doing, or why they do not run."),
       TextColumn("Restarts",
                  "How often containers were restarted, and how long ago the last was."),
       AgeColumn(), Wide(TextColumn("IP", "Its address.")),
       Wide(TextColumn("Node", "The node it runs on.")),
       Wide(TextColumn("Nominated Node", "The node on which others make room for it.")),
       Wide(TextColumn("Readiness Gates",
                       "Conditions beside its containers that are met, of all it waits for."))},
      PodCells);
  table.conditions = PodRowConditions;
  return table;
}

}  // namespace pintle::apis::core::v1
