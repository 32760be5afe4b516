#include "apis/core/v1/defaults.h"

#include "apis/core/v1/types.h"

namespace pintle::apis::core::v1 {

void DefaultNamespace(Arena& arena, void* object) {
  auto& ns = *static_cast<Namespace*>(object);
  if (!ns.metadata.name.empty()) {
    ns.metadata.labels.Set(arena, "kubernetes.io/metadata.name", ns.metadata.name);
  }
  if (ns.status.phase.empty()) ns.status.phase = kNamespaceActive;
}

// Texts given for convenience become data; they are never stored.
void DefaultSecret(Arena& arena, void* object) {
  auto& secret = *static_cast<Secret*>(object);
  if (secret.type.empty()) secret.type = kSecretTypeOpaque;
  for (const auto& entry : secret.string_data) {
    secret.data.Set(arena, entry.key, typeinfo::Binary{entry.value.data(), entry.value.size()});
  }
  secret.string_data.reset();
}

}  // namespace pintle::apis::core::v1
