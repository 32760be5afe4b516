#include "pintle/server/bootstrap/kubernetes_service.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "apis/discovery/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/field/errors.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/server/bootstrap/own_objects.h"
#include "pintle/validate/addresses.h"

namespace pintle::server {
namespace {

namespace core = apis::core::v1;
namespace discovery = apis::discovery::v1;
using object::Object;

constexpr std::string_view kLeasePrefix = "/registry/masterleases/";

bool IsEndpointAddress(std::string_view address) {
  field::ErrorList errors;
  validate::EndpointIp(field::Path("ip"), address, errors);
  return errors.empty();
}

// The address a packet to `destination` would be sent from. Nothing is sent.
std::optional<std::string> SourceAddress(bool six, const char* destination) {
  sockaddr_storage storage{};
  socklen_t size = six ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  auto* four_address = reinterpret_cast<sockaddr_in*>(&storage);
  auto* six_address = reinterpret_cast<sockaddr_in6*>(&storage);
  void* bytes = six ? static_cast<void*>(&six_address->sin6_addr)
                    : static_cast<void*>(&four_address->sin_addr);
  const int family = six ? AF_INET6 : AF_INET;
  storage.ss_family = static_cast<sa_family_t>(family);
  four_address->sin_port = htons(9);  // discard; at the same place in both forms
  if (inet_pton(family, destination, bytes) != 1) return std::nullopt;
  int descriptor = ::socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return std::nullopt;
  char text[INET6_ADDRSTRLEN] = {};
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  bool found = ::connect(descriptor, address, size) == 0 &&
               ::getsockname(descriptor, address, &size) == 0 &&
               inet_ntop(family, bytes, text, sizeof(text)) != nullptr;
  ::close(descriptor);
  return found ? std::optional<std::string>(text) : std::nullopt;
}

void CorrectService(Object& current, const Object& wanted) {
  core::ServiceSpec& spec = current.As<core::Service>().spec;
  const core::ServiceSpec& right = wanted.As<core::Service>().spec;
  const core::ServicePort& port = right.ports[0];
  auto same = [&](const core::ServicePort& other) {
    return other.name == port.name && other.protocol == port.protocol && other.port == port.port &&
           other.target_port == port.target_port;
  };
  const bool correct = spec.type == right.type && spec.ports.size() == 1 && same(spec.ports[0]);
  if (correct) return;
  spec.type = right.type;
  spec.ports = right.ports;
  current.arena().Keep(wanted.shared_arena());
}

void CorrectEndpoints(Object& current, const Object& wanted) {
  auto& endpoints = current.As<core::Endpoints>();
  endpoints.subsets = wanted.As<core::Endpoints>().subsets;
  for (const auto& [key, value] : wanted.meta().labels) {
    endpoints.metadata.labels.Set(current.arena(), key, value);
  }
  current.arena().Keep(wanted.shared_arena());
}

void CorrectSlice(Object& current, const Object& wanted) {
  auto& slice = current.As<discovery::EndpointSlice>();
  slice.endpoints = wanted.As<discovery::EndpointSlice>().endpoints;
  slice.ports = wanted.As<discovery::EndpointSlice>().ports;
  for (const auto& [key, value] : wanted.meta().labels) {
    slice.metadata.labels.Set(current.arena(), key, value);
  }
  current.arena().Keep(wanted.shared_arena());
}

}  // namespace

std::optional<std::string> AdvertisedAddress(const std::string& bind_address) {
  if (IsEndpointAddress(bind_address)) return bind_address;
  const bool six = bind_address.find(':') != std::string::npos;
  // Any address that is far away will do.
  auto source = SourceAddress(six, six ? "2001:db8::1" : "198.51.100.1");
  if (!source || !IsEndpointAddress(*source)) return std::nullopt;
  return source;
}

KubernetesService::KubernetesService(write::World& world, write::ResourceDefinition services,
                                     write::ResourceDefinition endpoints,
                                     write::ResourceDefinition slices,
                                     KubernetesServiceOptions options)
    : world_(world),
      services_(std::move(services)),
      endpoints_(std::move(endpoints)),
      slices_(std::move(slices)),
      options_(std::move(options)) {}

Task<Status> KubernetesService::EnsureService() {
  std::string json = fmt::format(
      R"({{"metadata":{{"name":"kubernetes","namespace":"default","labels":)"
      R"({{"component":"apiserver","provider":"kubernetes"}}}},"spec":{{"type":"ClusterIP",)"
      R"("clusterIP":"{}","ipFamilyPolicy":"SingleStack","sessionAffinity":"None","ports":)"
      R"([{{"name":"https","protocol":"TCP","port":443,"targetPort":{}}}]}}}})",
      options_.service_address, options_.port);
  auto ensuring = EnsureObject(world_, services_, std::move(json), CorrectService);
  Status ensured = co_await ensuring;
  co_return ensured;
}

Task<Status> KubernetesService::EnsureEndpoints(std::vector<std::string> addresses) {
  std::string listed;
  std::string endpoints;
  for (const std::string& address : addresses) {
    listed += fmt::format(R"({}{{"ip":"{}"}})", listed.empty() ? "" : ",", address);
    endpoints += fmt::format(R"({}{{"addresses":["{}"],"conditions":{{"ready":true}}}})",
                             endpoints.empty() ? "" : ",", address);
  }
  const std::string ports =
      fmt::format(R"([{{"name":"https","port":{},"protocol":"TCP"}}])", options_.port);
  std::string json =
      fmt::format(R"({{"metadata":{{"name":"kubernetes","namespace":"default","labels":)"
                  R"({{"endpointslice.kubernetes.io/skip-mirror":"true"}}}},)"
                  R"("subsets":[{{"addresses":[{}],"ports":{}}}]}})",
                  listed, ports);
  auto ensuring = EnsureObject(world_, endpoints_, std::move(json), CorrectEndpoints);
  Status ensured = co_await ensuring;
  if (!ensured) co_return ensured;
  const bool six = options_.advertised_address.find(':') != std::string::npos;
  json = fmt::format(R"({{"metadata":{{"name":"kubernetes","namespace":"default","labels":)"
                     R"({{"kubernetes.io/service-name":"kubernetes"}}}},"addressType":"{}",)"
                     R"("endpoints":[{}],"ports":{}}})",
                     six ? "IPv6" : "IPv4", endpoints, ports);
  auto slicing = EnsureObject(world_, slices_, std::move(json), CorrectSlice);
  ensured = co_await slicing;
  co_return ensured;
}

std::string KubernetesService::LeaseKey() const {
  return std::string(kLeasePrefix) + options_.advertised_address;
}

// A lease is stored as Endpoints with one address. Its generation grows, as a write that changes
// nothing would not renew it.
Task<Status> KubernetesService::RenewLease() {
  const std::string key = LeaseKey();
  Result<storage::GetResult> found = co_await world_.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  for (;;) {
    auto arena = std::make_shared<Arena>();
    auto* lease = arena->New<core::Endpoints>();
    lease->subsets.Append(*arena).addresses.Append(*arena).ip =
        arena->Copy(options_.advertised_address);
    if (found->record) {
      auto before = object::DecodeStored(endpoints_.kind, found->record->value, 0);
      lease->metadata.generation = before ? before->meta().generation + 1 : 1;
    }
    Object object = Object::Typed(std::move(arena), typeinfo::TypeOf<core::Endpoints>(), lease);
    Bytes bytes(object::EncodeStored(endpoints_.kind, object));
    Result<storage::WriteResult> written = Fail(Reason::kUnknown, "");
    if (found->record) {
      const storage::Revision expected = found->record->mod_revision;
      written = co_await world_.store().Update(key, expected, bytes, kLeaseSeconds);
    } else {
      written = co_await world_.store().Create(key, bytes, kLeaseSeconds);
    }
    if (!written) co_return std::unexpected(written.error());
    if (written->succeeded) co_return Status();
    found->record = std::move(written->current);
  }
}

Task<Result<std::vector<std::string>>> KubernetesService::LeasedAddresses(bool renew) {
  std::vector<std::string> addresses;
  if (!options_.shared_store) {
    addresses.push_back(options_.advertised_address);
    co_return addresses;
  }
  if (renew) {
    Status renewed = co_await RenewLease();
    if (!renewed) co_return std::unexpected(renewed.error());
  }
  storage::RangeOptions range;
  range.prefix = kLeasePrefix;
  Result<storage::RangeResult> found = co_await world_.store().Range(range);
  if (!found) co_return std::unexpected(found.error());
  for (const storage::KeyValue& record : found->records) {
    std::string_view address = std::string_view(record.key).substr(kLeasePrefix.size());
    if (IsEndpointAddress(address)) addresses.emplace_back(address);
  }
  std::ranges::sort(addresses);
  co_return addresses;
}

Task<Status> KubernetesService::Ensure() {
  Status ensured = co_await EnsureService();
  if (!ensured || options_.advertised_address.empty()) co_return ensured;
  Result<std::vector<std::string>> addresses = co_await LeasedAddresses(true);
  if (!addresses) co_return std::unexpected(addresses.error());
  auto ensuring = EnsureEndpoints(std::move(*addresses));
  ensured = co_await ensuring;
  co_return ensured;
}

Task<Status> KubernetesService::Withdraw() {
  if (!options_.shared_store || options_.advertised_address.empty()) co_return Status();
  const std::string key = LeaseKey();
  Result<storage::GetResult> found = co_await world_.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (found->record) {
    const storage::Revision expected = found->record->mod_revision;
    Result<storage::WriteResult> gone = co_await world_.store().Delete(key, expected);
    if (!gone) co_return std::unexpected(gone.error());
  }
  Result<std::vector<std::string>> addresses = co_await LeasedAddresses(false);
  if (!addresses) co_return std::unexpected(addresses.error());
  // The endpoints of a cluster without a server stay, for the server that comes next.
  if (addresses->empty()) co_return Status();
  auto ensuring = EnsureEndpoints(std::move(*addresses));
  Status ensured = co_await ensuring;
  co_return ensured;
}

}  // namespace pintle::server
