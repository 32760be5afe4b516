#include "pintle/schema/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/schema/correlation.h"
#include "pintle/schema/number_check.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/pattern.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

// Where a value is: `spec.list[2].key`. Like field::Path a chain on the stack, but with the dots
// that messages have: members of maps at the root begin with one.
struct Name {
  enum class Step : uint8_t { kRoot, kProperty, kKey, kIndex };
  const Name* parent = nullptr;
  Step step = Step::kRoot;
  std::string_view text = {};
  size_t index = 0;

  std::string ToString() const {
    std::vector<const Name*> chain;
    for (const Name* at = this; at != nullptr; at = at->parent) chain.push_back(at);
    std::string out;
    for (size_t i = chain.size(); i-- > 0;) {
      const Name& name = *chain[i];
      if (name.step == Step::kIndex) out += '[' + std::to_string(name.index) + ']';
      if (name.step == Step::kKey || (name.step == Step::kProperty && !out.empty())) out += '.';
      out += name.text;
    }
    return out;
  }
};

std::string_view TypeText(const Structural& schema) {
  if (schema.int_or_string) return "integer,string";
  switch (schema.type) {
    case Type::kArray:
      return "array";
    case Type::kBoolean:
      return "boolean";
    case Type::kInteger:
      return "integer";
    case Type::kNumber:
      return "number";
    case Type::kObject:
      return "object";
    case Type::kString:
      return "string";
    default:
      return "";
  }
}

bool HasType(const Structural& schema) {
  return schema.int_or_string || (schema.type != Type::kNone && schema.type != Type::kUnknown);
}

// Whether `type` names the JSON type of the value; an integral double is an integer, an integer a
// number.
bool TypeAdmits(const Structural& schema, const Value& value) {
  bool integer = schema.int_or_string || schema.type == Type::kInteger;
  switch (value.kind()) {
    case Value::Kind::kBool:
      return schema.type == Type::kBoolean && !schema.int_or_string;
    case Value::Kind::kInt:
      return integer || schema.type == Type::kNumber;
    case Value::Kind::kDouble:
      return (integer && IsIntegral(value.as_double())) ||
             (schema.type == Type::kNumber && !schema.int_or_string);
    case Value::Kind::kString:
      return schema.int_or_string || schema.type == Type::kString;
    case Value::Kind::kList:
      return schema.type == Type::kArray && !schema.int_or_string;
    case Value::Kind::kObject:
      return schema.type == Type::kObject && !schema.int_or_string;
    case Value::Kind::kNull:
      return schema.nullable;
  }
  return false;
}

size_t CountCodePoints(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Numbers compare after the value is converted to the kind of the literal.
bool MatchesLiteral(const Value& value, const Value& literal) {
  if (value.is_double() && literal.is_int()) {
    double number = std::trunc(value.as_double());
    return number == static_cast<double>(literal.as_int());
  }
  if (value.is_int() && literal.is_double()) {
    return static_cast<double>(value.as_int()) == literal.as_double();
  }
  return !value.is_null() && value == literal;
}

// Checks one object. Every check returns how many checks were made below it, which is how the
// branch whose errors are shown is chosen when none of an anyOf or oneOf fits. Recursion follows
// the schema, so it is at most kMaxSchemaDepth deep.
class Validator {
 public:
  explicit Validator(const field::Path& prefix) : prefix_(prefix) {}

  size_t Node(const Structural& schema, const Value& value, const Value* old, const Name& name,
              field::ErrorList& errors) {
    size_t before = errors.size();
    size_t checks = value.is_null() ? Null(schema, value, name, errors)
                                    : NonNull(schema, value, old, name, errors);
    if (old != nullptr && errors.size() > before && Unchanged(schema, *old, value)) {
      errors.erase(errors.begin() + static_cast<ptrdiff_t>(before), errors.end());
    }
    return checks;
  }

 private:
  size_t Null(const Structural& schema, const Value& value, const Name& name,
              field::ErrorList& errors) {
    size_t checks = 1;
    if (HasType(schema) && !schema.nullable) {
      AddWrongType(name, TypeText(schema), "null", errors);
      checks = 0;
    }
    if (schema.rules != nullptr) Enumeration(*schema.rules, value, name, errors);
    return checks;
  }

  size_t NonNull(const Structural& schema, const Value& value, const Value* old, const Name& name,
                 field::ErrorList& errors) {
    static const ValueRules kNoRules;
    const ValueRules& rules = schema.rules != nullptr ? *schema.rules : kNoRules;
    size_t checks = 3;  // junctors, enum, and the node itself
    if (HasType(schema) || rules.format != Format::kNone) {
      checks += 1 + (CheckType(schema, rules, value, name, errors) ? 1 : 0);
    }
    checks += 1 + Junctors(rules, value, name, errors);
    if (value.is_string()) {
      ++checks;
      Text(rules, value.as_string(), name, errors);
      checks += TextFormat(rules, value.as_string(), name, errors);
    } else if (value.is_number()) {
      checks += 2;
      Number(schema, rules, value, name, errors);
    } else if (value.is_list()) {
      checks += 2 + List(schema, rules, value, old, name, errors);
    }
    Enumeration(rules, value, name, errors);
    if (value.is_object()) checks += 1 + Object(schema, rules, value, old, name, errors);
    return checks;
  }

  bool CheckType(const Structural& schema, const ValueRules& rules, const Value& value,
                 const Name& name, field::ErrorList& errors) {
    if (TypeAdmits(schema, value)) return true;
    bool text_or_list = value.is_string() || value.is_list();
    if (rules.format != Format::kNone && !text_or_list) {
      std::string_view shown = value.is_int() ? "int64" : value.is_double() ? "float64" : "";
      AddWrongType(name, rules.format_name, shown, errors);
      return false;
    }
    // Formatted strings have been said to be lists as well.
    bool numeric =
        schema.int_or_string || schema.type == Type::kInteger || schema.type == Type::kNumber;
    if (!numeric && rules.format != Format::kNone && text_or_list) return true;
    AddWrongType(name, TypeText(schema), KindName(value.kind()), errors);
    return false;
  }

  size_t Junctors(const ValueRules& rules, const Value& value, const Name& name,
                  field::ErrorList& errors) {
    size_t checks = 0;
    if (!rules.any_of.empty()) checks += AnyOf(rules, value, name, errors);
    if (!rules.one_of.empty()) checks += OneOf(rules, value, name, errors);
    if (!rules.all_of.empty()) checks += AllOf(rules, value, name, errors);
    if (rules.negated != nullptr) {
      field::ErrorList found;
      Node(*rules.negated, value, nullptr, name, found);
      if (found.empty()) AddJunctor(name, "must not validate the schema (not)", errors);
    }
    return checks;
  }

  // Errors and number of checks of the branch that was checked most.
  struct Branch {
    field::ErrorList errors;
    size_t checks = 0;
    bool set = false;
    void Offer(field::ErrorList&& found, size_t count) {
      if (set && count <= checks) return;
      *this = Branch{std::move(found), count, true};
    }
  };

  size_t AnyOf(const ValueRules& rules, const Value& value, const Name& name,
               field::ErrorList& errors) {
    Branch best;
    for (const Structural* branch : rules.any_of) {
      field::ErrorList found;
      size_t checks = Node(*branch, value, nullptr, name, found);
      if (found.empty()) return checks;
      best.Offer(std::move(found), checks);
    }
    AddJunctor(name, "must validate at least one schema (anyOf)", errors);
    field::Append(errors, std::move(best.errors));
    return best.checks;
  }

  size_t OneOf(const ValueRules& rules, const Value& value, const Name& name,
               field::ErrorList& errors) {
    Branch best;
    size_t valid = 0;
    size_t valid_checks = 0;
    for (const Structural* branch : rules.one_of) {
      field::ErrorList found;
      size_t checks = Node(*branch, value, nullptr, name, found);
      if (!found.empty()) {
        best.Offer(std::move(found), checks);
      } else if (++valid == 1) {
        valid_checks = checks;
      }
    }
    if (valid == 1) return valid_checks;
    constexpr std::string_view kText = "must validate one and only one schema (oneOf). ";
    if (valid > 1) {
      AddJunctor(name, fmt::format("{}Found {} valid alternatives", kText, valid), errors);
      return 0;
    }
    AddJunctor(name, fmt::format("{}Found none valid", kText), errors);
    field::Append(errors, std::move(best.errors));
    return best.checks;
  }

  size_t AllOf(const ValueRules& rules, const Value& value, const Name& name,
               field::ErrorList& errors) {
    size_t checks = 0;
    size_t valid = 0;
    for (const Structural* branch : rules.all_of) {
      size_t before = errors.size();
      checks += Node(*branch, value, nullptr, name, errors);
      if (errors.size() == before) ++valid;
    }
    if (valid < rules.all_of.size()) {
      AddJunctor(name,
                 fmt::format("must validate all the schemas (allOf){}",
                             valid == 0 ? ". None validated" : ""),
                 errors);
    }
    return checks;
  }

  // Only the first fault is reported.
  void Text(const ValueRules& rules, std::string_view text, const Name& name,
            field::ErrorList& errors) {
    if (!rules.max_length && !rules.min_length && rules.pattern == nullptr) return;
    auto length = static_cast<int64_t>(CountCodePoints(text));
    if (rules.max_length && length > *rules.max_length) {
      errors.push_back(field::TooLong(PathTo(name), *rules.max_length));
    } else if (rules.min_length && length < *rules.min_length) {
      AddInvalid(name, text, fmt::format("should be at least {} chars long", *rules.min_length),
                 errors);
    } else if (rules.pattern != nullptr && !rules.pattern->Matches(text)) {
      AddInvalid(name, text, fmt::format("should match '{}'", rules.pattern_text), errors);
    }
  }

  size_t TextFormat(const ValueRules& rules, std::string_view text, const Name& name,
                    field::ErrorList& errors) {
    if (!IsStringFormat(rules.format)) return 0;
    if (!HasFormat(rules.format, text)) AddWrongType(name, rules.format_name, text, errors);
    return 1;
  }

  void Number(const Structural& schema, const ValueRules& rules, const Value& value,
              const Name& name, field::ErrorList& errors) {
    if (schema.type == Type::kNone && schema.rules == nullptr) return;
    std::string type(schema.int_or_string ? std::string_view() : TypeText(schema));
    CheckNumber(type, rules, value, [&](const NumberFault& fault) {
      std::string at = name.ToString();
      if (fault.bad_value.empty()) {
        errors.push_back(field::Invalid(prefix_, "", fault.Text(at)));
      } else {
        errors.push_back(
            field::Invalid(PathOf(at), field::BadValue::Rendered(fault.bad_value), fault.Text(at)));
      }
    });
  }

  size_t List(const Structural& schema, const ValueRules& rules, const Value& value,
              const Value* old, const Name& name, field::ErrorList& errors) {
    size_t checks = 0;
    if (schema.items != nullptr) {
      ElementCorrelation correlation(schema, old, value);
      for (size_t i = 0; i < value.size(); ++i) {
        Name element{&name, Name::Step::kIndex, {}, i};
        const Value& item = value.items()[i];
        checks += Node(*schema.items, item, correlation.OldElement(item), element, errors);
      }
    }
    auto size = static_cast<int64_t>(value.size());
    if (rules.min_items && size < *rules.min_items) {
      AddInvalid(name, size, fmt::format("should have at least {} items", *rules.min_items),
                 errors);
    }
    if (rules.max_items && size > *rules.max_items) {
      errors.push_back(field::TooMany(PathTo(name), size, *rules.max_items));
    }
    return checks;
  }

  void Enumeration(const ValueRules& rules, const Value& value, const Name& name,
                   field::ErrorList& errors) {
    if (rules.enumeration.empty()) return;
    for (const Value& literal : rules.enumeration) {
      if (MatchesLiteral(value, literal)) return;
    }
    std::vector<std::string> supported;
    for (const Value& literal : rules.enumeration) {
      supported.push_back(literal.is_string() ? std::string(literal.as_string())
                                              : codec::ToJson(literal));
    }
    errors.push_back(field::NotSupported(PathTo(name), Shown(value), supported));
  }

  size_t Object(const Structural& schema, const ValueRules& rules, const Value& value,
                const Value* old, const Name& name, field::ErrorList& errors) {
    auto size = static_cast<int64_t>(value.size());
    if (rules.min_properties && size < *rules.min_properties) {
      AddInvalid(name, size,
                 fmt::format("should have at least {} properties", *rules.min_properties), errors);
    }
    if (rules.max_properties && size > *rules.max_properties) {
      errors.push_back(field::TooMany(PathTo(name), size, *rules.max_properties));
    }
    size_t checks = AdditionalMembers(schema, value, old, name, errors);
    for (const Property& property : schema.properties) {
      const Value* member = value.FindPtr(property.name);
      if (member == nullptr) continue;
      const Value* old_member = old != nullptr ? old->FindPtr(property.name) : nullptr;
      // A resource's own apiVersion and kind are never forgiven.
      if (name.step == Name::Step::kRoot && prefix_.empty() &&
          (property.name == "apiVersion" || property.name == "kind")) {
        old_member = nullptr;
      }
      Name below{&name, Name::Step::kProperty, property.name};
      checks += Node(*property.schema, *member, old_member, below, errors);
    }
    for (std::string_view required : rules.required) {
      if (value.Has(required)) continue;
      errors.push_back(field::Required(PathTo(Name{&name, Name::Step::kProperty, required})));
    }
    return checks;
  }

  size_t AdditionalMembers(const Structural& schema, const Value& value, const Value* old,
                           const Name& name, field::ErrorList& errors) {
    if (schema.additional != Additional::kNothing && schema.additional_properties == nullptr) {
      return 0;
    }
    size_t checks = 0;
    for (const Member& member : value.members()) {
      if (schema.FindProperty(member.key()) != nullptr) continue;
      if (schema.additional_properties == nullptr) {
        std::string at = name.ToString();
        errors.push_back(
            field::Invalid(PathOf(at), member.key(),
                           fmt::format("{}.{} in body is a forbidden property", at, member.key())));
        continue;
      }
      const Value* old_member = old != nullptr ? old->FindPtr(member.key()) : nullptr;
      Name below{&name, Name::Step::kKey, member.key()};
      checks += Node(*schema.additional_properties, member.value, old_member, below, errors);
    }
    return checks;
  }

  // `text` must outlive the path's use; callers pass the string to a function that makes an error
  // at once.
  field::Path PathOf(const std::string& text) const {
    std::string_view trimmed = text;
    if (trimmed.starts_with('.')) trimmed.remove_prefix(1);
    return trimmed.empty() ? prefix_ : prefix_.Child(trimmed);
  }

  // The same for errors that need the name for nothing else; keeps the text itself.
  struct NamedPath {
    std::string text;
    const Validator& validator;
    operator field::Path() const { return validator.PathOf(text); }  // NOLINT
  };
  NamedPath PathTo(const Name& name) const { return NamedPath{name.ToString(), *this}; }

  void AddInvalid(const Name& name, field::BadValue value, std::string_view what,
                  field::ErrorList& errors) {
    std::string at = name.ToString();
    errors.push_back(
        field::Invalid(PathOf(at), std::move(value), fmt::format("{} in body {}", at, what)));
  }

  void AddWrongType(const Name& name, std::string_view wanted, std::string_view shown,
                    field::ErrorList& errors) {
    std::string at = name.ToString();
    errors.push_back(field::TypeInvalid(
        PathOf(at), shown,
        fmt::format("{} in body must be of type {}: {}", at, wanted, Quoted(shown))));
  }

  void AddJunctor(const Name& name, std::string_view what, field::ErrorList& errors) {
    errors.push_back(field::Invalid(prefix_, "", fmt::format("\"{}\" {}", name.ToString(), what)));
  }

  const field::Path& prefix_;
};

}  // namespace

void Validate(const Structural& schema, const Value& object, const Value* old,
              const field::Path& path, field::ErrorList& errors) {
  field::ErrorList found;
  Validator(path).Node(schema, object, old, Name{}, found);
  // The same fault may be found through several branches of allOf.
  std::unordered_set<std::string> seen;
  for (field::Error& error : found) {
    if (seen.insert(error.Text()).second) errors.push_back(std::move(error));
  }
}

}  // namespace pintle::schema
