#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/codec/position.h"
#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/media_type.h"

// What `details.causes` of a strict refusal says of each finding. All of it is looked up when
// something is refused: decoding keeps no positions.
namespace pintle::object {

// The causes of one refusal. What is beyond its limits is in the message alone.
class CauseList {
 public:
  bool HasRoom() const;
  // Looking for what was meant takes the most time; who made many mistakes is helped by the first.
  bool WantsMeant() const;
  void Add(Cause cause);
  std::vector<Cause> Take() { return std::move(causes_); }

 private:
  std::vector<Cause> causes_;
  size_t bytes_ = 0;
};

// Where things stand in a body. Nothing for formats without lines, and for texts so large that the
// map would cost more than it helps.
std::optional<codec::PositionMap> FindingPositions(MediaType media, std::string_view body);

// Notes where a finding stands, if the map has it.
void Locate(field::Finding& finding, const codec::PositionMap& positions);

// `unknown field "spec.sise" at line 3, column 5; did you mean "size"?`: the place if it was
// located, the question if it is known what was `meant`.
Cause FindingCause(const field::Finding& finding, const std::optional<std::string>& meant);

// The causes for the findings of a body that is of this version of the kind.
std::vector<Cause> FindingCauses(const Kind& kind, std::string_view version, MediaType media,
                                 std::string_view body, const field::Findings& findings);

}  // namespace pintle::object
