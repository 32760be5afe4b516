#include "pintle/extensions/conditions.h"

#include <algorithm>
#include <string>

#include "apis/apiextensions/v1/ca_bundle.h"
#include "pintle/schema/crd.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

}  // namespace

const CustomResourceDefinitionCondition* FindCondition(const CustomResourceDefinition& crd,
                                                       std::string_view type) {
  auto at =
      std::ranges::find(crd.status.conditions, type, &CustomResourceDefinitionCondition::type);
  return at != crd.status.conditions.end() ? &*at : nullptr;
}

bool HasCondition(const CustomResourceDefinition& crd, std::string_view type) {
  const CustomResourceDefinitionCondition* found = FindCondition(crd, type);
  return found != nullptr && found->status == v1::kConditionTrue;
}

bool SetCondition(Arena& arena, CustomResourceDefinition& crd, std::string_view type,
                  const ConditionState& state, int64_t now_seconds) {
  CustomResourceDefinitionCondition* found = nullptr;
  for (auto& condition : crd.status.conditions) {
    if (condition.type == type) found = &condition;
  }
  if (found == nullptr) {
    found = &crd.status.conditions.Append(arena);
    found->type = arena.Copy(type);
  } else if (found->status == state.status && found->reason == state.reason &&
             found->message == state.message) {
    return false;
  }
  if (found->status != state.status) {
    found->last_transition_time = typeinfo::Time::FromSeconds(now_seconds);
  }
  found->status = arena.Copy(state.status);
  found->reason = arena.Copy(state.reason);
  found->message = arena.Copy(state.message);
  return true;
}

bool RemoveCondition(CustomResourceDefinition& crd, std::string_view type) {
  auto& conditions = crd.status.conditions;
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (conditions[i].type != type) continue;
    conditions.Erase(i);
    return true;
  }
  return false;
}

bool SetEstablished(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds) {
  if (!HasCondition(crd, v1::kNamesAccepted) || HasCondition(crd, v1::kEstablished)) return false;
  ConditionState state{.status = v1::kConditionTrue,
                       .reason = "InitialNamesAccepted",
                       .message = "the initial names have been accepted"};
  if (v1::HasBadCaBundle(crd)) {
    state = {.status = v1::kConditionFalse,
             .reason = "InvalidCABundle",
             .message = "The conversion webhook CABundle is invalid"};
  }
  return SetCondition(arena, crd, v1::kEstablished, state, now_seconds);
}

bool SetNonStructural(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds) {
  schema::NonStructural found;
  // All others must be structural to be stored.
  if (crd.spec.preserve_unknown_fields) {
    Arena scratch;
    found = schema::FindNonStructural(
        typeinfo::ToValue(typeinfo::TypeOf<CustomResourceDefinition>(), &crd, scratch));
  }
  if (found.message.empty()) return RemoveCondition(crd, v1::kNonStructuralSchema);
  return SetCondition(arena, crd, v1::kNonStructuralSchema,
                      {.status = found.inconvertible ? v1::kConditionUnknown : v1::kConditionTrue,
                       .reason = found.inconvertible ? "StructuralError" : "Violations",
                       .message = found.message},
                      now_seconds);
}

bool SetApproval(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds) {
  std::string_view annotation = crd.metadata.annotations.value_or(schema::kApprovalAnnotation, {});
  schema::ApprovalFinding found = schema::FindApproval(crd.spec.group, annotation);
  if (found.state == schema::Approval::kNotNeeded) {
    return RemoveCondition(crd, v1::kKubernetesAPIApprovalPolicyConformant);
  }
  const bool approved = found.state == schema::Approval::kApproved;
  return SetCondition(arena, crd, v1::kKubernetesAPIApprovalPolicyConformant,
                      {.status = approved ? v1::kConditionTrue : v1::kConditionFalse,
                       .reason = found.reason,
                       .message = found.message},
                      now_seconds);
}

}  // namespace pintle::extensions
