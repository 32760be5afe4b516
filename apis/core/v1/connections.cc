#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/endpoints.h"
#include "pintle/base/strings.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/write/world.h"

// Endpoints that lead to a node or to what runs there. This server reaches no node: they say what
// can be said without one.
namespace pintle::apis::core::v1 {
namespace {

using write::ConnectRequest;
using write::Object;
using write::Verb;
using write::Verbs;

Task<Result<Object>> Read(write::World& world, const write::Request& request,
                          const write::ResourceDefinition& resource, std::string_view name) {
  std::string key = resource.Key(request.what.namespace_name, name);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(resource.name(), name);
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

std::string Choice(const typeinfo::List<Container>& containers) {
  std::string names;
  for (const Container& container : containers) {
    names.append(names.empty() ? "" : " ").append(container.name);
  }
  return "[" + names + "]";
}

// 400 unless the request names a container of the pod, or there is only one.
Status CheckContainer(const Pod& pod, const ConnectRequest& connection) {
  std::string name = connection.query("container").value_or("");
  if (name.empty()) {
    const auto* chosen = pod.metadata.annotations.Find("kubectl.kubernetes.io/default-container");
    if (pod.spec.containers.size() == 1 || (chosen != nullptr && HasContainer(pod.spec, *chosen))) {
      return {};
    }
    std::string text = fmt::format("a container name must be specified for pod {}, choose one of: ",
                                   pod.metadata.name);
    text += Choice(pod.spec.containers);
    if (!pod.spec.init_containers.empty()) {
      text += " or one of the init containers: " + Choice(pod.spec.init_containers);
    }
    return BadRequest(std::move(text));
  }
  if (HasContainer(pod.spec, name)) return {};
  return BadRequest(fmt::format("container {} is not valid for pod {}", name, pod.metadata.name));
}

std::unexpected<Error> NoWayTo(std::string_view what, std::string_view name) {
  return Fail(Reason::kServiceUnavailable,
              fmt::format("this server has no connection to {} {}", what, name));
}

// Why what runs on the node cannot be reached.
Task<Error> NoWayToNode(write::World& world, const write::ResourceDefinition& nodes,
                        std::string name) {
  std::string key = nodes.Key("", name);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return found.error();
  if (!found->record) co_return object::NotFound(nodes.name(), name).error();
  co_return NoWayTo("node", name).error();
}

Result<typeinfo::Opt<int64_t>> NumberIn(const ConnectRequest& connection, std::string_view name) {
  std::optional<std::string> text = connection.query(name);
  if (!text || text->empty()) return typeinfo::Opt<int64_t>();
  std::optional<int64_t> number = ParseInt64(*text);
  if (!number) return BadRequest(fmt::format("{}: {} is not a number", name, Quoted(*text)));
  return typeinfo::Opt<int64_t>(*number);
}

Result<PodLogOptions> LogOptionsOf(const ConnectRequest& connection) {
  PodLogOptions options;
  PINTLE_TRY(options.tail_lines, NumberIn(connection, "tailLines"));
  PINTLE_TRY(options.limit_bytes, NumberIn(connection, "limitBytes"));
  PINTLE_TRY(options.since_seconds, NumberIn(connection, "sinceSeconds"));
  std::optional<std::string> since = connection.query("sinceTime");
  if (since && !since->empty()) {
    std::optional<typeinfo::Time> time = typeinfo::ParseRfc3339(*since);
    if (!time) return BadRequest(fmt::format("sinceTime: {} is not a time", Quoted(*since)));
    options.since_time = *time;
  }
  return options;
}

// The log of a pod that is nowhere yet is empty.
Task<Result<std::string>> ReadLog(write::EndpointWorld& world, const write::Request& request,
                                  const write::ResourceDefinition& pods,
                                  const write::ResourceDefinition& nodes,
                                  const ConnectRequest& connection) {
  PINTLE_CO_TRY(PodLogOptions options, LogOptionsOf(connection));
  field::ErrorList errors = ValidatePodLogOptions(options);
  if (!errors.empty()) {
    co_return std::unexpected(field::InvalidStatus("", "PodLogOptions", request.what.name, errors));
  }
  Result<Object> object = co_await Read(world, request, pods, request.what.name);
  if (!object) co_return std::unexpected(object.error());
  const Pod& pod = object->As<Pod>();
  PINTLE_CO_RETURN_IF_ERROR(CheckContainer(pod, connection));
  if (pod.spec.node_name.empty()) co_return std::string();
  auto asking = NoWayToNode(world, nodes, std::string(pod.spec.node_name));
  Error why = co_await std::move(asking);
  co_return std::unexpected(std::move(why));
}

Task<Result<std::string>> Stream(write::EndpointWorld& world, const write::Request& request,
                                 const write::ResourceDefinition& pods,
                                 const write::ResourceDefinition& nodes,
                                 const ConnectRequest& connection, bool names_container) {
  Result<Object> object = co_await Read(world, request, pods, request.what.name);
  if (!object) co_return std::unexpected(object.error());
  const Pod& pod = object->As<Pod>();
  if (names_container) PINTLE_CO_RETURN_IF_ERROR(CheckContainer(pod, connection));
  if (pod.spec.node_name.empty()) {
    co_return BadRequest(fmt::format("pod {} does not have a host assigned", pod.metadata.name));
  }
  auto asking = NoWayToNode(world, nodes, std::string(pod.spec.node_name));
  Error why = co_await std::move(asking);
  co_return std::unexpected(std::move(why));
}

// What is named by `name`, `name:port` or `scheme:name:port`.
Result<std::string> ProxiedName(std::string_view what, std::string_view text) {
  std::vector<std::string_view> parts = Split(text, ':');
  bool known_scheme =
      parts.size() != 3 || parts[0].empty() || parts[0] == "http" || parts[0] == "https";
  std::string name(parts.size() == 3 ? parts[1] : parts[0]);
  if (parts.size() > 3 || !known_scheme || name.empty()) {
    return BadRequest(fmt::format("invalid {} request {}", what, Quoted(text)));
  }
  return name;
}

// Reads the object a proxy request is for.
Task<Result<Object>> ReadProxied(write::World& world, const write::Request& request,
                                 const write::ResourceDefinition& resource) {
  PINTLE_CO_TRY(std::string name, ProxiedName(resource.names.singular, request.what.name));
  auto reading = Read(world, request, resource, name);
  Result<Object> object = co_await reading;
  co_return object;
}

Task<Result<std::string>> ProxyToPod(write::EndpointWorld& world, const write::Request& request,
                                     const write::ResourceDefinition& pods, const ConnectRequest&) {
  Result<Object> object = co_await ReadProxied(world, request, pods);
  if (!object) co_return std::unexpected(object.error());
  if (object->As<Pod>().status.pod_ip.empty()) co_return BadRequest("address not allowed");
  co_return NoWayTo("pod", object->meta().name);
}

Task<Result<std::string>> ProxyToNode(write::EndpointWorld& world, const write::Request& request,
                                      const write::ResourceDefinition& nodes,
                                      const ConnectRequest&) {
  Result<Object> object = co_await ReadProxied(world, request, nodes);
  if (!object) co_return std::unexpected(object.error());
  co_return NoWayTo("node", object->meta().name);
}

Task<Result<std::string>> ProxyToService(write::EndpointWorld& world, const write::Request& request,
                                         const write::ResourceDefinition& services,
                                         const ConnectRequest&) {
  Result<Object> object = co_await ReadProxied(world, request, services);
  if (!object) co_return std::unexpected(object.error());
  co_return Fail(Reason::kServiceUnavailable,
                 fmt::format("no endpoints available for service \"{}\"", object->meta().name));
}

write::Endpoint Connection(Verbs verbs, std::string_view kind, write::ConnectFunction connect) {
  write::Endpoint connection;
  connection.verbs = verbs;
  connection.spoken = NameOnly("", "v1", kind);
  connection.connect = std::move(connect);
  return connection;
}

write::Endpoint Proxy(std::string_view kind, write::ConnectFunction connect) {
  write::Endpoint proxy =
      Connection({Verb::kCreate, Verb::kDelete, Verb::kGet, Verb::kPatch, Verb::kUpdate}, kind,
                 std::move(connect));
  proxy.takes_path = true;
  return proxy;
}

}  // namespace

void AddConnections(std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition& pods = Find(all, "", "pods");
  auto nodes = std::make_shared<const write::ResourceDefinition>(Find(all, "", "nodes"));
  write::ConnectFunction log = [nodes](write::EndpointWorld& world, const write::Request& request,
                                       const write::ResourceDefinition& resource,
                                       const ConnectRequest& connection) {
    return ReadLog(world, request, resource, *nodes, connection);
  };
  auto stream = [nodes](bool names_container) -> write::ConnectFunction {
    return [nodes, names_container](write::EndpointWorld& world, const write::Request& request,
                                    const write::ResourceDefinition& resource,
                                    const ConnectRequest& connection) {
      return Stream(world, request, resource, *nodes, connection, names_container);
    };
  };
  pods.actions.endpoints["log"] = Connection({Verb::kGet}, "Pod", log);
  pods.actions.endpoints["exec"] =
      Connection({Verb::kCreate, Verb::kGet}, "PodExecOptions", stream(true));
  pods.actions.endpoints["attach"] =
      Connection({Verb::kCreate, Verb::kGet}, "PodAttachOptions", stream(true));
  pods.actions.endpoints["portforward"] =
      Connection({Verb::kCreate, Verb::kGet}, "PodPortForwardOptions", stream(false));
  pods.actions.endpoints["proxy"] = Proxy("PodProxyOptions", ProxyToPod);
  Find(all, "", "nodes").actions.endpoints["proxy"] = Proxy("NodeProxyOptions", ProxyToNode);
  Find(all, "", "services").actions.endpoints["proxy"] =
      Proxy("ServiceProxyOptions", ProxyToService);
}

}  // namespace pintle::apis::core::v1
