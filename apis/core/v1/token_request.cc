#include <fmt/format.h>

#include <algorithm>

#include "apis/authentication/v1/lifecycle.h"
#include "apis/authentication/v1/types.h"
#include "apis/core/v1/types.h"
#include "apis/endpoints.h"
#include "apis/resource_row.h"
#include "pintle/auth/identity/account_tokens.h"
#include "pintle/base/strings.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/world.h"

// serviceaccounts/token: tokens of service accounts, for as long as the account, and the object the
// token is bound to, are there.
namespace pintle::apis::core::v1 {
namespace {

using auth::TokenReference;
using authentication::v1::BoundObjectReference;
using authentication::v1::TokenRequest;
using write::Object;
using Created = Result<std::optional<Object>>;
using SharedDefinition = std::shared_ptr<const write::ResourceDefinition>;

constexpr int64_t kMinSeconds = 600;
constexpr int64_t kMaxSeconds = int64_t{1} << 32;
// What is asked for by pods that were written when tokens lasted for ever. They get more time, and
// whoever still uses the token after the time asked for can be told.
constexpr int64_t kWarnOnlySeconds = 3607;
constexpr int64_t kExtendedSeconds = int64_t{365} * 24 * 3600;

// What a token can be bound to.
struct Bindable {
  SharedDefinition pods;
  SharedDefinition secrets;
  SharedDefinition nodes;
};

// What a token is bound to.
struct Bound {
  std::optional<TokenReference> pod;
  std::optional<TokenReference> secret;
  std::optional<TokenReference> node;
};

std::unexpected<Error> Invalid(std::string_view name, field::Error error) {
  field::ErrorList errors;
  errors.push_back(std::move(error));
  return std::unexpected(
      field::InvalidStatus("authentication.k8s.io", "TokenRequest", name, errors));
}

Task<Result<Object>> Read(write::EndpointWorld& world, const write::ResourceDefinition& resource,
                          std::string_view namespace_name, std::string_view name) {
  std::string key = resource.Key(resource.names.namespaced ? namespace_name : "", name);
  Result<pintle::storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(resource.name(), name);
  co_return object::DecodeStored(resource.kind, found->record->value, found->record->mod_revision);
}

Status CheckRequest(const write::Request& asked, const TokenRequest& request) {
  const auto& meta = request.metadata;
  if (!meta.name.empty() && meta.name != asked.what.name) {
    return Invalid(asked.what.name,
                   field::Invalid(field::Path("metadata.name"), meta.name,
                                  "must match the service account name if specified"));
  }
  if (!meta.namespace_.empty() && meta.namespace_ != asked.what.namespace_name) {
    return Invalid(asked.what.name,
                   field::Invalid(field::Path("metadata.namespace"), meta.namespace_,
                                  "must match the service account namespace if specified"));
  }
  return {};
}

Status CheckSeconds(int64_t seconds) {
  field::Path path("spec.expirationSeconds");
  if (seconds < kMinSeconds) {
    return Invalid(
        "", field::Invalid(path, seconds, "may not specify a duration less than 10 minutes"));
  }
  if (seconds > kMaxSeconds) {
    return Invalid(
        "", field::Invalid(path, seconds, "may not specify a duration larger than 2^32 seconds"));
  }
  return {};
}

TokenReference ReferenceTo(const Object& object) {
  return {std::string(object.meta().name), std::string(object.meta().uid)};
}

// The node of a pod is told in its tokens, also if it is not (yet, or any more) known.
Task<Result<TokenReference>> NodeOf(write::EndpointWorld& world,
                                    const write::ResourceDefinition& nodes, std::string_view name) {
  Result<Object> node = co_await Read(world, nodes, "", name);
  if (node) co_return ReferenceTo(*node);
  if (node.error().reason() == Reason::kNotFound) co_return TokenReference{std::string(name), ""};
  co_return std::unexpected(node.error());
}

// `Kind` or `group/version, Kind=Kind`
std::string KindText(std::string_view api_version, std::string_view kind) {
  std::string_view group = api_version.find('/') != std::string_view::npos
                               ? api_version.substr(0, api_version.find('/'))
                               : std::string_view();
  std::string_view version = group.empty() ? api_version : api_version.substr(group.size() + 1);
  return fmt::format("{}/{}, Kind={}", group, version, kind);
}

Task<Result<Bound>> Bind(write::EndpointWorld& world, const write::Request& asked,
                         const Bindable& bindable, const BoundObjectReference& reference) {
  const bool core = reference.api_version.find('/') == std::string_view::npos;
  const write::ResourceDefinition* resource = nullptr;
  if (core && reference.kind == "Pod") resource = bindable.pods.get();
  if (core && reference.kind == "Secret") resource = bindable.secrets.get();
  if (core && reference.kind == "Node") resource = bindable.nodes.get();
  if (resource == nullptr) {
    co_return BadRequest(fmt::format("cannot bind token to object of type {}",
                                     KindText(reference.api_version, reference.kind)));
  }
  Result<Object> object =
      co_await Read(world, *resource, asked.what.namespace_name, reference.name);
  if (!object) co_return std::unexpected(object.error());
  Bound bound;
  if (resource == bindable.pods.get()) {
    const PodSpec& spec = object->As<Pod>().spec;
    if (spec.service_account_name != asked.what.name) {
      co_return BadRequest(
          fmt::format("cannot bind token for serviceaccount {} to pod running with different "
                      "serviceaccount name.",
                      Quoted(asked.what.name)));
    }
    bound.pod = ReferenceTo(*object);
    if (!spec.node_name.empty()) {
      Result<TokenReference> node = co_await NodeOf(world, *bindable.nodes, spec.node_name);
      if (!node) co_return std::unexpected(node.error());
      bound.node = std::move(*node);
    }
  } else if (resource == bindable.secrets.get()) {
    bound.secret = ReferenceTo(*object);
  } else {
    bound.node = ReferenceTo(*object);
  }
  if (!reference.uid.empty() && reference.uid != object->meta().uid) {
    co_return object::Conflict(
        {"", std::string(reference.kind)}, reference.name,
        fmt::format("the UID in the bound object reference ({}) does not match the UID in record. "
                    "The object might have been deleted and then recreated",
                    reference.uid));
  }
  co_return bound;
}

bool IsForApi(const auth::TokenIssuer& issuer, const std::vector<std::string>& audiences) {
  return std::ranges::any_of(audiences, [&](const std::string& audience) {
    return std::ranges::find(issuer.audiences(), audience) != issuer.audiences().end();
  });
}

// The signed token of a request that was found good.
Result<std::string> SignedToken(write::EndpointWorld& world, const auth::TokenIssuer& issuer,
                                const Object& account, const TokenRequest& request, Bound bound) {
  auth::TokenClaims claims;
  claims.id = world.NewUid();
  for (std::string_view audience : request.spec.audiences) claims.audiences.emplace_back(audience);
  claims.namespace_name = account.meta().namespace_;
  claims.account = ReferenceTo(account);
  claims.pod = std::move(bound.pod);
  claims.secret = std::move(bound.secret);
  claims.node = std::move(bound.node);
  const int64_t now = request.metadata.creation_timestamp.seconds;
  const int64_t seconds = request.spec.expiration_seconds.value_or(0);
  claims.issued_at = now;
  claims.not_before = now;
  claims.expires_at = now + seconds;
  if (claims.pod && seconds == kWarnOnlySeconds && IsForApi(issuer, claims.audiences)) {
    claims.warn_after = claims.expires_at;
    claims.expires_at = now + kExtendedSeconds;
  }
  return issuer.Issue(std::move(claims));
}

Task<Created> CreateToken(write::EndpointWorld& world, const write::Request& asked,
                          const write::ResourceDefinition& accounts, const Bindable& bindable,
                          Object body) {
  const auth::TokenIssuer* issuer = world.token_issuer();
  if (issuer == nullptr) {
    co_return Fail(Reason::kServiceUnavailable,
                   "this server has no key to sign tokens of service accounts with");
  }
  admission::Attributes attributes{.request = asked.what,
                                   .kind = accounts.kind.kind,
                                   .name = asked.what.name,
                                   .object = &body,
                                   .dry_run = asked.dry_run};
  Status admitted = co_await world.admission().Mutate(attributes);
  if (!admitted) co_return std::unexpected(admitted.error());
  TokenRequest& request = body.As<TokenRequest>();
  Arena& arena = body.arena();
  PINTLE_CO_RETURN_IF_ERROR(CheckRequest(asked, request));
  Result<Object> account =
      co_await Read(world, accounts, asked.what.namespace_name, asked.what.name);
  if (!account) co_return std::unexpected(account.error());
  if (request.spec.audiences.empty()) {
    for (const std::string& audience : issuer->audiences()) {
      request.spec.audiences.Append(arena, arena.Copy(audience));
    }
  }
  request.metadata.name = arena.Copy(asked.what.name);
  request.metadata.namespace_ = arena.Copy(asked.what.namespace_name);
  request.metadata.creation_timestamp = typeinfo::Time::FromSeconds(world.clock().NowSeconds());
  request.status = {};
  const int64_t seconds = request.spec.expiration_seconds.value_or(0);
  PINTLE_CO_RETURN_IF_ERROR(CheckSeconds(seconds));
  Status valid = co_await world.admission().Validate(attributes);
  if (!valid) co_return std::unexpected(valid.error());
  Bound bound;
  if (request.spec.bound_object_ref) {
    const BoundObjectReference& reference = *request.spec.bound_object_ref;
    Result<Bound> found = co_await Bind(world, asked, bindable, reference);
    if (!found) co_return std::unexpected(found.error());
    bound = std::move(*found);
  }
  PINTLE_CO_TRY(std::string token,
                SignedToken(world, *issuer, *account, request, std::move(bound)));
  request.status.token = arena.Copy(token);
  request.status.expiration_timestamp =
      typeinfo::Time::FromSeconds(request.metadata.creation_timestamp.seconds + seconds);
  co_return std::optional(std::move(body));
}

constexpr ResourceRow kTokenRequest = {
    .kind = {.kind = "TokenRequest",
             .versions = {scheme::Version<TokenRequest>({.version = "v1"})}},
    .plural = "tokenrequests"};

}  // namespace

void AddTokenRequests(scheme::Scheme& scheme, std::vector<write::ResourceDefinition>& all) {
  auto shared = [&](std::string_view plural) {
    return std::make_shared<const write::ResourceDefinition>(Find(all, "", plural));
  };
  Bindable bindable{shared("pods"), shared("secrets"), shared("nodes")};
  write::Endpoint token;
  token.verbs = {write::Verb::kCreate};
  token.spoken = std::make_shared<const write::ResourceDefinition>(
      Define(scheme, "authentication.k8s.io", kTokenRequest));
  token.create = [bindable](write::EndpointWorld& world, const write::Request& asked,
                            const write::ResourceDefinition& accounts, Object body,
                            write::Warnings&) {
    return CreateToken(world, asked, accounts, bindable, std::move(body));
  };
  Find(all, "", "serviceaccounts").actions.endpoints["token"] = std::move(token);
}

}  // namespace pintle::apis::core::v1
