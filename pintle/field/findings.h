#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pintle::field {

// One thing that strict decoding found.
struct Finding {
  enum class Kind : uint8_t { kUnknown, kUnknownNumber, kDuplicate };

  Kind kind;
  // The field as it stands in the document, not escaped; of a Protobuf field that has only a number
  // the message it is in.
  std::string path;
  // `unknown field "spec.x"`
  std::string text;
};

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
    return unlimited_ || (items_.size() < kMaxFindings && repeats_ < kMaxRepeats);
  }
  void Unknown(std::string_view path);
  // A field of a Protobuf message, which is at `path`, by its number.
  void UnknownNumber(uint32_t number, std::string_view path);
  void Duplicate(std::string_view path);
  // Takes what was found where the API drops what it does not know: told to the client, never a
  // refusal.
  void AddDrops(const std::vector<std::string>& texts);
  // Adds all of `other` without the caps.
  void Append(Findings other);
  // Puts `prefix` in front of every text.
  void Prefix(std::string_view prefix);
  // Puts all in bytewise order of their texts.
  void Sort();
  void Unlimited() { unlimited_ = true; }

  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  const std::vector<Finding>& items() const { return items_; }
  std::vector<std::string> texts() const;
  // No findings, and not part of the message.
  const std::vector<std::string>& drops() const { return drops_; }
  // `strict decoding error: a, b`
  std::string Message() const;

 private:
  void Add(Finding::Kind kind, std::string_view path, std::string text);

  std::vector<Finding> items_;
  std::vector<std::string> drops_;
  std::unordered_set<std::string> seen_;  // texts
  size_t repeats_ = 0;                    // of texts that were there already
  bool unlimited_ = false;
};

}  // namespace pintle::field
