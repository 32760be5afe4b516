#pragma once

#include <string>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/field/errors.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

// CustomResourceDefinitions of apiextensions.k8s.io/v1 as JSON values that the typed decoder has
// accepted.
namespace pintle::schema {

struct CrdOptions {
  // How served schemas will prune: a default must survive it.
  PruneMode prune_mode = PruneMode::kKep;
  // For metadata of embedded resources in defaults; may be empty.
  MetadataTidier metadata_tidier;
  MetadataValidator metadata_validator;
  // The request came as v1beta1: schemas are optional and may be non-structural,
  // preserveUnknownFields may be set, new defaults may not, and no approval is needed.
  bool v1beta1_request = false;
};

// What is wrong with a CustomResourceDefinition to be created (`old_crd` null) or updated, after
// defaulting and with status.storedVersions filled in. What every ObjectMeta must keep to, apart
// from the name, is the caller's to check. Faults the stored object has already are forgiven where
// rules have been tightened since.
field::ErrorList ValidateCrd(const Value& crd, const Value* old_crd, const CrdOptions& options);

// Errors of a names object (spec.names, status.acceptedNames): syntax of what is set, not what must
// be.
field::ErrorList ValidateCrdNames(const Value& names, const field::Path& path);

// Why the schemas of a definition are not structural, as the condition NonStructuralSchema says it.
struct NonStructural {
  bool inconvertible = false;  // there is no telling
  std::string message;         // empty: they are structural
};
NonStructural FindNonStructural(const Value& crd);

// Where the approval of a definition in a group of the Kubernetes project is noted.
inline constexpr std::string_view kApprovalAnnotation = "api-approved.kubernetes.io";

enum class Approval : uint8_t { kNotNeeded, kMissing, kInvalid, kBypassed, kApproved };

// With reason and message of the condition KubernetesAPIApprovalPolicyConformant.
struct ApprovalFinding {
  Approval state = Approval::kNotNeeded;
  std::string_view reason;
  std::string message;
};
ApprovalFinding FindApproval(std::string_view group, std::string_view annotation);

// `unrecognized format "x"` for each format that is not checked, once; on update only those that
// are new.
std::vector<std::string> CrdWarnings(const Value& crd, const Value* old_crd);

}  // namespace pintle::schema
