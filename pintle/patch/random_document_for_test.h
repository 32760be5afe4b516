#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// Random documents of a type and random strategic merge patches for them. Texts and numbers come
// from a handful, so that merge keys meet.
class RandomDocuments {
 public:
  RandomDocuments(Arena& arena, uint64_t seed) : arena_(arena), random_(seed) {}

  Value Object(const typeinfo::TypeInfo& type) { return StructOf(type, 0); }
  Value Patch(const Value& document, const typeinfo::TypeInfo& type) {
    return PatchOf(document, type, 0);
  }

 private:
  static constexpr int kMaxDepth = 7;

  bool OneIn(unsigned n) { return random_() % n == 0; }
  static const typeinfo::TypeInfo& Target(const typeinfo::TypeInfo& type) {
    const auto* target = &type;
    while (target->kind == typeinfo::Kind::kPtr || target->kind == typeinfo::Kind::kOpt) {
      target = target->element;
    }
    return *target;
  }
  static bool IsContainer(const typeinfo::TypeInfo& type) {
    return type.kind == typeinfo::Kind::kStruct || type.kind == typeinfo::Kind::kList ||
           type.kind == typeinfo::Kind::kMap;
  }

  Value Text() {
    static constexpr std::string_view kTexts[] = {"a", "b", "c", "d"};
    return Value(kTexts[random_() % 4]);
  }
  Value TwoTexts() {
    const Value texts[] = {Text(), Text()};
    return Value::List(arena_, texts);
  }
  Value Scalar(const typeinfo::TypeInfo& type) {
    if (type.kind == typeinfo::Kind::kBool) return Value(OneIn(2));
    if (type.kind == typeinfo::Kind::kInt32 || type.kind == typeinfo::Kind::kInt64) {
      return Value(static_cast<int64_t>(random_() % 4));
    }
    return Text();
  }

  Value Of(const typeinfo::TypeInfo& declared, int depth) {
    const typeinfo::TypeInfo& type = Target(declared);
    if (type.kind == typeinfo::Kind::kStruct) return StructOf(type, depth);
    if (type.kind == typeinfo::Kind::kMap) return MapOf(type, depth);
    if (type.kind == typeinfo::Kind::kList) return ListOf(type, {}, depth);
    return Scalar(type);
  }

  Value StructOf(const typeinfo::TypeInfo& type, int depth) {
    std::vector<Member> members;
    size_t count = type.json_fields.size();
    for (const typeinfo::JsonField& member : type.json_fields) {
      const typeinfo::FieldInfo& field = *member.field;
      bool favoured = field.patch_merge || field.name == "spec" || field.name == "metadata" ||
                      field.name == "template" || field.name == "finalizers";
      if (!favoured && !OneIn(count > 12 ? 6 : 2)) continue;
      if (favoured && OneIn(4)) continue;
      const typeinfo::TypeInfo& target = Target(*field.type);
      if (IsContainer(target) && depth >= kMaxDepth) continue;
      bool list = target.kind == typeinfo::Kind::kList;
      members.push_back({field.name, list ? ListOf(target, field.patch_merge_key, depth + 1)
                                          : Of(*field.type, depth + 1)});
    }
    return Value::Object(arena_, std::move(members));
  }

  Value MapOf(const typeinfo::TypeInfo& type, int depth) {
    std::vector<Member> members;
    for (size_t i = random_() % 3; i > 0; --i) {
      members.push_back({Text().as_string(), Of(*type.element, depth + 1)});
    }
    return Value::Object(arena_, std::move(members));
  }

  // Elements have their key, nearly always different ones.
  Value ListOf(const typeinfo::TypeInfo& type, std::string_view key, int depth) {
    std::vector<Value> items;
    const typeinfo::TypeInfo& element = Target(*type.element);
    for (size_t i = random_() % 4; i > 0; --i) items.push_back(Element(element, key, depth));
    return Value::List(arena_, items);
  }

  Value Element(const typeinfo::TypeInfo& element, std::string_view key, int depth) {
    if (depth >= kMaxDepth && IsContainer(element)) return Value::EmptyObject();
    Value item = Of(element, depth + 1);
    if (key.empty() || !item.is_object()) return item;
    const auto* field = typeinfo::FindJsonField(element, key);
    return item.With(arena_, key, Scalar(Target(*field->field->type)));
  }

  // A value that mostly fits the type.
  Value Change(const Value* before, const typeinfo::FieldInfo& field, int depth) {
    const typeinfo::TypeInfo& type = Target(*field.type);
    if (OneIn(12)) return Value();
    if (OneIn(60)) return Text();
    if (type.kind == typeinfo::Kind::kStruct) {
      return PatchOf(before != nullptr && before->is_object() ? *before : Value::EmptyObject(),
                     type, depth + 1);
    }
    if (type.kind == typeinfo::Kind::kMap) return MapPatch(type, depth + 1);
    if (type.kind == typeinfo::Kind::kList) return ListPatch(before, field, depth + 1);
    return Scalar(type);
  }

  Value MapPatch(const typeinfo::TypeInfo& type, int depth) {
    Value map = MapOf(type, depth);
    if (OneIn(8)) map = map.With(arena_, Text().as_string(), Value());
    if (OneIn(10)) map = map.With(arena_, "$patch", Value(OneIn(2) ? "replace" : "delete"));
    if (OneIn(30)) map = map.With(arena_, "$retainKeys", TwoTexts());
    return map;
  }

  Value ListPatch(const Value* before, const typeinfo::FieldInfo& field, int depth) {
    const typeinfo::TypeInfo& element = Target(*Target(*field.type).element);
    std::string_view key = field.patch_merge_key;
    std::vector<Value> items;
    for (size_t i = random_() % 4; i > 0; --i) {
      if (element.kind != typeinfo::Kind::kStruct) {
        items.push_back(Element(element, key, depth));
        continue;
      }
      const Value* old = nullptr;
      if (before != nullptr && before->is_list() && before->size() > 0 && OneIn(2)) {
        old = &before->items()[random_() % before->size()];
      }
      Value item = PatchOf(old != nullptr ? *old : Value::EmptyObject(), element, depth + 1);
      if (item.Has("$patch")) item = item.Without(arena_, "$patch");
      if (!key.empty() && !OneIn(60)) {
        const auto* of = typeinfo::FindJsonField(element, key)->field;
        item =
            item.With(arena_, key,
                      old != nullptr && old->Has(key) ? old->Find(key) : Scalar(Target(*of->type)));
      }
      if (!key.empty() && OneIn(5)) {
        static constexpr std::string_view kDirectives[] = {"delete", "delete", "replace", "merge"};
        item = item.With(arena_, "$patch", Value(kDirectives[random_() % (OneIn(4) ? 4 : 2)]));
      }
      items.push_back(item);
    }
    if (OneIn(60)) items.push_back(Value(int64_t{1}));
    return Value::List(arena_, items);
  }

  // An order for a list: of what is there, of what the patch has, or of chance.
  Value OrderFor(const Value& list, std::string_view key) {
    std::vector<Value> order;
    if (list.is_list()) {
      for (const Value& item : list.items()) {
        if (item.Has("$patch") || OneIn(8)) continue;
        if (!key.empty() && item.is_object()) {
          order.push_back(Value().With(arena_, key, item.Find(key)));
        } else {
          order.push_back(item);
        }
      }
    }
    if (OneIn(2)) {
      Value more = key.empty() ? Text() : Value().With(arena_, key, Text());
      order.insert(order.begin() + static_cast<ptrdiff_t>(random_() % (order.size() + 1)), more);
    }
    return Value::List(arena_, order);
  }

  Value PatchOf(const Value& document, const typeinfo::TypeInfo& type, int depth) {
    std::vector<Member> members;
    if (depth > kMaxDepth) return Value::EmptyObject();
    for (const typeinfo::JsonField& member : type.json_fields) {
      const typeinfo::FieldInfo& field = *member.field;
      const Value* before = document.FindPtr(field.name);
      if (!OneIn(before != nullptr ? 2 : 8)) continue;
      bool list = Target(*field.type).kind == typeinfo::Kind::kList;
      Value change = Change(before, field, depth);
      if (!(list && OneIn(5))) members.push_back({field.name, change});
      if (list && OneIn(4)) {
        const Value& of = change.size() > 0 || before == nullptr ? change : *before;
        members.push_back({arena_.Copy("$setElementOrder/" + std::string(field.name)),
                           OrderFor(of, field.patch_merge_key)});
      }
      if (list && OneIn(8)) {
        members.push_back({arena_.Copy("$deleteFromPrimitiveList/" + std::string(field.name)),
                           OneIn(10) ? Value() : TwoTexts()});
      }
    }
    if (OneIn(40)) members.push_back({"$patch", Value(OneIn(3) ? "delete" : "replace")});
    if (OneIn(300)) members.push_back({"$patch", Value("frob")});
    if (OneIn(40)) members.push_back({"unknown", OneIn(2) ? Value() : Value::EmptyObject()});
    if (OneIn(25)) members.push_back({"$retainKeys", RetainFor(members)});
    if (OneIn(300)) members.push_back({"$setElementOrder/unknown", Value::EmptyList()});
    return Value::Object(arena_, std::move(members));
  }

  Value RetainFor(const std::vector<Member>& members) {
    std::vector<Value> keys;
    for (const Member& member : members) {
      if (!member.key().starts_with("$") && !OneIn(20)) keys.push_back(Value(member.key()));
    }
    return Value::List(arena_, keys);
  }

  Arena& arena_;
  std::mt19937_64 random_;
};

}  // namespace pintle::patch
