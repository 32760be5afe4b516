#include "pintle/admission/plugins/pod_tolerations.h"

#include <algorithm>
#include <utility>

#include "apis/core/v1/types.h"

namespace pintle::admission {
namespace {

using apis::core::v1::Pod;
using apis::core::v1::Toleration;

constexpr std::string_view kTaints[] = {"node.kubernetes.io/not-ready",
                                        "node.kubernetes.io/unreachable"};
constexpr int64_t kSeconds = 300;

bool Tolerates(const typeinfo::List<Toleration>& tolerations, std::string_view taint) {
  return std::ranges::any_of(tolerations, [&](const Toleration& toleration) {
    return (toleration.key == taint || toleration.key.empty()) &&
           (toleration.effect == apis::core::v1::kTaintEffectNoExecute ||
            toleration.effect.empty());
  });
}

}  // namespace

Task<Status> DefaultTolerationSeconds::Mutate(Attributes& attributes) {
  if (!attributes.IsFor("", "pods") || attributes.operation == Operation::kDelete) {
    co_return Status();
  }
  auto& tolerations = attributes.object->As<Pod>().spec.tolerations;
  Arena& arena = attributes.object->arena();
  bool own = false;  // the list may be the old object's too
  for (std::string_view taint : kTaints) {
    if (Tolerates(tolerations, taint)) continue;
    if (!std::exchange(own, true)) tolerations = tolerations.Clone(arena);
    Toleration& added = tolerations.Append(arena);
    added.key = taint;
    added.operator_ = apis::core::v1::kTolerationOpExists;
    added.effect = apis::core::v1::kTaintEffectNoExecute;
    added.toleration_seconds = kSeconds;
  }
  co_return Status();
}

}  // namespace pintle::admission
