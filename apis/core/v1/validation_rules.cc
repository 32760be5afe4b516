#include "apis/core/v1/validation_rules.h"

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

// All values of a ConfigMap or Secret together.
constexpr int64_t kMaxDataBytes = 1024 * 1024;
constexpr std::string_view kFrozen = "field is immutable when `immutable` is set";
constexpr std::string_view kRedacted = "<secret contents redacted>";

void CheckKey(const Path& data, std::string_view key, ErrorList& errors) {
  for (const std::string& message : validate::IsConfigMapKey(key)) {
    errors.push_back(field::Invalid(data.Key(key), key, message));
  }
}

// Data maps have no table of their own: compared entry by entry.
template <typename Map, typename Equal>
bool SameEntries(const Map& a, const Map& b, const Equal& equal) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a.data[i].key != b.data[i].key || !equal(a.data[i].value, b.data[i].value)) return false;
  }
  return true;
}

bool SameBytes(const typeinfo::Map<typeinfo::Binary>& a, const typeinfo::Map<typeinfo::Binary>& b) {
  return SameEntries(a, b, [](const typeinfo::Binary& x, const typeinfo::Binary& y) {
    return x.view() == y.view();
  });
}

bool SameTexts(const typeinfo::Map<typeinfo::Str>& a, const typeinfo::Map<typeinfo::Str>& b) {
  return SameEntries(a, b, [](typeinfo::Str x, typeinfo::Str y) { return x == y; });
}

void RequireKey(const Secret& secret, std::string_view key, ErrorList& errors) {
  if (secret.data.Find(key) == nullptr) {
    Path data("data");
    errors.push_back(field::Required(data.Key(key)));
  }
}

void RequireJsonKey(const Secret& secret, std::string_view key, ErrorList& errors) {
  const typeinfo::Binary* value = secret.data.Find(key);
  Path data("data");
  if (value == nullptr) {
    errors.push_back(field::Required(data.Key(key)));
    return;
  }
  Arena arena;
  auto parsed = codec::ParseJson(value->view(), arena);
  if (!parsed || (!parsed->is_object() && !parsed->is_null())) {
    errors.push_back(field::Invalid(data.Key(key), kRedacted,
                                    parsed ? "not a JSON object" : parsed.error().message()));
  }
}

void CheckSecretType(const Secret& secret, ErrorList& errors) {
  if (secret.type == kSecretTypeServiceAccountToken) {
    const typeinfo::Str* account =
        secret.metadata.annotations.Find("kubernetes.io/service-account.name");
    if (account == nullptr || account->empty()) {
      Path annotations("metadata.annotations");
      errors.push_back(field::Required(annotations.Key("kubernetes.io/service-account.name")));
    }
  } else if (secret.type == kSecretTypeDockercfg) {
    RequireJsonKey(secret, ".dockercfg", errors);
  } else if (secret.type == kSecretTypeDockerConfigJson) {
    RequireJsonKey(secret, ".dockerconfigjson", errors);
  } else if (secret.type == kSecretTypeBasicAuth) {
    if (secret.data.Find("username") == nullptr && secret.data.Find("password") == nullptr) {
      RequireKey(secret, "username", errors);
      RequireKey(secret, "password", errors);
    }
  } else if (secret.type == kSecretTypeSSHAuth) {
    const typeinfo::Binary* key = secret.data.Find("ssh-privatekey");
    Path data("data");
    if (key == nullptr || key->size == 0) {
      errors.push_back(field::Required(data.Key("ssh-privatekey")));
    }
  } else if (secret.type == kSecretTypeTLS) {
    RequireKey(secret, "tls.crt", errors);
    RequireKey(secret, "tls.key", errors);
  }
}

void CheckFinalizer(const Path& path, Str finalizer, ErrorList& errors) {
  validate::Form(path, finalizer, validate::IsQualifiedName, errors);
  bool standard =
      finalizer == "kubernetes" || finalizer == "orphan" || finalizer == "foregroundDeletion";
  if (finalizer.find('/') == Str::npos && !standard) {
    errors.push_back(field::Invalid(
        path, finalizer, "name is neither a standard finalizer name nor is it fully qualified"));
  }
}

}  // namespace

ErrorList ValidateNamespace(const Namespace& ns) {
  ErrorList errors;
  Path finalizers("spec.finalizers");
  for (Str finalizer : ns.spec.finalizers) CheckFinalizer(finalizers, finalizer, errors);
  return errors;
}

ErrorList ValidateNamespaceFinalize(const Namespace& ns) {
  ErrorList errors;
  Path finalizers("spec.finalizers");
  for (size_t i = 0; i < ns.spec.finalizers.size(); ++i) {
    CheckFinalizer(finalizers.Index(i), ns.spec.finalizers[i], errors);
  }
  return errors;
}

ErrorList ValidateNamespaceStatus(const Namespace& ns) {
  ErrorList errors;
  Path phase("status.Phase");
  if (!ns.metadata.deletion_timestamp && ns.status.phase != kNamespaceActive) {
    errors.push_back(field::Invalid(phase, ns.status.phase,
                                    "may only be 'Active' if `deletionTimestamp` is empty"));
  }
  if (ns.metadata.deletion_timestamp && ns.status.phase != kNamespaceTerminating) {
    errors.push_back(field::Invalid(
        phase, ns.status.phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"));
  }
  return errors;
}

ErrorList ValidateConfigMap(const ConfigMap& map) {
  ErrorList errors;
  int64_t total = 0;
  Path data("data");
  for (const auto& entry : map.data) {
    CheckKey(data, entry.key, errors);
    if (map.binary_data.Find(entry.key) != nullptr) {
      errors.push_back(
          field::Invalid(data.Key(entry.key), entry.key, "duplicate of key present in binaryData"));
    }
    total += static_cast<int64_t>(entry.value.size());
  }
  Path binary_data("binaryData");
  for (const auto& entry : map.binary_data) {
    CheckKey(binary_data, entry.key, errors);
    total += static_cast<int64_t>(entry.value.size);
  }
  if (total > kMaxDataBytes) errors.push_back(field::TooLong(Path("[]"), kMaxDataBytes));
  return errors;
}

ErrorList ValidateConfigMapUpdate(const ConfigMap& map, const ConfigMap& old) {
  ErrorList errors;
  if (old.immutable.value_or(false)) {
    if (!map.immutable.value_or(false)) {
      errors.push_back(field::Forbidden(Path("immutable"), kFrozen));
    }
    if (!SameTexts(map.data, old.data)) errors.push_back(field::Forbidden(Path("data"), kFrozen));
    if (!SameBytes(map.binary_data, old.binary_data)) {
      errors.push_back(field::Forbidden(Path("binaryData"), kFrozen));
    }
  }
  field::Append(errors, ValidateConfigMap(map));
  return errors;
}

ErrorList ValidateSecret(const Secret& secret) {
  ErrorList errors;
  int64_t total = 0;
  Path data("data");
  for (const auto& entry : secret.data) {
    CheckKey(data, entry.key, errors);
    total += static_cast<int64_t>(entry.value.size);
  }
  if (total > kMaxDataBytes) errors.push_back(field::TooLong(data, kMaxDataBytes));
  CheckSecretType(secret, errors);
  return errors;
}

ErrorList ValidateSecretUpdate(const Secret& secret, const Secret& old) {
  ErrorList errors;
  if (secret.type != old.type) {
    errors.push_back(field::Invalid(Path("type"), secret.type, "field is immutable"));
  }
  if (old.immutable.value_or(false)) {
    if (!secret.immutable.value_or(false)) {
      errors.push_back(field::Forbidden(Path("immutable"), kFrozen));
    }
    if (!SameBytes(secret.data, old.data))
      errors.push_back(field::Forbidden(Path("data"), kFrozen));
  }
  field::Append(errors, ValidateSecret(secret));
  return errors;
}

}  // namespace pintle::apis::core::v1
