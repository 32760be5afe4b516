#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pintle::field {

// What strict decoding found: unknown and duplicate fields, in the order found, each text once.
// Depending on the request's `fieldValidation` they become a refusal or warnings.
class Findings {
 public:
  // More than this are dropped silently, and so is what comes behind many repeats; `Unlimited`
  // lifts both caps for sources that have none.
  static constexpr size_t kMaxFindings = 100;
  static constexpr size_t kMaxRepeats = 3 * kMaxFindings;

  // False once everything is dropped: asked before a text is made, since paths can be long and
  // findings many.
  bool WantsMore() const {
    return unlimited_ || (texts_.size() < kMaxFindings && repeats_ < kMaxRepeats);
  }
  void Unknown(std::string_view path) { AddQuoted("unknown field ", path); }
  void Duplicate(std::string_view path) { AddQuoted("duplicate field ", path); }
  // Text of another form, taken as it is.
  void Add(std::string text);
  // Takes what was found where the API drops what it does not know: told to the client, never a
  // refusal.
  void AddDrops(const std::vector<std::string>& texts);
  // Adds all of `other` without the caps.
  void Append(Findings other);
  // Puts `prefix` in front of every text.
  void Prefix(std::string_view prefix);
  void Unlimited() { unlimited_ = true; }

  bool empty() const { return texts_.empty(); }
  const std::vector<std::string>& texts() const { return texts_; }
  // No findings, and not part of the message.
  const std::vector<std::string>& drops() const { return drops_; }
  // `strict decoding error: a, b`
  std::string Message() const;

 private:
  void AddQuoted(std::string_view what, std::string_view path);

  std::vector<std::string> texts_;
  std::vector<std::string> drops_;
  std::unordered_set<std::string> seen_;
  size_t repeats_ = 0;  // of texts that were there already
  bool unlimited_ = false;
};

}  // namespace pintle::field
