#include "apis/core/v1/validation_container.h"

#include <fmt/format.h>

#include "apis/core/v1/validation_mounts.h"
#include "apis/core/v1/validation_probe.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_security.h"
#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxRestartRules = 20;
constexpr int64_t kMaxExitCodes = 255;
constexpr std::string_view kNotEphemeral = "cannot be set for an Ephemeral Container";

void ValidatePorts(const typeinfo::List<ContainerPort>& ports, const Path& path,
                   ErrorList& errors) {
  std::set<Str> names;
  for (size_t i = 0; i < ports.size(); ++i) {
    const ContainerPort& port = ports[i];
    Path item = path.Index(i);
    if (!port.name.empty()) {
      validate::Messages faults = validate::IsPortName(port.name);
      validate::AddMessages(item.Child("name"), port.name, faults, errors);
      if (faults.empty() && !names.insert(port.name).second) {
        errors.push_back(field::Duplicate(item.Child("name"), port.name));
      }
    }
    if (port.container_port == 0) {
      errors.push_back(field::Required(item.Child("containerPort")));
    } else {
      validate::AddMessages(item.Child("containerPort"), port.container_port,
                            validate::IsPortNumber(port.container_port), errors);
    }
    if (port.host_port != 0) {
      validate::AddMessages(item.Child("hostPort"), port.host_port,
                            validate::IsPortNumber(port.host_port), errors);
    }
    validate::RequiredOneOf(item.Child("protocol"), port.protocol,
                            {kProtocolSCTP, kProtocolTCP, kProtocolUDP}, errors);
  }
}

void ValidateResizePolicy(const typeinfo::List<ContainerResizePolicy>& policies,
                          Str pod_restart_policy, const Path& path, ErrorList& errors) {
  std::set<Str> resources;
  for (size_t i = 0; i < policies.size(); ++i) {
    const ContainerResizePolicy& policy = policies[i];
    if (!resources.insert(policy.resource_name).second) {
      errors.push_back(field::Duplicate(path.Index(i), policy.resource_name));
    }
    validate::RequiredOneOf(path, policy.resource_name, {kResourceCPU, kResourceMemory}, errors);
    validate::RequiredOneOf(path, policy.restart_policy, {kNotRequired, kRestartContainer}, errors);
    if (pod_restart_policy == kRestartPolicyNever && policy.restart_policy != kNotRequired) {
      errors.push_back(field::Invalid(path, policy.restart_policy,
                                      "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
  }
}

void ValidateRestartRule(const ContainerRestartRule& rule, const Path& path, ErrorList& errors) {
  validate::OneOf(
      path.Child("action"), rule.action,
      {kContainerRestartRuleActionRestart, kContainerRestartRuleActionRestartAllContainers},
      errors);
  Path codes = path.Child("exitCodes");
  if (!rule.exit_codes) {
    errors.push_back(field::Required(codes, "must be specified"));
    return;
  }
  validate::OneOf(codes.Child("operator"), rule.exit_codes->operator_,
                  {kContainerRestartRuleOnExitCodesOpIn, kContainerRestartRuleOnExitCodesOpNotIn},
                  errors);
  auto count = static_cast<int64_t>(rule.exit_codes->values.size());
  if (count > kMaxExitCodes) {
    errors.push_back(field::TooMany(codes.Child("values"), count, kMaxExitCodes));
  }
}

void ValidateRestartPolicy(const Container& container, const Path& path, ErrorList& errors) {
  Path policy = path.Child("restartPolicy");
  const auto& rules = container.restart_policy_rules;
  if (!container.restart_policy) {
    if (!rules.empty()) {
      errors.push_back(
          field::Required(policy, "must specify restartPolicy when restart rules are used"));
    }
  } else {
    validate::OneOf(policy, *container.restart_policy,
                    {kContainerRestartPolicyAlways, kContainerRestartPolicyNever,
                     kContainerRestartPolicyOnFailure},
                    errors);
  }
  Path list = path.Child("restartPolicyRules");
  auto count = static_cast<int64_t>(rules.size());
  if (count > kMaxRestartRules) errors.push_back(field::TooMany(list, count, kMaxRestartRules));
  for (size_t i = 0; i < rules.size(); ++i) ValidateRestartRule(rules[i], list.Index(i), errors);
}

// Container and EphemeralContainerCommon have the same members.
template <typename T>
void ValidateCommon(const T& container, const ContainerContext& context, const Path& path,
                    ErrorList& errors) {
  validate::RequiredForm(path.Child("name"), container.name, validate::IsDns1123Label, errors);
  if (validate::NotEmpty(path.Child("image"), container.image, errors) && context.is_pod) {
    ValidateImageSpaces(container.image, path.Child("image"), errors);
  }
  validate::RequiredOneOf(
      path.Child("terminationMessagePolicy"), container.termination_message_policy,
      {kTerminationMessageReadFile, kTerminationMessageFallbackToLogsOnError}, errors);
  ValidatePorts(container.ports, path.Child("ports"), errors);
  ValidateEnvironment(container.env, context.volumes, path.Child("env"), errors);
  ValidateEnvironmentFrom(container.env_from, path.Child("envFrom"), errors);
  bool privileged =
      container.security_context && container.security_context->privileged.value_or(false);
  ContainerVolumes volumes{container.volume_mounts, container.volume_devices, privileged};
  ValidateVolumeMounts(volumes, context.volumes, path.Child("volumeMounts"), errors);
  ValidateVolumeDevices(volumes, context.volumes, path.Child("volumeDevices"), errors);
  ValidatePullPolicy(container.image_pull_policy, path.Child("imagePullPolicy"), errors);
  ValidateContainerResources(container.resources, context.claim_names, path.Child("resources"),
                             errors);
  ValidateResizePolicy(container.resize_policy, context.spec.restart_policy,
                       path.Child("resizePolicy"), errors);
  if (container.security_context) {
    ValidateSecurityContext(*container.security_context, context.spec.host_users,
                            path.Child("securityContext"), context.options, errors);
  }
}

void ValidateProbesAndLifecycle(const Container& container, const ContainerContext& context,
                                const Path& path, ErrorList& errors) {
  if (container.lifecycle) {
    Str os_name = context.spec.os ? context.spec.os->name : Str();
    ValidateLifecycle(*container.lifecycle,
                      context.spec.termination_grace_period_seconds.value_or(0), os_name,
                      path.Child("lifecycle"), errors);
  }
  if (container.liveness_probe) {
    ValidateLivenessProbe(*container.liveness_probe, path.Child("livenessProbe"), errors);
  }
  if (container.readiness_probe) {
    ValidateReadinessProbe(*container.readiness_probe, path.Child("readinessProbe"), errors);
  }
  if (container.startup_probe) {
    ValidateStartupProbe(*container.startup_probe, path.Child("startupProbe"), errors);
  }
}

// Adds the host ports of one container to those in use.
void ValidateHostPorts(const Container& container, const Path& path, std::set<std::string>& used,
                       ErrorList& errors) {
  Path ports = path.Child("ports");
  for (size_t i = 0; i < container.ports.size(); ++i) {
    const ContainerPort& port = container.ports[i];
    if (port.host_port == 0) continue;
    std::string text = fmt::format("{}/{}/{}", port.protocol, port.host_ip, port.host_port);
    if (!used.insert(text).second) {
      errors.push_back(field::Duplicate(ports.Index(i).Child("hostPort"), text));
    }
  }
}

void ForbidForPlainInit(const Container& container, const Path& path, ErrorList& errors) {
  auto forbid = [&](bool given, std::string_view name) {
    if (!given) return;
    errors.push_back(field::Forbidden(
        path.Child(name), "may not be set for init containers without restartPolicy=Always"));
  };
  forbid(bool(container.lifecycle), "lifecycle");
  forbid(bool(container.liveness_probe), "livenessProbe");
  forbid(bool(container.readiness_probe), "readinessProbe");
  forbid(bool(container.startup_probe), "startupProbe");
  Path policies = path.Child("resizePolicy");
  for (size_t i = 0; i < container.resize_policy.size(); ++i) {
    Str policy = container.resize_policy[i].restart_policy;
    if (policy != kRestartContainer) continue;
    Path item = policies.Index(i);
    errors.push_back(
        field::Invalid(item.Child("restartPolicy"), policy,
                       "must not be set to 'RestartContainer' for non-sidecar initContainers"));
  }
}

void ForbidForEphemeral(const EphemeralContainerCommon& container, const Path& path,
                        ErrorList& errors) {
  auto forbid = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Forbidden(path.Child(name), kNotEphemeral));
  };
  const ResourceRequirements& resources = container.resources;
  forbid(!container.ports.is_nil(), "ports");
  forbid(!resources.limits.is_nil() || !resources.requests.is_nil() || !resources.claims.is_nil(),
         "resources");
  forbid(!container.resize_policy.is_nil(), "resizePolicy");
  forbid(bool(container.restart_policy), "restartPolicy");
  forbid(!container.restart_policy_rules.is_nil(), "restartPolicyRules");
  forbid(bool(container.liveness_probe), "livenessProbe");
  forbid(bool(container.readiness_probe), "readinessProbe");
  forbid(bool(container.startup_probe), "startupProbe");
  forbid(bool(container.lifecycle), "lifecycle");
  Path mounts = path.Child("volumeMounts");
  for (size_t i = 0; i < container.volume_mounts.size(); ++i) {
    Path mount = mounts.Index(i);
    if (!container.volume_mounts[i].sub_path.empty()) {
      errors.push_back(field::Forbidden(mount.Child("subPath"), kNotEphemeral));
    }
    if (!container.volume_mounts[i].sub_path_expr.empty()) {
      errors.push_back(field::Forbidden(mount.Child("subPathExpr"), kNotEphemeral));
    }
  }
}

void AddName(Str name, const Path& path, std::set<Str>& names, ErrorList& errors) {
  if (!names.insert(name).second) errors.push_back(field::Duplicate(path.Child("name"), name));
}

}  // namespace

void ValidatePullPolicy(Str policy, const Path& path, ErrorList& errors) {
  validate::RequiredOneOf(path, policy, {kPullAlways, kPullIfNotPresent, kPullNever}, errors);
}

void ValidateImageSpaces(Str image, const Path& path, ErrorList& errors) {
  if (TrimSpace(image) != image) {
    errors.push_back(field::Invalid(path, image, "must not have leading or trailing whitespace"));
  }
}

void ValidateContainers(const ContainerContext& context, const Path& path, ErrorList& errors) {
  const typeinfo::List<Container>& containers = context.spec.containers;
  if (containers.empty()) errors.push_back(field::Required(path));
  std::set<Str> names;
  for (size_t i = 0; i < containers.size(); ++i) {
    Path item = path.Index(i);
    ValidateCommon(containers[i], context, item, errors);
    AddName(containers[i].name, item, names, errors);
    ValidateProbesAndLifecycle(containers[i], context, item, errors);
    ValidateRestartPolicy(containers[i], item, errors);
  }
  std::set<std::string> host_ports;
  for (size_t i = 0; i < containers.size(); ++i) {
    ValidateHostPorts(containers[i], path.Index(i), host_ports, errors);
  }
}

void ValidateInitContainers(const ContainerContext& context, const Path& path, ErrorList& errors) {
  std::set<Str> names;
  for (const Container& container : context.spec.containers) names.insert(container.name);
  const typeinfo::List<Container>& containers = context.spec.init_containers;
  for (size_t i = 0; i < containers.size(); ++i) {
    const Container& container = containers[i];
    Path item = path.Index(i);
    ValidateCommon(container, context, item, errors);
    ValidateRestartPolicy(container, item, errors);
    if (names.contains(container.name) || !container.name.empty()) {
      AddName(container.name, item, names, errors);
    }
    // Each is looked at as the first of a list of its own, and told so.
    std::set<std::string> host_ports;
    ValidateHostPorts(container, path.Index(0), host_ports, errors);
    if (container.restart_policy.value_or({}) == kContainerRestartPolicyAlways) {
      ValidateProbesAndLifecycle(container, context, item, errors);
    } else {
      ForbidForPlainInit(container, item, errors);
    }
  }
}

void ValidateEphemeralContainers(const ContainerContext& context, const Path& path,
                                 ErrorList& errors) {
  std::set<Str> names;
  for (const Container& container : context.spec.containers) names.insert(container.name);
  for (const Container& container : context.spec.init_containers) names.insert(container.name);
  const std::set<Str> targets = names;
  const typeinfo::List<EphemeralContainer>& containers = context.spec.ephemeral_containers;
  for (size_t i = 0; i < containers.size(); ++i) {
    const EphemeralContainerCommon& common = containers[i].ephemeral_container_common;
    Path item = path.Index(i);
    ValidateCommon(common, context, item, errors);
    AddName(common.name, item, names, errors);
    Str target = containers[i].target_container_name;
    if (!target.empty() && !targets.contains(target)) {
      errors.push_back(field::NotFound(item.Child("targetContainerName"), target));
    }
    ForbidForEphemeral(common, item, errors);
  }
}

}  // namespace pintle::apis::core::v1
