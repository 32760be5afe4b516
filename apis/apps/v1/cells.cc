#include "apis/apps/v1/cells.h"

#include <fmt/format.h>

#include "apis/apps/v1/types.h"
#include "apis/cells.h"
#include "pintle/base/strings.h"

namespace pintle::apis::apps::v1 {
namespace {

// `daemonset.apps/name` of the owner that manages the object.
std::string ControllerText(const meta::v1::ObjectMeta& meta) {
  for (const auto& owner : meta.owner_references) {
    if (!owner.controller.value_or(false)) continue;
    size_t slash = owner.api_version.find('/');
    std::string kind = ToLower(owner.kind);
    if (slash != std::string_view::npos) kind += "." + ToLower(owner.api_version.substr(0, slash));
    return fmt::format("{}/{}", kind, owner.name);
  }
  return std::string(kNone);
}

CellList ControllerRevisionCells(const ControllerRevision& revision, const CellContext& context) {
  return {context.Text(revision.metadata.name), context.Text(ControllerText(revision.metadata)),
          Number(revision.revision), context.Age(revision.metadata)};
}

CellList DaemonSetCells(const DaemonSet& set, const CellContext& context) {
  const auto& status = set.status;
  const auto& pod = set.spec.template_.spec;
  return {context.Text(set.metadata.name),
          Number(status.desired_number_scheduled),
          Number(status.current_number_scheduled),
          Number(status.number_ready),
          Number(status.updated_number_scheduled),
          Number(status.number_available),
          context.Text(LabelsText(pod.node_selector)),
          context.Age(set.metadata),
          context.Text(ContainerNames(pod)),
          context.Text(ContainerImages(pod)),
          context.Text(SelectorOrNone(set.spec.selector.get()))};
}

CellList DeploymentCells(const Deployment& deployment, const CellContext& context) {
  const auto& status = deployment.status;
  const auto& pod = deployment.spec.template_.spec;
  const auto* selector = deployment.spec.selector.get();
  return {context.Text(deployment.metadata.name),
          context.Text(
              fmt::format("{}/{}", status.ready_replicas, deployment.spec.replicas.value_or(0))),
          Number(status.updated_replicas),
          Number(status.available_replicas),
          context.Age(deployment.metadata),
          context.Text(ContainerNames(pod)),
          context.Text(ContainerImages(pod)),
          context.Text(selector == nullptr ? "" : SelectorText(*selector))};
}

CellList ReplicaSetCells(const ReplicaSet& set, const CellContext& context) {
  const auto& pod = set.spec.template_.spec;
  return {
      context.Text(set.metadata.name),    Number(set.spec.replicas.value_or(0)),
      Number(set.status.replicas),        Number(set.status.ready_replicas),
      context.Age(set.metadata),          context.Text(ContainerNames(pod)),
      context.Text(ContainerImages(pod)), context.Text(SelectorOrNone(set.spec.selector.get()))};
}

CellList StatefulSetCells(const StatefulSet& set, const CellContext& context) {
  const auto& pod = set.spec.template_.spec;
  return {
      context.Text(set.metadata.name),
      context.Text(fmt::format("{}/{}", set.status.ready_replicas, set.spec.replicas.value_or(0))),
      context.Age(set.metadata), context.Text(ContainerNames(pod)),
      context.Text(ContainerImages(pod))};
}

}  // namespace

write::Table ControllerRevisionTable() {
  return TableOf<ControllerRevision>(
      {NameColumn(), TextColumn("Controller", "The object whose state this is."),
       TextColumn("Revision", "Grows with every state that is recorded."), AgeColumn()},
      ControllerRevisionCells);
}

write::Table DaemonSetTable() {
  return TableOf<DaemonSet>(
      {NameColumn(), NumberColumn("Desired", "How many nodes should run the pod."),
       NumberColumn("Current", "How many nodes of those run it."),
       NumberColumn("Ready", "How many nodes run it and it is ready."),
       NumberColumn("Up-to-date", "How many nodes run it by the newest template."),
       NumberColumn("Available", "How many nodes have had it ready for minReadySeconds."),
       TextColumn("Node Selector", "Labels of the nodes that should run the pod."), AgeColumn(),
       Wide(ContainersColumn()), Wide(ImagesColumn()), Wide(PodSelectorColumn())},
      DaemonSetCells);
}

write::Table DeploymentTable() {
  return TableOf<Deployment>(
      {NameColumn(), TextColumn("Ready", "Pods that are ready, of those wanted."),
       TextColumn("Up-to-date", "How many pods are of the newest template."),
       TextColumn("Available", "How many pods have been ready for minReadySeconds."), AgeColumn(),
       Wide(ContainersColumn()), Wide(ImagesColumn()), Wide(PodSelectorColumn())},
      DeploymentCells);
}

write::Table ReplicaSetTable() {
  return TableOf<ReplicaSet>(
      {NameColumn(), NumberColumn("Desired", "How many pods are wanted."),
       NumberColumn("Current", "How many pods there are."),
       NumberColumn("Ready", "How many pods are ready."), AgeColumn(), Wide(ContainersColumn()),
       Wide(ImagesColumn()), Wide(PodSelectorColumn())},
      ReplicaSetCells);
}

write::Table StatefulSetTable() {
  return TableOf<StatefulSet>(
      {NameColumn(), TextColumn("Ready", "Pods that are ready, of those wanted."), AgeColumn(),
       Wide(ContainersColumn()), Wide(ImagesColumn())},
      StatefulSetCells);
}

}  // namespace pintle::apis::apps::v1
