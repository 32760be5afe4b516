#include "pintle/patch/json_document.h"

#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/token.h"
#include "pintle/patch/depth.h"
#include "pintle/value/numbers.h"

namespace pintle::patch {
namespace {

// `~1` is `/`, `~0` is `~`; any other `~` stands for itself.
std::string_view DecodeToken(Arena& arena, std::string_view token) {
  if (token.find('~') == std::string_view::npos) return token;
  std::string decoded;
  for (size_t i = 0; i < token.size(); ++i) {
    char next = token[i] == '~' && i + 1 < token.size() ? token[i + 1] : '\0';
    if (next == '0' || next == '1') {
      decoded += next == '1' ? '/' : '~';
      ++i;
    } else {
      decoded += token[i];
    }
  }
  return arena.Copy(decoded);
}

// An index into a list of `size`; nothing if it is out of range.
std::optional<size_t> IndexOf(std::string_view token, size_t size) {
  auto index = ParseInt64(token);
  if (!index) return std::nullopt;
  auto count = static_cast<int64_t>(size);
  if (*index < -count || *index >= count) return std::nullopt;
  return static_cast<size_t>(*index < 0 ? *index + count : *index);
}

}  // namespace

JsonDocument::Container* JsonDocument::Open(Slot& slot) {
  if (slot.open != nullptr) return slot.open;
  const Value& value = slot.value;
  if (!value.is_list() && !value.is_object()) return nullptr;
  Container& container = containers_.emplace_back();
  container.is_list = value.is_list();
  if (value.is_list()) {
    for (const Value& item : value.items()) container.items.Append(Slot{item});
  } else {
    container.object = value;
  }
  slot.open = &container;
  return slot.open;
}

std::optional<JsonDocument::Place> JsonDocument::Find(std::string_view pointer) {
  size_t slash = pointer.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  Container* at = Open(root_);
  while (at != nullptr) {
    size_t start = slash + 1;
    slash = pointer.find('/', start);
    std::string_view token = DecodeToken(arena_, pointer.substr(start, slash - start));
    if (slash == std::string_view::npos) return Place{at, token};
    Slot* child = Child({at, token});
    at = child != nullptr ? Open(*child) : nullptr;
  }
  return std::nullopt;
}

JsonDocument::Slot* JsonDocument::Child(const Place& place) {
  Container& container = *place.container;
  if (container.is_list) {
    auto index = IndexOf(place.token, container.items.size());
    return index ? &container.items[*index] : nullptr;
  }
  if (auto found = container.members.find(place.token); found != container.members.end()) {
    return found->second.removed ? nullptr : &found->second;
  }
  const Value* original = container.object.FindPtr(place.token);
  if (original == nullptr) return nullptr;
  return &container.members.emplace(place.token, Slot{*original}).first->second;
}

template <typename Visit>
bool JsonDocument::EachMember(const Container& container, const Visit& visit) {
  auto originals = container.object.members();
  size_t i = 0;
  for (const auto& [key, slot] : container.members) {
    for (; i < originals.size() && originals[i].key() < key; ++i) {
      if (!visit(originals[i].key(), Slot{originals[i].value})) return false;
    }
    if (i < originals.size() && originals[i].key() == key) ++i;
    if (!slot.removed && !visit(key, slot)) return false;
  }
  for (; i < originals.size(); ++i) {
    if (!visit(originals[i].key(), Slot{originals[i].value})) return false;
  }
  return true;
}

bool JsonDocument::Insert(const Place& place, const Slot& slot) {
  Container& container = *place.container;
  if (container.is_list) {
    size_t size = container.items.size();
    auto index = place.token == "-" ? size : IndexOf(place.token, size + 1);
    if (!index) return false;
    container.items.Insert(*index, slot);
  } else {
    container.members.insert_or_assign(place.token, slot);
  }
  changed_ = true;
  return true;
}

bool JsonDocument::Erase(const Place& place) {
  Container& container = *place.container;
  if (container.is_list) {
    auto index = IndexOf(place.token, container.items.size());
    if (!index) return false;
    container.items.Erase(*index);
  } else {
    Slot* child = Child(place);
    if (child == nullptr) return false;
    *child = Slot{Value(), nullptr, true};
  }
  changed_ = true;
  return true;
}

bool JsonDocument::Add(std::string_view pointer, const Value& value) {
  auto place = Find(pointer);
  return place && Insert(*place, Slot{value});
}

bool JsonDocument::Remove(std::string_view pointer) {
  auto place = Find(pointer);
  return place && Erase(*place);
}

bool JsonDocument::Replace(std::string_view pointer, const Value& value) {
  if (pointer.empty()) {
    if (!value.is_object() && !value.is_list()) return false;
    root_ = Slot{value};
    changed_ = true;
    return true;
  }
  auto place = Find(pointer);
  if (!place) return false;
  if (Slot* child = Child(*place)) {
    *child = Slot{value};
    changed_ = true;
    return true;
  }
  return !place->container->is_list && Insert(*place, Slot{value});
}

bool JsonDocument::Move(std::string_view from, std::string_view to) {
  auto source = Find(from);
  if (!source) return false;
  Slot* child = Child(*source);
  if (child == nullptr) return false;
  Slot moved = *child;
  Erase(*source);
  auto target = Find(to);
  return target && Insert(*target, moved);
}

std::optional<Value> JsonDocument::Get(std::string_view pointer) {
  auto place = Find(pointer);
  if (!place) return std::nullopt;
  Slot* child = Child(*place);
  if (child != nullptr) return Freeze(*child, 0);
  return place->container->is_list ? std::nullopt : std::optional<Value>(Value());
}

bool JsonDocument::Equals(std::string_view pointer, const Value& value) {
  if (pointer.empty()) return Equal(root_, value);
  auto place = Find(pointer);
  if (!place) return false;
  Slot* child = Child(*place);
  if (child != nullptr) return Equal(*child, value);
  return !place->container->is_list && value.is_null();
}

// Recursion follows `value`, which is part of a patch.
bool JsonDocument::Equal(const Slot& slot, const Value& value) {
  if (slot.open == nullptr) {
    // Clients are shown 1.0 as 1.
    return HasWholeDoubles(value) ? slot.value == value : EqualByNumber(slot.value, value);
  }
  const Container& container = *slot.open;
  if (container.is_list) {
    if (!value.is_list() || value.size() != container.items.size()) return false;
    auto expected = value.items().begin();
    return container.items.Each([&](const Slot& item) { return Equal(item, *expected++); });
  }
  if (!value.is_object()) return false;
  auto expected = value.members().begin();
  bool equal = EachMember(container, [&](std::string_view key, const Slot& member) {
    if (expected == value.members().end() || expected->key() != key) return false;
    return Equal(member, (expected++)->value);
  });
  return equal && expected == value.members().end();
}

std::optional<Value> JsonDocument::Freeze(const Slot& slot, int depth) {
  if (slot.open == nullptr) return slot.value;
  if (depth >= kMaxPatchDepth) return std::nullopt;
  const Container& container = *slot.open;
  if (container.is_list) {
    std::vector<Value> items;
    items.reserve(container.items.size());
    bool all = container.items.Each([&](const Slot& item) {
      auto frozen = Freeze(item, depth + 1);
      if (frozen) items.push_back(*frozen);
      return frozen.has_value();
    });
    if (!all) return std::nullopt;
    return Value::List(arena_, items);
  }
  std::vector<Member> members;
  members.reserve(container.object.size() + container.members.size());
  bool all = EachMember(container, [&](std::string_view key, const Slot& member) {
    auto frozen = Freeze(member, depth + 1);
    if (frozen) members.push_back({key, *frozen});
    return frozen.has_value();
  });
  if (!all) return std::nullopt;
  return Value::SortedObject(arena_, members);
}

std::optional<Value> JsonDocument::Take() {
  if (!changed_) return root_.value;
  auto frozen = Freeze(root_, 0);
  if (!frozen || !FitsDepth(*frozen, codec::kMaxDepth)) return std::nullopt;
  return frozen;
}

}  // namespace pintle::patch
