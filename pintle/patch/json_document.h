#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/patch/piece_list.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// A value that can be edited at places named by JSON pointers. A container is taken apart when a
// pointer first leads into it, so that any number of edits costs each list one copy and each object
// a note per member. Methods return false for what cannot be done, and may then have done a part of
// it. Not thread-safe.
//
// Pointers: what stands before the first `/` does not count. An index of a list may have a sign;
// negative ones count from the end. The empty pointer is the whole document, which can only be
// replaced and compared.
class JsonDocument {
 public:
  // Pointers and values given to it must live as long as what is taken out of it, `arena` too.
  JsonDocument(Arena& arena, const Value& root) : arena_(arena), root_{root} {}

  // Sets a member, or inserts an element; `-` appends.
  bool Add(std::string_view pointer, const Value& value);
  bool Remove(std::string_view pointer);
  // Sets a member, which need not exist, or an element, which must.
  bool Replace(std::string_view pointer, const Value& value);
  bool Move(std::string_view from, std::string_view to);
  // The value there; null for a member that is absent, nothing for any other place that is not.
  std::optional<Value> Get(std::string_view pointer);
  // Whether that is equal to `value`: members in any order, integers and other numbers differ.
  bool Equals(std::string_view pointer, const Value& value);

  // The document as it is now; nothing if it is nested deeper than documents may be, or was taken
  // apart deeper than kMaxPatchDepth. The original value if no edit succeeded.
  std::optional<Value> Take();

 private:
  struct Container;
  // An unopened value, or a container that was taken apart.
  struct Slot {
    Value value;
    Container* open = nullptr;
    bool removed = false;  // of a member: it is no longer there
  };
  struct Container {
    bool is_list = false;
    PieceList<Slot> items;
    // An object: what it was, and all members that pointers led to since.
    Value object;
    std::map<std::string_view, Slot> members;
  };
  // The container a pointer ends in, and its last token.
  struct Place {
    Container* container;
    std::string_view token;
  };

  std::optional<Place> Find(std::string_view pointer);
  Container* Open(Slot& slot);
  // The element or member; null if it is not there.
  static Slot* Child(const Place& place);
  // Calls `visit(key, slot)` for every member in key order until one returns false; returns whether
  // none did.
  template <typename Visit>
  static bool EachMember(const Container& container, const Visit& visit);
  bool Insert(const Place& place, const Slot& slot);
  bool Erase(const Place& place);
  std::optional<Value> Freeze(const Slot& slot, int depth);
  static bool Equal(const Slot& slot, const Value& value);

  Arena& arena_;
  Slot root_;
  bool changed_ = false;
  std::deque<Container> containers_;  // all that were opened
};

}  // namespace pintle::patch
