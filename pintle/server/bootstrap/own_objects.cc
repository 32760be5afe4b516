#include "pintle/server/bootstrap/own_objects.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/networking/v1/types.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/object/read/decode.h"
#include "pintle/write/commit.h"

namespace pintle::server {
namespace {

using apis::networking::v1::ServiceCIDR;
using object::Object;

constexpr std::string_view kReady = "Ready";

// Whether the network is ready is said once, by the server that has it as its own.
Object MarkReady(const Object& current, const std::vector<std::string>& cidrs, int64_t now) {
  Object copy = current.Copy();
  auto& network = copy.As<ServiceCIDR>();
  for (const auto& condition : network.status.conditions) {
    if (condition.type == kReady) return copy;
  }
  if (!std::ranges::equal(network.spec.cidrs, cidrs)) return copy;
  auto& condition = network.status.conditions.Append(copy.arena());
  condition.type = kReady;
  condition.status = "True";
  condition.message = "Kubernetes default Service CIDR is ready";
  condition.last_transition_time = typeinfo::Time::FromSeconds(now);
  return copy;
}

void AddSecondFamily(Object& current, const Object& wanted) {
  auto& cidrs = current.As<ServiceCIDR>().spec.cidrs;
  const auto& all = wanted.As<ServiceCIDR>().spec.cidrs;
  if (cidrs.size() == 1 && all.size() == 2 && cidrs[0] == all[0]) {
    cidrs = cidrs.Clone(current.arena());
    cidrs.Append(current.arena(), current.arena().Copy(all[1]));
  }
}

}  // namespace

Task<Status> EnsureObject(write::World& world, const write::ResourceDefinition& resource,
                          std::string json, Correct correct) {
  PINTLE_CO_TRY(object::Decoded decoded,
                object::DecodeBody(resource.kind, "v1", object::MediaType::kJson, json, false));
  const Object wanted = std::move(decoded.object);
  write::Request request = write::OwnRequest(resource, write::Verb::kUpdate, "v1");
  request.what.namespace_name = wanted.meta().namespace_;
  request.what.name = wanted.meta().name;
  const write::Rules rules = write::RulesOf(world, resource);
  write::Edit edit = [&](const Object& current, const write::Drawn&,
                         write::Warnings&) -> Result<Object> {
    Object copy = current.Copy();
    if (correct) correct(copy, wanted);
    return copy;
  };
  write::Warnings warnings;
  auto correcting = write::Commit(world, request, rules, write::EditBy(std::move(edit)), warnings);
  Result<write::Outcome> done = co_await correcting;
  if (!done && done.error().reason() == Reason::kNotFound) {
    request.what.verb = auth::VerbName(write::Verb::kCreate);
    request.what.name.clear();
    auto creating = write::Commit(world, request, rules, write::CreateOf(wanted.Copy()), warnings);
    done = co_await creating;
    // Another server was faster.
    if (!done && done.error().reason() == Reason::kAlreadyExists) co_return Status();
  }
  if (!done) co_return std::unexpected(done.error());
  co_return Status();
}

Task<Status> EnsurePriorityClasses(write::World& world,
                                   const write::ResourceDefinition& priority_classes) {
  constexpr std::string_view kClass =
      R"({{"metadata":{{"name":"{}"}},"value":{},"description":"{}"}})";
  const std::string classes[] = {
      fmt::format(kClass, "system-node-critical", 2000001000,
                  "For pods that the node they are on cannot do without."),
      fmt::format(kClass, "system-cluster-critical", 2000000000,
                  "For pods that the cluster cannot do without, on whichever node."),
  };
  for (const std::string& json : classes) {
    auto ensuring = EnsureObject(world, priority_classes, json, {});
    Status ensured = co_await ensuring;
    if (!ensured) co_return ensured;
  }
  co_return Status();
}

Task<Status> EnsureDefaultNetwork(write::World& world, const write::ResourceDefinition& networks,
                                  std::vector<std::string> cidrs) {
  std::string listed;
  for (const std::string& cidr : cidrs) listed += (listed.empty() ? "" : ",") + Quoted(cidr);
  std::string json =
      fmt::format(R"({{"metadata":{{"name":"kubernetes"}},"spec":{{"cidrs":[{}]}}}})", listed);
  auto ensuring = EnsureObject(world, networks, std::move(json), AddSecondFamily);
  Status ensured = co_await ensuring;
  if (!ensured) co_return ensured;
  write::Request request = write::OwnRequest(networks, write::Verb::kUpdate, "v1");
  request.what.name = "kubernetes";
  request.what.subresource = "status";
  const write::Rules rules =
      write::RulesOf(world, networks, networks.writing.subresources.at("status").strategy);
  write::Edit edit = [&](const Object& current, const write::Drawn& drawn,
                         write::Warnings&) -> Result<Object> {
    return MarkReady(current, cidrs, drawn.now_seconds);
  };
  write::Warnings warnings;
  auto marking = write::Commit(world, request, rules, write::EditBy(std::move(edit)), warnings);
  Result<write::Outcome> marked = co_await marking;
  if (!marked) co_return std::unexpected(marked.error());
  const auto& stored = marked->object.As<ServiceCIDR>().spec.cidrs;
  if (!std::ranges::equal(stored, cidrs)) {
    LogWarning("the ServiceCIDR kubernetes has other networks than this server was told",
               {{"has", fmt::format("{}", fmt::join(stored, ","))},
                {"told", fmt::format("{}", fmt::join(cidrs, ","))}});
  }
  co_return Status();
}

}  // namespace pintle::server
