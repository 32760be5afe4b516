#include "apis/autoscaling/scale.h"

#include "apis/apps/v1/types.h"
#include "apis/autoscaling/v1/lifecycle.h"
#include "apis/autoscaling/v1/types.h"
#include "apis/autoscaling/v1/validation_scale.h"
#include "apis/cells.h"
#include "apis/core/v1/types.h"
#include "apis/endpoints.h"
#include "apis/resource_row.h"

namespace pintle::apis::autoscaling {
namespace {

using v1::Scale;
using write::Object;

CellList ScaleCells(const Scale& scale, const CellContext& context) {
  return {context.Text(scale.metadata.name), Number(scale.spec.replicas),
          Number(scale.status.replicas), context.Age(scale.metadata)};
}

write::Table ScaleTable() {
  return TableOf<Scale>(
      {NameColumn(), NumberColumn("Desired"), NumberColumn("Available"), AgeColumn()}, ScaleCells);
}

constexpr ResourceRow kScale = {
    .kind = {.kind = "Scale", .versions = {scheme::Version<Scale>({.version = "v1"})}},
    .plural = "scales",
    .table = ScaleTable};

std::string SelectorOf(const core::v1::ReplicationController& controller) {
  std::string out;
  for (const auto& [key, value] : controller.spec.selector) {
    if (!out.empty()) out += ',';
    out.append(key).append("=").append(value);
  }
  return out;
}
template <typename T>
std::string SelectorOf(const T& workload) {
  const meta::v1::LabelSelector* selector = workload.spec.selector.get();
  return selector != nullptr ? SelectorText(*selector) : std::string();
}

template <typename T>
Result<Object> View(const Object& object) {
  const T& workload = object.As<T>();
  std::string selector = SelectorOf(workload);
  return MakeScale(object, {.replicas = workload.spec.replicas.value_or(0),
                            .current_replicas = workload.status.replicas,
                            .selector = selector});
}

template <typename T>
Status Put(const Object& view, Object& object) {
  const Scale& scale = view.As<Scale>();
  field::ErrorList errors = v1::ValidateScale(scale);
  if (!errors.empty()) {
    return std::unexpected(
        field::InvalidStatus("autoscaling", "Scale", scale.metadata.name, errors));
  }
  object.As<T>().spec.replicas = scale.spec.replicas;
  return {};
}

template <typename T>
write::Endpoint WorkloadScale(std::shared_ptr<const write::ResourceDefinition> spoken) {
  write::Endpoint scale = ScaleEndpoint(std::move(spoken));
  scale.view = View<T>;
  scale.put = Put<T>;
  return scale;
}

}  // namespace

Object MakeScale(const Object& object, const ScaleNumbers& numbers) {
  const object::ObjectMeta& meta = object.meta();
  auto arena = std::make_shared<Arena>();
  arena->Keep(object.shared_arena());
  auto* scale = arena->New<Scale>();
  scale->metadata.name = meta.name;
  scale->metadata.namespace_ = meta.namespace_;
  scale->metadata.uid = meta.uid;
  scale->metadata.resource_version = meta.resource_version;
  scale->metadata.creation_timestamp = meta.creation_timestamp;
  scale->spec.replicas = numbers.replicas;
  scale->status.replicas = numbers.current_replicas;
  scale->status.selector = arena->Copy(numbers.selector);
  return Object::Typed(std::move(arena), typeinfo::TypeOf<Scale>(), scale);
}

write::Endpoint ScaleEndpoint(std::shared_ptr<const write::ResourceDefinition> spoken) {
  write::Endpoint scale;
  scale.verbs = {write::Verb::kGet, write::Verb::kPatch, write::Verb::kUpdate};
  scale.spoken = std::move(spoken);
  return scale;
}

std::shared_ptr<const write::ResourceDefinition> SpokenScale(
    const std::vector<write::ResourceDefinition>& all) {
  for (const write::ResourceDefinition& resource : all) {
    auto scale = resource.actions.endpoints.find("scale");
    if (scale != resource.actions.endpoints.end()) return scale->second.spoken;
  }
  return nullptr;
}

void AddScales(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  auto spoken =
      std::make_shared<const write::ResourceDefinition>(Define(scheme, "autoscaling", kScale));
  Find(all, "apps", "deployments").actions.endpoints["scale"] =
      WorkloadScale<apps::v1::Deployment>(spoken);
  Find(all, "apps", "replicasets").actions.endpoints["scale"] =
      WorkloadScale<apps::v1::ReplicaSet>(spoken);
  Find(all, "apps", "statefulsets").actions.endpoints["scale"] =
      WorkloadScale<apps::v1::StatefulSet>(spoken);
  Find(all, "", "replicationcontrollers").actions.endpoints["scale"] =
      WorkloadScale<core::v1::ReplicationController>(spoken);
}

}  // namespace pintle::apis::autoscaling
