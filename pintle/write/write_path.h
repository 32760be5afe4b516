#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/resource/context.h"
#include "pintle/resource/strategy.h"
#include "pintle/write/world.h"

// The one way objects are written. Create, replace, every patch and deletion are sequences of pure
// stages run by one coroutine each, which is all that touches the outside, through World.
namespace pintle::write {

struct WriteOutcome {
  Object object;  // as stored, hub form, with its resourceVersion
  bool created = false;
  // The write removed the object (it was terminating and lost its last finalizer).
  bool deleted = false;
};

// Clears what only the server sets; 400 unless the namespace of `object` is that of the request or
// missing, and then it gets it. Create does it by itself.
Status TakeAsNew(const Context& context, const ResourceDefinition& resource, Object& object);

// Stores a new object. `object` is the decoded body.
Task<Result<WriteOutcome>> Create(World& world, Context& context,
                                  const ResourceDefinition& resource, Object object);

// Makes the new state from the current one; called again after every lost race. The result must not
// share its metadata with `current`.
using Transform = std::function<Result<Object>(const Object& current)>;

// 400 unless name and namespace of `object` are those of the request; without a namespace it gets
// the request's. Update does it with what the transform makes; a body can be refused before.
Status CheckIdentity(const Context& context, const ResourceDefinition& resource, Object& object);

struct UpdateOptions {
  // PUT: the uid in the body is a precondition, and a missing object may be created.
  bool replace = false;
  // What to create in that case.
  std::function<Object()> to_create;
};

// Replaces context.name with what `transform` makes of it.
Task<Result<WriteOutcome>> Update(World& world, Context& context,
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

// Adds what there is to say of a deletion that leaves open what becomes of the dependents. Delete
// does it by itself.
void WarnOfPropagation(const ResourceDefinition& resource, const DeleteOptions& options,
                       Warnings& warnings);

Task<Result<DeleteOutcome>> Delete(World& world, Context& context,
                                   const ResourceDefinition& resource, DeleteOptions options);

}  // namespace pintle::write
