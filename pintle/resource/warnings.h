#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pintle/field/findings.h"

namespace pintle::write {

// Warnings for the client, each text once, in order. An object can give cause for hundreds of
// thousands, and an answer has headers for 64: the first ones are kept, the rest is counted.
class Warnings {
 public:
  static constexpr size_t kMost = 100;
  // Of texts that are remembered, so that none is kept or counted twice.
  static constexpr size_t kMostSeen = 10'000;

  void Add(std::string text) {
    if (text.empty()) return;
    if (seen_.size() == kMostSeen) {
      ++more_;
    } else if (seen_.insert(std::hash<std::string>()(text)).second) {
      Keep(std::move(text));
    }
  }
  // One that Kubernetes does not have.
  void AddOwn(std::string_view text) { Add("pintle: " + std::string(text)); }
  // What was found in a body that is taken all the same.
  void AddFindings(const field::Findings& findings) {
    for (const field::Finding& finding : findings.items()) Add(field::FindingText(finding));
    for (const field::Finding& drop : findings.drops()) AddOwn(field::FindingText(drop));
    AddMore(findings.more());
  }
  // Some beyond those of one sort that were added. An attempt that lost a race is followed by one
  // that finds the same: they are not added up.
  void AddMore(size_t count) { more_found_ = std::max(more_found_, count); }
  const std::vector<std::string>& texts() const { return texts_; }
  // How many there are beyond those.
  size_t more() const { return more_ + more_found_; }

 private:
  void Keep(std::string text) {
    if (texts_.size() < kMost) {
      texts_.push_back(std::move(text));
    } else {
      ++more_;
    }
  }

  std::vector<std::string> texts_;
  size_t more_ = 0;
  size_t more_found_ = 0;
  std::unordered_set<size_t> seen_;  // hashes
};

}  // namespace pintle::write
