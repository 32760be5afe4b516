#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/object/object.h"
#include "pintle/resource/definition.h"
#include "pintle/write/world.h"

// Objects that the server itself keeps in its store.
namespace pintle::server {

// Changes the object that is there to what it should be.
using Correct = std::function<void(object::Object& current, const object::Object& wanted)>;

// Creates the object that `json` describes, in the namespace it names; if there is one of that
// name, lets `correct` (may be empty) change it, which writes nothing if nothing changes.
Task<Status> EnsureObject(write::World& world, const write::ResourceDefinition& resource,
                          std::string json, Correct correct);

// The priority classes that Kubernetes itself uses.
Task<Status> EnsurePriorityClasses(write::World& world,
                                   const write::ResourceDefinition& priority_classes);

// The ServiceCIDR `kubernetes` of these networks, ready to be taken from. One that is there stays
// as it is, but for a second family that it lacks.
Task<Status> EnsureDefaultNetwork(write::World& world, const write::ResourceDefinition& networks,
                                  std::vector<std::string> cidrs);

}  // namespace pintle::server
