#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/field/path.h"
#include "pintle/field/position.h"

namespace pintle::field {

// One thing that strict decoding found. What is said of it is written where an answer is made:
// FindingText.
struct Finding {
  enum class Kind : uint8_t { kUnknown, kUnknownNumber, kDuplicate };
  // What was read: an object, a document that is merged into one, or a list of operations.
  enum class In : uint8_t { kObject, kMergePatch, kJsonPatch };

  Kind kind;
  // The field as it stands in the document, not escaped; of a Protobuf field that has only a number
  // the message it is in.
  std::string path;
  uint32_t number = 0;  // of kUnknownNumber
  In in = In::kObject;
  // Where in the body. Decoding keeps no places: it is looked up where an answer wants it.
  std::optional<Position> position = {};
};

// `unknown field "spec.x"`
std::string FindingText(const Finding& finding);

// What strict decoding found: unknown and duplicate fields, in the order found, each once.
// Depending on the request's `fieldValidation` they become a refusal or warnings.
class Findings {
 public:
  // More than this are not kept, and neither is what comes behind many repeats; `Unlimited` lifts
  // both caps for sources that have none.
  static constexpr size_t kMaxFindings = 100;
  static constexpr size_t kMaxRepeats = 3 * kMaxFindings;

  // For who wants to know only whether there is any: keeps none.
  static Findings KeepingNone();

  // False once nothing more is kept: asked before a path is written, since paths can be long and
  // findings many.
  bool WantsMore() const { return unlimited_ || (items_.size() < most_ && repeats_ < kMaxRepeats); }
  // The path is written only if it is kept.
  void Unknown(const Path& path) { Take(Finding::Kind::kUnknown, path); }
  void Duplicate(const Path& path) { Take(Finding::Kind::kDuplicate, path); }
  // A field of a Protobuf message, which is at `path`, by its number.
  void UnknownNumber(uint32_t number, const Path& path) {
    Take(Finding::Kind::kUnknownNumber, path, number);
  }
  // For paths that are written already.
  void Unknown(std::string path) { Add({Finding::Kind::kUnknown, std::move(path)}); }
  void Duplicate(std::string path) { Add({Finding::Kind::kDuplicate, std::move(path)}); }
  // One that nobody wants the path of.
  void Skip() { any_ = true; }

  // Takes over what was found where the API drops what it does not know: told to the client, never
  // a refusal.
  void AddDrops(const Findings& found);
  // Adds all of `other` without the caps.
  void Append(Findings other);
  // Says of all what they were found in.
  void MarkAsIn(Finding::In in);
  // Puts all in bytewise order of their texts.
  void Sort();
  void Unlimited() { unlimited_ = true; }

  // Whether there was any, kept or not.
  bool any() const { return any_; }
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  const std::vector<Finding>& items() const { return items_; }
  // No findings, and not part of the message.
  const std::vector<Finding>& drops() const { return drops_; }

 private:
  void Take(Finding::Kind kind, const Path& path, uint32_t number = 0);
  void Add(Finding finding);
  // Whether it is new; then it is to become the next item.
  bool IsNew(const Finding& finding);

  std::vector<Finding> items_;
  std::vector<Finding> drops_;
  std::unordered_multimap<size_t, size_t> seen_;  // the items by a hash of what they say
  size_t most_ = kMaxFindings;
  size_t repeats_ = 0;  // of findings that were there already
  bool unlimited_ = false;
  bool any_ = false;
};

std::vector<std::string> FindingTexts(const std::vector<Finding>& findings);
// `strict decoding error: a, b`
std::string StrictMessage(const Findings& findings);

}  // namespace pintle::field
