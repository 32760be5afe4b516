#include "apis/core/v1/validation_security.h"

#include <set>

#include "apis/core/v1/validation_windows.h"
#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Opt;
using typeinfo::Str;

constexpr int64_t kMaxId = INT32_MAX;
// What a path of the kernel can have.
constexpr int64_t kMaxAppArmorProfileBytes = 4095;

void ValidateId(const Opt<int64_t>& id, const Path& path, ErrorList& errors) {
  if (id) validate::InRange(path, *id, 0, kMaxId, errors);
}

void ValidateSeccompProfile(const SeccompProfile& profile, const Path& path, ErrorList& errors) {
  Path type = path.Child("type");
  Path localhost = path.Child("localhostProfile");
  if (profile.type.empty()) {
    errors.push_back(field::Required(type, "type is required when seccompProfile is set"));
  } else {
    validate::OneOf(type, profile.type,
                    {kSeccompProfileTypeLocalhost, kSeccompProfileTypeRuntimeDefault,
                     kSeccompProfileTypeUnconfined},
                    errors);
  }
  if (profile.type == kSeccompProfileTypeLocalhost) {
    if (!profile.localhost_profile) {
      errors.push_back(field::Required(localhost, "must be set when seccomp type is Localhost"));
    } else {
      validate::RelativePath(localhost, *profile.localhost_profile, errors);
    }
  } else if (profile.localhost_profile) {
    errors.push_back(field::Invalid(localhost, validate::Shown(profile),
                                    "can only be set when seccomp type is Localhost"));
  }
}

}  // namespace

void ValidateAppArmorProfile(const AppArmorProfile& profile, const Path& path, ErrorList& errors) {
  Path type = path.Child("type");
  Path localhost = path.Child("localhostProfile");
  if (profile.type == kAppArmorProfileTypeLocalhost) {
    Str text = profile.localhost_profile.value_or({});
    if (text.empty()) {
      errors.push_back(field::Required(localhost, "must be set when AppArmor type is Localhost"));
    } else if (TrimSpace(text) != text) {
      errors.push_back(field::Invalid(localhost, text, "must not be padded with whitespace"));
    }
    if (text.size() > kMaxAppArmorProfileBytes) {
      errors.push_back(field::TooLong(localhost, kMaxAppArmorProfileBytes));
    }
    return;
  }
  if (profile.type.empty()) {
    errors.push_back(field::Required(type, "type is required when appArmorProfile is set"));
    return;
  }
  size_t before = errors.size();
  validate::OneOf(type, profile.type,
                  {kAppArmorProfileTypeLocalhost, kAppArmorProfileTypeRuntimeDefault,
                   kAppArmorProfileTypeUnconfined},
                  errors);
  if (profile.localhost_profile && errors.size() == before) {
    errors.push_back(field::Invalid(localhost, validate::Shown(profile.localhost_profile),
                                    "can only be set when AppArmor type is Localhost"));
  }
}

namespace {

bool IsIpcSysctl(std::string_view name) {
  return name.starts_with("kernel.shm") || name.starts_with("kernel.msg") || name == "kernel.sem" ||
         name.starts_with("fs.mqueue.");
}

void ValidateSysctls(const PodSpec& spec, const Path& path, ErrorList& errors) {
  std::set<Str> names;
  const auto& sysctls = spec.security_context->sysctls;
  for (size_t i = 0; i < sysctls.size(); ++i) {
    Path item = path.Index(i);
    Path name = item.Child("name");
    Str text = sysctls[i].name;
    // The kernel takes slashes for dots.
    std::string dotted(text);
    size_t first = dotted.find_first_of("./");
    if (first != std::string::npos && dotted[first] == '/') {
      for (char& c : dotted) c = c == '.' ? '/' : c == '/' ? '.' : c;
    }
    size_t before = errors.size();
    validate::RequiredForm(name, text, validate::IsSysctlName, errors);
    if (!names.insert(text).second && errors.size() == before) {
      errors.push_back(field::Duplicate(name, text));
    }
    if (spec.host_network && dotted.starts_with("net.")) {
      errors.push_back(
          field::Invalid(name, text, "may not be specified when 'hostNetwork' is true"));
    }
    if (spec.host_ipc && IsIpcSysctl(dotted)) {
      errors.push_back(field::Invalid(name, text, "may not be specified when 'hostIPC' is true"));
    }
  }
}

void ValidatePodPolicies(const PodSecurityContext& context, const Path& path,
                         const ValidationOptions& options, ErrorList& errors) {
  validate::OneOf(path.Child("fsGroupChangePolicy"), context.fs_group_change_policy,
                  {kFSGroupChangeAlways, kFSGroupChangeOnRootMismatch}, errors);
  if (context.seccomp_profile) {
    ValidateSeccompProfile(*context.seccomp_profile, path.Child("seccompProfile"), errors);
  }
  validate::OneOf(path.Child("supplementalGroupsPolicy"), context.supplemental_groups_policy,
                  {kSupplementalGroupsPolicyMerge, kSupplementalGroupsPolicyStrict}, errors);
  if (context.windows_options) {
    ValidateWindowsOptions(*context.windows_options, path.Child("windowsOptions"), errors);
  }
  if (context.app_armor_profile) {
    ValidateAppArmorProfile(*context.app_armor_profile, path.Child("appArmorProfile"), errors);
  }
  Path selinux = path.Child("seLinuxChangePolicy");
  if (options.selinux_mount_option) {
    validate::OneOf(selinux, context.se_linux_change_policy,
                    {kSELinuxChangePolicyMountOption, kSELinuxChangePolicyRecursive}, errors);
  } else {
    validate::OneOf(selinux, context.se_linux_change_policy, {kSELinuxChangePolicyRecursive},
                    errors);
  }
}

void ValidateEscalation(const SecurityContext& context, const Path& path, ErrorList& errors) {
  if (context.allow_privilege_escalation.value_or(true)) return;
  if (context.privileged.value_or(false)) {
    errors.push_back(
        field::Invalid(path, validate::Shown(context),
                       "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
  }
  if (context.capabilities && validate::Contains(context.capabilities->add, Str("CAP_SYS_ADMIN"))) {
    errors.push_back(field::Invalid(path, validate::Shown(context),
                                    "cannot set `allowPrivilegeEscalation` to false and "
                                    "`capabilities.Add` CAP_SYS_ADMIN"));
  }
}

}  // namespace

void ValidatePodSecurityContext(const PodSpec& spec, const Path& path,
                                const ValidationOptions& options, ErrorList& errors) {
  const PodSecurityContext& context = *spec.security_context;
  ValidateId(context.fs_group, path.Child("fsGroup"), errors);
  ValidateId(context.run_as_user, path.Child("runAsUser"), errors);
  ValidateId(context.run_as_group, path.Child("runAsGroup"), errors);
  Path groups = path.Child("supplementalGroups");
  for (size_t i = 0; i < context.supplemental_groups.size(); ++i) {
    validate::InRange(groups.Index(i), context.supplemental_groups[i], 0, kMaxId, errors);
  }
  if (spec.share_process_namespace.value_or(false) && spec.host_pid) {
    errors.push_back(field::Invalid(path.Child("shareProcessNamespace"), true,
                                    "ShareProcessNamespace and HostPID cannot both be enabled"));
  }
  ValidateSysctls(spec, path.Child("sysctls"), errors);
  ValidatePodPolicies(context, path, options, errors);
}

void ValidateSecurityContext(const SecurityContext& context, Opt<bool> host_users, const Path& path,
                             const ValidationOptions& options, ErrorList& errors) {
  if (context.privileged.value_or(false) && !options.allow_privileged) {
    errors.push_back(field::Forbidden(path.Child("privileged"), "disallowed by cluster policy"));
  }
  ValidateId(context.run_as_user, path.Child("runAsUser"), errors);
  ValidateId(context.run_as_group, path.Child("runAsGroup"), errors);
  if (context.proc_mount) {
    Path mount = path.Child("procMount");
    validate::OneOf(mount, *context.proc_mount, {kDefaultProcMount, kUnmaskedProcMount}, errors);
    if (host_users.value_or(true) && *context.proc_mount == kUnmaskedProcMount) {
      errors.push_back(field::Invalid(mount, validate::Shown(context.proc_mount),
                                      "`hostUsers` must be false to use `Unmasked`"));
    }
  }
  if (context.seccomp_profile) {
    ValidateSeccompProfile(*context.seccomp_profile, path.Child("seccompProfile"), errors);
  }
  ValidateEscalation(context, path, errors);
  if (context.windows_options) {
    ValidateWindowsOptions(*context.windows_options, path.Child("windowsOptions"), errors);
  }
  if (context.app_armor_profile) {
    ValidateAppArmorProfile(*context.app_armor_profile, path.Child("appArmorProfile"), errors);
  }
}

void ValidateHostUsers(const PodSpec& spec, const Path& path, ErrorList& errors) {
  if (spec.host_users.value_or(true)) return;
  constexpr std::string_view kText = "when `hostUsers` is false";
  if (spec.host_network) errors.push_back(field::Forbidden(path.Child("hostNetwork"), kText));
  if (spec.host_pid) errors.push_back(field::Forbidden(path.Child("HostPID"), kText));
  if (spec.host_ipc) errors.push_back(field::Forbidden(path.Child("HostIPC"), kText));
  auto devices = [&](const auto& containers, std::string_view name) {
    Path list = path.Child(name);
    for (size_t i = 0; i < containers.size(); ++i) {
      if (!containers[i].volume_devices.empty()) {
        errors.push_back(field::Forbidden(list.Index(i).Child("volumeDevices"), kText));
      }
    }
  };
  devices(spec.init_containers, "initContainers");
  devices(spec.containers, "containers");
}

}  // namespace pintle::apis::core::v1
