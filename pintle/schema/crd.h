#pragma once

#include <string>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/field/errors.h"
#include "pintle/schema/coerce.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

// CustomResourceDefinitions of apiextensions.k8s.io/v1 as JSON values that the typed decoder has
// accepted.
namespace pintle::schema {

struct CrdOptions {
  // How served schemas will prune: a default must survive it.
  PruneMode prune_mode = PruneMode::kKep;
  // For metadata of embedded resources in defaults; may be empty.
  MetadataCoercer metadata_coercer;
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

// `unrecognized format "x"` for each format that is not checked, once; on update only those that
// are new.
std::vector<std::string> CrdWarnings(const Value& crd, const Value* old_crd);

}  // namespace pintle::schema
