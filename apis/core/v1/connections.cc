#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "apis/endpoints.h"
#include "pintle/object/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/effects.h"

// Endpoints that lead to a node or to what runs there. This server reaches no node: they say what
// can be said without one.
namespace pintle::apis::core::v1 {
namespace {

using write::ConnectRequest;
using write::Object;

Task<Result<Object>> Read(write::Effects& effects, const write::Context& context,
                          const write::ResourceDefinition& resource) {
  std::string key = resource.Key(context.namespace_name, context.name);
  Result<storage::GetResult> found = co_await effects.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(resource.name(), context.name);
  co_return object::DecodeStored(resource.kind, found->record->value, found->record->mod_revision);
}

bool HasContainer(const PodSpec& spec, std::string_view name) {
  auto named = [&](const auto& container) { return container.name == name; };
  auto named_ephemeral = [&](const EphemeralContainer& container) {
    return container.ephemeral_container_common.name == name;
  };
  return std::ranges::any_of(spec.containers, named) ||
         std::ranges::any_of(spec.init_containers, named) ||
         std::ranges::any_of(spec.ephemeral_containers, named_ephemeral);
}

std::string ContainerChoice(const PodSpec& spec) {
  std::string names;
  for (const Container& container : spec.containers) {
    names.append(names.empty() ? "" : " ").append(container.name);
  }
  return names;
}

// 400 unless the request names a container of the pod, or there is only one.
Status CheckContainer(const Pod& pod, const ConnectRequest& request) {
  std::string name = request.query("container").value_or("");
  if (name.empty()) {
    const auto* chosen = pod.metadata.annotations.Find("kubectl.kubernetes.io/default-container");
    if (pod.spec.containers.size() == 1 || (chosen != nullptr && HasContainer(pod.spec, *chosen))) {
      return {};
    }
    return BadRequest(
        fmt::format("a container name must be specified for pod {}, choose one of: [{}]",
                    pod.metadata.name, ContainerChoice(pod.spec)));
  }
  if (HasContainer(pod.spec, name)) return {};
  return BadRequest(fmt::format("container {} is not valid for pod {}", name, pod.metadata.name));
}

std::unexpected<Error> NoWayTo(std::string_view what, std::string_view name) {
  return Fail(Reason::kServiceUnavailable,
              fmt::format("this server has no connection to {} {}", what, name));
}

// The log of a pod that is nowhere yet is empty.
Task<Result<std::string>> ReadLog(write::Effects& effects, write::Context& context,
                                  const write::ResourceDefinition& pods,
                                  const ConnectRequest& request) {
  Result<Object> object = co_await Read(effects, context, pods);
  if (!object) co_return std::unexpected(object.error());
  const Pod& pod = object->As<Pod>();
  PINTLE_CO_RETURN_IF_ERROR(CheckContainer(pod, request));
  if (pod.spec.node_name.empty()) co_return std::string();
  co_return NoWayTo("node", pod.spec.node_name);
}

template <bool kNamesContainer>
Task<Result<std::string>> Stream(write::Effects& effects, write::Context& context,
                                 const write::ResourceDefinition& pods,
                                 const ConnectRequest& request) {
  Result<Object> object = co_await Read(effects, context, pods);
  if (!object) co_return std::unexpected(object.error());
  const Pod& pod = object->As<Pod>();
  if (kNamesContainer) PINTLE_CO_RETURN_IF_ERROR(CheckContainer(pod, request));
  if (pod.spec.node_name.empty()) {
    co_return BadRequest(fmt::format("pod {} does not have a host assigned", pod.metadata.name));
  }
  co_return NoWayTo("node", pod.spec.node_name);
}

Task<Result<std::string>> ProxyToPod(write::Effects& effects, write::Context& context,
                                     const write::ResourceDefinition& pods, const ConnectRequest&) {
  Result<Object> object = co_await Read(effects, context, pods);
  if (!object) co_return std::unexpected(object.error());
  if (object->As<Pod>().status.pod_ip.empty()) co_return BadRequest("address not allowed");
  co_return NoWayTo("pod", context.name);
}

Task<Result<std::string>> ProxyToNode(write::Effects& effects, write::Context& context,
                                      const write::ResourceDefinition& nodes,
                                      const ConnectRequest&) {
  Result<Object> object = co_await Read(effects, context, nodes);
  if (!object) co_return std::unexpected(object.error());
  co_return NoWayTo("node", context.name);
}

Task<Result<std::string>> ProxyToService(write::Effects& effects, write::Context& context,
                                         const write::ResourceDefinition& services,
                                         const ConnectRequest&) {
  Result<Object> object = co_await Read(effects, context, services);
  if (!object) co_return std::unexpected(object.error());
  co_return Fail(Reason::kServiceUnavailable,
                 fmt::format("no endpoints available for service \"{}\"", context.name));
}

write::Endpoint Connection(std::vector<std::string> verbs, std::string_view kind,
                           write::ConnectFunction connect) {
  write::Endpoint connection;
  connection.verbs = std::move(verbs);
  connection.spoken = NameOnly("", "v1", kind);
  connection.connect = std::move(connect);
  return connection;
}

write::Endpoint Proxy(std::string_view kind, write::ConnectFunction connect) {
  write::Endpoint proxy =
      Connection({"create", "delete", "get", "patch", "update"}, kind, std::move(connect));
  proxy.takes_path = true;
  return proxy;
}

}  // namespace

void AddConnections(std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition& pods = Find(all, "", "pods");
  pods.endpoints["log"] = Connection({"get"}, "Pod", ReadLog);
  pods.endpoints["exec"] = Connection({"create", "get"}, "PodExecOptions", Stream<true>);
  pods.endpoints["attach"] = Connection({"create", "get"}, "PodAttachOptions", Stream<true>);
  pods.endpoints["portforward"] =
      Connection({"create", "get"}, "PodPortForwardOptions", Stream<false>);
  pods.endpoints["proxy"] = Proxy("PodProxyOptions", ProxyToPod);
  Find(all, "", "nodes").endpoints["proxy"] = Proxy("NodeProxyOptions", ProxyToNode);
  Find(all, "", "services").endpoints["proxy"] = Proxy("ServiceProxyOptions", ProxyToService);
}

}  // namespace pintle::apis::core::v1
