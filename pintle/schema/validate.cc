#include "pintle/schema/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/base/work_count.h"
#include "pintle/codec/document.h"
#include "pintle/schema/correlation.h"
#include "pintle/schema/find_next.h"
#include "pintle/schema/number_check.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/pattern.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/value_faults.h"

namespace pintle::schema {
namespace {

std::string_view WantedType(const Structural& schema) {
  return schema.int_or_string ? "integer,string" : TypeText(schema.type);
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

// Whether a text has more than `count` characters. Its size says so in most cases: a character
// takes one to four bytes.
bool IsLonger(std::string_view text, int64_t count) {
  constexpr int64_t kMostBytes = 4;
  auto size = static_cast<int64_t>(text.size());
  if (size <= count) return false;
  if (size / kMostBytes > count) return true;
  return std::ranges::count_if(
             text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }) > count;
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
  explicit Validator(const Cancellation* cancellation) : cancellation_(cancellation) {}
  ~Validator() { WorkCount::Add(work_); }
  Validator(const Validator&) = delete;
  Validator& operator=(const Validator&) = delete;

  size_t Node(const Structural& schema, const Value& value, const Value* old, const Name& name,
              ValueFaults& faults) {
    if (IsOver()) return 0;
    size_t before = faults.size();
    size_t checks = value.is_null() ? Null(schema, value, name, faults)
                                    : NonNull(schema, value, old, name, faults);
    if (old != nullptr && faults.size() > before && Unchanged(schema, *old, value)) {
      faults.Shrink(before);
    }
    return checks;
  }

 private:
  size_t Null(const Structural& schema, const Value& value, const Name& name, ValueFaults& faults) {
    size_t checks = 1;
    if (HasType(schema) && !schema.nullable) {
      faults.AddWrongType(name, WantedType(schema), "null");
      checks = 0;
    }
    if (schema.rules != nullptr) Enumeration(*schema.rules, value, name, faults);
    return checks;
  }

  size_t NonNull(const Structural& schema, const Value& value, const Value* old, const Name& name,
                 ValueFaults& faults) {
    static const ValueRules kNoRules;
    const ValueRules& rules = schema.rules != nullptr ? *schema.rules : kNoRules;
    size_t checks = 3;  // junctors, enum, and the node itself
    if (HasType(schema) || rules.format != Format::kNone) {
      checks += 1 + (CheckType(schema, rules, value, name, faults) ? 1 : 0);
    }
    checks += 1 + Junctors(rules, value, name, faults);
    if (value.is_string()) {
      ++checks;
      Text(rules, value.as_string(), name, faults);
      checks += TextFormat(rules, value.as_string(), name, faults);
    } else if (value.is_number()) {
      checks += 2;
      Number(schema, rules, value, name, faults);
    } else if (value.is_list()) {
      checks += 2 + List(schema, rules, value, old, name, faults);
    }
    Enumeration(rules, value, name, faults);
    if (value.is_object()) checks += 1 + Object(schema, rules, value, old, name, faults);
    return checks;
  }

  static bool CheckType(const Structural& schema, const ValueRules& rules, const Value& value,
                        const Name& name, ValueFaults& faults) {
    if (TypeAdmits(schema, value)) return true;
    bool text_or_list = value.is_string() || value.is_list();
    if (rules.format != Format::kNone && !text_or_list) {
      std::string_view shown = value.is_int() ? "int64" : value.is_double() ? "float64" : "";
      faults.AddWrongType(name, rules.format_name, shown);
      return false;
    }
    // Formatted strings have been said to be lists as well.
    bool numeric =
        schema.int_or_string || schema.type == Type::kInteger || schema.type == Type::kNumber;
    if (!numeric && rules.format != Format::kNone && text_or_list) return true;
    faults.AddWrongType(name, WantedType(schema), KindName(value.kind()));
    return false;
  }

  size_t Junctors(const ValueRules& rules, const Value& value, const Name& name,
                  ValueFaults& faults) {
    size_t checks = 0;
    if (!rules.any_of.empty()) checks += AnyOf(rules, value, name, faults);
    if (!rules.one_of.empty()) checks += OneOf(rules, value, name, faults);
    if (!rules.all_of.empty()) checks += AllOf(rules, value, name, faults);
    if (rules.negated != nullptr && Try(*rules.negated, value, name, faults).valid) {
      faults.AddJunctor(name, "must not validate the schema (not)");
    }
    return checks;
  }

  // What a branch of a junctor makes of the value.
  struct Branch {
    const Structural* schema = nullptr;
    size_t checks = 0;
    bool valid = false;
  };
  Branch Try(const Structural& schema, const Value& value, const Name& name,
             const ValueFaults& faults) {
    ValueFaults found(faults.prefix(), ValueFaults::Detail::kCount);
    size_t checks = Node(schema, value, nullptr, name, found);
    return {&schema, checks, found.empty()};
  }
  // No branch fits: shows the faults of the one that was checked most, the first of several.
  size_t Show(const Branch& best, const Value& value, const Name& name, ValueFaults& faults) {
    if (faults.has_texts()) Node(*best.schema, value, nullptr, name, faults);
    return best.checks;
  }

  size_t AnyOf(const ValueRules& rules, const Value& value, const Name& name, ValueFaults& faults) {
    Branch best;
    for (const Structural* schema : rules.any_of) {
      Branch branch = Try(*schema, value, name, faults);
      if (branch.valid) return branch.checks;
      if (best.schema == nullptr || branch.checks > best.checks) best = branch;
    }
    faults.AddJunctor(name, "must validate at least one schema (anyOf)");
    return Show(best, value, name, faults);
  }

  size_t OneOf(const ValueRules& rules, const Value& value, const Name& name, ValueFaults& faults) {
    Branch best;
    Branch first_valid;
    size_t valid = 0;
    for (const Structural* schema : rules.one_of) {
      Branch branch = Try(*schema, value, name, faults);
      if (branch.valid) {
        if (++valid == 1) first_valid = branch;
      } else if (best.schema == nullptr || branch.checks > best.checks) {
        best = branch;
      }
    }
    if (valid == 1) return first_valid.checks;
    constexpr std::string_view kText = "must validate one and only one schema (oneOf). ";
    if (valid > 1) {
      faults.AddJunctor(name, fmt::format("{}Found {} valid alternatives", kText, valid));
      return 0;
    }
    faults.AddJunctor(name, fmt::format("{}Found none valid", kText));
    return Show(best, value, name, faults);
  }

  size_t AllOf(const ValueRules& rules, const Value& value, const Name& name, ValueFaults& faults) {
    size_t checks = 0;
    size_t valid = 0;
    for (const Structural* branch : rules.all_of) {
      size_t before = faults.size();
      checks += Node(*branch, value, nullptr, name, faults);
      if (faults.size() == before) ++valid;
    }
    if (valid == 0) {
      faults.AddJunctor(name, "must validate all the schemas (allOf). None validated");
    } else if (valid < rules.all_of.size()) {
      faults.AddJunctor(name, "must validate all the schemas (allOf)");
    }
    return checks;
  }

  // `<name> in body should <what>`, where a limit stands for {}.
  template <typename Bad, typename Limit>
  static void AddInvalid(const Name& name, const Bad& value, fmt::format_string<const Limit&> what,
                         const Limit& limit, ValueFaults& faults) {
    faults.Add(name, [&](const std::string& at, const field::Path& path) {
      return field::Invalid(path, value, at + " in body should " + fmt::format(what, limit));
    });
  }
  static void AddTooMany(const Name& name, int64_t size, int64_t most, ValueFaults& faults) {
    faults.Add(name, [&](const std::string&, const field::Path& path) {
      return field::TooMany(path, size, most);
    });
  }

  // Only the first fault is reported.
  void Text(const ValueRules& rules, std::string_view text, const Name& name, ValueFaults& faults) {
    if (rules.max_length && IsLonger(text, *rules.max_length)) {
      faults.Add(name, [&](const std::string&, const field::Path& path) {
        return field::TooLong(path, *rules.max_length);
      });
    } else if (rules.min_length && *rules.min_length > 0 &&
               !IsLonger(text, *rules.min_length - 1)) {
      AddInvalid(name, text, "be at least {} chars long", *rules.min_length, faults);
    } else if (rules.pattern != nullptr) {
      work_ += text.size();
      if (rules.pattern->Matches(text)) return;
      AddInvalid(name, text, "match '{}'", rules.pattern_text, faults);
    }
  }

  static size_t TextFormat(const ValueRules& rules, std::string_view text, const Name& name,
                           ValueFaults& faults) {
    if (!IsStringFormat(rules.format)) return 0;
    if (!HasFormat(rules.format, text)) faults.AddWrongType(name, rules.format_name, text);
    return 1;
  }

  static void Number(const Structural& schema, const ValueRules& rules, const Value& value,
                     const Name& name, ValueFaults& faults) {
    if (schema.type == Type::kNone && schema.rules == nullptr) return;
    std::string_view type = schema.int_or_string ? std::string_view() : TypeText(schema.type);
    for (const NumberFault& fault : CheckNumber(type, rules, value)) {
      faults.Add(name, [&](const std::string& at, const field::Path& path) {
        if (fault.bad_value.empty()) return field::Invalid(faults.prefix(), "", fault.Text(at));
        return field::Invalid(path, field::BadValue::Rendered(fault.bad_value), fault.Text(at));
      });
    }
  }

  size_t List(const Structural& schema, const ValueRules& rules, const Value& value,
              const Value* old, const Name& name, ValueFaults& faults) {
    size_t checks = 0;
    if (schema.items != nullptr) {
      ElementCorrelation correlation(schema, old, value);
      for (size_t i = 0; i < value.size(); ++i) {
        Name element{&name, Name::Step::kIndex, {}, i};
        const Value& item = value.items()[i];
        checks += Node(*schema.items, item, correlation.OldElement(item), element, faults);
      }
    }
    auto size = static_cast<int64_t>(value.size());
    if (rules.min_items && size < *rules.min_items) {
      AddInvalid(name, size, "have at least {} items", *rules.min_items, faults);
    }
    if (rules.max_items && size > *rules.max_items) {
      AddTooMany(name, size, *rules.max_items, faults);
    }
    return checks;
  }

  void Enumeration(const ValueRules& rules, const Value& value, const Name& name,
                   ValueFaults& faults) {
    if (rules.enumeration.empty()) return;
    if (value.is_string() && !rules.enum_texts.empty()) {
      if (std::ranges::binary_search(rules.enum_texts, value.as_string())) return;
    } else {
      work_ += rules.enumeration.size();
      for (const Value& literal : rules.enumeration) {
        if (MatchesLiteral(value, literal)) return;
      }
    }
    faults.Add(name, [&](const std::string&, const field::Path& path) {
      std::vector<std::string> supported;
      size_t bytes = 0;
      for (const Value& literal : rules.enumeration) {
        if (bytes > field::kMaxSupportedBytes) break;
        supported.push_back(literal.is_string() ? std::string(literal.as_string())
                                                : codec::ToJson(literal));
        bytes += supported.back().size() + 1;
      }
      return field::NotSupported(path, Shown(value), supported,
                                 rules.enumeration.size() - supported.size());
    });
  }

  size_t Object(const Structural& schema, const ValueRules& rules, const Value& value,
                const Value* old, const Name& name, ValueFaults& faults) {
    auto size = static_cast<int64_t>(value.size());
    if (rules.min_properties && size < *rules.min_properties) {
      AddInvalid(name, size, "have at least {} properties", *rules.min_properties, faults);
    }
    if (rules.max_properties && size > *rules.max_properties) {
      AddTooMany(name, size, *rules.max_properties, faults);
    }
    size_t checks = AdditionalMembers(schema, value, old, name, faults);
    size_t at = 0;
    for (const Property& property : schema.properties) {
      const Member* found =
          FindNext(value.members(), at, property.name, [](const Member& m) { return m.key(); });
      if (found == nullptr) continue;
      const Value* old_member = old != nullptr ? old->FindPtr(property.name) : nullptr;
      // A resource's own apiVersion and kind are never forgiven.
      if (name.step == Name::Step::kRoot && faults.prefix().empty() &&
          (property.name == "apiVersion" || property.name == "kind")) {
        old_member = nullptr;
      }
      Name below{&name, Name::Step::kProperty, property.name};
      checks += Node(*property.schema, found->value, old_member, below, faults);
    }
    work_ += rules.required.size();
    for (std::string_view required : rules.required) {
      if (value.Has(required)) continue;
      faults.Add(Name{&name, Name::Step::kProperty, required},
                 [](const std::string&, const field::Path& path) { return field::Required(path); });
    }
    return checks;
  }

  size_t AdditionalMembers(const Structural& schema, const Value& value, const Value* old,
                           const Name& name, ValueFaults& faults) {
    if (schema.additional != Additional::kNothing && schema.additional_properties == nullptr) {
      return 0;
    }
    size_t checks = 0;
    for (const Member& member : value.members()) {
      if (schema.FindProperty(member.key()) != nullptr) continue;
      if (schema.additional_properties == nullptr) {
        faults.Add(name, [&](const std::string& at, const field::Path& path) {
          return field::Invalid(
              path, member.key(),
              fmt::format("{}.{} in body is a forbidden property", at, member.key()));
        });
        continue;
      }
      const Value* old_member = old != nullptr ? old->FindPtr(member.key()) : nullptr;
      Name below{&name, Name::Step::kKey, member.key()};
      checks += Node(*schema.additional_properties, member.value, old_member, below, faults);
    }
    return checks;
  }

  // Asked at every node; looked up now and then.
  bool IsOver() {
    constexpr size_t kBetween = 1024;
    if (++work_ < look_at_) return false;
    look_at_ = work_ + kBetween;
    over_ = over_ || (cancellation_ != nullptr && cancellation_->cancelled());
    if (over_) look_at_ = 0;
    return over_;
  }

  const Cancellation* cancellation_;
  size_t work_ = 0;
  size_t look_at_ = 0;
  bool over_ = false;
};

}  // namespace

void Validate(const Structural& schema, const Value& object, const Value* old,
              const field::Path& path, field::ErrorList& errors, const Cancellation* cancellation) {
  ValueFaults faults(path, ValueFaults::Detail::kTexts);
  Validator(cancellation).Node(schema, object, old, Name{}, faults);
  if (faults.empty()) return;
  // The same fault may be found through several branches of allOf.
  std::unordered_set<std::string> seen;
  field::ErrorList found = std::move(faults).Take();
  for (field::Error& error : found) {
    if (seen.insert(error.Text()).second) errors.push_back(std::move(error));
  }
  errors.CountMore(found.more());
}

}  // namespace pintle::schema
