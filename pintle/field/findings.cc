#include "pintle/field/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::field {

void Findings::Add(Finding::Kind kind, std::string_view path, std::string text) {
  if (seen_.insert(text).second) {
    items_.push_back(Finding{kind, std::string(path), std::move(text)});
  } else {
    ++repeats_;
  }
}

void Findings::Unknown(std::string_view path) {
  if (!WantsMore()) return;
  Add(Finding::Kind::kUnknown, path, fmt::format("unknown field {}", Quoted(path)));
}

void Findings::UnknownNumber(uint32_t number, std::string_view path) {
  if (!WantsMore()) return;
  std::string text = fmt::format("unknown field number {}", number);
  if (!path.empty()) text += fmt::format(" in {}", Quoted(path));
  Add(Finding::Kind::kUnknownNumber, path, std::move(text));
}

void Findings::Duplicate(std::string_view path) {
  if (!WantsMore()) return;
  Add(Finding::Kind::kDuplicate, path, fmt::format("duplicate field {}", Quoted(path)));
}

void Findings::AddDrops(const std::vector<std::string>& texts) {
  drops_.insert(drops_.end(), texts.begin(), texts.end());
}

void Findings::Append(Findings other) {
  AddDrops(other.drops_);
  if (items_.empty()) {
    items_ = std::move(other.items_);
    seen_ = std::move(other.seen_);
    return;
  }
  for (Finding& finding : other.items_) {
    if (seen_.insert(finding.text).second) items_.push_back(std::move(finding));
  }
}

void Findings::Prefix(std::string_view prefix) {
  seen_.clear();
  for (Finding& finding : items_) {
    finding.text.insert(0, prefix);
    seen_.insert(finding.text);
  }
}

void Findings::Sort() { std::ranges::sort(items_, {}, &Finding::text); }

std::vector<std::string> Findings::texts() const {
  std::vector<std::string> texts;
  texts.reserve(items_.size());
  for (const Finding& finding : items_) texts.push_back(finding.text);
  return texts;
}

std::string Findings::Message() const { return "strict decoding error: " + Join(texts(), ", "); }

}  // namespace pintle::field
