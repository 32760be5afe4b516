#include "pintle/schema/default_pruning.h"

#include <string_view>
#include <vector>

#include "pintle/schema/open_api.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

// Goes down a schema that nobody else sees yet, so it may change nodes. Recursion follows the
// schema.
class DefaultPruner {
 public:
  DefaultPruner(Arena& arena, PruneMode mode, const MetadataTidier& tidier)
      : arena_(arena), mode_(mode), tidier_(tidier) {}

  void Node(const Structural& constant, bool inherited, bool is_resource) {
    if (!constant.subtree_has_defaults) return;
    auto& node = const_cast<Structural&>(constant);
    if (node.default_value != nullptr) node.default_value = Pruned(node, inherited);
    bool preserving = PreservesAt(node, mode_, inherited);
    is_resource |= node.embedded_resource;
    if (node.items != nullptr) Node(*node.items, PreservesElements(preserving), false);
    bool below = PreservesMembers(mode_, preserving);
    if (node.additional_properties != nullptr) Node(*node.additional_properties, below, false);
    for (const Property& property : node.properties) {
      // Metadata is no business of pruning, and the rules for defaults keep it valid.
      if (is_resource && IsResourceMeta(property.name)) continue;
      Node(*property.schema, below, false);
    }
  }

 private:
  const Value* Pruned(const Structural& node, bool inherited) {
    Value pruned = PruneInside(arena_, node, *node.default_value, mode_, inherited);
    pruned = TidyEmbedded(arena_, node, pruned, field::Path(), false, {.tidier = tidier_}).object;
    return SameData(pruned, *node.default_value) ? node.default_value : arena_.New<Value>(pruned);
  }

  Arena& arena_;
  PruneMode mode_;
  const MetadataTidier& tidier_;
};

}  // namespace

void PruneDefaults(Arena& arena, Structural& root, PruneMode mode, const MetadataTidier& tidier) {
  DefaultPruner(arena, mode, tidier).Node(root, false, true);
}

}  // namespace pintle::schema
