#include "pintle/schema/rule_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/time_text.h"
#include "pintle/codec/document.h"
#include "pintle/schema/format.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

using cel::Datum;
using Form = RuleType::Form;

class Object final : public cel::ObjectDatum {
 public:
  Object(const RuleType& type, const Value& value) : type_(type), value_(value) {}

  // What type() says of objects; their types have no names that expressions could know.
  std::string_view type_name() const override { return "map"; }

  std::optional<Datum> Field(Arena& arena, std::string_view name) const override {
    const RuleField* field = type_.FindField(name);
    const Value* value = field != nullptr ? value_.FindPtr(field->property) : nullptr;
    if (value == nullptr || value->is_null()) return std::nullopt;
    return RuleValue(arena, *field->type, *value);
  }

  const Value& value() const { return value_; }

  // Members that expressions cannot see count too.
  bool Equals(cel::Comparison& comparison, const cel::ObjectDatum& other) const override {
    Arena& arena = comparison.arena;
    const auto& twin_object = static_cast<const Object&>(other);
    if (twin_object.type_.type->name != type_.type->name) return false;
    const Value& right = twin_object.value_;
    if (value_.size() != right.size()) return false;
    for (const Member& member : value_.members()) {
      const Value* twin = right.FindPtr(member.key());
      if (twin == nullptr) return false;
      const RuleField* field = type_.FindProperty(member.key());
      bool same = field == nullptr
                      ? member.value == *twin
                      : cel::Equal(comparison, RuleValue(arena, *field->type, member.value),
                                   RuleValue(arena, *field->type, *twin));
      if (!same) return false;
    }
    return true;
  }

 private:
  const RuleType& type_;
  const Value value_;
};

class Map final : public cel::MapDatum {
 public:
  Map(const RuleType& type, const Value& value) : type_(type), value_(value) {}

  size_t size() const override { return value_.size(); }
  Datum KeyAt(Arena&, size_t index) const override {
    return Datum::String(value_.members()[index].key());
  }
  Datum ValueAt(Arena& arena, size_t index) const override {
    return RuleValue(arena, *type_.element, value_.members()[index].value);
  }
  std::optional<Datum> Find(Arena& arena, const Datum& key) const override {
    if (!key.is(Datum::Kind::kString)) return std::nullopt;
    const Value* value = value_.FindPtr(key.text());
    if (value == nullptr) return std::nullopt;
    return RuleValue(arena, *type_.element, *value);
  }

 private:
  const RuleType& type_;
  const Value value_;
};

// A text that equal elements of sets have in common and others do not. Recursion follows the types
// of the elements.
void AppendKey(Arena& arena, const Datum& item, std::string& key) {
  switch (item.kind()) {
    case Datum::Kind::kObject:
      key += codec::ToJson(static_cast<const Object&>(item.object()).value());
      break;
    case Datum::Kind::kList:
      key += '[';
      for (size_t i = 0; i < item.list().size(); ++i) {
        AppendKey(arena, item.list().At(arena, i), key);
        key += ',';
      }
      key += ']';
      break;
    case Datum::Kind::kMap: {
      std::vector<std::string> entries(item.map().size());
      for (size_t i = 0; i < entries.size(); ++i) {
        AppendKey(arena, item.map().KeyAt(arena, i), entries[i]);
        AppendKey(arena, item.map().ValueAt(arena, i), entries[i]);
      }
      std::ranges::sort(entries);
      for (const std::string& entry : entries) key += entry + ';';
      break;
    }
    default:
      key += cel::DatumText(item);
  }
}

// A list of the object, or what + made of two. Sets and lists of type map have their own == and +,
// also as results.
class List final : public cel::ListDatum {
 public:
  List(const RuleType& type, const Value& value) : type_(type), values_(value.items()) {}
  List(const RuleType& type, std::span<const Datum> made) : type_(type), made_(made) {}

  size_t size() const override { return made_.data() != nullptr ? made_.size() : values_.size(); }
  Datum At(Arena& arena, size_t index) const override {
    return made_.data() != nullptr ? made_[index]
                                   : RuleValue(arena, *type_.element, values_[index]);
  }

  bool Equals(cel::Comparison& comparison, const cel::ListDatum& other) const override {
    Arena& arena = comparison.arena;
    if (type_.schema->list_type == ListType::kAtomic) return ListDatum::Equals(comparison, other);
    if (size() != other.size()) return false;
    std::unordered_map<std::string, Datum> mine;
    for (size_t i = 0; i < size(); ++i) {
      Datum item = At(arena, i);
      mine.emplace(KeyOf(arena, item), item);
    }
    for (size_t i = 0; i < other.size(); ++i) {
      Datum item = other.At(arena, i);
      auto twin = mine.find(KeyOf(arena, item));
      if (twin == mine.end() || !cel::Equal(comparison, twin->second, item)) return false;
    }
    return true;
  }

  Datum Plus(Arena& arena, const cel::ListDatum& other) const override {
    if (type_.schema->list_type == ListType::kAtomic) return ListDatum::Plus(arena, other);
    std::vector<Datum> items;
    std::unordered_map<std::string, size_t> places;
    for (size_t i = 0; i < size(); ++i) {
      items.push_back(At(arena, i));
      places.emplace(KeyOf(arena, items.back()), i);
    }
    for (size_t i = 0; i < other.size(); ++i) {
      Datum item = other.At(arena, i);
      auto [place, added] = places.emplace(KeyOf(arena, item), items.size());
      if (added) {
        items.push_back(item);
      } else {
        items[place->second] = item;
      }
    }
    Datum* kept = arena.NewArray<Datum>(items.size() + 1);
    std::ranges::copy(items, kept);
    return Datum::List(arena.New<List>(type_, std::span<const Datum>(kept, items.size())));
  }

 private:
  // What tells elements of a set or of a list of type map apart.
  std::string KeyOf(Arena& arena, const Datum& item) const {
    std::string text;
    if (type_.schema->list_type == ListType::kSet || !item.is(Datum::Kind::kObject)) {
      AppendKey(arena, item, text);
      return text;
    }
    for (std::string_view key : type_.schema->list_map_keys) {
      std::optional<Datum> value = item.object().Field(arena, EscapedName(key));
      text += value ? cel::DatumText(*value) : std::string();
      text += '\n';
    }
    return text;
  }

  const RuleType& type_;
  std::span<const Value> values_;
  std::span<const Datum> made_;
};

Datum Wrong(Arena& arena, std::string_view wanted, const Value& value) {
  std::string_view found;
  switch (value.kind()) {
    case Value::Kind::kBool:
      found = "bool";
      break;
    case Value::Kind::kInt:
      found = "int64";
      break;
    case Value::Kind::kDouble:
      found = "float64";
      break;
    case Value::Kind::kString:
      found = "string";
      break;
    case Value::Kind::kList:
      found = "[]interface {}";
      break;
    default:
      found = "map[string]interface {}";
  }
  return cel::NewError(arena, fmt::format("invalid data, expected {}, got {}", wanted, found));
}

Datum Text(Arena& arena, Form form, std::string_view text) {
  switch (form) {
    case Form::kBytes: {
      std::optional<std::string> bytes = Base64Decode(text);
      if (!bytes) return cel::NewError(arena, "invalid data, expected base64");
      return Datum::Bytes(arena.Copy(*bytes));
    }
    case Form::kDuration: {
      auto duration = format_detail::ParseSpelledDuration(text);
      if (duration) return Datum::Duration(duration->count());
      return cel::NewError(
          arena, fmt::format("Invalid duration {0}: unable to parse {0} as duration", text));
    }
    case Form::kDate:
    case Form::kDateTime: {
      std::string full(text);
      if (form == Form::kDate) full += "T00:00:00Z";
      std::optional<Datum> time = cel::ParseTimestamp(full);
      return time ? *time : cel::NewError(arena, "invalid data, expected a timestamp");
    }
    default:
      return Datum::String(text);
  }
}

}  // namespace

cel::Datum RuleValue(Arena& arena, const RuleType& type, const Value& value) {
  if (value.is_null()) return Datum();
  switch (type.form) {
    case Form::kBool:
      return value.is_bool() ? Datum::Bool(value.as_bool()) : Wrong(arena, "bool", value);
    case Form::kInt:
      return value.is_int() ? Datum::Int(value.as_int()) : Wrong(arena, "int", value);
    case Form::kDouble:
      if (value.is_int()) return Datum::Double(static_cast<double>(value.as_int()));
      return value.is_double() ? Datum::Double(value.as_double()) : Wrong(arena, "float", value);
    case Form::kIntOrString:
      if (value.is_int()) return Datum::Int(value.as_int());
      if (value.is_string()) return Datum::String(value.as_string());
      return cel::NewError(
          arena, "invalid data, expected XIntOrString value to be either a string or integer");
    case Form::kList:
      if (!value.is_list()) return Wrong(arena, "list", value);
      return Datum::List(arena.New<List>(type, value));
    case Form::kMap:
      if (!value.is_object()) return Wrong(arena, "map", value);
      return Datum::Map(arena.New<Map>(type, value));
    case Form::kObject:
      if (!value.is_object()) return Wrong(arena, "object", value);
      return Datum::Object(arena.New<Object>(type, value));
    default:
      return value.is_string() ? Text(arena, type.form, value.as_string())
                               : Wrong(arena, "string", value);
  }
}

}  // namespace pintle::schema
