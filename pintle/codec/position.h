#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/position.h"

namespace pintle::codec {

using field::Position;

// Where a text ends that begins at `start`. CR, LF and both together end a line.
Position Advance(Position start, std::string_view text);

// Where a value and the key it stands under are written. An element of a list and the whole
// document have no key; there both are the same.
struct Location {
  Position key;
  Position value;

  friend bool operator==(const Location&, const Location&) = default;
};

// How many bytes of `path`, from `at` on, name the member `key`; nothing if it is another one. A
// member is written `.key` (at the very start `key`) or `[key]`.
std::optional<size_t> MatchMember(std::string_view path, size_t at, std::string_view key);

// Finds the places of values in a JSON or YAML document by their paths, the way findings and field
// errors print them: `spec.ports[0].port`, `metadata.labels.app`, `data[a.b]`. Values keep no
// positions, so a map is made by reading the text once more when there is something to report. Once
// made it can be used by any number of threads.
class PositionMap {
 public:
  // `start` is where the document begins in its file. Errors are those of parsing the document.
  static Result<PositionMap> OfJson(std::string_view text, Position start = {});
  // Of the first document of the text. Behind an alias, `value` is the place of the alias for the
  // value itself, and what is inside is where the anchor has it. For a member that came by a merge
  // key, `key` is the place of the merge key.
  static Result<PositionMap> OfYaml(std::string_view text, Position start = {});

  // The empty path is the whole document. Of a repeated member the one that counts, the last.
  std::optional<Location> Find(std::string_view path) const;
  // The deepest value on the way to `path`: for complaints about something that is not there.
  Location FindNearest(std::string_view path) const;
  // The first place where the member called `path` is set once more in its object.
  std::optional<Location> FindRepeated(std::string_view path) const;

  // For those who fill a map. Nodes are made on the way down, root first, and appended to their
  // parents in document order. Not for use once it is filled.
  using Index = uint32_t;
  static constexpr Index kNone = UINT32_MAX;
  Index AddNode(Position value, bool is_list);
  // A node with the children of another one.
  Index AddAlias(Position value, Index target);
  void AppendElement(Index list, Index element);
  void AppendMember(Index object, std::string_view key, Position key_position, Index value);
  // Appends all members of `source` as if they had been written at the merge key.
  void MergeMembers(Index object, Index source, Position key_position);
  bool IsList(Index node) const { return nodes_[node].is_list; }
  // The elements of a list, first to last.
  std::vector<Index> Elements(Index list) const;

 private:
  struct Node {
    std::string_view key;
    Location location;
    Index first_child = kNone;
    Index last_child = kNone;
    Index next_sibling = kNone;
    bool is_list = false;
  };
  // A node whose path is the first `matched` bytes of the path looked for.
  struct Match {
    Index node;
    size_t matched;
    bool repeated;  // its object had the member before
  };

  void Append(Index parent, Index child);
  // The nodes on the way to `path`, last siblings first, until `stop` says so.
  template <typename Stop>
  void Walk(std::string_view path, Stop stop) const;
  // Adds the children of `parent` that lie on the way.
  void PushChildren(const Match& parent, std::string_view path, std::vector<Match>& out) const;
  void PushElement(const Match& list, std::string_view path, std::vector<Match>& out) const;

  std::vector<Node> nodes_;  // the root is the first
  Arena keys_;
};

}  // namespace pintle::codec
