#include "apis/core/v1/service_addresses.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/service_ports.h"
#include "apis/meta/v1/types.h"
#include "apis/networking/v1/types.h"
#include "pintle/base/log.h"
#include "pintle/object/read/decode.h"
#include "pintle/validate/addresses.h"
#include "pintle/write/commit.h"

namespace pintle::apis::core::v1 {
namespace {

using networking::v1::IPAddress;
using networking::v1::ServiceCIDR;
using write::Object;

constexpr std::string_view kFamilyLabel = "ipaddress.kubernetes.io/ip-family";
constexpr std::string_view kManagerLabel = "ipaddress.kubernetes.io/managed-by";
constexpr std::string_view kManager = "ipallocator.k8s.io";
constexpr std::string_view kReady = "Ready";
// Random places that are tried before all that is taken is looked at.
constexpr int kRandomAttempts = 8;

std::unexpected<Error> CannotHave(std::string why) {
  return Fail(Reason::kConflict, std::move(why));
}

// One nobody has said anything about is: the controller that would say so may not be there.
bool IsReady(const ServiceCIDR& network) {
  for (const meta::v1::Condition& condition : network.status.conditions) {
    if (condition.type == kReady) return condition.status == "True";
  }
  return true;
}

}  // namespace

std::optional<uint64_t> FirstFree(const std::set<uint64_t>& taken, uint64_t first, uint64_t last,
                                  uint64_t start) {
  auto search = [&](uint64_t from, uint64_t to) -> std::optional<uint64_t> {
    auto at = taken.lower_bound(from);
    for (uint64_t number = from;; ++number, ++at) {
      if (at == taken.end() || *at != number) return number;
      if (number == to) return std::nullopt;
    }
  };
  if (first > last) return std::nullopt;
  if (auto found = search(start, last)) return found;
  return start > first ? search(first, start - 1) : std::nullopt;
}

ServiceAddresses::ServiceAddresses(write::ResourceDefinition addresses,
                                   write::ResourceDefinition networks,
                                   std::vector<AddressRange> configured)
    : addresses_(std::move(addresses)),
      networks_(std::move(networks)),
      configured_(std::move(configured)) {}

std::vector<IPFamily> ServiceAddresses::Families() const {
  std::vector<IPFamily> families;
  for (const AddressRange& range : configured_) families.emplace_back(range.family());
  return families;
}

Task<Result<std::vector<AddressRange>>> ServiceAddresses::Ranges(write::World& world) const {
  storage::RangeOptions options;
  options.prefix = networks_.Prefix("");
  Result<storage::RangeResult> found = co_await world.store().Range(options);
  if (!found) co_return std::unexpected(found.error());
  if (found->records.empty()) co_return configured_;
  std::vector<AddressRange> ranges;
  for (const storage::KeyValue& record : found->records) {
    auto object = object::DecodeStored(networks_.kind, record.value, record.mod_revision);
    if (!object) continue;
    const auto& network = object->As<ServiceCIDR>();
    if (!IsReady(network)) continue;
    for (std::string_view cidr : network.spec.cidrs) {
      if (auto range = AddressRange::FromCidr(cidr)) ranges.push_back(*range);
    }
  }
  co_return ranges;
}

Task<Result<bool>> ServiceAddresses::Create(write::World& world, bool dry_run,
                                            const ServiceName& service, std::string address) const {
  auto arena = std::make_shared<Arena>();
  auto* taken = arena->New<IPAddress>();
  taken->metadata.name = arena->Copy(address);
  const bool six = address.find(':') != std::string::npos;
  taken->metadata.labels.Set(*arena, kFamilyLabel, six ? kIPv6Protocol : kIPv4Protocol);
  taken->metadata.labels.Set(*arena, kManagerLabel, kManager);
  auto& parent = taken->spec.parent_ref.Ensure(*arena);
  parent.resource = "services";
  parent.namespace_ = arena->Copy(service.namespace_name);
  parent.name = arena->Copy(service.name);
  Object object = Object::Typed(std::move(arena), typeinfo::TypeOf<IPAddress>(), taken);
  write::Request request = write::OwnRequest(addresses_, write::Verb::kCreate, "v1");
  request.dry_run = dry_run;
  const write::Rules rules = write::RulesOf(world, addresses_);
  write::Warnings warnings;
  auto creating =
      write::Commit(world, request, rules, write::CreateOf(std::move(object)), warnings);
  Result<write::Outcome> created = co_await creating;
  if (created) co_return true;
  if (created.error().reason() == Reason::kAlreadyExists) co_return false;
  co_return std::unexpected(created.error());
}

Task<Status> ServiceAddresses::Take(write::World& world, bool dry_run, const ServiceName& service,
                                    std::string address) const {
  Result<std::vector<AddressRange>> ranges = co_await Ranges(world);
  if (!ranges) co_return std::unexpected(ranges.error());
  std::optional<uint64_t> number;
  const AddressRange* from = nullptr;
  for (const AddressRange& range : *ranges) {
    auto here = range.NumberOf(address);
    if (!here) continue;
    // Networks may lie in each other: what ends one may be in the midst of another.
    if (from == nullptr || (*here >= 1 && *here <= range.count())) {
      number = here;
      from = &range;
    }
  }
  if (from == nullptr) {
    co_return CannotHave("the provided network does not match the current range");
  }
  std::string name = from->At(*number);
  if (*number < 1 || *number > from->count()) {
    co_return CannotHave(
        fmt::format("the provided IP ({}) is not in the valid range. The range of "
                    "valid IPs is {}",
                    name, from->Text()));
  }
  auto creating = Create(world, dry_run, service, std::move(name));
  Result<bool> created = co_await creating;
  if (!created) co_return std::unexpected(created.error());
  if (!*created) co_return CannotHave("provided IP is already allocated");
  co_return Status();
}

Task<Result<std::string>> ServiceAddresses::TakeAny(write::World& world, bool dry_run,
                                                    const ServiceName& service,
                                                    IPFamily family) const {
  Result<std::vector<AddressRange>> ranges = co_await Ranges(world);
  if (!ranges) co_return std::unexpected(ranges.error());
  for (const AddressRange& range : *ranges) {
    if (range.family() != family || range.count() == 0) continue;
    Result<std::string> taken = co_await TakeFrom(world, dry_run, service, range);
    if (!taken || !taken->empty()) co_return taken;
  }
  co_return InternalError("failed to allocate a serviceIP: range is full");
}

Task<Result<std::string>> ServiceAddresses::TakeFrom(write::World& world, bool dry_run,
                                                     const ServiceName& service,
                                                     const AddressRange& range) const {
  const uint64_t reserved = std::min(range.reserved(), range.count() - 1);
  for (int i = 0; i < kRandomAttempts; ++i) {
    std::string address = range.At(1 + reserved + RandomBelow(world, range.count() - reserved));
    auto creating = Create(world, dry_run, service, address);
    Result<bool> created = co_await creating;
    if (!created) co_return std::unexpected(created.error());
    if (*created) co_return address;
  }
  auto searching = Search(world, dry_run, service, range);
  Result<std::string> found = co_await searching;
  co_return found;
}

Task<Result<std::string>> ServiceAddresses::Search(write::World& world, bool dry_run,
                                                   const ServiceName& service,
                                                   const AddressRange& range) const {
  storage::RangeOptions options;
  options.prefix = addresses_.Prefix("");
  Result<storage::RangeResult> found = co_await world.store().Range(options);
  if (!found) co_return std::unexpected(found.error());
  std::set<uint64_t> taken;
  for (const storage::KeyValue& record : found->records) {
    if (auto number = range.NumberOf(std::string_view(record.key).substr(options.prefix.size()))) {
      taken.insert(*number);
    }
  }
  const uint64_t reserved = std::min(range.reserved(), range.count() - 1);
  const uint64_t start = 1 + reserved + RandomBelow(world, range.count() - reserved);
  for (;;) {
    auto number = FirstFree(taken, 1 + reserved, range.count(), start);
    if (!number) number = FirstFree(taken, 1, reserved, 1);
    if (!number) co_return std::string();
    std::string address = range.At(*number);
    auto creating = Create(world, dry_run, service, address);
    Result<bool> created = co_await creating;
    if (!created) co_return std::unexpected(created.error());
    if (*created) co_return address;
    taken.insert(*number);  // by somebody who was faster
  }
}

Task<void> ServiceAddresses::Free(write::World& world, const ServiceName& service,
                                  std::string address) const {
  // Objects are named by the canonical text.
  if (auto parsed = validate::ParseIp(address)) address = parsed->ToString();
  const std::string key = addresses_.Key("", address);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  std::optional<Error> failure;
  if (found && found->record) {
    auto object = object::DecodeStored(addresses_.kind, found->record->value, 0);
    const auto* parent = object && object->As<IPAddress>().spec.parent_ref
                             ? &*object->As<IPAddress>().spec.parent_ref
                             : nullptr;
    if (parent != nullptr &&
        (parent->namespace_ != service.namespace_name || parent->name != service.name)) {
      co_return;
    }
    write::Request request = write::OwnRequest(addresses_, write::Verb::kDelete, "v1");
    request.what.name = address;
    const write::Rules rules = write::RulesOf(world, addresses_);
    write::DeleteOptions options;
    if (object) options.precondition_uid = std::string(object->meta().uid);
    write::Warnings warnings;
    auto deleting =
        write::Commit(world, request, rules, write::EndBy(std::move(options)), warnings);
    Result<write::Outcome> gone = co_await deleting;
    if (!gone && gone.error().reason() != Reason::kNotFound) failure = gone.error();
  } else if (!found) {
    failure = found.error();
  }
  if (failure) {
    LogWarning("an address could not be given back",
               {{"address", address}, {"error", failure->message()}});
  }
}

}  // namespace pintle::apis::core::v1
