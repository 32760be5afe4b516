#include "pintle/storage/etcd/version.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::storage::etcd {
namespace {

using Version = std::array<uint64_t, 3>;

// `3.5.13`, `3.6.0-rc.1`: what follows `-` or `+` is left out.
std::optional<Version> Parse(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text.substr(0, text.find_first_of("-+")), '.');
  if (parts.size() != 3) return std::nullopt;
  Version version{};
  for (size_t i = 0; i < version.size(); ++i) {
    auto number = ParseUint64(parts[i]);
    if (!number) return std::nullopt;
    version[i] = *number;
  }
  return version;
}

}  // namespace

bool HasTrustworthyProgress(std::string_view version) {
  const std::optional<Version> parsed = Parse(version);
  if (!parsed) return false;
  if (*parsed < Version{3, 5, 0}) return *parsed >= Version{3, 4, 31};
  return *parsed >= Version{3, 5, 13};
}

}  // namespace pintle::storage::etcd
