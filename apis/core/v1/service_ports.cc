#include "apis/core/v1/service_ports.h"

#include <algorithm>
#include <charconv>

#include "apis/core/v1/lifecycle.h"
#include "pintle/base/log.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/scheme/rows.h"

namespace pintle::apis::core::v1 {
namespace {

using object::Object;

constexpr std::string_view kKey = "/registry/ranges/servicenodeports";

object::Kind MakeKind(scheme::Scheme& scheme) {
  constexpr scheme::KindRow kRow = {
      .kind = "RangeAllocation", .versions = {scheme::Version<RangeAllocation>({.version = "v1"})}};
  return object::TypedKind(scheme.Register(scheme::MakeKind("", kRow)));
}

}  // namespace

uint64_t RandomBelow(write::World& world, uint64_t limit) {
  uint64_t number = 0;
  for (int half = 0; half < 2; ++half) {
    const std::string digits = world.NewUid().substr(0, 8);
    uint32_t part = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), part, 16);
    number = number << 32 | part;
  }
  return number % limit;
}

std::vector<int32_t> NodePortsOf(const Service* service) {
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

NodePorts::NodePorts(scheme::Scheme& scheme, PortRange range)
    : kind_(MakeKind(scheme)), range_(range) {}

Task<Result<NodePorts::State>> NodePorts::Read(write::World& world) const {
  const std::string key(kKey);
  Result<pintle::storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  State state;
  if (found->record) {
    state.revision = found->record->mod_revision;
    PINTLE_CO_TRY(state.object, object::DecodeStored(kind_, found->record->value, 0));
  } else {
    auto arena = std::make_shared<Arena>();
    auto* allocation = arena->New<RangeAllocation>();
    state.object = Object::Typed(std::move(arena), typeinfo::TypeOf<RangeAllocation>(), allocation);
  }
  co_return state;
}

PortBits NodePorts::BitsOf(const State& state) const {
  const auto& allocation = state.object.As<RangeAllocation>();
  PortBits stored(allocation.data.view());
  auto before = PortRange::Parse(allocation.range);
  if (!before || before->first == range_.first) return stored;
  PortBits bits("");
  for (int32_t port = before->first; port <= before->last; ++port) {
    if (stored.Test(static_cast<uint32_t>(port - before->first)) && range_.contains(port)) {
      bits.Set(IndexOf(port), true);
    }
  }
  return bits;
}

Task<Result<bool>> NodePorts::Write(write::World& world, State state, const PortBits& bits) const {
  auto& allocation = state.object.As<RangeAllocation>();
  std::string data = bits.Bytes();
  std::string range = range_.Text();
  allocation.range = range;
  allocation.data = typeinfo::Binary::Of(data);
  Bytes bytes(object::EncodeStored(kind_, state.object));
  const std::string key(kKey);
  Result<pintle::storage::WriteResult> written = Fail(Reason::kUnknown, "");
  if (state.revision != 0) {
    written = co_await world.store().Update(key, state.revision, bytes);
  } else {
    written = co_await world.store().Create(key, bytes);
  }
  if (!written) co_return std::unexpected(written.error());
  co_return written->succeeded;
}

Task<Result<int32_t>> NodePorts::Take(write::World& world, bool dry_run, int32_t port,
                                      const std::vector<int32_t>& not_these) const {
  const auto size = static_cast<uint32_t>(range_.last - range_.first + 1);
  for (;;) {
    Result<State> state = co_await Read(world);
    if (!state) co_return std::unexpected(state.error());
    PortBits bits = BitsOf(*state);
    uint32_t index = IndexOf(port);
    if (port == 0) {
      auto free = [&](uint32_t at) {
        return !bits.Test(at) && std::ranges::find(not_these, PortAt(at)) == not_these.end();
      };
      const auto start = static_cast<uint32_t>(RandomBelow(world, size));
      uint32_t tried = 0;
      while (tried < size && !free((start + tried) % size)) ++tried;
      if (tried == size) co_return 0;
      index = (start + tried) % size;
    } else if (bits.Test(index)) {
      co_return 0;
    }
    if (dry_run) co_return PortAt(index);
    bits.Set(index, true);
    auto writing = Write(world, std::move(*state), bits);
    Result<bool> written = co_await writing;
    if (!written) co_return std::unexpected(written.error());
    if (*written) co_return PortAt(index);
  }
}

Task<void> NodePorts::Free(write::World& world, std::vector<int32_t> ports) const {
  auto failed = [](const Error& error) {
    LogWarning("node ports could not be given back", {{"error", error.message()}});
  };
  while (!ports.empty()) {
    Result<State> state = co_await Read(world);
    if (!state) co_return failed(state.error());
    if (state->revision == 0) co_return;
    PortBits bits = BitsOf(*state);
    for (int32_t port : ports) {
      if (range_.contains(port)) bits.Set(IndexOf(port), false);
    }
    auto writing = Write(world, std::move(*state), bits);
    Result<bool> written = co_await writing;
    if (!written) co_return failed(written.error());
    if (*written) co_return;
  }
}

}  // namespace pintle::apis::core::v1
