#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pintle/base/error.h"
#include "pintle/write/stages/draft.h"

// How objects come to their end.
namespace pintle::write {

struct DeleteOptions {
  std::optional<int64_t> grace_period_seconds;
  std::optional<std::string> precondition_uid;
  std::optional<std::string> precondition_resource_version;
  std::optional<bool> orphan_dependents;
  std::optional<std::string> propagation_policy;
};

// What a deletion does to an object.
enum class Ending : uint8_t {
  kUnchanged,  // it is ending already
  kMarked,     // something holds it: it only says that it is to go
  kRemoved,
};

// Adds what there is to say of a deletion that leaves open what becomes of the dependents.
void WarnOfPropagation(const ResourceDefinition& resource, const DeleteOptions& options,
                       Warnings& warnings);

// Stage: 409 unless `current` is what the options mean.
Status CheckPreconditions(const Rules& rules, const DeleteOptions& options, const Object& current);

// Stage: the draft, a copy of what there is, as the deletion leaves it; of what is removed, the
// last that is seen.
Ending MarkDeleted(const Rules& rules, const DeleteOptions& options, const Drawn& drawn,
                   Draft& draft);

// Whether a terminating object goes with this change, since nothing holds it any more.
bool EndsDeletion(const Rules& rules, const Draft& draft);

}  // namespace pintle::write
