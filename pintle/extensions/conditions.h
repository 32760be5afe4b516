#pragma once

#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/arena.h"

// Conditions of CustomResourceDefinitions. Functions that set them return whether anything changed.
namespace pintle::extensions {

using apis::apiextensions::v1::CustomResourceDefinition;
using apis::apiextensions::v1::CustomResourceDefinitionCondition;

struct ConditionState {
  std::string_view status;
  std::string_view reason;
  std::string_view message;
};

// Null if it is not there.
const CustomResourceDefinitionCondition* FindCondition(const CustomResourceDefinition& crd,
                                                       std::string_view type);
// It is there and true.
bool HasCondition(const CustomResourceDefinition& crd, std::string_view type);
// The transition time moves only when the status does.
bool SetCondition(Arena& arena, CustomResourceDefinition& crd, std::string_view type,
                  const ConditionState& state, int64_t now_seconds);
bool RemoveCondition(CustomResourceDefinition& crd, std::string_view type);

// Established: once the names are accepted, unless the conversion webhook cannot be trusted. It
// stays whatever comes.
bool SetEstablished(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds);
// NonStructuralSchema: there only if a schema is not structural.
bool SetNonStructural(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds);
// KubernetesAPIApprovalPolicyConformant: there only in protected groups.
bool SetApproval(Arena& arena, CustomResourceDefinition& crd, int64_t now_seconds);

}  // namespace pintle::extensions
