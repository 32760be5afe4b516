#include "pintle/schema/rule_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pintle/base/strings.h"
#include "pintle/schema/structural.h"

// Recursion follows the schema, so it is at most kMaxSchemaDepth deep.
namespace pintle::schema {
namespace {

using Form = RuleType::Form;

// What a request can hold, without the brackets or quotes around the value.
constexpr uint64_t kRequestBytes = 3 * 1024 * 1024 - 2;
constexpr uint64_t kEmptyBytes = 2;  // `""`, `[]`, `{}`
constexpr uint64_t kDurationBytes = 32;
constexpr uint64_t kLeastDurationBytes = 3;
constexpr uint64_t kDateBytes = 12;
constexpr uint64_t kDateTimeBytes = 32;
constexpr uint64_t kLeastDateTimeBytes = 21;
constexpr uint64_t kLeastBoolBytes = 4;
constexpr uint64_t kBytesPerCharacter = 4;
// A comma; quotes, colon, comma and a short key; quotes, colon and comma.
constexpr uint64_t kItemOverhead = 1;
constexpr uint64_t kEntryOverhead = 6;
constexpr uint64_t kMemberOverhead = 4;

constexpr std::string_view kReserved[] = {
    "true",     "false",   "null",   "in",       "as",   "break",     "const",
    "continue", "else",    "for",    "function", "if",   "import",    "let",
    "loop",     "package", "return", "var",      "void", "namespace", "while"};

bool IsReserved(std::string_view name) {
  return std::ranges::find(kReserved, name) != std::end(kReserved);
}

uint64_t NotNegative(int64_t number) { return number < 0 ? 0 : static_cast<uint64_t>(number); }

// The most bytes of a text of so many characters.
uint64_t MostBytes(int64_t most_characters) {
  uint64_t bytes = 0;
  const bool overflow =
      __builtin_mul_overflow(NotNegative(most_characters), kBytesPerCharacter, &bytes);
  return overflow ? std::numeric_limits<uint64_t>::max() : bytes;
}

bool IsText(const Structural* node) { return node != nullptr && node->type == Type::kString; }

// Whether the schema itself says what every resource has.
bool DeclaresResourceMeta(const Structural& node) {
  const Structural* metadata = node.FindProperty("metadata");
  return IsText(node.FindProperty("kind")) && IsText(node.FindProperty("apiVersion")) &&
         metadata != nullptr && metadata->type == Type::kObject &&
         IsText(metadata->FindProperty("name")) && IsText(metadata->FindProperty("generateName"));
}

uint64_t LongestText(std::span<const Value> values) {
  uint64_t longest = 0;
  for (const Value& value : values) {
    if (value.is_string()) longest = std::max<uint64_t>(longest, value.as_string().size());
  }
  return longest;
}

}  // namespace

std::string EscapedName(std::string_view property) {
  if (property.empty() || (property[0] >= '0' && property[0] <= '9')) return {};
  if (IsReserved(property)) return fmt::format("__{}__", property);
  std::string name;
  for (size_t i = 0; i < property.size(); ++i) {
    char c = property[i];
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c == '_' && i + 1 < property.size() && property[i + 1] == '_') {
      name += "__underscores__";
      ++i;
    } else if (word || c == '_') {
      name += c;
    } else if (c == '.') {
      name += "__dot__";
    } else if (c == '-') {
      name += "__dash__";
    } else if (c == '/') {
      name += "__slash__";
    } else {
      return {};
    }
  }
  return name;
}

const RuleField* RuleType::FindField(std::string_view name) const {
  auto at = std::ranges::lower_bound(fields, name, {}, &RuleField::name);
  if (at != fields.end() && at->name == name) return &*at;
  return IsReserved(name) ? FindField(fmt::format("__{}__", name)) : nullptr;
}

const RuleField* RuleType::FindProperty(std::string_view property) const {
  auto at = std::ranges::find(fields, property, &RuleField::property);
  return at != fields.end() ? &*at : nullptr;
}

const RuleType* RuleTypes::Keep(RuleType type) { return &types_.emplace_back(std::move(type)); }

const RuleType* RuleTypes::Of(const Structural& node, bool resource) {
  auto found = made_.find(&node);
  if (found != made_.end()) return found->second;
  const RuleType* type = Make(node, resource || node.embedded_resource);
  made_.emplace(&node, type);
  return type;
}

const RuleType* RuleTypes::Make(const Structural& node, bool resource) {
  if (node.int_or_string) {
    uint64_t most = kRequestBytes;
    if (node.rules != nullptr && node.rules->max_length) {
      most = MostBytes(*node.rules->max_length);
    }
    return Keep({Form::kIntOrString, cel::DynType(), most, 1});
  }
  switch (node.type) {
    case Type::kArray:
      return MakeList(node);
    case Type::kObject:
      return node.additional_properties != nullptr ? MakeMap(node) : MakeObject(node, resource);
    case Type::kString:
      return MakeString(node);
    case Type::kBoolean:
      return Keep({Form::kBool, cel::BoolType(), 0, kLeastBoolBytes});
    case Type::kInteger:
      return Keep({Form::kInt, cel::IntType(), 0, 1});
    case Type::kNumber:
      return Keep({Form::kDouble, cel::DoubleType(), 0, 1});
    default:
      return nullptr;
  }
}

const RuleType* RuleTypes::MakeString(const Structural& node) {
  static const ValueRules kNone;
  const ValueRules& rules = node.rules != nullptr ? *node.rules : kNone;
  std::string_view format = rules.format_name;
  if (format == "duration") {
    return Keep({Form::kDuration, cel::DurationType(), kDurationBytes, kLeastDurationBytes});
  }
  if (format == "date") return Keep({Form::kDate, cel::TimestampType(), kDateBytes, kDateBytes});
  if (format == "date-time") {
    return Keep({Form::kDateTime, cel::TimestampType(), kDateTimeBytes, kLeastDateTimeBytes});
  }
  if (format == "byte") {
    uint64_t most = rules.max_length ? NotNegative(*rules.max_length) : kRequestBytes;
    return Keep({Form::kBytes, cel::BytesType(), most, kEmptyBytes});
  }
  uint64_t most = kRequestBytes;
  if (rules.max_length) {
    most = MostBytes(*rules.max_length);
  } else if (!rules.enumeration.empty()) {
    most = LongestText(rules.enumeration);
  }
  return Keep({Form::kString, cel::StringType(), most, kEmptyBytes});
}

const RuleType* RuleTypes::MakeList(const Structural& node) {
  const RuleType* item = node.items != nullptr ? Of(*node.items) : nullptr;
  if (item == nullptr) return nullptr;
  uint64_t most = kRequestBytes / (item->least_bytes + kItemOverhead);
  if (node.rules != nullptr && node.rules->max_items) most = NotNegative(*node.rules->max_items);
  RuleType type{Form::kList, cel::ListType(item->type), most, kEmptyBytes};
  type.element = item;
  type.schema = &node;
  return Keep(std::move(type));
}

const RuleType* RuleTypes::MakeMap(const Structural& node) {
  const RuleType* value = Of(*node.additional_properties);
  if (value == nullptr) return nullptr;
  uint64_t most = kRequestBytes / (value->least_bytes + kEntryOverhead);
  if (node.rules != nullptr && node.rules->max_properties) {
    most = NotNegative(*node.rules->max_properties);
  }
  RuleType type{Form::kMap, cel::MapType(cel::StringType(), value->type), most, kEmptyBytes};
  type.element = value;
  return Keep(std::move(type));
}

const RuleType* RuleTypes::Text() {
  return Keep({Form::kString, cel::StringType(), kRequestBytes, kEmptyBytes});
}

const RuleType* RuleTypes::Metadata() {
  std::string name = fmt::format("object{}", objects_.size());
  RuleType type{Form::kObject, cel::ObjectType(name), 0, kEmptyBytes};
  type.fields = {{"generateName", "generateName", Text()}, {"name", "name", Text()}};
  return objects_[name] = Keep(std::move(type));
}

const RuleType* RuleTypes::MakeObject(const Structural& node, bool resource) {
  RuleType type{Form::kObject, nullptr, 0, kEmptyBytes};
  auto add = [&](std::string_view property, const RuleType* field, bool has_default) {
    if (field == nullptr) return;
    std::string name = EscapedName(property);
    if (!name.empty()) type.fields.push_back({std::move(name), property, field});
    bool required = node.rules != nullptr &&
                    std::ranges::find(node.rules->required, property) != node.rules->required.end();
    if (required && !has_default) {
      type.least_bytes += property.size() + field->least_bytes + kMemberOverhead;
    }
  };
  bool add_meta = resource && !DeclaresResourceMeta(node);
  for (const Property& property : node.properties) {
    std::string_view name = property.name;
    if (add_meta && (name == "kind" || name == "apiVersion" || name == "metadata")) continue;
    add(name, Of(*property.schema), property.schema->default_value != nullptr);
  }
  if (add_meta) {
    add("apiVersion", Text(), false);
    add("kind", Text(), false);
    add("metadata", Metadata(), false);
  }
  std::ranges::sort(type.fields, {}, &RuleField::name);
  std::string name = fmt::format("object{}", objects_.size());
  type.type = cel::ObjectType(name);
  return objects_[name] = Keep(std::move(type));
}

cel::TypeRef RuleTypes::FindField(std::string_view object_type, std::string_view field) const {
  auto object = objects_.find(object_type);
  if (object == objects_.end()) return nullptr;
  const RuleField* found = object->second->FindField(field);
  return found != nullptr ? found->type->type : nullptr;
}

std::optional<uint64_t> RuleSizes::MostElements(std::span<const std::string_view> path) const {
  const RuleType* at = &self_;
  for (std::string_view step : path.subspan(1)) {
    if (step == cel::kKeysStep) {
      // Of keys nothing is known, which counts as nothing.
      return at->form == Form::kMap ? std::optional<uint64_t>(0) : std::nullopt;
    }
    if (step == cel::kItemsStep || step == cel::kValuesStep) {
      at = at->element;
    } else {
      auto field = std::ranges::lower_bound(at->fields, step, {}, &RuleField::name);
      at = field != at->fields.end() && field->name == step ? field->type : nullptr;
    }
    if (at == nullptr) return std::nullopt;
  }
  return at->most_elements;
}

}  // namespace pintle::schema
