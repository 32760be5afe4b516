#include "apis/core/v1/service_allocator.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "apis/core/v1/registry_rules.h"
#include "apis/endpoints.h"
#include "apis/networking/v1/types.h"
#include "pintle/base/log.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"
#include "pintle/object/status.h"
#include "pintle/scheme/rows.h"
#include "pintle/validate/addresses.h"
#include "pintle/write/write_path.h"

namespace pintle::apis::core::v1 {
namespace {

using networking::v1::IPAddress;
using write::Object;

constexpr std::string_view kHeadless = "None";
constexpr std::string_view kPortsKey = "/registry/ranges/servicenodeports";
constexpr std::string_view kFamilyLabel = "ipaddress.kubernetes.io/ip-family";
constexpr std::string_view kManagerLabel = "ipaddress.kubernetes.io/managed-by";
constexpr std::string_view kManager = "ipallocator.k8s.io";
// Random places that are tried before the range is searched from its beginning.
constexpr int kRandomAttempts = 8;

std::string AddressText(uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24, (address >> 16) & 255, (address >> 8) & 255,
                     address & 255);
}

std::optional<uint32_t> AddressNumber(std::string_view text) {
  auto parsed = validate::ParseIp(text);
  if (!parsed || !parsed->v4) return std::nullopt;
  uint32_t out = 0;
  for (size_t i = 12; i < 16; ++i) out = out << 8 | parsed->bytes[i];
  return out;
}

uint32_t RandomBelow(write::Effects& effects, uint32_t limit) {
  std::string digits = effects.NewUid().substr(0, 8);
  uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number % limit;
}

// The lowest part of a range is for those who ask for an address by name.
uint32_t ReservedPart(uint32_t size) { return std::clamp<uint32_t>(size / 16, 16, 256); }

bool Has(const Service* service, std::string_view address) {
  return service != nullptr &&
         std::ranges::find(service->spec.cluster_ips, address) != service->spec.cluster_ips.end();
}

std::vector<int32_t> PortsOf(const Service* service) {
  std::vector<int32_t> ports;
  if (service == nullptr) return ports;
  for (const ServicePort& port : service->spec.ports) {
    if (port.node_port != 0) ports.push_back(port.node_port);
  }
  if (service->spec.health_check_node_port != 0) {
    ports.push_back(service->spec.health_check_node_port);
  }
  return ports;
}

bool Contains(const std::vector<int32_t>& ports, int32_t port) {
  return std::ranges::find(ports, port) != ports.end();
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

object::Kind MakePortsKind(scheme::Scheme& scheme) {
  constexpr scheme::KindRow kRow = {
      .kind = "RangeAllocation",
      .versions = {{.version = "v1", .type = &typeinfo::TypeOf<RangeAllocation>}}};
  return object::TypedKind(scheme.Register(scheme::MakeKind("", kRow)));
}

}  // namespace

PortBits::PortBits(std::string_view bytes) : low_first_(bytes.rbegin(), bytes.rend()) {}

bool PortBits::Test(uint32_t index) const {
  size_t byte = index / 8;
  return byte < low_first_.size() && ((low_first_[byte] >> (index % 8)) & 1) != 0;
}

void PortBits::Set(uint32_t index, bool taken) {
  size_t byte = index / 8;
  if (byte >= low_first_.size()) low_first_.resize(byte + 1);
  auto bit = static_cast<char>(1 << (index % 8));
  low_first_[byte] = static_cast<char>(taken ? low_first_[byte] | bit : low_first_[byte] & ~bit);
}

std::string PortBits::Bytes() const {
  std::string out(low_first_.rbegin(), low_first_.rend());
  return out.substr(std::min(out.find_first_not_of('\0'), out.size()));
}

ServiceAllocator::ServiceAllocator(scheme::Scheme& scheme, write::ResourceDefinition addresses,
                                   AddressRange address_range, PortRange port_range)
    : addresses_(std::move(addresses)),
      ports_kind_(MakePortsKind(scheme)),
      address_range_(address_range),
      port_range_(port_range) {}

Task<Result<write::Allocation>> ServiceAllocator::Allocate(write::Effects& effects,
                                                           const write::Context& context,
                                                           write::Object& object,
                                                           const write::Object* old) {
  Service& service = object.As<Service>();
  const Service* before = old != nullptr ? &old->As<Service>() : nullptr;
  auto changes = std::make_shared<Changes>();
  if (NeedsClusterIp(service)) {
    constexpr IPFamily kFamilies[] = {kIPv4Protocol};
    SetIpFamilyPolicy(before, service);
    field::ErrorList errors = SetIpFamilies(object.arena(), kFamilies, before, service);
    if (!errors.empty()) {
      co_return std::unexpected(field::InvalidStatus("", "Service", service.metadata.name, errors));
    }
  }
  Status allocated = co_await AllocateAddresses(effects, context.dry_run, object, before, *changes);
  if (allocated) {
    allocated = co_await AllocatePorts(effects, context.dry_run, service, before, *changes);
  }
  for (int32_t port : PortsOf(before)) {
    if (!Contains(PortsOf(&service), port)) changes->freed_ports.push_back(port);
  }
  auto self = shared_from_this();
  write::Allocation finish = [self, changes, &effects](bool stored) -> Task<void> {
    auto addresses = stored ? changes->freed_addresses : changes->taken_addresses;
    auto ports = stored ? changes->freed_ports : changes->taken_ports;
    for (std::string& address : addresses) co_await self->FreeAddress(effects, std::move(address));
    co_await self->FreePorts(effects, std::move(ports));
  };
  if (!allocated) {
    if (!context.dry_run) co_await finish(false);
    co_return std::unexpected(allocated.error());
  }
  if (context.dry_run) {
    finish = [](bool) -> Task<void> { co_return; };
  }
  co_return finish;
}

Task<Status> ServiceAllocator::AllocateAddresses(write::Effects& effects, bool dry_run,
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
      auto number = AddressNumber(address);
      if (!number || !address_range_.contains(*number)) {
        co_return RefuseAddress(service, address,
                                "the provided IP is not in the valid range. The range of valid "
                                "IPs is " +
                                    AddressText(address_range_.first) + "/" +
                                    std::to_string(32 - std::countr_zero(address_range_.size)));
      }
      std::string text(address);
      Result<bool> taken = co_await TakeAddress(effects, dry_run, service, text);
      if (!taken) co_return std::unexpected(taken.error());
      if (!*taken) co_return RefuseAddress(service, address, "provided IP is already allocated");
      changes.taken_addresses.push_back(std::move(text));
    }
    if (spec.cluster_ips.empty()) {
      Result<std::string> any = co_await TakeAnyAddress(effects, dry_run, service);
      if (!any) co_return std::unexpected(any.error());
      changes.taken_addresses.push_back(*any);
      spec.cluster_ips.Append(arena, arena.Copy(*any));
    }
    spec.cluster_ip = spec.cluster_ips.front();
  }
  if (old != nullptr) {
    for (std::string_view address : old->spec.cluster_ips) {
      if (!Has(&service, address)) changes.freed_addresses.emplace_back(address);
    }
  }
  co_return Status();
}

Task<Result<bool>> ServiceAllocator::TakeAddress(write::Effects& effects, bool dry_run,
                                                 const Service& service, std::string address) {
  auto arena = std::make_shared<Arena>();
  auto* taken = arena->New<IPAddress>();
  taken->metadata.name = arena->Copy(address);
  taken->metadata.labels.Set(*arena, kFamilyLabel, kIPv4Protocol);
  taken->metadata.labels.Set(*arena, kManagerLabel, kManager);
  auto& parent = taken->spec.parent_ref.Ensure(*arena);
  parent.resource = "services";
  parent.namespace_ = arena->Copy(service.metadata.namespace_);
  parent.name = arena->Copy(service.metadata.name);
  Object object = Object::Typed(std::move(arena), typeinfo::TypeOf<IPAddress>(), taken);
  write::Context context;
  context.user.name = "system:apiserver";
  context.version = "v1";
  context.dry_run = dry_run;
  Result<write::WriteOutcome> created =
      co_await write::Create(effects, context, addresses_, std::move(object));
  if (created) co_return true;
  if (created.error().reason() == Reason::kAlreadyExists) co_return false;
  co_return std::unexpected(created.error());
}

Task<Result<std::string>> ServiceAllocator::TakeAnyAddress(write::Effects& effects, bool dry_run,
                                                           const Service& service) {
  const uint32_t usable = address_range_.size - 2;
  const uint32_t reserved = std::min(ReservedPart(address_range_.size), usable - 1);
  for (int i = 0; i < kRandomAttempts; ++i) {
    uint32_t offset = 1 + reserved + RandomBelow(effects, usable - reserved);
    std::string address = AddressText(address_range_.first + offset);
    Result<bool> taken = co_await TakeAddress(effects, dry_run, service, address);
    if (!taken) co_return std::unexpected(taken.error());
    if (*taken) co_return address;
  }
  // The reserved part comes last.
  for (uint32_t i = 0; i < usable; ++i) {
    std::string address = AddressText(address_range_.first + 1 + (reserved + i) % usable);
    Result<storage::GetResult> there = co_await effects.store().Get(addresses_.Key("", address));
    if (!there) co_return std::unexpected(there.error());
    if (there->record) continue;
    Result<bool> taken = co_await TakeAddress(effects, dry_run, service, address);
    if (!taken) co_return std::unexpected(taken.error());
    if (*taken) co_return address;
  }
  co_return Fail(Reason::kInternalError, "failed to allocate a serviceIP: range is full");
}

Task<void> ServiceAllocator::FreeAddress(write::Effects& effects, std::string address) {
  write::Context context;
  context.user.name = "system:apiserver";
  context.version = "v1";
  context.name = address;
  Result<write::DeleteOutcome> gone =
      co_await write::Delete(effects, context, addresses_, write::DeleteOptions());
  if (!gone && gone.error().reason() != Reason::kNotFound) {
    LogWarning("an address could not be given back",
               {{"address", address}, {"error", gone.error().message()}});
  }
}

Task<Result<int32_t>> ServiceAllocator::TakePort(write::Effects& effects, bool dry_run,
                                                 int32_t port,
                                                 const std::vector<int32_t>& not_these) {
  const auto size = static_cast<uint32_t>(port_range_.last - port_range_.first + 1);
  const std::string key(kPortsKey);
  for (;;) {
    Result<storage::GetResult> found = co_await effects.store().Get(key);
    if (!found) co_return std::unexpected(found.error());
    auto arena = std::make_shared<Arena>();
    Object object =
        Object::Typed(arena, typeinfo::TypeOf<RangeAllocation>(), arena->New<RangeAllocation>());
    if (found->record) {
      PINTLE_CO_TRY(object, object::DecodeStored(ports_kind_, found->record->value, 0));
    }
    auto& allocation = object.As<RangeAllocation>();
    PortBits bits(allocation.data.view());
    auto free = [&](uint32_t index) {
      return !bits.Test(index) &&
             !Contains(not_these, port_range_.first + static_cast<int32_t>(index));
    };
    auto index = static_cast<uint32_t>(port - port_range_.first);
    if (port == 0) {
      uint32_t start = RandomBelow(effects, size);
      uint32_t tried = 0;
      while (tried < size && !free((start + tried) % size)) ++tried;
      if (tried == size) co_return 0;
      index = (start + tried) % size;
    } else if (bits.Test(index)) {
      co_return 0;
    }
    const int32_t taken = port_range_.first + static_cast<int32_t>(index);
    if (dry_run) co_return taken;
    bits.Set(index, true);
    std::string data = bits.Bytes();
    std::string range = port_range_.Text();
    allocation.range = range;
    allocation.data = typeinfo::Binary::Of(data);
    Bytes bytes(object::EncodeStored(ports_kind_, object));
    Result<storage::WriteResult> written = Fail(Reason::kUnknown, "");
    if (found->record) {
      const storage::Revision expected = found->record->mod_revision;
      written = co_await effects.store().Update(key, expected, bytes);
    } else {
      written = co_await effects.store().Create(key, bytes);
    }
    if (!written) co_return std::unexpected(written.error());
    if (written->succeeded) co_return taken;
  }
}

Task<void> ServiceAllocator::FreePorts(write::Effects& effects, std::vector<int32_t> ports) {
  const std::string key(kPortsKey);
  while (!ports.empty()) {
    Result<storage::GetResult> found = co_await effects.store().Get(key);
    if (!found || !found->record) co_return;
    auto object = object::DecodeStored(ports_kind_, found->record->value, 0);
    if (!object) co_return;
    auto& allocation = object->As<RangeAllocation>();
    PortBits bits(allocation.data.view());
    for (int32_t port : ports) {
      if (port < port_range_.first || port > port_range_.last) continue;
      bits.Set(static_cast<uint32_t>(port - port_range_.first), false);
    }
    std::string data = bits.Bytes();
    allocation.data = typeinfo::Binary::Of(data);
    Bytes bytes(object::EncodeStored(ports_kind_, *object));
    const storage::Revision expected = found->record->mod_revision;
    Result<storage::WriteResult> written = co_await effects.store().Update(key, expected, bytes);
    if (!written || written->succeeded) co_return;
  }
}

Task<Result<int32_t>> ServiceAllocator::AllocatePort(write::Effects& effects, bool dry_run,
                                                     int32_t wanted, const std::string& path,
                                                     const Service& service, Changes& changes) {
  if (wanted != 0 && (wanted < port_range_.first || wanted > port_range_.last)) {
    co_return Refuse(service, field::Invalid(field::Path(path), int64_t{wanted},
                                             "provided port is not in the valid range. The range "
                                             "of valid ports is " +
                                                 port_range_.Text()));
  }
  Result<int32_t> port = co_await TakePort(effects, dry_run, wanted, changes.taken_ports);
  if (!port) co_return port;
  if (*port == 0 && wanted != 0) {
    co_return Refuse(service, field::Invalid(field::Path(path), int64_t{wanted},
                                             "provided port is already allocated"));
  }
  if (*port == 0) {
    co_return Fail(Reason::kInternalError, "failed to allocate a nodePort: range is full");
  }
  changes.taken_ports.push_back(*port);
  co_return port;
}

Task<Status> ServiceAllocator::AllocatePorts(write::Effects& effects, bool dry_run,
                                             Service& service, const Service* old,
                                             Changes& changes) {
  const std::vector<int32_t> had = PortsOf(old);
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
        co_await AllocatePort(effects, dry_run, port.node_port, path, service, changes);
    if (!taken) co_return std::unexpected(taken.error());
    port.node_port = *taken;
  }
  auto& health = service.spec.health_check_node_port;
  if (!NeedsHealthCheckNodePort(service) || Contains(had, health)) co_return Status();
  std::string path = "spec.healthCheckNodePort";
  Result<int32_t> taken = co_await AllocatePort(effects, dry_run, health, path, service, changes);
  if (!taken) co_return std::unexpected(taken.error());
  health = *taken;
  co_return Status();
}

Task<void> ServiceAllocator::Release(write::Effects& effects, const write::Object& removed) {
  const Service& service = removed.As<Service>();
  for (std::string_view address : service.spec.cluster_ips) {
    if (address == kHeadless) continue;
    std::string text(address);
    co_await FreeAddress(effects, std::move(text));
  }
  std::vector<int32_t> ports = PortsOf(&service);
  co_await FreePorts(effects, std::move(ports));
}

void AddServiceAllocation(scheme::Scheme& scheme, AddressRange addresses, PortRange ports,
                          std::vector<write::ResourceDefinition>& all) {
  auto allocator = std::make_shared<ServiceAllocator>(
      scheme, Find(all, "networking.k8s.io", "ipaddresses"), addresses, ports);
  write::Strategy& strategy = Find(all, "", "services").strategy;
  strategy.allocate = [allocator](write::Effects& effects, const write::Context& context,
                                  Object& object, const Object* old) {
    return allocator->Allocate(effects, context, object, old);
  };
  strategy.release = [allocator](write::Effects& effects, const Object& removed) {
    return allocator->Release(effects, removed);
  };
}

}  // namespace pintle::apis::core::v1
