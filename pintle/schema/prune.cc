#include "pintle/schema/prune.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pintle/field/path.h"
#include "pintle/schema/find_next.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

class Pruner {
 public:
  Pruner(Arena& arena, PruneMode mode, field::Findings* unknown)
      : arena_(arena), mode_(mode), unknown_(unknown) {}

  // Recursion follows the schema, so it is at most kMaxSchemaDepth deep; below its end Empty takes
  // over.
  Value Node(const Structural* schema, const Value& value, bool inherited, bool is_resource,
             const field::Path& path) {
    if (!value.is_object() && !value.is_list()) return value;
    if (schema == nullptr) return inherited ? value : Empty(value, path);
    bool preserving = PreservesAt(*schema, mode_, inherited);
    if (value.is_list()) return List(*schema, value, preserving, path);
    return Object(*schema, value, preserving, is_resource || schema->embedded_resource, path);
  }

 private:
  Value List(const Structural& schema, const Value& value, bool preserving,
             const field::Path& path) {
    std::span<const Value> items = value.items();
    std::vector<Value> pruned;  // filled from the first change on
    bool inherited = PreservesElements(preserving);
    for (size_t i = 0; i < items.size(); ++i) {
      Value item = Node(schema.items, items[i], inherited, false, path.Index(i));
      if (pruned.empty() && SameData(item, items[i])) continue;
      if (pruned.empty()) {
        pruned.reserve(items.size());
        pruned.assign(items.begin(), items.begin() + static_cast<ptrdiff_t>(i));
      }
      pruned.push_back(item);
    }
    return pruned.empty() ? value : Value::List(arena_, pruned);
  }

  Value Object(const Structural& schema, const Value& value, bool preserving, bool is_resource,
               const field::Path& path) {
    std::span<const Member> members = value.members();
    std::vector<Member> kept;  // filled from the first change on
    bool changed = false;
    size_t at = 0;  // behind the property found last
    for (size_t i = 0; i < members.size(); ++i) {
      const Member& member = members[i];
      const Property* property = FindNext(schema.properties, at, member.key(),
                                          [](const Property& known) { return known.name; });
      std::optional<Value> pruned =
          MemberValue(schema, property, member, preserving, is_resource, path);
      if (!changed && pruned && SameData(*pruned, member.value)) continue;
      if (!changed) {
        changed = true;
        kept.reserve(members.size());
        kept.assign(members.begin(), members.begin() + static_cast<ptrdiff_t>(i));
      }
      if (pruned) kept.push_back(Member{member.key(), *pruned});
    }
    return changed ? Value::SortedObject(arena_, kept) : value;
  }

  // The member's new value, or nothing if it is to be removed.
  std::optional<Value> MemberValue(const Structural& schema, const Property* property,
                                   const Member& member, bool preserving, bool is_resource,
                                   const field::Path& path) {
    if (is_resource && IsResourceMeta(member.key())) return member.value;
    bool inherited = PreservesMembers(mode_, preserving);
    field::Path at = path.Child(member.key());
    if (property != nullptr) return Node(property->schema, member.value, inherited, false, at);
    if (schema.additional != Additional::kAbsent) {
      return Node(schema.additional_properties, member.value, inherited, false, at);
    }
    if (preserving) return member.value;
    if (unknown_ != nullptr) unknown_->Unknown(at);
    return std::nullopt;
  }

  // A value without a schema: objects lose every member, lists are searched for objects. Lists may
  // nest as deep as the decoder allows, so this keeps its own stack.
  Value Empty(const Value& value, const field::Path& path) {
    if (value.is_object()) return EmptyObject(value, path);
    struct Frame {
      Value list;
      std::vector<Value> items;
      size_t path_size;  // of the list's own path
      bool changed = false;
    };
    std::string at = WantsPaths() ? path.ToString() : std::string();
    std::vector<Frame> frames;
    frames.push_back(Frame{value, {}, at.size()});
    while (true) {
      Frame& frame = frames.back();
      at.resize(frame.path_size);
      if (frame.items.size() == frame.list.size()) {
        Value done = frame.changed ? Value::List(arena_, frame.items) : frame.list;
        bool changed = frame.changed;
        frames.pop_back();
        if (frames.empty()) return done;
        frames.back().items.push_back(done);
        frames.back().changed |= changed;
        continue;
      }
      const Value& item = frame.list.items()[frame.items.size()];
      if (WantsPaths()) at += '[' + std::to_string(frame.items.size()) + ']';
      if (item.is_list() && item.size() > 0) {
        frames.push_back(Frame{item, {}, at.size()});
      } else {
        frame.changed |= item.is_object() && item.size() > 0;
        frame.items.push_back(item.is_object() ? EmptyObject(item, field::Path(at)) : item);
      }
    }
  }

  Value EmptyObject(const Value& object, const field::Path& path) {
    if (unknown_ != nullptr) {
      for (const Member& member : object.members()) unknown_->Unknown(path.Child(member.key()));
    }
    return object.size() == 0 ? object : Value::EmptyObject();
  }

  bool WantsPaths() const { return unknown_ != nullptr && unknown_->WantsMore(); }

  Arena& arena_;
  PruneMode mode_;
  field::Findings* unknown_;
};

}  // namespace

bool PreservesAt(const Structural& schema, PruneMode mode, bool inherited) {
  if (schema.preserve_unknown_fields) return true;
  return inherited && (mode == PruneMode::kKubernetes || schema.properties.empty());
}

bool PreservesElements(bool preserving) { return preserving; }

bool PreservesMembers(PruneMode mode, bool preserving) {
  return mode == PruneMode::kKep && preserving;
}

Value Prune(Arena& arena, const Structural& schema, const Value& object, PruneMode mode,
            bool is_resource_root, field::Findings* unknown) {
  field::Findings found;
  found.Widen();
  Pruner pruner(arena, mode, unknown != nullptr ? &found : nullptr);
  Value pruned = pruner.Node(&schema, object, false, is_resource_root, field::Path());
  if (unknown != nullptr && found.any()) {
    found.SortByPath();
    unknown->Append(std::move(found));
  }
  return pruned;
}

Value PruneInside(Arena& arena, const Structural& schema, const Value& value, PruneMode mode,
                  bool preserving) {
  return Pruner(arena, mode, nullptr).Node(&schema, value, preserving, false, field::Path());
}

}  // namespace pintle::schema
