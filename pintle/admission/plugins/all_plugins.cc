#include "pintle/admission/plugins/all_plugins.h"

#include "apis/core/v1/types.h"
#include "apis/scheduling/v1/types.h"
#include "pintle/admission/plugins/namespace_lifecycle.h"
#include "pintle/admission/plugins/pod_tolerations.h"
#include "pintle/admission/plugins/service_account.h"
#include "pintle/admission/plugins/storage_protection.h"
#include "pintle/object/read/decode.h"

namespace pintle::server {
namespace {

using admission::NamespaceLifecycle;
using admission::PriorityClassInfo;
using apis::scheduling::v1::PriorityClass;

constexpr size_t kVolumeSuffixBytes = 5;

PriorityClassInfo InfoOf(const PriorityClass& priority_class) {
  PriorityClassInfo info{std::string(priority_class.metadata.name), priority_class.value, {}};
  if (priority_class.preemption_policy) {
    info.preemption_policy = std::string(*priority_class.preemption_policy);
  }
  return info;
}

NamespaceLifecycle::Phase PhaseOf(std::string_view phase) {
  return phase == apis::core::v1::kNamespaceTerminating ? NamespaceLifecycle::Phase::kTerminating
                                                        : NamespaceLifecycle::Phase::kActive;
}

std::unique_ptr<admission::Plugin> MakeLifecycle(const CachedObjects& objects) {
  auto namespaces = objects.registry().Current()->Find("", "v1", "namespaces");
  auto lookup = [namespaces](std::string_view name) {
    if (namespaces == nullptr) return NamespaceLifecycle::Phase::kMissing;
    auto found = namespaces->cache->Current()->Find(namespaces->definition->Key("", name));
    if (found == nullptr) return NamespaceLifecycle::Phase::kMissing;
    for (const auto& [field, value] : found->header().fields) {
      if (field == "status.phase") return PhaseOf(value);
    }
    return NamespaceLifecycle::Phase::kActive;
  };
  auto look_closer = [&objects](std::string name) -> Task<Result<NamespaceLifecycle::Phase>> {
    auto finding = objects.Find("", "namespaces", "", std::move(name));
    Result<std::optional<object::Object>> found = co_await finding;
    if (!found) co_return std::unexpected(found.error());
    if (!*found) co_return NamespaceLifecycle::Phase::kMissing;
    co_return PhaseOf((*found)->As<apis::core::v1::Namespace>().status.phase);
  };
  return std::make_unique<NamespaceLifecycle>(lookup, look_closer);
}

Task<Result<std::optional<admission::ServiceAccountInfo>>> FindAccount(const CachedObjects& objects,
                                                                       std::string namespace_name,
                                                                       std::string name) {
  auto finding = objects.Find("", "serviceaccounts", std::move(namespace_name), std::move(name));
  Result<std::optional<object::Object>> found = co_await finding;
  if (!found) co_return std::unexpected(found.error());
  if (!*found) co_return std::optional<admission::ServiceAccountInfo>();
  const auto& account = (*found)->As<apis::core::v1::ServiceAccount>();
  admission::ServiceAccountInfo info;
  if (account.automount_service_account_token) {
    info.automount_token = *account.automount_service_account_token;
  }
  for (const auto& secret : account.image_pull_secrets) {
    info.image_pull_secrets.emplace_back(secret.name);
  }
  co_return std::optional(std::move(info));
}

}  // namespace

Task<Result<std::optional<PriorityClassInfo>>> CachedPriorityClasses::Find(std::string name) {
  auto finding = objects_.Find("scheduling.k8s.io", "priorityclasses", "", std::move(name));
  Result<std::optional<object::Object>> found = co_await finding;
  if (!found) co_return std::unexpected(found.error());
  if (!*found) co_return std::optional<PriorityClassInfo>();
  co_return std::optional(InfoOf((*found)->As<PriorityClass>()));
}

Result<std::optional<PriorityClassInfo>> CachedPriorityClasses::Default() {
  std::optional<PriorityClassInfo> lowest;
  auto resource = objects_.registry().Current()->Find("scheduling.k8s.io", "v1", "priorityclasses");
  if (resource == nullptr) return lowest;
  auto snapshot = resource->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    PINTLE_TRY(object::Object object,
               object::DecodeStored(resource->definition->kind, at.value()->stored(), 0));
    const auto& priority_class = object.As<PriorityClass>();
    if (!priority_class.global_default) continue;
    if (!lowest || priority_class.value < lowest->value) lowest = InfoOf(priority_class);
  }
  return lowest;
}

void AddAdmissionPlugins(const admission::PluginChoice& choice, const CachedObjects& objects,
                         admission::PriorityClasses& classes, write::World& world,
                         admission::Chain& chain) {
  auto add = [&](std::unique_ptr<admission::Plugin> plugin) {
    if (choice.IsOn(plugin->name())) chain.Add(std::move(plugin));
  };
  add(MakeLifecycle(objects));
  add(std::make_unique<admission::ServiceAccount>(
      [&objects](std::string namespace_name, std::string name) {
        return FindAccount(objects, std::move(namespace_name), std::move(name));
      },
      [&world] { return world.RandomSuffix(kVolumeSuffixBytes); }));
  add(std::make_unique<admission::Priority>(classes));
  add(std::make_unique<admission::DefaultTolerationSeconds>());
  add(std::make_unique<admission::StorageProtection>());
}

}  // namespace pintle::server
