#include "pintle/codec/position.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "pintle/codec/json_reader.h"

namespace pintle::codec {
namespace {

// Reads the tokens of a JSON document into a map.
class JsonPositions {
 public:
  JsonPositions(std::string_view text, Position start) : text_(text), reader_(text), at_(start) {}

  Result<PositionMap> Run() {
    for (;;) {
      PINTLE_TRY(Token token, reader_.Next());
      if (token == Token::kEnd) return std::move(map_);
      Handle(token);
    }
  }

 private:
  struct Frame {
    PositionMap::Index node;
    std::string key;
    Position key_position;
  };

  void Handle(Token token) {
    switch (token) {
      case Token::kKey:
        frames_.back().key = reader_.text();
        frames_.back().key_position = Here();
        return;
      case Token::kEndList:
      case Token::kEndObject:
        frames_.pop_back();
        return;
      case Token::kBeginList:
      case Token::kBeginObject:
        frames_.push_back(Frame{AddValue(token == Token::kBeginList), {}, {}});
        return;
      default:
        AddValue(false);
    }
  }

  PositionMap::Index AddValue(bool is_list) {
    PositionMap::Index node = map_.AddNode(Here(), is_list);
    if (frames_.empty()) return node;
    Frame& frame = frames_.back();
    if (map_.IsList(frame.node)) {
      map_.AppendElement(frame.node, node);
    } else {
      map_.AppendMember(frame.node, frame.key, frame.key_position, node);
    }
    return node;
  }

  // Of the last token.
  Position Here() {
    size_t offset = reader_.offset();
    at_ = Advance(at_, text_.substr(passed_, offset - passed_));
    passed_ = offset;
    return at_;
  }

  std::string_view text_;
  JsonReader reader_;
  size_t passed_ = 0;
  Position at_;  // of byte passed_
  std::vector<Frame> frames_;
  PositionMap map_;
};

}  // namespace

Position Advance(Position start, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool breaks = c == '\n' || (c == '\r' && !text.substr(i + 1).starts_with('\n'));
    if (breaks) {
      ++start.line;
      start.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      ++start.column;
    }
  }
  return start;
}

std::optional<size_t> MatchMember(std::string_view path, size_t at, std::string_view key) {
  // Of an empty key of the document itself nothing is seen in a path.
  if (at == 0 && key.empty()) return 0;
  std::string_view rest = path.substr(at);
  size_t lead = at == 0 ? 0 : 1;
  if (lead == 0 || rest.starts_with('.')) {
    std::string_view after = rest.substr(lead);
    if (after.starts_with(key)) {
      after.remove_prefix(key.size());
      if (after.empty() || after[0] == '.' || after[0] == '[') return lead + key.size();
    }
  }
  bool bracketed = rest.starts_with('[') && rest.substr(1).starts_with(key) &&
                   rest.substr(1 + key.size()).starts_with(']');
  if (!bracketed) return std::nullopt;
  return key.size() + 2;
}

Result<PositionMap> PositionMap::OfJson(std::string_view text, Position start) {
  return JsonPositions(text, start).Run();
}

PositionMap::Index PositionMap::AddNode(Position value, bool is_list) {
  Node node;
  node.location = {value, value};
  node.is_list = is_list;
  nodes_.push_back(node);
  return static_cast<Index>(nodes_.size() - 1);
}

PositionMap::Index PositionMap::AddAlias(Position value, Index target) {
  Index alias = AddNode(value, nodes_[target].is_list);
  nodes_[alias].first_child = nodes_[target].first_child;
  nodes_[alias].last_child = nodes_[target].last_child;
  return alias;
}

void PositionMap::Append(Index parent, Index child) {
  Node& node = nodes_[parent];
  if (node.first_child == kNone) {
    node.first_child = child;
  } else {
    nodes_[node.last_child].next_sibling = child;
  }
  node.last_child = child;
}

void PositionMap::AppendElement(Index list, Index element) { Append(list, element); }

void PositionMap::AppendMember(Index object, std::string_view key, Position key_position,
                               Index value) {
  nodes_[value].key = keys_.Copy(key);
  nodes_[value].location.key = key_position;
  Append(object, value);
}

void PositionMap::MergeMembers(Index object, Index source, Position key_position) {
  for (Index at = nodes_[source].first_child; at != kNone; at = nodes_[at].next_sibling) {
    Index member = AddAlias(nodes_[at].location.value, at);
    nodes_[member].key = nodes_[at].key;
    nodes_[member].location.key = key_position;
    Append(object, member);
  }
}

std::vector<PositionMap::Index> PositionMap::Elements(Index list) const {
  std::vector<Index> elements;
  for (Index at = nodes_[list].first_child; at != kNone; at = nodes_[at].next_sibling) {
    elements.push_back(at);
  }
  return elements;
}

void PositionMap::PushElement(const Match& list, std::string_view path,
                              std::vector<Match>& out) const {
  std::string_view rest = path.substr(list.matched);
  size_t wanted = 0;
  if (!rest.starts_with('[')) return;
  auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), wanted);
  size_t length = end - rest.data();
  if (error != std::errc() || !rest.substr(length).starts_with(']')) return;
  Index at = nodes_[list.node].first_child;
  for (; wanted > 0 && at != kNone; --wanted) at = nodes_[at].next_sibling;
  if (at != kNone) out.push_back(Match{at, list.matched + length + 1, false});
}

void PositionMap::PushChildren(const Match& parent, std::string_view path,
                               std::vector<Match>& out) const {
  if (nodes_[parent.node].is_list) return PushElement(parent, path, out);
  std::vector<std::string_view> seen;  // as many as the path has places to end a key at
  for (Index at = nodes_[parent.node].first_child; at != kNone; at = nodes_[at].next_sibling) {
    std::string_view key = nodes_[at].key;
    auto length = MatchMember(path, parent.matched, key);
    if (!length) continue;
    bool repeated = std::ranges::find(seen, key) != seen.end();
    if (!repeated) seen.push_back(key);
    out.push_back(Match{at, parent.matched + *length, repeated});
  }
}

template <typename Stop>
void PositionMap::Walk(std::string_view path, Stop stop) const {
  // Aliases make many ways lead to one place; each is gone once.
  std::unordered_set<uint64_t> entered;
  std::vector<Match> pending;
  if (!nodes_.empty()) pending.push_back(Match{0, 0, false});
  while (!pending.empty()) {
    Match match = pending.back();
    pending.pop_back();
    if (stop(match)) return;
    Index children = nodes_[match.node].first_child;
    if (children == kNone || match.matched == path.size()) continue;
    if (!entered.insert(uint64_t{children} << 32 | static_cast<uint32_t>(match.matched)).second) {
      continue;
    }
    PushChildren(match, path, pending);
  }
}

std::optional<Location> PositionMap::Find(std::string_view path) const {
  std::optional<Location> found;
  Walk(path, [&](const Match& match) {
    if (match.matched == path.size()) found = nodes_[match.node].location;
    return found.has_value();
  });
  return found;
}

Location PositionMap::FindNearest(std::string_view path) const {
  Location nearest;
  std::optional<size_t> longest;
  Walk(path, [&](const Match& match) {
    if (!longest || match.matched > *longest) {
      longest = match.matched;
      nearest = nodes_[match.node].location;
    }
    return match.matched == path.size();
  });
  return nearest;
}

std::optional<Location> PositionMap::FindRepeated(std::string_view path) const {
  std::optional<Location> first;
  Walk(path, [&](const Match& match) {
    if (match.repeated && match.matched == path.size()) {
      const Location& location = nodes_[match.node].location;
      if (!first || location.key < first->key) first = location;
    }
    return false;
  });
  return first;
}

}  // namespace pintle::codec
