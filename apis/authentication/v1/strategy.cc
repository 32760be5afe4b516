#include "apis/authentication/v1/lifecycle.h"
#include "apis/authentication/v1/types.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "pintle/write/world.h"

namespace pintle::apis::authentication::v1 {
namespace {

using Created = Result<std::optional<write::Object>>;

UserInfo InfoOf(const auth::User& user, Arena& arena) {
  UserInfo info;
  info.username = arena.Copy(user.name);
  info.uid = arena.Copy(user.uid);
  for (const std::string& group : user.groups) info.groups.Append(arena, arena.Copy(group));
  for (const auto& [key, values] : user.extra) {
    auto& texts = info.extra.Ensure(arena, arena.Copy(key));
    for (const std::string& value : values) texts.Append(arena, arena.Copy(value));
  }
  return info;
}

Task<Created> ReviewToken(write::EndpointWorld& world, const write::Request&,
                          const write::ResourceDefinition&, write::Object body, write::Warnings&) {
  auto& review = body.As<TokenReview>();
  if (review.spec.token.empty()) {
    co_return BadRequest("token is required for TokenReview in authentication");
  }
  review.status = {};
  std::vector<std::string> audiences;
  for (std::string_view audience : review.spec.audiences) audiences.emplace_back(audience);
  auto reviewing = world.ReviewToken(std::string(review.spec.token), std::move(audiences));
  Result<auth::TokenOwner> owner = co_await reviewing;
  Arena& arena = body.arena();
  if (owner) {
    review.status.authenticated = true;
    review.status.user = InfoOf(owner->user, arena);
    for (const std::string& audience : owner->audiences) {
      review.status.audiences.Append(arena, arena.Copy(audience));
    }
  } else {
    review.status.error = arena.Copy(owner.error().message());
  }
  co_return std::optional(std::move(body));
}

Task<Created> ReviewSelf(write::EndpointWorld& world, const write::Request& request,
                         const write::ResourceDefinition&, write::Object body, write::Warnings&) {
  body.meta().creation_timestamp = typeinfo::Time::FromSeconds(world.clock().NowSeconds());
  body.As<SelfSubjectReview>().status.user_info = InfoOf(request.what.user, body.arena());
  co_return std::optional(std::move(body));
}

template <typename T>
constexpr scheme::VersionRow V1() {
  return scheme::Version<T>({.version = "v1"});
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "SelfSubjectReview",
              .versions = {V1<SelfSubjectReview>()},
              .namespaced = false},
     .plural = "selfsubjectreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewSelf},
    {.kind = {.kind = "TokenReview", .versions = {V1<TokenReview>()}, .namespaced = false},
     .plural = "tokenreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewToken},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "authentication.k8s.io", kResources);
}

}  // namespace pintle::apis::authentication::v1
