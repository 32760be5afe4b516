#pragma once

#include "pintle/base/arena.h"
#include "pintle/field/findings.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

// Pruning removes every member of an object that its schema does not specify. It looks at the shape
// of the value, never at `type`, and scalars are never changed. With the schema
//
//   type: object
//   properties:
//     spec:
//       type: object
//       properties:
//         size: {type: integer}
//         labels: {type: object, additionalProperties: {type: string}}
//         raw:                                  # preserves what it does not specify ...
//           type: object
//           x-kubernetes-preserve-unknown-fields: true
//           properties:
//             open: {type: object}
//             closed: {type: object, properties: {a: {type: string}}}
//
// the object
//
//   spec: {size: 1, colour: red, labels: {x: y}, raw: {other: {k: 1}, open: {k: 2}, closed: {a: s,
//   k: 3}}}
//
// loses `spec.colour` and `spec.raw.closed.k`. What happens to `spec.raw.open.k` is where the two
// modes part:
//
//   kKep         preserving goes on into specified children until one lists properties of its own.
//   `open` lists none, so
//                {k: 2} stays; `closed` does, so it is pruned.
//   kKubernetes  every specified child is pruned by its own schema alone, so `open` becomes {}.
//   Preserving is inherited only
//                by unspecified values and by list elements.
//
// In both modes `additionalProperties: true` keeps the keys, but carries no schema: objects among
// the values are emptied unless preserving reaches them. At the root of a resource
// (`is_resource_root`) and in embedded resources apiVersion, kind and metadata are left alone.
//
// Returns `object` itself if nothing was removed; else a new value in `arena` that shares what did
// not change. With `unknown` each removed member is added there, a removed subtree once at its top,
// bytewise sorted: `spec.list[1].b`, `spec.map.key.x`.
Value Prune(Arena& arena, const Structural& schema, const Value& object, PruneMode mode,
            bool is_resource_root, field::Findings* unknown);

// The same for a value inside a resource. `preserving` says whether preserving reaches it from
// above, as PreservesBelow tells while going down.
Value PruneInside(Arena& arena, const Structural& schema, const Value& value, PruneMode mode,
                  bool preserving);

// Whether preserving is on at a node, given whether it reaches it from above ...
bool PreservesAt(const Structural& schema, PruneMode mode, bool inherited);
// ... and whether it then reaches the children: list elements, or members.
bool PreservesElements(bool preserving);
bool PreservesMembers(PruneMode mode, bool preserving);

}  // namespace pintle::schema
