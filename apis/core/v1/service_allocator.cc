#include "apis/core/v1/service_allocator.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/registry_rules.h"
#include "apis/core/v1/validation_service_addresses.h"
#include "apis/endpoints.h"
#include "apis/validation_options.h"

namespace pintle::apis::core::v1 {
namespace {

using write::Object;

constexpr std::string_view kHeadless = "None";

bool Has(const Service* service, std::string_view address) {
  return service != nullptr &&
         std::ranges::find(service->spec.cluster_ips, address) != service->spec.cluster_ips.end();
}

bool Contains(const std::vector<int32_t>& ports, int32_t port) {
  return std::ranges::find(ports, port) != ports.end();
}

ServiceName NameOf(const Service& service) {
  return {std::string(service.metadata.namespace_), std::string(service.metadata.name)};
}

std::unexpected<Error> Refuse(const Service& service, field::Error error) {
  field::ErrorList errors;
  errors.push_back(std::move(error));
  return std::unexpected(field::InvalidStatus("", "Service", service.metadata.name, errors));
}

std::unexpected<Error> RefuseAddress(const Service& service, std::string_view address,
                                     std::string_view why) {
  std::string shown;
  for (std::string_view ip : service.spec.cluster_ips) {
    shown += fmt::format("{}\"{}\"", shown.empty() ? "[" : ",", ip);
  }
  return Refuse(service, field::Invalid(field::Path("spec.clusterIPs"),
                                        field::BadValue::Rendered(shown + "]"),
                                        fmt::format("failed to allocate IP {}: {}", address, why)));
}

}  // namespace

field::ErrorList ServiceAllocator::Faults(const write::Context& context,
                                          const write::Object& object,
                                          const write::Object* old) const {
  const Service* before = old != nullptr ? &old->As<Service>() : nullptr;
  field::ErrorList errors;
  if (!NeedsClusterIp(object.As<Service>())) return errors;
  const ValidationOptions options = ValidationOptions::From(context.gates);
  ValidateClusterIps(object.As<Service>().spec, before, options.strict_addresses, errors);
  if (!errors.empty()) return errors;
  Object tried = object.Copy();
  Service& service = tried.As<Service>();
  SetIpFamilyPolicy(before, service);
  return SetIpFamilies(tried.arena(), addresses_.Families(), before, service);
}

Task<Result<write::Claim>> ServiceAllocator::Allocate(write::World& world,
                                                      const write::Request& request,
                                                      write::Object& object,
                                                      const write::Object* old) {
  Service& service = object.As<Service>();
  const Service* before = old != nullptr ? &old->As<Service>() : nullptr;
  auto changes = std::make_shared<Changes>();
  changes->service = NameOf(service);
  if (NeedsClusterIp(service)) {
    const std::vector<IPFamily> families = addresses_.Families();
    SetIpFamilyPolicy(before, service);
    field::ErrorList errors = SetIpFamilies(object.arena(), families, before, service);
    if (!errors.empty()) {
      co_return std::unexpected(field::InvalidStatus("", "Service", service.metadata.name, errors));
    }
  }
  Status allocated = co_await AllocateAddresses(world, request.dry_run, object, before, *changes);
  if (allocated) {
    allocated = co_await AllocatePorts(world, request.dry_run, service, before, *changes);
  }
  for (int32_t port : NodePortsOf(before)) {
    if (!Contains(NodePortsOf(&service), port)) changes->freed_ports.push_back(port);
  }
  // In a dry run nothing was taken, and some services need nothing.
  write::Claim claim;
  if (!request.dry_run && !changes->empty()) {
    auto give_back = [self = shared_from_this(), changes,
                      &world](write::Claim::End end) -> Task<void> {
      const bool stored = end == write::Claim::End::kStored;
      auto addresses = stored ? changes->freed_addresses : changes->taken_addresses;
      auto ports = stored ? changes->freed_ports : changes->taken_ports;
      co_await self->GiveBack(world, changes->service, std::move(addresses), std::move(ports));
    };
    std::string owner =
        fmt::format("services {}/{}", changes->service.namespace_name, changes->service.name);
    claim = write::Claim(world.observer(), std::move(owner), std::move(give_back));
  }
  if (!allocated) {
    auto settling = claim.Settle(write::Claim::End::kRefused);
    co_await settling;
    co_return std::unexpected(allocated.error());
  }
  co_return claim;
}

Task<Status> ServiceAllocator::AllocateAddresses(write::World& world, bool dry_run,
                                                 write::Object& object, const Service* old,
                                                 Changes& changes) {
  Service& service = object.As<Service>();
  ServiceSpec& spec = service.spec;
  Arena& arena = object.arena();
  if (spec.cluster_ip == kHeadless) {
    spec.cluster_ips = typeinfo::List<typeinfo::Str>::Of(arena, {kHeadless});
  } else if (NeedsClusterIp(service)) {
    for (std::string_view address : spec.cluster_ips) {
      if (Has(old, address)) continue;
      auto taking = addresses_.Take(world, dry_run, changes.service, std::string(address));
      Status taken = co_await taking;
      if (!taken && taken.error().reason() == Reason::kConflict) {
        co_return RefuseAddress(service, address, taken.error().message());
      }
      if (!taken) co_return taken;
      changes.taken_addresses.emplace_back(address);
    }
    // One for every family that has none.
    for (size_t i = spec.cluster_ips.size(); i < spec.ip_families.size(); ++i) {
      Result<std::string> any =
          co_await addresses_.TakeAny(world, dry_run, changes.service, spec.ip_families[i]);
      if (!any) co_return std::unexpected(any.error());
      changes.taken_addresses.push_back(*any);
      spec.cluster_ips.Append(arena, arena.Copy(*any));
    }
    if (!spec.cluster_ips.empty()) spec.cluster_ip = spec.cluster_ips.front();
  }
  if (old != nullptr) {
    for (std::string_view address : old->spec.cluster_ips) {
      if (address != kHeadless && !Has(&service, address)) {
        changes.freed_addresses.emplace_back(address);
      }
    }
  }
  co_return Status();
}

Task<Result<int32_t>> ServiceAllocator::AllocatePort(write::World& world, bool dry_run,
                                                     int32_t wanted, const std::string& path,
                                                     const Service& service, Changes& changes) {
  if (wanted != 0 && !ports_.range().contains(wanted)) {
    co_return Refuse(service, field::Invalid(field::Path(path), int64_t{wanted},
                                             "provided port is not in the valid range. The range "
                                             "of valid ports is " +
                                                 ports_.range().Text()));
  }
  Result<int32_t> port = co_await ports_.Take(world, dry_run, wanted, changes.taken_ports);
  if (!port) co_return port;
  if (*port == 0 && wanted != 0) {
    co_return Refuse(service, field::Invalid(field::Path(path), int64_t{wanted},
                                             "provided port is already allocated"));
  }
  if (*port == 0) co_return InternalError("failed to allocate a nodePort: range is full");
  changes.taken_ports.push_back(*port);
  co_return port;
}

Task<Status> ServiceAllocator::AllocatePorts(write::World& world, bool dry_run, Service& service,
                                             const Service* old, Changes& changes) {
  const std::vector<int32_t> had = NodePortsOf(old);
  const bool needed = NeedsNodePorts(service);
  auto& ports = service.spec.ports;
  for (size_t i = 0; i < ports.size(); ++i) {
    ServicePort& port = ports[i];
    if (port.node_port == 0 && !needed) continue;
    if (port.node_port == 0) {
      // The same port under another protocol gets the same node port.
      for (size_t j = 0; j < i; ++j) {
        if (ports[j].port == port.port && ports[j].protocol != port.protocol) {
          port.node_port = ports[j].node_port;
        }
      }
      if (port.node_port != 0) continue;
    }
    if (Contains(had, port.node_port) || Contains(changes.taken_ports, port.node_port)) continue;
    std::string path = fmt::format("spec.ports[{}].nodePort", i);
    Result<int32_t> taken =
        co_await AllocatePort(world, dry_run, port.node_port, path, service, changes);
    if (!taken) co_return std::unexpected(taken.error());
    port.node_port = *taken;
  }
  auto& health = service.spec.health_check_node_port;
  if (!NeedsHealthCheckNodePort(service) || Contains(had, health)) co_return Status();
  std::string path = "spec.healthCheckNodePort";
  Result<int32_t> taken = co_await AllocatePort(world, dry_run, health, path, service, changes);
  if (!taken) co_return std::unexpected(taken.error());
  health = *taken;
  co_return Status();
}

Task<void> ServiceAllocator::GiveBack(write::World& world, const ServiceName& service,
                                      std::vector<std::string> addresses,
                                      std::vector<int32_t> ports) {
  for (std::string& address : addresses) {
    auto freeing = addresses_.Free(world, service, std::move(address));
    co_await freeing;
  }
  co_await ports_.Free(world, std::move(ports));
}

Task<void> ServiceAllocator::Release(write::World& world, const write::Object& removed) {
  const Service& service = removed.As<Service>();
  std::vector<std::string> addresses;
  for (std::string_view address : service.spec.cluster_ips) {
    if (address != kHeadless) addresses.emplace_back(address);
  }
  const ServiceName name = NameOf(service);
  auto giving = GiveBack(world, name, std::move(addresses), NodePortsOf(&service));
  co_await giving;
}

void AddServiceAllocation(scheme::Scheme& scheme, std::vector<AddressRange> addresses,
                          PortRange ports, std::vector<write::ResourceDefinition>& all) {
  write::ResourceDefinition& services = Find(all, "", "services");
  services.kind.complete_stored = [primary = addresses.front().family()](Object& object) {
    CompleteOnRead(object.arena(), primary, object.As<Service>());
  };
  auto allocator = std::make_shared<ServiceAllocator>(
      ServiceAddresses(Find(all, "networking.k8s.io", "ipaddresses"),
                       Find(all, "networking.k8s.io", "servicecidrs"), std::move(addresses)),
      NodePorts(scheme, ports));
  write::Strategy& strategy = services.writing.strategy;
  strategy.validate = [allocator, others = strategy.validate](const write::Context& context,
                                                              const Object& object) {
    field::ErrorList errors = allocator->Faults(context, object, nullptr);
    return errors.empty() ? others(context, object) : errors;
  };
  strategy.validate_update = [allocator, others = strategy.validate_update](
                                 const write::Context& context, const Object& object,
                                 const Object& old) {
    field::ErrorList errors = allocator->Faults(context, object, &old);
    return errors.empty() ? others(context, object, old) : errors;
  };
  strategy.allocate = [allocator](write::World& world, const write::Request& request,
                                  Object& object, const Object* old) {
    return allocator->Allocate(world, request, object, old);
  };
  strategy.release = [allocator](write::World& world, const Object& removed) {
    return allocator->Release(world, removed);
  };
}

}  // namespace pintle::apis::core::v1
