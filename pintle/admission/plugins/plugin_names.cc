#include "pintle/admission/plugins/plugin_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::admission {
namespace {

// What becomes of a plugin: built in or not, and on by default or not.
enum class State : uint8_t { kAbsent, kOff, kOn };

struct PluginRow {
  std::string_view name;
  State state = State::kAbsent;
};

// In the order in which they are called, which flags do not change.
constexpr PluginRow kPlugins[] = {
    {"AlwaysAdmit"},
    {"NamespaceAutoProvision"},
    {"NamespaceLifecycle", State::kOn},
    {"NamespaceExists"},
    {"LimitPodHardAntiAffinityTopology"},
    {"LimitRanger"},
    {"ServiceAccount", State::kOff},
    {"NodeRestriction"},
    {"TaintNodesByCondition"},
    {"AlwaysPullImages"},
    {"ImagePolicyWebhook"},
    {"PodSecurity"},
    {"PodNodeSelector"},
    {"Priority", State::kOn},
    {"DefaultTolerationSeconds", State::kOn},
    {"PodTolerationRestriction"},
    {"EventRateLimit"},
    {"ExtendedResourceToleration"},
    {"DefaultStorageClass"},
    {"StorageObjectInUseProtection", State::kOn},
    {"PodGroupProtection"},
    {"OwnerReferencesPermissionEnforcement"},
    {"PersistentVolumeClaimResize"},
    {"RuntimeClass"},
    {"CertificateApproval"},
    {"CertificateSigning"},
    {"ClusterTrustBundleAttest"},
    {"CertificateSubjectRestriction"},
    {"DefaultIngressClass"},
    {"DenyServiceExternalIPs"},
    {"PodTopologyLabels"},
    {"PodGroupWorkloadExists"},
    {"NodeDeclaredFeatureValidator"},
    {"JobValidation"},
    {"PodResizeValidator"},
    {"MutatingAdmissionPolicy"},
    {"MutatingAdmissionWebhook"},
    {"ValidatingAdmissionPolicy"},
    {"ValidatingAdmissionWebhook"},
    {"ResourceQuota"},
    {"AlwaysDeny"},
};

const PluginRow* FindPlugin(std::string_view name) {
  const auto* at = std::ranges::find(kPlugins, name, &PluginRow::name);
  return at != std::end(kPlugins) ? at : nullptr;
}

Result<std::vector<std::string>> ParseNames(std::string_view flag, std::string_view value) {
  std::vector<std::string> names;
  for (std::string_view part : Split(value, ',')) {
    std::string_view name = TrimSpace(part);
    if (name.empty()) continue;
    if (FindPlugin(name) == nullptr) {
      std::vector<std::string> known;
      for (const PluginRow& plugin : kPlugins) known.emplace_back(plugin.name);
      auto nearest = NearestName(name, known);
      return BadRequest(
          fmt::format("{} plugin {} is unknown{}", flag, Quoted(name),
                      nearest ? fmt::format("; did you mean {}?", *nearest) : std::string()));
    }
    names.emplace_back(name);
  }
  return names;
}

}  // namespace

PluginChoice::PluginChoice() {
  for (const PluginRow& plugin : kPlugins) {
    if (plugin.state == State::kOn) on_.emplace(plugin.name);
  }
}

void PluginChoice::Set(std::string_view name, bool on) {
  if (on) {
    on_.emplace(name);
  } else if (auto at = on_.find(name); at != on_.end()) {
    on_.erase(at);
  }
}

std::vector<std::string> PluginChoice::InForce() const {
  std::vector<std::string> names;
  for (const PluginRow& plugin : kPlugins) {
    if (plugin.state != State::kAbsent && IsOn(plugin.name)) names.emplace_back(plugin.name);
  }
  return names;
}

Status PluginChoice::Apply(std::string_view enable, std::string_view disable) {
  PINTLE_TRY(std::vector<std::string> enabled, ParseNames("enable-admission-plugins", enable));
  PINTLE_TRY(std::vector<std::string> disabled, ParseNames("disable-admission-plugins", disable));
  for (const std::string& name : enabled) {
    if (std::ranges::find(disabled, name) != disabled.end()) {
      return BadRequest(fmt::format(
          "[{}] in enable-admission-plugins and disable-admission-plugins overlapped", name));
    }
    Set(name, true);
    if (FindPlugin(name)->state == State::kAbsent) missing_.push_back(name);
  }
  for (const std::string& name : disabled) Set(name, false);
  return {};
}

}  // namespace pintle::admission
