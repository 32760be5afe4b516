#include "pintle/codec/yaml_anchors.h"

#include <algorithm>

namespace pintle::codec {
namespace {

constexpr double kMinAliasedNodes = 100;
constexpr double kMinCheckedNodes = 1000;
constexpr double kLooseNodes = 400'000;
constexpr double kStrictNodes = 4'000'000;
constexpr double kLooseShare = 0.99;
constexpr double kStrictShare = 0.10;
// Nodes say nothing of long strings; text repeated by aliases is limited as well, to more than any
// object may have.
constexpr uint64_t kMaxAliasedBytes = 4 * 1024 * 1024;

// Members that merge keys may copy into a small document; beyond it, one for each byte of the text.
constexpr size_t kMinMergedMembers = 1000;

}  // namespace

YamlAnchor* YamlAnchors::Define(std::string_view name) {
  YamlAnchor* anchor = &storage_.emplace_back();
  by_name_[std::string(name)] = anchor;
  return anchor;
}

const YamlAnchor* YamlAnchors::Find(std::string_view name) const {
  auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : found->second;
}

bool AliasBudget::CountAlias(const YamlCost& node) {
  total_nodes_ += 1 + static_cast<double>(node.nodes);
  aliased_nodes_ += static_cast<double>(node.nodes);
  aliased_bytes_ += node.bytes;
  if (aliased_bytes_ > kMaxAliasedBytes) return false;
  if (aliased_nodes_ <= kMinAliasedNodes || total_nodes_ <= kMinCheckedNodes) return true;
  double beyond = std::clamp((total_nodes_ - kLooseNodes) / (kStrictNodes - kLooseNodes), 0.0, 1.0);
  double limit = kLooseShare - beyond * (kLooseShare - kStrictShare);
  return aliased_nodes_ / total_nodes_ <= limit;
}

bool AliasBudget::CountMerged(size_t members) {
  merged_members_ += members;
  return merged_members_ <= kMinMergedMembers + text_bytes_;
}

}  // namespace pintle::codec
