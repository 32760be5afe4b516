#include <algorithm>
#include <map>

#include "apis/builtin.h"
#include "apis/certificates/v1/cells.h"
#include "apis/certificates/v1/lifecycle.h"
#include "apis/certificates/v1/types.h"
#include "apis/resource_row.h"

namespace pintle::apis::certificates::v1 {
namespace {

constexpr std::string_view kDecisions[] = {"Approved", "Denied"};

// Who asks is who makes the request, whatever the body says.
void PrepareCreate(const write::Context& context, write::Object& object) {
  auto& spec = object.As<CertificateSigningRequest>().spec;
  Arena& arena = object.arena();
  spec.username = arena.Copy(context.request.what.user.name);
  spec.uid = arena.Copy(context.request.what.user.uid);
  spec.groups.reset();
  for (const std::string& group : context.request.what.user.groups) {
    spec.groups.Append(arena, arena.Copy(group));
  }
  spec.extra.reset();
  for (const auto& [key, values] : context.request.what.user.extra) {
    auto& texts = spec.extra.Ensure(arena, arena.Copy(key));
    for (const std::string& value : values) texts.Append(arena, arena.Copy(value));
  }
}

bool IsDecision(const CertificateSigningRequestCondition& condition) {
  return std::ranges::find(kDecisions, condition.type) != std::end(kDecisions);
}

// Times the client left out: now, or for the change of state what the old condition says.
void FillTimes(const write::Context& context, const CertificateSigningRequest& old,
               CertificateSigningRequest& request) {
  const typeinfo::Time now = typeinfo::Time::FromSeconds(context.now_seconds);
  std::map<std::pair<std::string_view, std::string_view>, typeinfo::Time> transitions;
  for (const auto& before : old.status.conditions) {
    if (!before.last_transition_time) continue;
    transitions.try_emplace({before.type, before.status}, before.last_transition_time);
  }
  for (auto& condition : request.status.conditions) {
    if (!condition.last_update_time) condition.last_update_time = now;
    if (condition.last_transition_time) continue;
    auto before = transitions.find({condition.type, condition.status});
    condition.last_transition_time = before != transitions.end() ? before->second : now;
  }
}

// Decisions are made at the approval endpoint alone.
void PrepareStatus(const write::Context& context, write::Object& object, const write::Object& old) {
  auto& request = object.As<CertificateSigningRequest>();
  const auto& before = old.As<CertificateSigningRequest>();
  Arena& arena = object.arena();
  typeinfo::List<CertificateSigningRequestCondition> conditions;
  for (const auto& condition : before.status.conditions) {
    if (IsDecision(condition)) conditions.Append(arena, condition);
  }
  for (const auto& condition : request.status.conditions) {
    if (!IsDecision(condition)) conditions.Append(arena, condition);
  }
  request.status.conditions = conditions;
  FillTimes(context, before, request);
}

void PrepareApproval(const write::Context& context, write::Object& object,
                     const write::Object& old) {
  auto& request = object.As<CertificateSigningRequest>();
  request.status.conditions = request.status.conditions.Clone(object.arena());
  FillTimes(context, old.As<CertificateSigningRequest>(), request);
}

constexpr scheme::FieldLabel kCertificateSigningRequestLabels[] = {{"spec.signerName"}};

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "CertificateSigningRequest",
              .versions = {scheme::Version<CertificateSigningRequest,
                                           CertificateSigningRequestList>({.version = "v1"})},
              .field_labels = kCertificateSigningRequestLabels,
              .namespaced = false},
     .plural = "certificatesigningrequests",
     .short_names = {"csr"},
     .table = CertificateSigningRequestTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"spec", "status"},
     .prepare_create = PrepareCreate,
     .subresources = {{.name = "approval",
                       .keep_on_update = {"spec", "status.certificate"},
                       .prepare_update = PrepareApproval},
                      {.name = "status",
                       .keep_on_update = {"spec"},
                       .prepare_update = PrepareStatus}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "certificates.k8s.io", kResources);
}

}  // namespace pintle::apis::certificates::v1
