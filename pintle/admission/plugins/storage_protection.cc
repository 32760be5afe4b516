#include "pintle/admission/plugins/storage_protection.h"

namespace pintle::admission {
namespace {

constexpr std::string_view kClaimFinalizer = "kubernetes.io/pvc-protection";
constexpr std::string_view kVolumeFinalizer = "kubernetes.io/pv-protection";

}  // namespace

Task<Status> StorageProtection::Mutate(Attributes& attributes) {
  if (attributes.operation != Operation::kCreate || !attributes.request.subresource.empty() ||
      !attributes.request.group.empty()) {
    co_return Status();
  }
  const std::string& resource = attributes.request.resource;
  std::string_view finalizer = resource == "persistentvolumeclaims" ? kClaimFinalizer
                               : resource == "persistentvolumes"    ? kVolumeFinalizer
                                                                    : std::string_view();
  if (finalizer.empty()) co_return Status();
  auto& finalizers = attributes.object->meta().finalizers;
  if (!finalizers.contains(finalizer)) {
    finalizers.Append(attributes.object->arena(), finalizer);
  }
  co_return Status();
}

}  // namespace pintle::admission
