#include <fmt/format.h>

#include "apis/core/v1/lifecycle.h"
#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/endpoints.h"
#include "apis/resource_row.h"
#include "apis/set_if_unset.h"
#include "pintle/object/status.h"
#include "pintle/write/commit.h"

// Putting a pod on a node.
namespace pintle::apis::core::v1 {
namespace {

using write::Object;
using Created = Result<std::optional<Object>>;
using SharedDefinition = std::shared_ptr<const write::ResourceDefinition>;

void Merge(const typeinfo::Map<typeinfo::Str>& from, typeinfo::Map<typeinfo::Str>& to,
           Arena& arena) {
  if (from.empty()) return;
  typeinfo::Map<typeinfo::Str> merged = from.Clone(arena);
  for (auto& [key, value] : merged) {
    key = arena.Copy(key);
    value = arena.Copy(value);
  }
  AddMissing(arena, to, merged);
  to = merged;
}

// The pod on the node of the binding; a pod is put somewhere once.
Result<Object> Bound(const Binding& binding, const features::FeatureGates& gates,
                     int64_t now_seconds, const Object& current) {
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
  if (!binding.metadata.resource_version.empty() &&
      binding.metadata.resource_version != pod.metadata.resource_version) {
    return refuse(fmt::format(
        "Precondition failed: ResourceVersion in precondition: {}, ResourceVersion in object meta: "
        "{}",
        binding.metadata.resource_version, pod.metadata.resource_version));
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
  Merge(binding.metadata.annotations, pod.metadata.annotations, arena);
  if (gates.Enabled("PodTopologyLabelsAdmission")) {
    Merge(binding.metadata.labels, pod.metadata.labels, arena);
  }
  // Where it was going to be put does not matter any more.
  if (gates.Enabled("ClearingNominatedNodeNameAfterBinding")) {
    pod.status.nominated_node_name = {};
  }
  PodCondition* scheduled = nullptr;
  for (PodCondition& condition : pod.status.conditions) {
    if (condition.type == kPodScheduled) scheduled = &condition;
  }
  if (scheduled == nullptr) scheduled = &pod.status.conditions.Append(arena);
  *scheduled = {.type = kPodScheduled, .status = kConditionTrue};
  scheduled->last_transition_time = typeinfo::Time::FromSeconds(now_seconds);
  return object;
}

Task<Created> BindPod(write::EndpointWorld& world, const write::Request& asked,
                      SharedDefinition pods, Object body, write::Warnings& warnings) {
  Binding& binding = body.As<Binding>();
  // At `bindings` only the body names the pod.
  if (!asked.what.name.empty() && binding.metadata.name != asked.what.name) {
    co_return BadRequest("name in URL does not match name in Binding object");
  }
  field::ErrorList errors = ValidatePodBinding(binding);
  if (!errors.empty()) {
    co_return std::unexpected(field::InvalidStatus("", "Binding", binding.metadata.name, errors));
  }
  write::Edit bind = [&](const Object& current, const write::Drawn& drawn, write::Warnings&) {
    return Bound(binding, world.gates(), drawn.now_seconds, current);
  };
  // Neither the rules of the pod nor those of its status: this writes a little of both.
  const write::Strategy strategy;
  const write::Rules rules = write::RulesOf(world, *pods, strategy);
  const write::Request request =
      write::RequestOn(asked, *pods, binding.metadata.name, asked.what.subresource);
  auto committing = write::Commit(world, request, rules, write::EditBy(std::move(bind)), warnings);
  Result<write::Outcome> outcome = co_await committing;
  if (!outcome) co_return std::unexpected(outcome.error());
  co_return std::optional<Object>();
}

constexpr ResourceRow kBindings = {
    .kind = {.kind = "Binding", .versions = {scheme::Version<Binding>({.version = "v1"})}},
    .plural = "bindings",
    .verbs = {write::Verb::kCreate}};

}  // namespace

void AddBinding(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition bindings = Define(scheme, "", kBindings);
  write::ResourceDefinition& pods = Find(all, "", "pods");
  auto plain_pods = std::make_shared<const write::ResourceDefinition>(pods);
  bindings.actions.create = [plain_pods](write::EndpointWorld& world, const write::Request& request,
                                         const write::ResourceDefinition&, Object body,
                                         write::Warnings& warnings) {
    return BindPod(world, request, plain_pods, std::move(body), warnings);
  };
  write::Endpoint& binding = pods.actions.endpoints["binding"];
  binding.verbs = {write::Verb::kCreate};
  binding.spoken = std::make_shared<const write::ResourceDefinition>(bindings);
  binding.create = bindings.actions.create;
  all.push_back(std::move(bindings));
}

}  // namespace pintle::apis::core::v1
