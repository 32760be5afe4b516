#include "apis/core/v1/validation_windows.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Opt;
using typeinfo::Str;

constexpr size_t kMaxCredentialSpecBytes = 64 * 1024;
constexpr size_t kMaxUserDomainBytes = 256;
constexpr size_t kMaxUserNameBytes = 104;
constexpr size_t kMaxNetBiosBytes = 15;
constexpr std::string_view kBadUserCharacters = "\"/\\:;|=,+*?<>@[]";
constexpr std::string_view kBadNetBiosCharacters = "\\/:*?\"<>|";
constexpr std::string_view kNotForWindows = "cannot be set for a windows pod";

bool IsNetBiosName(std::string_view text) {
  return !text.empty() && text.size() <= kMaxNetBiosBytes && text.front() != '.' &&
         text.find_first_of(kBadNetBiosCharacters) == std::string_view::npos;
}

bool IsDnsName(std::string_view text) { return validate::IsDns1123SubdomainCaseless(text).empty(); }

void ValidateUserName(Str name, const Path& path, ErrorList& errors) {
  auto add = [&](std::string_view text) { errors.push_back(field::Invalid(path, name, text)); };
  if (name.empty()) return add("runAsUserName cannot be an empty string");
  if (std::ranges::any_of(name, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; })) {
    return add("runAsUserName cannot contain control characters");
  }
  std::vector<std::string_view> parts = Split(name, '\\');
  if (parts.size() > 2) return add("runAsUserName cannot contain more than one backslash");
  std::string_view domain = parts.size() == 2 ? parts[0] : std::string_view();
  std::string_view user = parts.back();
  if (domain.size() >= kMaxUserDomainBytes) {
    add("runAsUserName's Domain length must be under 256 characters");
  }
  if (parts.size() == 2 && !IsNetBiosName(domain) && !IsDnsName(domain)) {
    add("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  if (user.empty()) {
    add("runAsUserName's User cannot be empty");
  } else if (user.size() > kMaxUserNameBytes) {
    add("runAsUserName's User length must not be longer than 104 characters");
  }
  if (!user.empty() && user.find_first_not_of(". ") == std::string_view::npos) {
    add("runAsUserName's User cannot contain only periods or spaces");
  }
  if (user.find_first_of(kBadUserCharacters) != std::string_view::npos) {
    add(fmt::format("runAsUserName's User cannot contain the following characters: {}",
                    kBadUserCharacters));
  }
}

template <typename Context>
Opt<bool> HostProcessOf(const Context& context) {
  if (!context || !context->windows_options) return {};
  return context->windows_options->host_process;
}

void ValidateLinux(const PodSpec& spec, const Path& path, ErrorList& errors) {
  auto check = [&errors](const auto& context, const Path& at) {
    if (!context || !context->windows_options) return;
    errors.push_back(field::Forbidden(at.Child("securityContext").Child("windowsOptions"),
                                      "windows options cannot be set for a linux pod"));
  };
  check(spec.security_context, path);
  VisitContainers(spec, path, [&](const auto& container, const Path& at) {
    check(container.security_context, at);
  });
}

void ValidateWindowsPodContext(const PodSecurityContext& context, const Path& path,
                               ErrorList& errors) {
  auto forbid = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Forbidden(path.Child(name), kNotForWindows));
  };
  forbid(bool(context.app_armor_profile), "appArmorProfile");
  forbid(bool(context.se_linux_options), "seLinuxOptions");
  forbid(bool(context.seccomp_profile), "seccompProfile");
  forbid(bool(context.fs_group), "fsGroup");
  forbid(bool(context.fs_group_change_policy), "fsGroupChangePolicy");
  forbid(!context.sysctls.empty(), "sysctls");
  forbid(bool(context.run_as_user), "runAsUser");
  forbid(bool(context.run_as_group), "runAsGroup");
  forbid(!context.supplemental_groups.is_nil(), "supplementalGroups");
  forbid(bool(context.supplemental_groups_policy), "supplementalGroupsPolicy");
  forbid(bool(context.se_linux_change_policy), "seLinuxChangePolicy");
}

void ValidateWindowsContainerContext(const SecurityContext& context, const Path& path,
                                     ErrorList& errors) {
  auto forbid = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Forbidden(path.Child(name), kNotForWindows));
  };
  forbid(bool(context.app_armor_profile), "appArmorProfile");
  forbid(bool(context.se_linux_options), "seLinuxOptions");
  forbid(bool(context.seccomp_profile), "seccompProfile");
  forbid(bool(context.capabilities), "capabilities");
  forbid(bool(context.read_only_root_filesystem), "readOnlyRootFilesystem");
  forbid(bool(context.privileged), "privileged");
  forbid(bool(context.allow_privilege_escalation), "allowPrivilegeEscalation");
  forbid(bool(context.proc_mount), "procMount");
  forbid(bool(context.run_as_user), "runAsUser");
  forbid(bool(context.run_as_group), "runAsGroup");
}

void ValidateWindows(const PodSpec& spec, const Path& path, ErrorList& errors) {
  auto forbid = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Forbidden(path.Child(name), kNotForWindows));
  };
  forbid(bool(spec.host_users), "hostUsers");
  forbid(spec.host_pid, "hostPID");
  forbid(spec.host_ipc, "hostIPC");
  forbid(bool(spec.share_process_namespace), "shareProcessNamespace");
  if (spec.security_context) {
    ValidateWindowsPodContext(*spec.security_context, path.Child("securityContext"), errors);
  }
  VisitContainers(spec, path, [&](const auto& container, const Path& at) {
    if (!container.security_context) return;
    ValidateWindowsContainerContext(*container.security_context, at.Child("securityContext"),
                                    errors);
  });
}

}  // namespace

void ValidateWindowsOptions(const WindowsSecurityContextOptions& options, const Path& path,
                            ErrorList& errors) {
  if (options.gmsa_credential_spec_name) {
    validate::Form(path.Child("gmsaCredentialSpecName"), *options.gmsa_credential_spec_name,
                   validate::IsDns1123Subdomain, errors);
  }
  if (options.gmsa_credential_spec) {
    Path spec = path.Child("gmsaCredentialSpec");
    Str text = *options.gmsa_credential_spec;
    if (text.empty()) {
      errors.push_back(field::Invalid(spec, text, "gmsaCredentialSpec cannot be an empty string"));
    } else if (text.size() > kMaxCredentialSpecBytes) {
      errors.push_back(field::Invalid(spec, text, "gmsaCredentialSpec size must be under 64 KiB"));
    }
  }
  if (options.run_as_user_name) {
    ValidateUserName(*options.run_as_user_name, path.Child("runAsUserName"), errors);
  }
}

void ValidateWindowsHostProcess(const PodSpec& spec, const Path& path,
                                const ValidationOptions& options, ErrorList& errors) {
  Opt<bool> pod = HostProcessOf(spec.security_context);
  size_t all = 0;
  size_t host_processes = 0;
  VisitContainers(spec, path, [&](const auto& container, const Path& at) {
    ++all;
    Opt<bool> own = HostProcessOf(container.security_context);
    if (pod && own && *pod != *own) {
      Path context = at.Child("securityContext");
      errors.push_back(field::Invalid(
          context.Child("windowsOptions").Child("hostProcess"), *own,
          fmt::format("pod hostProcess value must be identical if both are specified, was {}",
                      *pod)));
    }
    if (own.value_or(pod.value_or(false))) ++host_processes;
  });
  if (host_processes == 0) return;
  if (host_processes != all) {
    errors.push_back(field::Invalid(path, "",
                                    "If pod contains any hostProcess containers then all "
                                    "containers must be HostProcess containers"));
  }
  if (!spec.host_network) {
    errors.push_back(
        field::Invalid(path.Child("hostNetwork"), false,
                       "hostNetwork must be true if pod contains any hostProcess containers"));
  }
  if (!options.allow_privileged) {
    errors.push_back(
        field::Forbidden(path, "hostProcess containers are disallowed by cluster policy"));
  }
}

void ValidateOperatingSystem(const PodSpec& spec, const Path& path, ErrorList& errors) {
  if (!spec.os) return;
  Path os = path.Child("os");
  if (!validate::NotEmpty(os.Child("name"), spec.os->name, errors)) return;
  if (spec.os->name == kLinux) {
    ValidateLinux(spec, path, errors);
  } else if (spec.os->name == kWindows) {
    ValidateWindows(spec, path, errors);
  } else {
    validate::OneOf(os, spec.os->name, {kLinux, kWindows}, errors);
  }
}

}  // namespace pintle::apis::core::v1
