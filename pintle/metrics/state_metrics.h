#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/registry/registry.h"

namespace pintle::api {

// What /metrics says besides what is counted: it is looked up when somebody asks.
struct ServerState {
  const Registry& registry;
  std::string_view version;  // `v1.36.4+...`
  int reads_in_flight = 0;
  int writes_in_flight = 0;
  // Of bodies that are being read or worked on.
  uint64_t request_body_bytes = 0;
  // On disk, if that is known.
  std::optional<uint64_t> storage_bytes{};
};

// In the Prometheus text format: objects of each resource, requests in flight, the process.
std::string StateText(const ServerState& state);

}  // namespace pintle::api
