#include "pintle/admission/plugins/service_account.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"

namespace pintle::admission {
namespace {

namespace core = apis::core::v1;

constexpr std::string_view kDefaultName = "default";
constexpr std::string_view kMirrorAnnotation = "kubernetes.io/config.mirror";
constexpr std::string_view kVolumePrefix = "kube-api-access-";
constexpr std::string_view kMountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
constexpr std::string_view kRootCaConfigMap = "kube-root-ca.crt";
// An hour and a bit: tokens that are asked for with exactly this are known to come from here.
constexpr int64_t kTokenSeconds = 3607;
constexpr int32_t kFileMode = 0644;

bool IsForPods(const Attributes& attributes) {
  return attributes.IsFor("", "pods") && attributes.operation == Operation::kCreate;
}

// Pods that a kubelet runs by itself and only shows here.
bool IsMirror(const core::Pod& pod) {
  return pod.metadata.annotations.Find(kMirrorAnnotation) != nullptr;
}

Status CheckMirror(const Attributes& attributes, const core::Pod& pod) {
  if (!pod.spec.service_account_name.empty()) {
    return Forbid(attributes, "a mirror pod may not reference service accounts");
  }
  for (const core::Volume& volume : pod.spec.volumes) {
    if (!volume.volume_source.projected) continue;
    for (const core::VolumeProjection& source : volume.volume_source.projected->sources) {
      if (source.service_account_token) {
        return Forbid(attributes,
                      "a mirror pod may not use ServiceAccountToken volume projections");
      }
    }
  }
  return {};
}

// The token, the CA to check the server by, and the namespace, each as a file.
void FillVolume(Arena& arena, core::Volume& volume) {
  auto& projected = volume.volume_source.projected.Ensure(arena);
  projected.default_mode = kFileMode;
  auto& token = projected.sources.Append(arena).service_account_token.Ensure(arena);
  token.path = "token";
  token.expiration_seconds = kTokenSeconds;
  auto& authority = projected.sources.Append(arena).config_map.Ensure(arena);
  authority.local_object_reference.name = kRootCaConfigMap;
  auto& certificate = authority.items.Append(arena);
  certificate.key = "ca.crt";
  certificate.path = "ca.crt";
  auto& downward = projected.sources.Append(arena).downward_api.Ensure(arena);
  auto& file = downward.items.Append(arena);
  file.path = "namespace";
  auto& field = file.field_ref.Ensure(arena);
  field.api_version = "v1";
  field.field_path = "metadata.namespace";
}

// Mounts the volume in containers that have nothing at its place. Whether there was one.
bool MountIn(Arena& arena, typeinfo::List<core::Container>& containers, std::string_view volume) {
  bool mounted = false;
  for (core::Container& container : containers) {
    auto at_place = [](const core::VolumeMount& mount) { return mount.mount_path == kMountPath; };
    if (std::ranges::any_of(container.volume_mounts, at_place)) continue;
    core::VolumeMount& mount = container.volume_mounts.Append(arena);
    mount.name = volume;
    mount.read_only = true;
    mount.mount_path = kMountPath;
    mounted = true;
  }
  return mounted;
}

void MountToken(Arena& arena, core::PodSpec& spec, const std::string& suffix) {
  auto is_token = [](const core::Volume& volume) { return volume.name.starts_with(kVolumePrefix); };
  const core::Volume* there = std::ranges::find_if(spec.volumes, is_token);
  const bool has_volume = there != spec.volumes.end();
  std::string_view name =
      has_volume ? there->name : arena.Copy(fmt::format("{}{}", kVolumePrefix, suffix));
  const bool in_init = MountIn(arena, spec.init_containers, name);
  const bool in_main = MountIn(arena, spec.containers, name);
  if (has_volume || (!in_init && !in_main)) return;
  core::Volume& volume = spec.volumes.Append(arena);
  volume.name = name;
  FillVolume(arena, volume);
}

bool WantsToken(const core::PodSpec& spec, const ServiceAccountInfo& account) {
  if (spec.automount_service_account_token) return *spec.automount_service_account_token;
  return account.automount_token.value_or(true);
}

}  // namespace

Task<Result<ServiceAccountInfo>> ServiceAccount::Require(const Attributes& attributes,
                                                         std::string name) {
  auto finding = find_(attributes.request.namespace_name, name);
  Result<std::optional<ServiceAccountInfo>> found = co_await finding;
  if (!found) co_return std::unexpected(found.error());
  if (!*found) {
    co_return Forbid(attributes, fmt::format("error looking up service account {}/{}: "
                                             "serviceaccount \"{}\" not found",
                                             attributes.request.namespace_name, name, name));
  }
  co_return std::move(**found);
}

Task<Status> ServiceAccount::Mutate(Attributes& attributes) {
  if (!IsForPods(attributes)) co_return Status();
  auto& pod = attributes.object->As<core::Pod>();
  if (IsMirror(pod)) co_return CheckMirror(attributes, pod);
  core::PodSpec& spec = pod.spec;
  if (spec.service_account_name.empty()) spec.service_account_name = kDefaultName;
  auto requiring = Require(attributes, std::string(spec.service_account_name));
  Result<ServiceAccountInfo> account = co_await requiring;
  if (!account) co_return std::unexpected(account.error());
  Arena& arena = attributes.object->arena();
  if (WantsToken(spec, *account)) MountToken(arena, spec, suffix_());
  if (spec.image_pull_secrets.empty()) {
    for (const std::string& secret : account->image_pull_secrets) {
      spec.image_pull_secrets.Append(arena).name = arena.Copy(secret);
    }
  }
  co_return Status();
}

Task<Status> ServiceAccount::Validate(const Attributes& attributes) {
  if (!IsForPods(attributes)) co_return Status();
  const auto& pod = attributes.object->As<core::Pod>();
  if (IsMirror(pod)) co_return CheckMirror(attributes, pod);
  if (pod.spec.service_account_name.empty()) {
    co_return Forbid(attributes, fmt::format("no service account specified for pod {}/{}",
                                             attributes.request.namespace_name, pod.metadata.name));
  }
  auto requiring = Require(attributes, std::string(pod.spec.service_account_name));
  Result<ServiceAccountInfo> account = co_await requiring;
  if (!account) co_return std::unexpected(account.error());
  co_return Status();
}

}  // namespace pintle::admission
