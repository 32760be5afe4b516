#include "apis/authorization/v1/lifecycle.h"
#include "apis/authorization/v1/types.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "pintle/write/world.h"

namespace pintle::apis::authorization::v1 {
namespace {

using field::Path;
using Created = Result<std::optional<write::Object>>;

// What is asked about, of whichever kind of review.
struct Question {
  const ResourceAttributes* resource = nullptr;
  const NonResourceAttributes* path = nullptr;
};

template <typename Spec>
Question QuestionOf(const Spec& spec) {
  return {spec.resource_attributes.get(), spec.non_resource_attributes.get()};
}

auth::Attributes AttributesOf(const auth::User& user, const Question& question) {
  auth::Attributes attributes;
  attributes.user = user;
  if (question.resource != nullptr) {
    const ResourceAttributes& resource = *question.resource;
    attributes.is_resource = true;
    attributes.verb = resource.verb;
    attributes.group = resource.group;
    attributes.version = resource.version;
    attributes.resource = resource.resource;
    attributes.subresource = resource.subresource;
    attributes.namespace_name = resource.namespace_;
    attributes.name = resource.name;
  } else if (question.path != nullptr) {
    attributes.verb = question.path->verb;
    attributes.path = question.path->path;
  }
  return attributes;
}

field::ErrorList CheckQuestion(const Question& question) {
  field::ErrorList errors;
  bool both = question.resource != nullptr && question.path != nullptr;
  bool neither = question.resource == nullptr && question.path == nullptr;
  if (both) {
    errors.push_back(field::Invalid(Path("spec.nonResourceAttributes"), "nonResourceAttributes",
                                    "cannot be specified in combination with resourceAttributes"));
  } else if (neither) {
    errors.push_back(
        field::Invalid(Path("spec.resourceAttributes"), "resourceAttributes",
                       "exactly one of nonResourceAttributes or resourceAttributes must be "
                       "specified"));
  }
  return errors;
}

auth::User UserOf(const SubjectAccessReviewSpec& spec) {
  auth::User user;
  user.name = spec.user;
  user.uid = spec.uid;
  for (std::string_view group : spec.groups) user.groups.emplace_back(group);
  for (const auto& [key, values] : spec.extra) {
    auto& texts = user.extra[std::string(key)];
    for (std::string_view value : values) texts.emplace_back(value);
  }
  return user;
}

SubjectAccessReviewStatus StatusOf(write::EndpointWorld& world, const auth::User& user,
                                   const Question& question, Arena& arena) {
  auth::Decision decision = world.Authorize(AttributesOf(user, question));
  SubjectAccessReviewStatus status;
  status.allowed = decision.allowed();
  status.denied = decision.verdict == auth::Decision::Verdict::kDeny;
  status.reason = arena.Copy(decision.reason);
  return status;
}

std::unexpected<Error> Refuse(const write::ResourceDefinition& resource,
                              const field::ErrorList& errors) {
  return std::unexpected(
      field::InvalidStatus(resource.names.group, resource.kind.kind, "", errors));
}

Task<Created> ReviewSelf(write::EndpointWorld& world, const write::Request& request,
                         const write::ResourceDefinition& resource, write::Object body,
                         write::Warnings&) {
  auto& review = body.As<SelfSubjectAccessReview>();
  Question question = QuestionOf(review.spec);
  field::ErrorList errors = CheckQuestion(question);
  if (!errors.empty()) co_return Refuse(resource, errors);
  review.status = StatusOf(world, request.what.user, question, body.arena());
  co_return std::optional(std::move(body));
}

template <typename T>
Task<Created> ReviewSubject(write::EndpointWorld& world, const write::Request& request,
                            const write::ResourceDefinition& resource, write::Object body,
                            write::Warnings&) {
  auto& review = body.As<T>();
  Question question = QuestionOf(review.spec);
  field::ErrorList errors = CheckQuestion(question);
  if (review.spec.user.empty() && review.spec.groups.empty()) {
    errors.push_back(field::Invalid(Path("spec.user"), review.spec.user,
                                    "at least one of user or group must be specified"));
  }
  if (resource.names.namespaced && question.resource != nullptr &&
      question.resource->namespace_ != request.what.namespace_name) {
    errors.push_back(field::Invalid(Path("spec.resourceAttributes.namespace"),
                                    question.resource->namespace_,
                                    "must match metadata.namespace"));
  }
  if (!errors.empty()) co_return Refuse(resource, errors);
  if (resource.names.namespaced && review.metadata.namespace_.empty()) {
    review.metadata.namespace_ = body.arena().Copy(request.what.namespace_name);
  }
  review.status = StatusOf(world, UserOf(review.spec), question, body.arena());
  co_return std::optional(std::move(body));
}

// Rules can be told only where one answer is true of everything; else the list is incomplete.
Task<Created> ReviewRules(write::EndpointWorld& world, const write::Request& request,
                          const write::ResourceDefinition&, write::Object body, write::Warnings&) {
  auto& review = body.As<SelfSubjectRulesReview>();
  Arena& arena = body.arena();
  if (review.spec.namespace_.empty()) co_return BadRequest("no namespace on request");
  review.status = {};
  review.status.resource_rules = typeinfo::List<ResourceRule>::Sized(arena, 0);
  review.status.non_resource_rules = typeinfo::List<NonResourceRule>::Sized(arena, 0);
  auto any = [&] { return typeinfo::List<typeinfo::Str>::Of(arena, {"*"}); };
  auth::Attributes everything;
  everything.user = request.what.user;
  everything.verb = "*";
  everything.is_resource = true;
  everything.group = "*";
  everything.resource = "*";
  if (world.Authorize(everything).allowed()) {
    review.status.resource_rules.Append(arena,
                                        {.verbs = any(), .api_groups = any(), .resources = any()});
    review.status.non_resource_rules.Append(arena, {.verbs = any(), .non_resource_urls = any()});
  } else {
    review.status.incomplete = true;
  }
  co_return std::optional(std::move(body));
}

template <typename T>
constexpr scheme::VersionRow V1() {
  return scheme::Version<T>({.version = "v1"});
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "LocalSubjectAccessReview", .versions = {V1<LocalSubjectAccessReview>()}},
     .plural = "localsubjectaccessreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewSubject<LocalSubjectAccessReview>},
    {.kind = {.kind = "SelfSubjectAccessReview",
              .versions = {V1<SelfSubjectAccessReview>()},
              .namespaced = false},
     .plural = "selfsubjectaccessreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewSelf},
    {.kind = {.kind = "SelfSubjectRulesReview",
              .versions = {V1<SelfSubjectRulesReview>()},
              .namespaced = false},
     .plural = "selfsubjectrulesreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewRules},
    {.kind = {.kind = "SubjectAccessReview",
              .versions = {V1<SubjectAccessReview>()},
              .namespaced = false},
     .plural = "subjectaccessreviews",
     .verbs = {write::Verb::kCreate},
     .create = ReviewSubject<SubjectAccessReview>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "authorization.k8s.io", kResources);
}

}  // namespace pintle::apis::authorization::v1
