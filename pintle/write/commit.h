#pragma once

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/write/change.h"
#include "pintle/write/world.h"

// The one way objects are written.
namespace pintle::write {

struct Outcome {
  // As whoever reads it next will see it, with its resourceVersion; the last state of one that is
  // gone.
  Object object = {};
  bool created = false;
  // The write removed the object: it was deleted and nothing held it, or was terminating and lost
  // what held it last.
  bool removed = false;
};

// The rules of an endpoint, or of the resource itself, in this world.
Rules RulesOf(const World& world, const ResourceDefinition& resource, const Strategy& strategy);
Rules RulesOf(const World& world, const ResourceDefinition& resource);

// Makes a change and stores it, once: after a lost race it is made again of what is there then.
// `warnings` has what there is to tell the client, also when it fails.
//
// It reads what is there, unless the object is to be new. Then, until no race is lost, it draws,
// makes the object, lets admission mutate it, judges it, lets admission validate it, takes what it
// needs of stocks, and stores it by compare and swap. Of a deletion admission comes first. A name
// that is made up and taken is made up again, of the object as mutation left it. What is new is
// held to the rules of the resource, whatever endpoint it comes in by. A dry run goes as far as it
// can without storing. A request that is cancelled ends with that error, as long as nothing is
// stored.
Task<Result<Outcome>> Commit(World& world, const Request& request, const Rules& rules,
                             Change change, Warnings& warnings);

}  // namespace pintle::write
