#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/write/context.h"
#include "pintle/write/effects.h"
#include "pintle/write/strategy.h"

// The one way objects are written. Create, replace, every patch and deletion are sequences of pure
// stages run by one coroutine each, which is all that touches the outside, through Effects.
namespace pintle::write {

struct WriteOutcome {
  Object object;  // as stored, hub form, with its resourceVersion
  bool created = false;
  // The write removed the object (it was terminating and lost its last finalizer).
  bool deleted = false;
};

// Stores a new object. `object` is the decoded body.
Task<Result<WriteOutcome>> Create(Effects& effects, Context& context,
                                  const ResourceDefinition& resource, Object object);

// Makes the new state from the current one; called again after every lost race. The result must not
// share its metadata with `current`.
using Transform = std::function<Result<Object>(const Object& current)>;

struct UpdateOptions {
  // PUT: the uid in the body is a precondition, and a missing object may be created.
  bool replace = false;
  // What to create in that case.
  std::function<Object()> to_create;
};

// Replaces context.name with what `transform` makes of it.
Task<Result<WriteOutcome>> Update(Effects& effects, Context& context,
                                  const ResourceDefinition& resource, const Strategy& strategy,
                                  Transform transform, UpdateOptions options);

struct DeleteOptions {
  std::optional<int64_t> grace_period_seconds;
  std::optional<std::string> precondition_uid;
  std::optional<std::string> precondition_resource_version;
  std::optional<bool> orphan_dependents;
  std::optional<std::string> propagation_policy;
};

struct DeleteOutcome {
  Object object;  // the last state
  // False: only marked, finalizers hold it.
  bool removed = false;
};

Task<Result<DeleteOutcome>> Delete(Effects& effects, Context& context,
                                   const ResourceDefinition& resource, DeleteOptions options);

}  // namespace pintle::write
