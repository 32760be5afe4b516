#include "pintle/server/runtime_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/base/strings.h"
#include "pintle/scheme/names.h"

namespace pintle::server {
namespace {

// Served only when asked for.
constexpr std::string_view kExampleGroup = "frobber.example";
// Versions whose storage or protocol the server knows of but does not serve yet: settings for them
// are accepted.
constexpr std::array<std::string_view, 1> kKnownVersions = {"apiextensions.k8s.io/v1beta1"};

// `v1`, `/v1` and `api/v1` all mean the core group.
std::string Normalize(std::string_view key) {
  if (key.starts_with("api/v")) return std::string(key.substr(4));
  if (key.starts_with('/')) return std::string(key.substr(1));
  return std::string(key);
}

bool Enabled(const RuntimeConfig& config, std::string_view group, std::string_view version) {
  bool enabled = group != kExampleGroup;
  std::string name = scheme::GroupVersion{std::string(group), std::string(version)}.Text();
  bool stable = version.find("alpha") == std::string_view::npos &&
                version.find("beta") == std::string_view::npos;
  for (std::string_view all : {std::string_view("api/all"), std::string_view("api/ga"),
                               std::string_view("api/beta"), std::string_view("api/alpha")}) {
    for (const auto& [key, value] : config) {
      if (key != all) continue;
      bool applies = all == "api/all" || (all == "api/ga" && stable) ||
                     (all == "api/beta" && version.find("beta") != std::string_view::npos) ||
                     (all == "api/alpha" && version.find("alpha") != std::string_view::npos);
      if (applies && group != kExampleGroup) enabled = value;
    }
  }
  for (const auto& [key, value] : config) {
    if (Normalize(key) == name) enabled = value;
  }
  return enabled;
}

}  // namespace

Result<RuntimeConfig> ParseRuntimeConfig(std::string_view flag) {
  RuntimeConfig config;
  if (flag.empty()) return config;
  for (std::string_view setting : Split(flag, ',')) {
    size_t at = setting.find('=');
    std::string key(TrimSpace(setting.substr(0, at)));
    std::string_view value = at == std::string_view::npos ? "" : setting.substr(at + 1);
    if (key.empty()) return BadRequest(fmt::format("runtime-config invalid key {}", setting));
    bool special = key == "api/all" || key == "api/ga" || key == "api/beta" || key == "api/alpha";
    if (value != "true" && value != "false" && (special || !value.empty())) {
      return BadRequest(fmt::format("invalid value {}={}", key, value));
    }
    config.emplace_back(std::move(key), value != "false");
  }
  return config;
}

Status ApplyRuntimeConfig(const RuntimeConfig& config,
                          std::vector<write::ResourceDefinition>& definitions) {
  std::vector<std::string> known(kKnownVersions.begin(), kKnownVersions.end());
  for (const write::ResourceDefinition& definition : definitions) {
    for (const std::string& version : definition.versions) {
      known.push_back(scheme::GroupVersion{definition.group, version}.Text());
    }
  }
  for (const auto& [key, value] : config) {
    if (key.starts_with("api/") && !key.starts_with("api/v")) continue;
    if (std::ranges::find(known, Normalize(key)) == known.end()) {
      auto nearest = NearestName(key, known);
      return BadRequest(
          fmt::format("--runtime-config: group version {} that has not been registered{}", key,
                      nearest ? fmt::format(" (did you mean {}?)", *nearest) : std::string()));
    }
  }
  for (write::ResourceDefinition& definition : definitions) {
    std::erase_if(definition.versions, [&](const std::string& version) {
      return !Enabled(config, definition.group, version);
    });
  }
  std::erase_if(definitions, [](const auto& definition) { return definition.versions.empty(); });
  return {};
}

}  // namespace pintle::server
