#include "pintle/field/findings.h"

#include "pintle/base/strings.h"

namespace pintle::field {

void Findings::Add(std::string text) {
  if (!WantsMore()) return;
  if (seen_.insert(text).second) {
    texts_.push_back(std::move(text));
  } else {
    ++repeats_;
  }
}

void Findings::AddQuoted(std::string_view what, std::string_view path) {
  if (!WantsMore()) return;
  std::string text(what);
  AppendQuoted(text, path);
  Add(std::move(text));
}

void Findings::AddDrops(const std::vector<std::string>& texts) {
  drops_.insert(drops_.end(), texts.begin(), texts.end());
}

void Findings::Append(Findings other) {
  AddDrops(other.drops_);
  if (texts_.empty()) {
    texts_ = std::move(other.texts_);
    seen_ = std::move(other.seen_);
    return;
  }
  for (std::string& text : other.texts_) {
    if (seen_.insert(text).second) texts_.push_back(std::move(text));
  }
}

void Findings::Prefix(std::string_view prefix) {
  seen_.clear();
  for (std::string& text : texts_) {
    text.insert(0, prefix);
    seen_.insert(text);
  }
}

std::string Findings::Message() const { return "strict decoding error: " + Join(texts_, ", "); }

}  // namespace pintle::field
