#include <fmt/format.h>

#include <algorithm>

#include "apis/authentication/v1/types.h"
#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/endpoints.h"
#include "apis/meta/v1/validation_selector.h"
#include "apis/policy/v1/types.h"
#include "apis/resource_row.h"
#include "pintle/object/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/effects.h"
#include "pintle/write/write_path.h"

// What can be done to a pod besides writing it: putting it on a node, evicting it.
namespace pintle::apis::core::v1 {
namespace {

using write::Object;
using Created = Result<std::optional<Object>>;
using SharedDefinition = std::shared_ptr<const write::ResourceDefinition>;

// The pod on the node of the binding; a pod is put somewhere once.
Result<Object> Bound(const Binding& binding, const write::Context& context, const Object& current) {
  Object object = current.Copy();
  Pod& pod = object.As<Pod>();
  Arena& arena = object.arena();
  auto refuse = [&](std::string why) {
    return object::Conflict({"", "pods/binding"}, pod.metadata.name, why);
  };
  if (!binding.metadata.uid.empty() && binding.metadata.uid != pod.metadata.uid) {
    return refuse(
        fmt::format("Precondition failed: UID in precondition: {}, UID in object meta: {}",
                    binding.metadata.uid, pod.metadata.uid));
  }
  if (pod.metadata.deletion_timestamp) {
    return refuse(
        fmt::format("pod {} is being deleted, cannot be assigned to a host", pod.metadata.name));
  }
  if (!pod.spec.node_name.empty()) {
    return refuse(fmt::format("pod {} is already assigned to node \"{}\"", pod.metadata.name,
                              pod.spec.node_name));
  }
  if (!pod.spec.scheduling_gates.empty()) {
    return refuse(fmt::format("pod {} has non-empty .spec.schedulingGates", pod.metadata.name));
  }
  pod.spec.node_name = arena.Copy(binding.target.name);
  for (const auto& [key, value] : binding.metadata.annotations) {
    pod.metadata.annotations.Set(arena, arena.Copy(key), arena.Copy(value));
  }
  PodCondition* scheduled = nullptr;
  for (PodCondition& condition : pod.status.conditions) {
    if (condition.type == kPodScheduled) scheduled = &condition;
  }
  if (scheduled == nullptr) scheduled = &pod.status.conditions.Append(arena);
  *scheduled = {.type = kPodScheduled, .status = kConditionTrue};
  if (context.clock != nullptr) {
    scheduled->last_transition_time = typeinfo::Time::FromSeconds(context.clock->NowSeconds());
  }
  return object;
}

Task<Created> BindPod(write::Effects& effects, write::Context& context, SharedDefinition pods,
                      Object body) {
  Binding& binding = body.As<Binding>();
  field::ErrorList errors = ValidatePodBinding(binding);
  if (!errors.empty()) {
    co_return std::unexpected(field::InvalidStatus("", "Binding", binding.metadata.name, errors));
  }
  if (context.name.empty()) context.name = binding.metadata.name;
  if (binding.metadata.name != context.name) {
    co_return BadRequest(
        fmt::format("the name of the object ({}) does not match the name on the URL ({})",
                    binding.metadata.name, context.name));
  }
  write::Transform bind = [&](const Object& current) -> Result<Object> {
    return Bound(binding, context, current);
  };
  // Neither the rules of the pod nor those of its status: this writes a little of both.
  write::Strategy strategy;
  Result<write::WriteOutcome> outcome = co_await write::Update(
      effects, context, *pods, strategy, std::move(bind), write::UpdateOptions());
  if (!outcome) co_return std::unexpected(outcome.error());
  co_return std::optional<Object>();
}

// --- Eviction ---

constexpr std::string_view kRefusal =
    "Cannot evict pod as it would violate the pod's disruption budget.";
constexpr std::string_view kManyBudgets =
    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
    "support.";

bool IsOver(const Pod& pod) {
  return pod.status.phase == kPodSucceeded || pod.status.phase == kPodFailed ||
         pod.status.phase == kPodPending || pod.metadata.deletion_timestamp;
}

std::unexpected<Error> TooManyDisruptions(const policy::v1::PodDisruptionBudget& budget) {
  ErrorDetails details;
  details.causes.push_back(
      {"DisruptionBudget",
       fmt::format("The disruption budget {} needs {} healthy pods and has {} currently",
                   budget.metadata.name, budget.status.desired_healthy,
                   budget.status.current_healthy),
       ""});
  return std::unexpected(
      Error(Reason::kTooManyRequests, std::string(kRefusal)).WithDetails(std::move(details)));
}

// The budgets of the namespace that speak for the pod.
Task<Result<std::vector<std::string>>> BudgetsOf(write::Effects& effects,
                                                 const write::ResourceDefinition& budgets,
                                                 const Pod& pod) {
  storage::RangeOptions range;
  range.prefix = budgets.Prefix(pod.metadata.namespace_);
  Result<storage::RangeResult> found = co_await effects.store().Range(range);
  if (!found) co_return std::unexpected(found.error());
  std::vector<std::string> names;
  for (const storage::KeyValue& record : found->records) {
    auto object = object::DecodeStored(budgets.kind, record.value, record.mod_revision);
    if (!object) continue;
    const auto& budget = object->As<policy::v1::PodDisruptionBudget>();
    const auto* selector = budget.spec.selector.get();
    if (selector == nullptr || !meta::v1::SelectorMatches(selector, pod.metadata.labels)) continue;
    names.emplace_back(budget.metadata.name);
  }
  co_return names;
}

// Takes one disruption from a budget.
Result<Object> Disrupted(const Pod& pod, const write::Context& context, const Object& current) {
  Object object = current.Copy();
  auto& budget = object.As<policy::v1::PodDisruptionBudget>();
  if (budget.status.observed_generation < budget.metadata.generation ||
      budget.status.disruptions_allowed <= 0) {
    return TooManyDisruptions(budget);
  }
  --budget.status.disruptions_allowed;
  Arena& arena = object.arena();
  typeinfo::Time now;
  if (context.clock != nullptr) now = typeinfo::Time::FromSeconds(context.clock->NowSeconds());
  budget.status.disrupted_pods.Set(arena, arena.Copy(pod.metadata.name), now);
  return object;
}

Task<Created> EvictPod(write::Effects& effects, write::Context& context, SharedDefinition pods,
                       SharedDefinition budgets, Object body) {
  const auto& eviction = body.As<policy::v1::Eviction>();
  if (!eviction.metadata.name.empty() && eviction.metadata.name != context.name) {
    co_return BadRequest("name in URL does not match name in Eviction object");
  }
  std::string key = pods->Key(context.namespace_name, context.name);
  Result<storage::GetResult> found = co_await effects.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(pods->name(), context.name);
  PINTLE_CO_TRY(Object object, object::DecodeStored(pods->kind, found->record->value,
                                                    found->record->mod_revision));
  const Pod& pod = object.As<Pod>();
  write::DeleteOptions options;
  if (eviction.delete_options) {
    const auto& given = *eviction.delete_options;
    if (given.grace_period_seconds) options.grace_period_seconds = *given.grace_period_seconds;
    for (std::string_view value : given.dry_run) context.dry_run |= value == "All";
  }
  if (!IsOver(pod)) {
    Result<std::vector<std::string>> names = co_await BudgetsOf(effects, *budgets, pod);
    if (!names) co_return std::unexpected(names.error());
    if (names->size() > 1) co_return Fail(Reason::kInternalError, std::string(kManyBudgets));
    if (names->size() == 1) {
      write::Context at_budget = context;
      at_budget.name = names->front();
      at_budget.subresource = "status";
      write::Transform disrupt = [&](const Object& current) -> Result<Object> {
        return Disrupted(pod, context, current);
      };
      Result<write::WriteOutcome> taken = co_await write::Update(
          effects, at_budget, *budgets, budgets->subresources.find("status")->second,
          std::move(disrupt), write::UpdateOptions());
      if (!taken) co_return std::unexpected(taken.error());
    }
  }
  options.precondition_uid = std::string(pod.metadata.uid);
  write::Context at_pod = context;
  at_pod.subresource = "";
  Result<write::DeleteOutcome> gone = co_await write::Delete(effects, at_pod, *pods, options);
  if (!gone) co_return std::unexpected(gone.error());
  co_return std::optional<Object>();
}

constexpr ResourceRow kEviction = {
    .kind = {.kind = "Eviction",
             .versions = {{.version = "v1", .type = &typeinfo::TypeOf<policy::v1::Eviction>}}},
    .plural = "evictions",
    .is_virtual = true};

constexpr ResourceRow kBindings = {
    .kind = {.kind = "Binding",
             .versions = {{.version = "v1", .type = &typeinfo::TypeOf<Binding>}}},
    .plural = "bindings",
    .verbs = {"create"},
    .is_virtual = true};

constexpr ResourceRow kTokenRequest = {
    .kind = {.kind = "TokenRequest",
             .versions = {{.version = "v1",
                           .type = &typeinfo::TypeOf<authentication::v1::TokenRequest>}}},
    .plural = "tokenrequests",
    .is_virtual = true};

// Tokens need a key to sign with.
Task<Created> RefuseToken(write::Effects& effects, write::Context& context,
                          const write::ResourceDefinition& accounts, Object) {
  std::string key = accounts.Key(context.namespace_name, context.name);
  Result<storage::GetResult> found = co_await effects.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(accounts.name(), context.name);
  co_return Fail(Reason::kServiceUnavailable,
                 "this server has no key to sign tokens of service accounts with");
}

write::Endpoint Action(SharedDefinition spoken, write::CreateFunction create) {
  write::Endpoint action;
  action.verbs = {"create"};
  action.spoken = std::move(spoken);
  action.create = std::move(create);
  return action;
}

}  // namespace

void AddPodEndpoints(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition bindings = Define(scheme, "", kBindings);
  auto eviction =
      std::make_shared<const write::ResourceDefinition>(Define(scheme, "policy", kEviction));
  auto token = std::make_shared<const write::ResourceDefinition>(
      Define(scheme, "authentication.k8s.io", kTokenRequest));
  write::ResourceDefinition& pods = Find(all, "", "pods");
  auto plain_pods = std::make_shared<const write::ResourceDefinition>(pods);
  auto budgets = std::make_shared<const write::ResourceDefinition>(
      Find(all, "policy", "poddisruptionbudgets"));
  write::CreateFunction bind = [plain_pods](write::Effects& effects, write::Context& context,
                                            const write::ResourceDefinition&, Object body) {
    return BindPod(effects, context, plain_pods, std::move(body));
  };
  bindings.create = bind;
  pods.endpoints["binding"] =
      Action(std::make_shared<const write::ResourceDefinition>(bindings), bind);
  pods.endpoints["eviction"] =
      Action(eviction, [plain_pods, budgets](write::Effects& effects, write::Context& context,
                                             const write::ResourceDefinition&, Object body) {
        return EvictPod(effects, context, plain_pods, budgets, std::move(body));
      });
  Find(all, "", "serviceaccounts").endpoints["token"] = Action(token, RefuseToken);
  all.push_back(std::move(bindings));
}

}  // namespace pintle::apis::core::v1
