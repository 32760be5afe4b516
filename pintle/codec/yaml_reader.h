#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/codec/duplicate_tracker.h"
#include "pintle/codec/position.h"
#include "pintle/codec/yaml_anchors.h"
#include "pintle/codec/yaml_events.h"
#include "pintle/field/findings.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// Builds the value of the first document of a YAML text from libyaml's events: what ParseYaml,
// DocumentStream and PositionMap have in common. Errors of syntax are returned at once; errors of
// meaning wait for the end of the document, since a syntax error further down is the one to report.
class YamlReader {
 public:
  struct Options {
    // Takes repeated keys, if not null.
    field::Findings* findings = nullptr;
    // Takes the places of all values, if not null.
    PositionMap* positions = nullptr;
    YamlLines lines = YamlLines::kAsServer;
    // Where the text begins in its file.
    Position start = {};
    // Anything behind the document is an error and not ignored.
    bool whole_text = false;
  };

  YamlReader(std::string_view text, Arena& arena, Options options);

  // The value of the document; nothing at all is null.
  Result<Value> Read();
  // Where the error is that Read returned.
  Position error_position() const;
  // Whether there is content behind the document that Read returned.
  bool HasMore();

 private:
  struct Frame {
    bool is_map = false;
    // The value of a merge key, or a mapping in a list of those: its members count as members of
    // the mapping that has the merge key.
    bool is_merged = false;
    YamlAnchor* anchor = nullptr;
    std::vector<Value> items = {};
    std::vector<Member> members = {};
    std::optional<std::string_view> key = {};  // in a map: the key whose value is next
    Position key_position = {};
    bool merge_next = false;   // the key was `<<`
    std::string bad_key = {};  // the error to report once the value is known
    YamlCost cost = {};        // of all so far
    Position position = {};
    PositionMap::Index place = PositionMap::kNone;
  };

  Status ReadDocument();
  Status ExpectEnd();
  Status Handle(const yaml_event_t& event);
  Status CheckVersion(const yaml_event_t& event) const;
  Status Begin(const yaml_char_t* anchor, bool is_map);
  Status End();
  Status HandleScalar(const yaml_event_t& event);
  Status HandleAlias(const yaml_event_t& event);

  YamlNode ScalarNode(const yaml_event_t& event);
  YamlNode BinaryNode(std::string_view text);
  YamlNode ResolvedNode(const YamlScalar& meaning, std::string_view text);
  void CheckTag(const YamlScalar& meaning, std::string_view tag, std::string_view text);
  // Of the event at hand.
  Position Here() const { return events_.At(events_.event().start_mark); }
  void CheckFinite(const YamlNode& node);

  // Puts a finished node where it belongs.
  Status Add(const YamlNode& node, bool is_alias);
  void AddKey(Frame& frame, const YamlNode& node);
  void AddElement(Frame& frame, const YamlNode& node);
  void AddMember(Frame& frame, const YamlNode& node);
  Status Merge(Frame& frame, const YamlNode& node);
  // The node's place in the map of positions, made now if it is a scalar.
  PositionMap::Index Place(const YamlNode& node);
  void MergePlaces(const Frame& frame, const YamlNode& node);

  bool tracks() const { return options_.findings != nullptr; }
  // Whether the node that starts now is merged into the mapping around it.
  bool MergeComes() const;
  // Counts the members of an aliased mapping, or list of mappings, as keys of the open mapping.
  void TrackMerged(const Value& source);
  YamlAnchor* Define(const yaml_char_t* name);
  bool KeyRead() const { return frames_.back().key || frames_.back().merge_next; }
  // The first error of meaning is the one that is reported.
  void Fault(Position position, std::string message);

  Arena& arena_;
  Options options_;
  YamlEvents events_;
  DuplicateTracker tracker_;
  YamlAnchors anchors_;
  AliasBudget budget_;
  std::vector<Frame> frames_;
  std::optional<YamlNode> root_;
  std::string fault_;
  Position fault_position_;
  bool syntax_error_ = false;
};

}  // namespace pintle::codec
