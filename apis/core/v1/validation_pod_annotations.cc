#include "apis/core/v1/validation_pod_annotations.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "apis/core/v1/validation_scheduling.h"
#include "apis/core/v1/validation_windows.h"
#include "pintle/base/strings.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Map;
using typeinfo::Str;

constexpr std::string_view kSeccompAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
constexpr std::string_view kSeccompAnnotationPrefix =
    "container.seccomp.security.alpha.kubernetes.io/";
constexpr std::string_view kTolerationsAnnotation = "scheduler.alpha.kubernetes.io/tolerations";
constexpr std::string_view kRuntimeDefault = "runtime/default";
constexpr std::string_view kDockerDefault = "docker/default";
constexpr std::string_view kUnconfined = "unconfined";
constexpr std::string_view kLocalhostPrefix = "localhost/";

// How annotations of a security module say what its profile field says.
struct ProfileTexts {
  std::string_view type_differs;
  std::string_view profile_differs;
  bool docker_default;
};
constexpr ProfileTexts kSeccompTexts = {"seccomp type in annotation and field must match",
                                        "seccomp profile in annotation and field must match", true};
constexpr ProfileTexts kAppArmorTexts = {"apparmor type in annotation and field must match",
                                         "apparmor profile in annotation and field must match",
                                         false};

bool IsInt32(Str text) {
  if (text.starts_with('+') || (text.size() > 1 && text.front() == '0')) return false;
  std::optional<int64_t> number = ParseInt64(text);
  return number && *number >= INT32_MIN && *number <= INT32_MAX;
}

void ValidateSeccomp(Str profile, const Path& path, ErrorList& errors) {
  if (profile == kRuntimeDefault || profile == kDockerDefault || profile == kUnconfined) return;
  if (profile.starts_with(kLocalhostPrefix)) {
    validate::RelativePath(path, profile.substr(kLocalhostPrefix.size()), errors);
    return;
  }
  errors.push_back(field::Invalid(path, profile, "must be a valid seccomp profile"));
}

std::set<Str> ContainerNames(const PodSpec& spec, const Path& path) {
  std::set<Str> names;
  VisitContainers(spec, path,
                  [&](const auto& container, const Path&) { names.insert(container.name); });
  return names;
}

void ValidateAppArmor(const Map<Str>::Entry& annotation, const std::set<Str>& containers,
                      const Path& path, ErrorList& errors) {
  Str name = annotation.key.substr(kAppArmorAnnotationPrefix.size());
  Path at = path.Key(annotation.key);
  if (!containers.contains(name)) errors.push_back(field::Invalid(at, name, "container not found"));
  Str profile = annotation.value;
  if (!profile.empty() && profile != kRuntimeDefault && profile != kUnconfined &&
      !profile.starts_with(kLocalhostPrefix)) {
    errors.push_back(field::Invalid(
        at, profile, fmt::format("invalid AppArmor profile name: {}", Quoted(profile))));
  }
}

void ValidateTolerationsAnnotation(Str text, const Path& annotations,
                                   const ValidationOptions& options, ErrorList& errors) {
  Arena arena;
  PodSpec spec;
  std::string json = fmt::format(R"({{"tolerations":{}}})", text);
  Status status = typeinfo::DecodeJson(json, typeinfo::TypeOf<PodSpec>(), &spec, arena, nullptr);
  if (!status) {
    errors.push_back(field::Invalid(annotations, kTolerationsAnnotation, status.error().message()));
    return;
  }
  ValidateTolerations(spec.tolerations, annotations.Child(kTolerationsAnnotation), options, errors);
}

// SeccompProfile and AppArmorProfile have the same members.
template <typename Profile>
void ValidateMatch(Str annotation, const Profile& profile, const ProfileTexts& texts,
                   const Path& path, ErrorList& errors) {
  bool same = true;
  if (profile.type == kSeccompProfileTypeUnconfined) {
    same = annotation == kUnconfined;
  } else if (profile.type == kSeccompProfileTypeRuntimeDefault) {
    same = annotation == kRuntimeDefault || (texts.docker_default && annotation == kDockerDefault);
  } else if (profile.type == kSeccompProfileTypeLocalhost) {
    same = annotation.starts_with(kLocalhostPrefix);
    if (same &&
        profile.localhost_profile.value_or({}) != annotation.substr(kLocalhostPrefix.size())) {
      errors.push_back(field::Forbidden(path.Child("localhostProfile"), texts.profile_differs));
    }
  }
  if (!same) errors.push_back(field::Forbidden(path.Child("type"), texts.type_differs));
}

// The container's own, or that of the whole pod.
template <typename T>
const AppArmorProfile* AppArmorProfileOf(const PodSpec& spec, const T& container) {
  if (container.security_context && container.security_context->app_armor_profile) {
    return container.security_context->app_armor_profile.get();
  }
  return spec.security_context ? spec.security_context->app_armor_profile.get() : nullptr;
}

}  // namespace

void ValidatePodAnnotations(const Map<Str>& annotations, const PodSpec& spec, const Path& path,
                            const ValidationOptions& options, ErrorList& errors) {
  if (const Str* mirror = annotations.Find(kMirrorAnnotation); mirror && spec.node_name.empty()) {
    errors.push_back(field::Invalid(path.Key(kMirrorAnnotation), *mirror,
                                    "must set spec.nodeName if mirror pod annotation is set"));
  }
  if (const Str* tolerations = annotations.Find(kTolerationsAnnotation);
      tolerations && !tolerations->empty()) {
    ValidateTolerationsAnnotation(*tolerations, path, options, errors);
  }
  if (const Str* cost = annotations.Find(kDeletionCostAnnotation); cost && !IsInt32(*cost)) {
    errors.push_back(
        field::Invalid(path.Key(kDeletionCostAnnotation), *cost, "must be a 32bit integer"));
  }
  for (const auto& annotation : annotations) {
    if (annotation.key == kSeccompAnnotation ||
        annotation.key.starts_with(kSeccompAnnotationPrefix)) {
      ValidateSeccomp(annotation.value, path.Child(annotation.key), errors);
    }
  }
  std::optional<std::set<Str>> containers;
  for (const auto& annotation : annotations) {
    if (!annotation.key.starts_with(kAppArmorAnnotationPrefix)) continue;
    if (!containers) containers = ContainerNames(spec, path);
    ValidateAppArmor(annotation, *containers, path, errors);
  }
}

void ValidateAnnotationsMatchFields(const Map<Str>& annotations, const PodSpec& spec,
                                    const Path& path, ErrorList& errors) {
  const Str* seccomp = annotations.Find(kSeccompAnnotation);
  if (seccomp && spec.security_context && spec.security_context->seccomp_profile) {
    Path context = path.Child("securityContext");
    ValidateMatch(*seccomp, *spec.security_context->seccomp_profile, kSeccompTexts,
                  context.Child("seccompProfile"), errors);
  }
  auto annotated = [&](std::string_view prefix, Str name) {
    return annotations.Find(std::string(prefix) + std::string(name));
  };
  VisitContainers(spec, path, [&](const auto& container, const Path& at) {
    if (!container.security_context) return;
    const SecurityContext& security = *container.security_context;
    Path context = at.Child("securityContext");
    const Str* profile = annotated(kSeccompAnnotationPrefix, container.name);
    if (profile && security.seccomp_profile) {
      ValidateMatch(*profile, *security.seccomp_profile, kSeccompTexts,
                    context.Child("seccompProfile"), errors);
    }
  });
  if (spec.os && spec.os->name == kWindows) return;
  VisitContainers(spec, path, [&](const auto& container, const Path& at) {
    const Str* annotation = annotated(kAppArmorAnnotationPrefix, container.name);
    const AppArmorProfile* profile = AppArmorProfileOf(spec, container);
    if (annotation == nullptr || profile == nullptr) return;
    Path context = at.Child("securityContext");
    ValidateMatch(*annotation, *profile, kAppArmorTexts, context.Child("appArmorProfile"), errors);
  });
}

void ValidatePodAnnotationsUpdate(const Pod& pod, const Pod& old, const Path& path,
                                  const ValidationOptions& options, ErrorList& errors) {
  const Map<Str>& now = pod.metadata.annotations;
  const Map<Str>& before = old.metadata.annotations;
  auto forbid = [&](Str key, std::string_view text) {
    errors.push_back(field::Forbidden(path.Key(key), text));
  };
  for (const auto& annotation : before) {
    const Str* value = now.Find(annotation.key);
    if (value != nullptr && *value == annotation.value) continue;
    if (annotation.key.starts_with(kAppArmorAnnotationPrefix)) {
      forbid(annotation.key, "may not remove or update AppArmor annotations");
    } else if (annotation.key == kMirrorAnnotation) {
      forbid(annotation.key, "may not remove or update mirror pod annotation");
    }
  }
  for (const auto& annotation : now) {
    if (before.Find(annotation.key) != nullptr) continue;
    if (annotation.key.starts_with(kAppArmorAnnotationPrefix)) {
      forbid(annotation.key, "may not add AppArmor annotations");
    } else if (annotation.key == kMirrorAnnotation) {
      forbid(annotation.key, "may not add mirror pod annotation");
    }
  }
  ValidatePodAnnotations(now, pod.spec, path, options, errors);
}

}  // namespace pintle::apis::core::v1
