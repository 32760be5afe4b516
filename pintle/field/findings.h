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
// Depending on the request's `fieldValidation` they become a refusal or warnings. A body can hold
// hundreds of thousands, each with a path as long as itself: only some are kept, the rest is
// counted.
class Findings {
 public:
  // What decoding keeps: more than this are not kept, and neither is what comes behind many
  // repeats. `Widen` is for sources that know no such cap.
  static constexpr size_t kMaxFindings = 100;
  static constexpr size_t kMaxRepeats = 3 * kMaxFindings;
  static constexpr size_t kMaxWidened = 1000;
  // Of all paths together, whatever the source; and of one, which is cut in its middle.
  static constexpr size_t kMaxPathBytes = size_t{64} << 10;
  static constexpr size_t kMaxOnePathBytes = size_t{4} << 10;

  // For who wants to know only whether there is any: keeps none.
  static Findings KeepingNone();

  // False once nothing more is kept: asked before a path is written, since paths can be long and
  // findings many.
  bool WantsMore() const {
    return items_.size() < most_ && repeats_ < kMaxRepeats && path_bytes_ < kMaxPathBytes;
  }
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
  // Some that nobody wants the paths of.
  void Skip(size_t count = 1) { more_ += count; }

  // Takes over what was found where the API drops what it does not know: told to the client, never
  // a refusal.
  void AddDrops(const Findings& found);
  // Adds those of `other`, as many as a widened one keeps.
  void Append(Findings other);
  // Says of all what they were found in.
  void MarkAsIn(Finding::In in);
  // Puts all in bytewise order of their texts.
  void Sort();
  void SortByPath();
  void Widen() { most_ = kMaxWidened; }

  // Whether there was any, kept or not.
  bool any() const { return !items_.empty() || more_ > 0; }
  // How many were found beyond those that are kept.
  size_t more() const { return more_; }
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  const std::vector<Finding>& items() const { return items_; }
  // No findings, and not part of the message.
  const std::vector<Finding>& drops() const { return drops_; }

 private:
  void Take(Finding::Kind kind, const Path& path, uint32_t number = 0);
  void Add(Finding finding);
  // Keeps it if it is new; returns whether it is.
  bool Keep(Finding finding);
  void Rearrange(std::vector<Finding> items);

  std::vector<Finding> items_;
  std::vector<Finding> drops_;
  std::unordered_multimap<size_t, size_t> seen_;  // the items by a hash of what they say
  size_t most_ = kMaxFindings;
  size_t repeats_ = 0;  // of findings that were there already
  size_t path_bytes_ = 0;
  size_t more_ = 0;
};

std::vector<std::string> FindingTexts(const std::vector<Finding>& findings);
// `strict decoding error: a, b, and 7 more`
std::string StrictMessage(const Findings& findings);

}  // namespace pintle::field
