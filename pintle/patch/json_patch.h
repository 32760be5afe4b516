#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// A JSON Patch (RFC 6902) in the dialect of the Kubernetes API: `replace` makes members that are
// missing, `copy` of a missing member gives null, a missing `value` is null, indices may count from
// the end. Immutable once parsed; lives as long as the arena and body it was parsed from.
class JsonPatch {
 public:
  // More are refused, as a patch of small size can ask for much work.
  static constexpr size_t kMaxOperations = 10000;
  // What all copies of one patch may come to, as JSON.
  static constexpr size_t kMaxCopiedBytes = 3 * 1024 * 1024;

  // With `findings`, unknown and repeated members are recorded there, and an operation whose
  // members have wrong types is a 400; without, that is found when it is applied. A value that is
  // nested too deep is a 400, too many operations are a 413.
  static Result<JsonPatch> Parse(std::string_view body, Arena& arena, field::Findings* findings);

  bool empty() const { return operations_.empty(); }

  // Whether an operation lacks a member that it needs and has one that nobody knows, so that a
  // finding tells why it fails.
  bool has_misspelt_members() const { return has_misspelt_members_; }
  // Of a finding about a member that operations do not have, `[0].form`, the member that was
  // probably meant.
  static std::optional<std::string> NearestMember(std::string_view path);

  // All operations or none; every failure is the API's general 422. The result shares data with
  // `document` and the patch, and is `document` itself where nothing changes (see IsSame).
  Result<Value> Apply(Arena& arena, const Value& document) const;

  // Whether values of the patch have repeated members, which a Value cannot show.
  bool has_repeats() const { return !repeats_.empty(); }
  // A result of Apply as JSON, with what came from the patch as it was written there.
  std::string TextOf(const Value& result) const;

 private:
  friend class JsonPatchParser;

  enum class Verb : uint8_t { kUnknown, kAdd, kRemove, kReplace, kMove, kCopy, kTest };

  struct Operation {
    Verb verb = Verb::kUnknown;
    // Members that must be there are, and have the right types.
    bool complete = false;
    // A string of `value` is written with escapes the server would not write. A test compares
    // texts, so that it cannot be equal to anything stored.
    bool odd_spelling = false;
    std::string_view path;
    std::string_view from;
    Value value;
  };

  void AppendText(std::string& out, const Value& value, int depth) const;

  std::vector<Operation> operations_;
  bool has_misspelt_members_ = false;
  // Source texts of values with repeated members, by where their content stands.
  std::map<const void*, std::string_view> repeats_;
};

}  // namespace pintle::patch
