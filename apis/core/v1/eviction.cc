#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "apis/endpoints.h"
#include "apis/meta/v1/validation_selector.h"
#include "apis/policy/v1/lifecycle.h"
#include "apis/policy/v1/types.h"
#include "apis/resource_row.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/commit.h"

// Evicting a pod: it is deleted if the disruption budget that speaks for it has one to spare.
namespace pintle::apis::core::v1 {
namespace {

using policy::v1::PodDisruptionBudget;
using write::Object;
using Created = Result<std::optional<Object>>;
using SharedDefinition = std::shared_ptr<const write::ResourceDefinition>;

constexpr std::string_view kRefusal =
    "Cannot evict pod as it would violate the pod's disruption budget.";
constexpr std::string_view kManyBudgets =
    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
    "support.";
constexpr std::string_view kDisruptionAllowed = "DisruptionAllowed";
constexpr int kBusyRetrySeconds = 10;
// More than this, and the controller that confirms disruptions does not keep up.
constexpr size_t kMaxDisruptedPods = 2000;
// How often a pod that changes while it is evicted is looked at again.
constexpr int kMaxRounds = 20;

struct Eviction {
  write::World& world;
  const write::Request& request;
  const write::ResourceDefinition& pods;
  const write::ResourceDefinition& budgets;
  write::DeleteOptions options;  // as the client gave them
};

std::unexpected<Error> TryLater(std::string why, int retry_after_seconds) {
  ErrorDetails details;
  details.causes.push_back({"DisruptionBudget", std::move(why), ""});
  details.retry_after_seconds = retry_after_seconds;
  return std::unexpected(
      Error(Reason::kTooManyRequests, std::string(kRefusal)).WithDetails(std::move(details)));
}

std::unexpected<Error> StillProcessed(std::string_view budget) {
  return TryLater(
      fmt::format("The disruption budget {} is still being processed by the server.", budget),
      kBusyRetrySeconds);
}

bool IsTerminal(const Pod& pod) {
  return pod.status.phase == kPodSucceeded || pod.status.phase == kPodFailed ||
         pod.metadata.deletion_timestamp;
}

// One that does not run yet, or no more, is no loss.
bool NeedsNoBudget(const Pod& pod) { return IsTerminal(pod) || pod.status.phase == kPodPending; }

bool IsReady(const Pod& pod) {
  return std::ranges::any_of(pod.status.conditions, [](const PodCondition& condition) {
    return condition.type == kPodReady && condition.status == kConditionTrue;
  });
}

// Whether a pod that is not ready may go without taking from the budget, which counts ready ones.
bool MayGoUnready(const Pod& pod, const PodDisruptionBudget& budget) {
  if (IsReady(pod)) return false;
  if (budget.spec.unhealthy_pod_eviction_policy.value_or("") == policy::v1::kAlwaysAllow) {
    return true;
  }
  return budget.status.desired_healthy > 0 &&
         budget.status.current_healthy >= budget.status.desired_healthy;
}

// The budgets of the namespace that speak for the pod.
Task<Result<std::vector<Object>>> BudgetsOf(const Eviction& eviction, const Pod& pod) {
  pintle::storage::RangeOptions range;
  range.prefix = eviction.budgets.Prefix(pod.metadata.namespace_);
  Result<pintle::storage::RangeResult> found = co_await eviction.world.store().Range(range);
  if (!found) co_return std::unexpected(found.error());
  std::vector<Object> matching;
  for (const pintle::storage::KeyValue& record : found->records) {
    auto object = object::DecodeStored(eviction.budgets.kind, record.value, record.mod_revision);
    if (!object) continue;
    const auto* selector = object->As<PodDisruptionBudget>().spec.selector.get();
    if (!meta::v1::SelectorMatches(selector, pod.metadata.labels)) continue;
    matching.push_back(std::move(*object));
  }
  co_return matching;
}

void SetDisruptionAllowed(PodDisruptionBudget& budget, typeinfo::Time now, Arena& arena) {
  meta::v1::Condition* condition = nullptr;
  for (meta::v1::Condition& each : budget.status.conditions) {
    if (each.type == kDisruptionAllowed) condition = &each;
  }
  if (condition == nullptr) condition = &budget.status.conditions.Append(arena);
  if (condition->status != kConditionFalse) condition->last_transition_time = now;
  condition->type = kDisruptionAllowed;
  condition->status = kConditionFalse;
  condition->reason = "InsufficientPods";
  condition->message = {};
  condition->observed_generation = budget.status.observed_generation;
}

// The budget with one disruption less, or why it has none.
Result<Object> Disrupted(const Pod& pod, const Object& current, typeinfo::Time now) {
  Object object = current.Copy();
  auto& budget = object.As<PodDisruptionBudget>();
  const auto& name = budget.metadata.name;
  auto forbid = [&](std::string_view why) {
    return object::Forbidden({"policy", "poddisruptionbudget"}, name, why);
  };
  if (budget.status.observed_generation < budget.metadata.generation) return StillProcessed(name);
  if (budget.status.disruptions_allowed < 0) return forbid("pdb disruptions allowed is negative");
  if (budget.status.disrupted_pods.size() > kMaxDisruptedPods) {
    return forbid("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
  if (budget.status.disruptions_allowed == 0) {
    return TryLater(
        fmt::format("The disruption budget {} needs {} healthy pods and has {} currently", name,
                    budget.status.desired_healthy, budget.status.current_healthy),
        0);
  }
  Arena& arena = object.arena();
  --budget.status.disruptions_allowed;
  if (budget.status.disruptions_allowed == 0) SetDisruptionAllowed(budget, now, arena);
  budget.status.disrupted_pods.Set(arena, arena.Copy(pod.metadata.name), now);
  return object;
}

Task<Status> TakeDisruption(const Eviction& eviction, const Pod& pod, std::string budget) {
  const write::Request request =
      write::RequestOn(eviction.request, eviction.budgets, budget, "status");
  const write::Rules rules =
      write::RulesOf(eviction.world, eviction.budgets,
                     eviction.budgets.writing.subresources.at("status").strategy);
  write::Edit disrupt = [&](const Object& current, const write::Drawn& drawn, write::Warnings&) {
    return Disrupted(pod, current, typeinfo::Time::FromSeconds(drawn.now_seconds));
  };
  write::Warnings warnings;
  auto taking =
      write::Commit(eviction.world, request, rules, write::EditBy(std::move(disrupt)), warnings);
  Result<write::Outcome> taken = co_await taking;
  if (!taken) co_return std::unexpected(taken.error());
  co_return Status();
}

// The pod with the condition that says why it goes.
Result<Object> Marked(const Eviction& eviction, const write::DeleteOptions& options,
                      const Object& current, typeinfo::Time now) {
  if (options.precondition_resource_version &&
      *options.precondition_resource_version != current.meta().resource_version) {
    return object::ModifiedConflict(eviction.pods.name(), current.meta().name);
  }
  Object object = current.Copy();
  Pod& pod = object.As<Pod>();
  PodCondition* condition = nullptr;
  for (PodCondition& each : pod.status.conditions) {
    if (each.type == kDisruptionTarget) condition = &each;
  }
  if (condition == nullptr) condition = &pod.status.conditions.Append(object.arena());
  if (condition->status != kConditionTrue) condition->last_transition_time = now;
  condition->type = kDisruptionTarget;
  condition->status = kConditionTrue;
  condition->reason = "EvictionByEvictionAPI";
  condition->message = "Eviction API: evicting";
  condition->observed_generation = pod.metadata.generation;
  return object;
}

// Its revision then.
Task<Result<std::string>> Mark(const Eviction& eviction, const write::DeleteOptions& options) {
  const write::Request request =
      write::RequestOn(eviction.request, eviction.pods, eviction.request.what.name, "status");
  const write::Rules rules = write::RulesOf(
      eviction.world, eviction.pods, eviction.pods.writing.subresources.at("status").strategy);
  write::Edit mark = [&](const Object& current, const write::Drawn& drawn, write::Warnings&) {
    return Marked(eviction, options, current, typeinfo::Time::FromSeconds(drawn.now_seconds));
  };
  write::Warnings warnings;
  auto marking =
      write::Commit(eviction.world, request, rules, write::EditBy(std::move(mark)), warnings);
  PINTLE_CO_TRY(write::Outcome marked, co_await marking);
  co_return std::string(marked.object.meta().resource_version);
}

Task<Status> MarkAndDelete(const Eviction& eviction, write::DeleteOptions options) {
  if (!eviction.request.dry_run) {
    auto marking = Mark(eviction, options);
    PINTLE_CO_TRY(std::string revision, co_await marking);
    if (options.precondition_resource_version) {
      options.precondition_resource_version = std::move(revision);
    }
  }
  const write::Request request =
      write::RequestOn(eviction.request, eviction.pods, eviction.request.what.name);
  const write::Rules rules = write::RulesOf(eviction.world, eviction.pods);
  write::Warnings warnings;
  auto deleting =
      write::Commit(eviction.world, request, rules, write::EndBy(std::move(options)), warnings);
  PINTLE_CO_RETURN_IF_ERROR(co_await deleting);
  co_return Status();
}

Task<Result<Object>> ReadPod(const Eviction& eviction) {
  const std::string& name = eviction.request.what.name;
  std::string key = eviction.pods.Key(eviction.request.what.namespace_name, name);
  Result<pintle::storage::GetResult> found = co_await eviction.world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(eviction.pods.name(), name);
  co_return object::DecodeStored(eviction.pods.kind, found->record->value,
                                 found->record->mod_revision);
}

// What a look at the pod and its budgets came to.
struct Ruling {
  // The pod goes only if it is still what was looked at.
  bool as_seen = false;
  // The budget that allows it; empty if none was asked.
  std::string budget;
};

Task<Result<Ruling>> Rule(const Eviction& eviction, const Pod& pod) {
  Ruling ruling;
  if (NeedsNoBudget(pod)) {
    ruling.as_seen = !IsTerminal(pod);
    co_return ruling;
  }
  Result<std::vector<Object>> budgets = co_await BudgetsOf(eviction, pod);
  if (!budgets) co_return std::unexpected(budgets.error());
  if (budgets->empty()) co_return ruling;
  if (budgets->size() > 1) co_return Fail(Reason::kInternalError, std::string(kManyBudgets));
  const auto& budget = budgets->front().As<PodDisruptionBudget>();
  ruling.budget = std::string(budget.metadata.name);
  ruling.as_seen = MayGoUnready(pod, budget);
  if (!ruling.as_seen) {
    auto taking = TakeDisruption(eviction, pod, ruling.budget);
    Status taken = co_await std::move(taking);
    if (!taken) co_return std::unexpected(taken.error());
  }
  co_return ruling;
}

bool IsConflict(const Status& status) {
  return !status && status.error().reason() == Reason::kConflict;
}

Task<Status> Evict(const Eviction& eviction) {
  for (int round = 1;; ++round) {
    PINTLE_CO_TRY(Object object, co_await ReadPod(eviction));
    const Pod& pod = object.As<Pod>();
    PINTLE_CO_TRY(Ruling ruling, co_await Rule(eviction, pod));
    write::DeleteOptions options = eviction.options;
    bool ours = ruling.as_seen && !options.precondition_resource_version;
    if (ours) options.precondition_resource_version = std::string(pod.metadata.resource_version);
    auto evicting = MarkAndDelete(eviction, std::move(options));
    Status gone = co_await std::move(evicting);
    if (!ours || !IsConflict(gone)) co_return gone;
    if (!ruling.budget.empty()) co_return StillProcessed(ruling.budget);
    if (round == kMaxRounds) co_return gone;
  }
}

write::DeleteOptions OptionsOf(const policy::v1::Eviction& body) {
  write::DeleteOptions options;
  if (!body.delete_options) return options;
  const meta::v1::DeleteOptions& given = *body.delete_options;
  auto text = [](const typeinfo::Opt<typeinfo::Str>& value) {
    return value ? std::optional(std::string(*value)) : std::nullopt;
  };
  if (given.grace_period_seconds) options.grace_period_seconds = *given.grace_period_seconds;
  if (given.orphan_dependents) options.orphan_dependents = *given.orphan_dependents;
  options.propagation_policy = text(given.propagation_policy);
  if (given.preconditions) {
    options.precondition_uid = text(given.preconditions->uid);
    options.precondition_resource_version = text(given.preconditions->resource_version);
  }
  return options;
}

Task<Created> EvictPod(write::World& world, write::Request request, SharedDefinition pods,
                       SharedDefinition budgets, Object body) {
  const auto& sent = body.As<policy::v1::Eviction>();
  if (sent.metadata.name != request.what.name) {
    co_return BadRequest("name in URL does not match name in Eviction object");
  }
  if (sent.delete_options) {
    for (std::string_view value : sent.delete_options->dry_run) request.dry_run |= value == "All";
  }
  Eviction eviction{world, request, *pods, *budgets, OptionsOf(sent)};
  Status evicted = co_await Evict(eviction);
  if (!evicted) co_return std::unexpected(evicted.error());
  co_return std::optional<Object>();
}

constexpr ResourceRow kEviction = {
    .kind = {.kind = "Eviction",
             .versions = {scheme::Version<policy::v1::Eviction>({.version = "v1"}),
                          scheme::Version<policy::v1::Eviction>(
                              {.version = "v1beta1", .lifecycle = {.introduced = {1, 5}}})}},
    .plural = "evictions"};

}  // namespace

void AddEviction(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition& pods = Find(all, "", "pods");
  auto plain_pods = std::make_shared<const write::ResourceDefinition>(pods);
  auto budgets = std::make_shared<const write::ResourceDefinition>(
      Find(all, "policy", "poddisruptionbudgets"));
  write::Endpoint& eviction = pods.actions.endpoints["eviction"];
  eviction.verbs = {write::Verb::kCreate};
  eviction.spoken =
      std::make_shared<const write::ResourceDefinition>(Define(scheme, "policy", kEviction));
  eviction.create = [plain_pods, budgets](
                        write::EndpointWorld& world, const write::Request& request,
                        const write::ResourceDefinition&, Object body, write::Warnings&) {
    return EvictPod(world, request, plain_pods, budgets, std::move(body));
  };
}

}  // namespace pintle::apis::core::v1
