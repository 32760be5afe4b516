#include "pintle/field/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "pintle/base/strings.h"

namespace pintle::field {
namespace {

// Findings that say the same are one; places do not count.
bool SaysTheSame(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.in == b.in && a.number == b.number && a.path == b.path;
}

size_t HashOf(const Finding& finding) {
  const size_t salt = (static_cast<size_t>(finding.number) << 8) |
                      (static_cast<size_t>(finding.kind) << 4) | static_cast<size_t>(finding.in);
  return std::hash<std::string_view>()(finding.path) ^ (salt * 0x9E3779B97F4A7C15);
}

}  // namespace

std::string FindingText(const Finding& finding) {
  std::string text = finding.in == Finding::In::kJsonPatch ? "json patch " : "";
  switch (finding.kind) {
    case Finding::Kind::kUnknown:
      text += "unknown field ";
      break;
    case Finding::Kind::kDuplicate:
      text += "duplicate field ";
      break;
    case Finding::Kind::kUnknownNumber:
      text += fmt::format("unknown field number {}", finding.number);
      if (finding.path.empty()) return text;
      text += " in ";
      break;
  }
  AppendQuoted(text, finding.path);
  return text;
}

Findings Findings::KeepingNone() {
  Findings none;
  none.most_ = 0;
  return none;
}

bool Findings::IsNew(const Finding& finding) {
  const size_t hash = HashOf(finding);
  auto [at, end] = seen_.equal_range(hash);
  for (; at != end; ++at) {
    if (SaysTheSame(items_[at->second], finding)) return false;
  }
  seen_.emplace(hash, items_.size());
  return true;
}

void Findings::Add(Finding finding) {
  any_ = true;
  if (!WantsMore()) return;
  if (IsNew(finding)) {
    items_.push_back(std::move(finding));
  } else {
    ++repeats_;
  }
}

void Findings::Take(Finding::Kind kind, const Path& path, uint32_t number) {
  if (!WantsMore()) return Skip();
  Add({kind, path.ToString(), number});
}

void Findings::AddDrops(const Findings& found) {
  drops_.insert(drops_.end(), found.items_.begin(), found.items_.end());
}

void Findings::Append(Findings other) {
  any_ |= other.any_;
  drops_.insert(drops_.end(), std::make_move_iterator(other.drops_.begin()),
                std::make_move_iterator(other.drops_.end()));
  if (items_.empty()) {
    items_ = std::move(other.items_);
    seen_ = std::move(other.seen_);
    return;
  }
  for (Finding& finding : other.items_) {
    if (IsNew(finding)) items_.push_back(std::move(finding));
  }
}

void Findings::MarkAsIn(Finding::In in) {
  for (Finding& finding : items_) finding.in = in;
  seen_.clear();
  for (size_t i = 0; i < items_.size(); ++i) seen_.emplace(HashOf(items_[i]), i);
}

void Findings::Sort() {
  std::vector<std::pair<std::string, size_t>> order;
  order.reserve(items_.size());
  for (size_t i = 0; i < items_.size(); ++i) order.emplace_back(FindingText(items_[i]), i);
  std::ranges::sort(order);
  std::vector<Finding> sorted;
  sorted.reserve(items_.size());
  seen_.clear();
  for (auto& [text, index] : order) {
    seen_.emplace(HashOf(items_[index]), sorted.size());
    sorted.push_back(std::move(items_[index]));
  }
  items_ = std::move(sorted);
}

std::vector<std::string> FindingTexts(const std::vector<Finding>& findings) {
  std::vector<std::string> texts;
  texts.reserve(findings.size());
  for (const Finding& finding : findings) texts.push_back(FindingText(finding));
  return texts;
}

std::string StrictMessage(const Findings& findings) {
  return "strict decoding error: " + Join(FindingTexts(findings.items()), ", ");
}

}  // namespace pintle::field
