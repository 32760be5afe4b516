#include "pintle/server/runtime_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/scheme/names.h"

namespace pintle::server {
namespace {

// Served only when asked for by name.
constexpr std::string_view kExampleGroup = "frobber.example";
// Unstable versions that are served all the same.
constexpr std::string_view kServedUnstable = "apiextensions.k8s.io/v1beta1";

constexpr std::string_view kAll = "api/all";
// From the general to the particular: later ones win.
constexpr std::array<std::string_view, 4> kWholesale = {kAll, "api/ga", "api/beta", "api/alpha"};

bool IsWholesale(std::string_view key) {
  return std::ranges::find(kWholesale, key) != kWholesale.end();
}

// What a key that names a version, or one resource of it, means.
struct Target {
  std::string group;
  std::string version;
  std::string resource;  // empty: all of the version

  std::string GroupVersion() const { return scheme::GroupVersion{group, version}.Text(); }
};

// `apps/v1`, `apps/v1/deployments`; `v1`, `/v1` and `api/v1` all mean the core group.
std::optional<Target> ParseTarget(std::string_view key) {
  std::vector<std::string_view> parts = Split(key, '/');
  bool core = parts[0].size() > 1 && parts[0][0] == 'v' && parts[0][1] >= '0' && parts[0][1] <= '9';
  if (core) parts.insert(parts.begin(), "");
  if (parts.size() != 2 && parts.size() != 3) return std::nullopt;
  if (parts[0] == "api") parts[0] = "";
  if (parts[1].empty()) return std::nullopt;
  Target target{std::string(parts[0]), std::string(parts[1]), ""};
  if (parts.size() == 3) target.resource = parts[2];
  return target;
}

Status CheckKey(std::string_view key) {
  if (IsWholesale(key)) return {};
  std::optional<Target> target = ParseTarget(key);
  if (!target) return BadRequest(fmt::format("runtime-config invalid key {}", key));
  if (target->resource != ToLower(target->resource)) {
    return BadRequest(
        fmt::format("invalid key {}: group/version/resource and resource is always lowercase "
                    "plural, not {}",
                    key, Quoted(target->resource)));
  }
  return {};
}

// Everything that can be named.
struct Known {
  std::vector<std::string> groups;
  std::vector<std::string> versions;
  std::vector<std::string> resources;

  explicit Known(const std::vector<write::ResourceDefinition>& definitions) {
    std::set<std::string> all_groups;
    // It may be switched off also where it is not built in.
    std::set<std::string> all_versions = {std::string(kServedUnstable)};
    for (const write::ResourceDefinition& definition : definitions) {
      all_groups.insert(definition.names.group);
      for (const std::string& version : definition.serving.versions) {
        std::string name = scheme::GroupVersion{definition.names.group, version}.Text();
        resources.push_back(name + "/" + definition.names.plural);
        all_versions.insert(std::move(name));
      }
    }
    groups.assign(all_groups.begin(), all_groups.end());
    versions.assign(all_versions.begin(), all_versions.end());
  }
};

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& names) {
  auto nearest = NearestName(name, names);
  return nearest ? fmt::format(" (did you mean {}?)", *nearest) : std::string();
}

Status CheckKnown(const RuntimeConfig& config,
                  const std::vector<write::ResourceDefinition>& definitions) {
  Known known(definitions);
  std::set<std::string> unknown_groups;
  for (const auto& [key, value] : config) {
    if (IsWholesale(key)) continue;
    std::optional<Target> target = ParseTarget(key);
    if (target && !Contains(known.groups, target->group)) unknown_groups.insert(target->group);
  }
  if (!unknown_groups.empty()) {
    std::vector<std::string> names(unknown_groups.begin(), unknown_groups.end());
    return BadRequest(fmt::format("--runtime-config: unknown api groups {}{}", Join(names, ","),
                                  DidYouMean(names.front(), known.groups)));
  }
  for (const auto& [key, value] : config) {
    std::optional<Target> target = IsWholesale(key) ? std::nullopt : ParseTarget(key);
    if (!target) continue;
    std::string version = target->GroupVersion();
    if (!Contains(known.versions, version)) {
      return BadRequest(
          fmt::format("--runtime-config: group version {} that has not been registered{}", version,
                      DidYouMean(version, known.versions)));
    }
    std::string resource = version + "/" + target->resource;
    if (!target->resource.empty() && !Contains(known.resources, resource)) {
      return BadRequest(fmt::format("--runtime-config: resource {} that has not been registered{}",
                                    resource, DidYouMean(resource, known.resources)));
    }
  }
  return {};
}

bool Mentions(std::string_view version, std::string_view stage) {
  return version.find(stage) != std::string_view::npos;
}

bool Applies(std::string_view wholesale, std::string_view version) {
  if (wholesale == "api/beta") return Mentions(version, "beta");
  if (wholesale == "api/alpha") return Mentions(version, "alpha");
  if (wholesale == "api/ga") return !Mentions(version, "beta") && !Mentions(version, "alpha");
  return true;
}

bool Enabled(const RuntimeConfig& config, const write::ResourceDefinition& definition,
             std::string_view version) {
  std::string name = scheme::GroupVersion{definition.names.group, std::string(version)}.Text();
  bool example = definition.names.group == kExampleGroup;
  bool enabled = !example && (Applies("api/ga", version) || name == kServedUnstable);
  for (std::string_view wholesale : kWholesale) {
    if (example || !Applies(wholesale, version)) continue;
    for (const auto& [key, value] : config) {
      if (key == wholesale) enabled = value;
    }
  }
  for (bool one_resource : {false, true}) {
    for (const auto& [key, value] : config) {
      std::optional<Target> target = IsWholesale(key) ? std::nullopt : ParseTarget(key);
      if (!target || target->GroupVersion() != name) continue;
      if (target->resource == (one_resource ? definition.names.plural : "")) enabled = value;
    }
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
    PINTLE_RETURN_IF_ERROR(CheckKey(key));
    if (value != "true" && value != "false" && (IsWholesale(key) || !value.empty())) {
      return BadRequest(fmt::format("invalid value {}={}", key, value));
    }
    config.emplace_back(std::move(key), value != "false");
  }
  if (config.size() == 1 && config.front() == std::pair(std::string(kAll), false)) {
    return BadRequest("invalid runtime-config with only api/all=false");
  }
  return config;
}

Status ApplyRuntimeConfig(const RuntimeConfig& config,
                          std::vector<write::ResourceDefinition>& definitions) {
  PINTLE_RETURN_IF_ERROR(CheckKnown(config, definitions));
  for (write::ResourceDefinition& definition : definitions) {
    std::erase_if(definition.serving.versions, [&](const std::string& version) {
      return !Enabled(config, definition, version);
    });
  }
  std::erase_if(definitions,
                [](const auto& definition) { return definition.serving.versions.empty(); });
  return {};
}

}  // namespace pintle::server
