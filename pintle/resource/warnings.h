#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pintle/field/findings.h"

namespace pintle::write {

// Warnings for the client, each text once, in order.
class Warnings {
 public:
  void Add(std::string text) {
    if (!text.empty() && seen_.insert(text).second) texts_.push_back(std::move(text));
  }
  // One that Kubernetes does not have.
  void AddOwn(std::string_view text) { Add("pintle: " + std::string(text)); }
  // What was found in a body that is taken all the same.
  void AddFindings(const field::Findings& findings) {
    for (const field::Finding& finding : findings.items()) Add(field::FindingText(finding));
    for (const field::Finding& drop : findings.drops()) AddOwn(field::FindingText(drop));
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_set<std::string> seen_;
};

}  // namespace pintle::write
