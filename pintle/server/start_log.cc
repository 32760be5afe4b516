#include "pintle/server/start_log.h"

#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/base/version.h"
#include "pintle/server/authorization.h"
#include "pintle/server/not_enforced.h"

namespace pintle::server {
namespace {

std::string StorageText(const Options& options) {
  const storage::EngineTraits& engine = storage::TraitsOf(options.storage);
  return engine.data_file.empty() ? std::string(engine.name) : StoreFolder(options.data_dir);
}

std::string_view AuthorizationText(const Options& options) {
  std::string_view mode = AuthorizationInForce(options);
  return mode.empty() ? "authenticated users may do everything" : mode;
}

// Whether something is generated that the next start, and other servers, will not know.
bool ForgetsKeys(const Options& options) {
  return options.data_dir.empty() && options.cert_dir.empty() &&
         (options.tls_cert_file.empty() || options.service_account_signing_key_file.empty());
}

}  // namespace

void LogStart(const Options& options) {
  LogInfo("pintle", {{"version", kVersion},
                     {"storage", StorageText(options)},
                     {"authorization", AuthorizationText(options)},
                     {"plugins", Join(options.admission_plugins.InForce(), ",")},
                     {"controllers", options.namespace_controller ? "namespace" : "none"}});
  for (const std::string& mode : options.authorization_mode) {
    if (IsBuiltInMode(mode)) continue;
    LogWarning("an authorization mode is not enforced", {{"mode", mode}});
  }
  if (ForgetsKeys(options)) {
    LogWarning("certificates and keys are made for this run only; --cert-dir keeps them");
  }
  std::vector<std::string> not_enforced = NotEnforced(options);
  if (not_enforced.empty()) return;
  LogWarning("stored but not enforced: " + Join(not_enforced, ", "));
}

}  // namespace pintle::server
