#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pintle/codec/position.h"
#include "pintle/codec/yaml_scalar.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// What putting a node in once more costs.
struct YamlCost {
  uint64_t nodes = 1;
  uint64_t bytes = 0;
  size_t height = 0;  // levels of containers

  // For a node that is put into this one.
  void Add(const YamlCost& child) {
    nodes += child.nodes;
    bytes += child.bytes;
    height = std::max(height, child.height);
  }
};

// A finished node of a YAML document.
struct YamlNode {
  Value value = {};
  YamlCost cost = {};
  // For scalars, their meaning: keys are made from it and not from the value.
  std::optional<YamlScalar> scalar = {};
  Position position = {};
  // Its place in the map of positions, if one is made and the node is a container.
  PositionMap::Index place = PositionMap::kNone;
};

struct YamlAnchor {
  bool open = true;  // the node it names has not ended yet
  YamlNode node = {};
};

// The anchors of a document. A later definition of a name replaces the earlier one from there on.
class YamlAnchors {
 public:
  // Stays where it is as long as the anchors live.
  YamlAnchor* Define(std::string_view name);
  // Null if there is none.
  const YamlAnchor* Find(std::string_view name) const;

 private:
  std::deque<YamlAnchor> storage_;
  std::unordered_map<std::string, YamlAnchor*> by_name_;
};

// Keeps aliases from blowing a small text up into a large tree. The bounds are those of Kubernetes:
// below two minimums anything goes, above them the share of nodes that came by aliases is limited,
// the stricter the larger the tree. An aliased value is shared, but merge keys copy members: their
// number is limited by the length of the text.
class AliasBudget {
 public:
  explicit AliasBudget(size_t text_bytes) : text_bytes_(text_bytes) {}

  void CountNode() { ++total_nodes_; }
  // Whether a node may be put in once more.
  bool CountAlias(const YamlCost& node);
  // Whether so many members may be copied.
  bool CountMerged(size_t members);

 private:
  double total_nodes_ = 0;
  double aliased_nodes_ = 0;
  uint64_t aliased_bytes_ = 0;
  size_t text_bytes_;
  size_t merged_members_ = 0;
};

}  // namespace pintle::codec
