#include "pintle/server/service_accounts.h"

#include <fmt/format.h>

#include "pintle/auth/certificates/cert_dir.h"
#include "pintle/server/files.h"

namespace pintle::server {
namespace {

constexpr std::string_view kDefaultIssuer = "https://kubernetes.default.svc.cluster.local";

std::string_view PluralOf(auth::TokenObjects::Kind kind) {
  switch (kind) {
    case auth::TokenObjects::Kind::kServiceAccount:
      return "serviceaccounts";
    case auth::TokenObjects::Kind::kPod:
      return "pods";
    case auth::TokenObjects::Kind::kSecret:
      return "secrets";
    case auth::TokenObjects::Kind::kNode:
      return "nodes";
  }
  return "";
}

Result<std::string> ReadKeyFile(std::string_view flag, const std::string& path) {
  auto text = ReadFile(path);
  if (!text) return std::unexpected(std::move(text).error().Prefixed(fmt::format("{}: ", flag)));
  return text;
}

}  // namespace

Task<Result<std::optional<auth::TokenObjects::Found>>> CachedTokenObjects::Find(
    Kind kind, std::string namespace_name, std::string name) {
  auto finding = objects_.Find("", PluralOf(kind), std::move(namespace_name), std::move(name));
  Result<std::optional<object::Object>> object = co_await finding;
  if (!object) co_return std::unexpected(object.error());
  if (!*object) co_return std::optional<Found>();
  const object::ObjectMeta& meta = (*object)->meta();
  Found found;
  found.uid = meta.uid;
  if (meta.deletion_timestamp) found.deleted_at_seconds = meta.deletion_timestamp->seconds;
  co_return std::optional(std::move(found));
}

Result<ServiceAccounts> MakeServiceAccounts(const Options& options, const std::string& cert_dir,
                                            std::unique_ptr<auth::TokenObjects> objects,
                                            const Clock& clock) {
  ServiceAccounts accounts;
  std::vector<std::string> issuers = options.service_account_issuers;
  if (issuers.empty()) issuers.emplace_back(kDefaultIssuer);
  accounts.issuer_name = issuers.front();
  accounts.audiences = options.api_audiences.empty() ? issuers : options.api_audiences;
  constexpr std::string_view kSigningFlag = "--service-account-signing-key-file";
  std::string pem;
  if (options.service_account_signing_key_file.empty()) {
    PINTLE_TRY(pem, auth::EnsureTokenKey(cert_dir));
  } else {
    PINTLE_TRY(pem, ReadKeyFile(kSigningFlag, options.service_account_signing_key_file));
  }
  auto key = auth::SigningKey::FromPem(pem);
  if (!key) {
    return std::unexpected(std::move(key).error().Prefixed(fmt::format("{}: ", kSigningFlag)));
  }
  for (const std::string& path : options.service_account_key_files) {
    constexpr std::string_view kKeyFlag = "--service-account-key-file";
    PINTLE_TRY(std::string text, ReadKeyFile(kKeyFlag, path));
    if (Status added = accounts.keys.AddPem(text); !added) {
      return std::unexpected(
          std::move(added).error().Prefixed(fmt::format("{}: {}: ", kKeyFlag, path)));
    }
  }
  // Who says nothing about keys to verify with means the one that signs.
  if (options.service_account_key_files.empty()) accounts.keys.Add(key->key());
  accounts.objects = std::move(objects);
  accounts.verifier = std::make_unique<auth::TokenVerifier>(
      auth::TokenVerifierOptions{issuers, accounts.audiences, accounts.keys}, *accounts.objects,
      clock);
  accounts.issuer = std::make_unique<auth::TokenIssuer>(std::move(*key), accounts.issuer_name,
                                                        accounts.audiences);
  return accounts;
}

}  // namespace pintle::server
