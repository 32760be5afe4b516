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

bool Findings::Keep(Finding finding) {
  const size_t hash = HashOf(finding);
  auto [at, end] = seen_.equal_range(hash);
  for (; at != end; ++at) {
    if (SaysTheSame(items_[at->second], finding)) return false;
  }
  seen_.emplace(hash, items_.size());
  path_bytes_ += finding.path.size();
  items_.push_back(std::move(finding));
  return true;
}

void Findings::Add(Finding finding) {
  if (!WantsMore()) return Skip();
  if (finding.path.size() > kMaxOnePathBytes) {
    finding.path = Shortened(finding.path, kMaxOnePathBytes);
  }
  if (!Keep(std::move(finding))) ++repeats_;
}

void Findings::Take(Finding::Kind kind, const Path& path, uint32_t number) {
  if (!WantsMore()) return Skip();
  Add({kind, path.ToString(), number});
}

void Findings::AddDrops(const Findings& found) {
  drops_.insert(drops_.end(), found.items_.begin(), found.items_.end());
}

void Findings::Append(Findings other) {
  more_ += other.more_;
  drops_.insert(drops_.end(), std::make_move_iterator(other.drops_.begin()),
                std::make_move_iterator(other.drops_.end()));
  if (items_.empty()) {
    items_ = std::move(other.items_);
    seen_ = std::move(other.seen_);
    path_bytes_ = other.path_bytes_;
    return;
  }
  for (Finding& finding : other.items_) {
    if (items_.size() >= kMaxWidened || path_bytes_ >= kMaxPathBytes) {
      ++more_;
    } else {
      Keep(std::move(finding));
    }
  }
}

void Findings::MarkAsIn(Finding::In in) {
  for (Finding& finding : items_) finding.in = in;
  Rearrange(std::move(items_));
}

void Findings::Rearrange(std::vector<Finding> items) {
  items_ = std::move(items);
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
  for (auto& [text, index] : order) sorted.push_back(std::move(items_[index]));
  Rearrange(std::move(sorted));
}

void Findings::SortByPath() {
  std::ranges::stable_sort(items_, {}, &Finding::path);
  Rearrange(std::move(items_));
}

std::vector<std::string> FindingTexts(const std::vector<Finding>& findings) {
  std::vector<std::string> texts;
  texts.reserve(findings.size());
  for (const Finding& finding : findings) texts.push_back(FindingText(finding));
  return texts;
}

std::string StrictMessage(const Findings& findings) {
  std::vector<std::string> texts = FindingTexts(findings.items());
  if (findings.more() > 0) texts.push_back(fmt::format("and {} more", findings.more()));
  return "strict decoding error: " + Join(texts, ", ");
}

}  // namespace pintle::field
