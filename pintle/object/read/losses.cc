#include "pintle/object/read/losses.h"

#include <optional>

#include "pintle/schema/defaults.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/prune.h"

namespace pintle::object {
namespace {

// What `value` has beyond `other`; nothing if `other` has all of it. Elements of lists keep their
// places.
std::optional<Value> Beyond(Arena& arena, const Value& value, const Value& other) {
  if (schema::SameData(value, other)) return std::nullopt;
  if (value.is_list() && other.is_list() && value.size() == other.size()) {
    std::vector<Value> items;
    bool more = false;
    for (size_t i = 0; i < value.size(); ++i) {
      std::optional<Value> item = Beyond(arena, value.items()[i], other.items()[i]);
      more |= item.has_value();
      items.push_back(item.value_or(Value::EmptyObject()));
    }
    return more ? std::optional(Value::List(arena, items)) : std::nullopt;
  }
  if (value.is_object() && other.is_object()) {
    std::vector<Member> members;
    for (const Member& member : value.members()) {
      const Value* same = other.FindPtr(member.key());
      std::optional<Value> rest = same ? Beyond(arena, member.value, *same) : member.value;
      if (rest) members.push_back({member.key(), *rest});
    }
    return members.empty() ? std::nullopt : std::optional(Value::SortedObject(arena, members));
  }
  return value == other ? std::nullopt : std::optional(value);
}

}  // namespace

field::Findings LostWhenStored(const Kind& kind, const Object& object) {
  field::Findings lost;
  if (kind.is_typed() || kind.converter != nullptr || kind.preserve_unknown_fields ||
      object.version() == kind.storage_version) {
    return lost;
  }
  Arena arena;
  const schema::Structural& storage = kind.SchemaOrEmpty(kind.storage_version);
  const Value& content = object.content();
  Value kept = schema::Prune(arena, storage, content, kind.prune_mode, true, &lost);
  if (!lost.any()) return lost;
  lost = {};
  const Value filled = schema::ApplyDefaults(arena, kind.SchemaOrEmpty(object.version()), kept);
  if (std::optional<Value> written = Beyond(arena, content, filled)) {
    schema::Prune(arena, storage, *written, kind.prune_mode, true, &lost);
  }
  return lost;
}

}  // namespace pintle::object
