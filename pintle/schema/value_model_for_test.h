#pragma once

#include <fmt/format.h>
#include <re2/re2.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/schema/format.h"
#include "pintle/schema/model_for_test.h"

// A slow model of value validation, which makes texts and nothing else. Formats and regular
// expressions are taken from where validation has them.
namespace pintle::schema::model {

class Validator {
 public:
  std::vector<std::string> Run(const Value& schema, const Value& object) {
    Result result = Node(schema, object, "");
    std::vector<std::string> once;
    for (const std::string& error : result.errors) {
      if (std::ranges::find(once, error) == once.end()) once.push_back(error);
    }
    return once;
  }

 private:
  // `checks`: how many checks were made, which decides what branch of a junctor is shown.
  struct Result {
    std::vector<std::string> errors;
    size_t checks = 0;

    void Merge(const Result& other) {
      errors.insert(errors.end(), other.errors.begin(), other.errors.end());
      checks += other.checks;
    }
  };

  // `.a.b`: what members of maps at the root are called; the place has no dot in front.
  static std::string Place(const std::string& name) {
    std::string place = name.starts_with('.') ? name.substr(1) : name;
    return place.empty() ? "<nil>" : place;
  }
  static std::string Invalid(const std::string& name, const std::string& value,
                             const std::string& what) {
    return fmt::format("{}: Invalid value: {}: {} {}", Place(name), value, name + " in body", what);
  }
  static std::string Nowhere(const std::string& what) {
    return fmt::format("<nil>: Invalid value: \"\": {}", what);
  }
  static std::string WrongType(const std::string& name, std::string_view wanted,
                               std::string_view found) {
    return Invalid(name, Quoted(found),
                   fmt::format("must be of type {}: {}", wanted, Quoted(found)));
  }
  static std::string Shown(const Value& value) {
    if (value.is_string()) return Quoted(value.as_string());
    if (value.is_double()) return ShownNumber(value.as_double());
    return codec::ToJson(value);
  }
  static int64_t Count(const Value& schema, std::string_view key, int64_t otherwise) {
    Value count = schema.Find(key);
    return count.is_int() ? count.as_int() : otherwise;
  }
  static double AsDouble(const Value& value) {
    return value.is_int() ? static_cast<double>(value.as_int()) : value.as_double();
  }

  static std::vector<std::string> Types(const Value& schema) {
    if (Flag(schema, kIntOrStringKey)) return {"integer", "string"};
    std::string type(schema.FindString("type"));
    return type.empty() ? std::vector<std::string>() : std::vector<std::string>{type};
  }
  static Format FormatOf(const Value& schema) {
    return FindFormat(schema.FindString("type"), schema.FindString("format"));
  }

  // A whole number within 53 bits, or so near to one that the difference is rounding.
  static bool IsWhole(double number) {
    if (!(std::fabs(number) <= 9007199254740991.0)) return false;
    double whole = std::trunc(number);
    if (whole == number) return true;
    return number > 0 && whole != 0 && (number - whole) / (number + whole) < 1e-9;
  }
  static std::string JsonType(const Value& value) {
    if (value.is_double()) return IsWhole(value.as_double()) ? "integer" : "number";
    return std::string(KindName(value.kind()));
  }

  Result Type(const Value& schema, const Value& value, const std::string& name) {
    std::vector<std::string> types = Types(schema);
    Format format = FormatOf(schema);
    Result passed{{}, 1};
    if (types.empty() && format == Format::kNone) return passed;
    if (value.is_null()) {
      if (types.empty() || IsNullable(schema)) return passed;
      return {{WrongType(name, Join(types, ","), "null")}, 0};
    }
    std::string type = JsonType(value);
    for (const std::string& wanted : types) {
      if (wanted == type || (wanted == "number" && type == "integer")) return passed;
    }
    bool text_or_list = value.is_string() || value.is_list();
    if (format != Format::kNone && !text_or_list) {
      std::string_view shown = value.is_int() ? "int64" : value.is_double() ? "float64" : "";
      return {{WrongType(name, schema.FindString("format"), shown)}, 0};
    }
    bool numeric = !types.empty() && (types[0] == "integer" || types[0] == "number");
    if (format != Format::kNone && !numeric) return passed;
    return {{WrongType(name, Join(types, ","), KindName(value.kind()))}, 0};
  }

  // Errors of the branch that was checked most, the first of several.
  static const Result* Best(const std::vector<Result>& branches) {
    const Result* best = nullptr;
    for (const Result& branch : branches) {
      if (branch.errors.empty()) continue;
      if (best == nullptr || branch.checks > best->checks) best = &branch;
    }
    return best;
  }

  Result Junctors(const Value& schema, const Value& value, const std::string& name) {
    Result result;
    auto branches = [&](std::string_view key) {
      std::vector<Result> results;
      for (const Value& branch : ElementsOf(schema, key))
        results.push_back(Node(branch, value, name));
      return results;
    };
    auto valid = [](const Result& branch) { return branch.errors.empty(); };
    std::vector<Result> any = branches("anyOf");
    if (auto first = std::ranges::find_if(any, valid); first != any.end()) {
      result.Merge(*first);
    } else if (!any.empty()) {
      result.errors.push_back(
          Nowhere(fmt::format("\"{}\" must validate at least one schema (anyOf)", name)));
      result.Merge(*Best(any));
    }
    std::vector<Result> one = branches("oneOf");
    auto count = std::ranges::count_if(one, valid);
    constexpr std::string_view kOne = "must validate one and only one schema (oneOf). Found";
    if (count == 1) result.Merge(*std::ranges::find_if(one, valid));
    if (count > 1) {
      result.errors.push_back(
          Nowhere(fmt::format("\"{}\" {} {} valid alternatives", name, kOne, count)));
    }
    if (count == 0 && !one.empty()) {
      result.errors.push_back(Nowhere(fmt::format("\"{}\" {} none valid", name, kOne)));
      result.Merge(*Best(one));
    }
    std::vector<Result> all = branches("allOf");
    for (const Result& branch : all) result.Merge(branch);
    if (!std::ranges::all_of(all, valid)) {
      result.errors.push_back(
          Nowhere(fmt::format("\"{}\" must validate all the schemas (allOf){}", name,
                              std::ranges::none_of(all, valid) ? ". None validated" : "")));
    }
    const Value* negated = SubSchema(schema, "not");
    if (negated != nullptr && Node(*negated, value, name).errors.empty()) {
      result.errors.push_back(
          Nowhere(fmt::format("\"{}\" must not validate the schema (not)", name)));
    }
    ++result.checks;
    return result;
  }

  // Length counts in code points; the first fault is all that is shown.
  Result Text(const Value& schema, std::string_view text, const std::string& name) {
    int64_t length = 0;
    for (size_t at = 0; at < text.size(); ++length) {
      uint32_t code = 0;
      at += std::max<size_t>(1, DecodeUtf8(text.substr(at), &code));
    }
    int64_t most = Count(schema, "maxLength", INT64_MAX);
    int64_t least = Count(schema, "minLength", 0);
    std::string pattern(schema.FindString("pattern"));
    if (length > most) {
      return {{fmt::format("{}: Too long: may not be more than {} byte{}", Place(name), most,
                           most == 1 ? "" : "s")}};
    }
    if (length < least) {
      return {
          {Invalid(name, Quoted(text), fmt::format("should be at least {} chars long", least))}};
    }
    if (!pattern.empty() && !RE2::PartialMatch(std::string(text), pattern)) {
      return {{Invalid(name, Quoted(text), fmt::format("should match '{}'", pattern))}};
    }
    return {};
  }

  // Whether a number is in the range of the type and format of the schema.
  static bool InRange(const Value& schema, double number, bool is_int) {
    Format format = FormatOf(schema);
    if (schema.FindString("type") == "integer") {
      bool whole = is_int || (std::trunc(number) == number && number >= -0x1p63 && number < 0x1p63);
      if (format != Format::kInt32) return whole;
      return whole && number >= std::numeric_limits<int32_t>::min() &&
             number <= std::numeric_limits<int32_t>::max();
    }
    return format != Format::kFloat || std::fabs(number) <= std::numeric_limits<float>::max();
  }
  static std::string OutOfRange(const Value& schema, std::string_view what,
                                const std::string& name) {
    std::string format = FormatOf(schema) == Format::kNone
                             ? "(default format)"
                             : fmt::format("with format {}", schema.FindString("format"));
    return Nowhere(fmt::format("{} value must be of type {} {} in {}", what,
                               schema.FindString("type"), format, name));
  }

  Result Number(const Value& schema, const Value& value, const std::string& name) {
    Result result{{}, 1};
    double number = AsDouble(value);
    if (!InRange(schema, number, value.is_int())) {
      result.errors.push_back(OutOfRange(schema, "Checked", name));
    }
    if (schema.Find("multipleOf").is_number()) {
      Multiple(schema, value, AsDouble(schema.Find("multipleOf")), name, result);
    }
    if (schema.Find("minimum").is_number()) {
      Bound(schema, value, AsDouble(schema.Find("minimum")), false, name, result);
    }
    if (schema.Find("maximum").is_number()) {
      Bound(schema, value, AsDouble(schema.Find("maximum")), true, name, result);
    }
    return result;
  }

  // Integers are compared as such, with what is left of the bound when it is made one.
  static int64_t Cut(double bound) {
    if (bound >= 0x1p63) return INT64_MAX;
    return bound < -0x1p63 ? INT64_MIN : static_cast<int64_t>(bound);
  }
  // Whether the bound may be cut; if it is out of the type's range that is an error of its own.
  static bool Comparable(const Value& schema, const Value& value, double bound,
                         std::string_view what, const std::string& name, Result& result) {
    bool in_range = InRange(schema, bound, false);
    if (!in_range) result.errors.push_back(OutOfRange(schema, what, name));
    return in_range && value.is_int();
  }
  static void Multiple(const Value& schema, const Value& value, double factor,
                       const std::string& name, Result& result) {
    auto not_positive = [&](const std::string& shown) {
      result.errors.push_back(fmt::format(
          "{}: Invalid value: {}: factor MultipleOf declared for {} must be positive: {}",
          Place(name), shown, name, shown));
    };
    if (Comparable(schema, value, factor, "MultipleOf", name, result)) {
      int64_t whole = Cut(factor);
      if (whole <= 0) return not_positive(std::to_string(whole));
      if (value.as_int() % whole == 0) return;
      result.errors.push_back(
          Invalid(name, Shown(value), fmt::format("should be a multiple of {}", whole)));
      return;
    }
    double number = AsDouble(value);
    if (factor < 0) return not_positive(ShownNumber(factor));
    if (IsWhole(factor < 1 ? 1 / factor * number : number / factor)) return;
    result.errors.push_back(
        Invalid(name, ShownNumber(number), "should be a multiple of " + ShownNumber(factor)));
  }
  static void Bound(const Value& schema, const Value& value, double bound, bool is_maximum,
                    const std::string& name, Result& result) {
    bool exclusive = Flag(schema, is_maximum ? "exclusiveMaximum" : "exclusiveMinimum");
    std::string_view what = is_maximum ? "Maximum boundary" : "Minimum boundary";
    bool whole = Comparable(schema, value, bound, what, name, result);
    double number = AsDouble(value);
    bool less = whole ? value.as_int() < Cut(bound) : number < bound;
    bool more = whole ? value.as_int() > Cut(bound) : number > bound;
    if (is_maximum ? less || (!more && !exclusive) : more || (!less && !exclusive)) return;
    std::string shown = whole ? std::to_string(Cut(bound)) : ShownNumber(bound);
    result.errors.push_back(
        Invalid(name, whole ? Shown(value) : ShownNumber(number),
                fmt::format("should be {} than {}{}", is_maximum ? "less" : "greater",
                            exclusive ? "" : "or equal to ", shown)));
  }

  Result List(const Value& schema, const Value& value, const std::string& name) {
    Result result;
    auto size = static_cast<int64_t>(value.size());
    for (size_t i = 0; i < value.size() && Items(&schema) != nullptr; ++i) {
      result.Merge(Node(*Items(&schema), value.items()[i], fmt::format("{}[{}]", name, i)));
    }
    int64_t least = Count(schema, "minItems", 0);
    int64_t most = Count(schema, "maxItems", INT64_MAX);
    if (size < least) {
      result.errors.push_back(
          Invalid(name, std::to_string(size), fmt::format("should have at least {} items", least)));
    }
    if (size > most) result.errors.push_back(TooMany(name, size, most));
    ++result.checks;
    return result;
  }
  static std::string TooMany(const std::string& name, int64_t size, int64_t most) {
    return fmt::format("{}: Too many: {}: must have at most {} item{}", Place(name), size, most,
                       most == 1 ? "" : "s");
  }

  Result Enumeration(const Value& schema, const Value& value, const std::string& name) {
    std::vector<std::string> shown;
    for (const Value& literal : ElementsOf(schema, "enum")) {
      if (value.is_double() && literal.is_int()) {
        if (std::trunc(value.as_double()) == AsDouble(literal)) return {};
      } else if (value.is_int() && literal.is_double()) {
        if (AsDouble(value) == literal.as_double()) return {};
      } else if (!value.is_null() && value == literal) {
        return {};
      }
      std::string text =
          literal.is_string() ? std::string(literal.as_string()) : codec::ToJson(literal);
      shown.push_back(Quoted(text));
    }
    if (shown.empty()) return {};
    return {{fmt::format("{}: Unsupported value: {}: supported values: {}", Place(name),
                         Shown(value), Join(shown, ", "))}};
  }

  Result Object(const Value& schema, const Value& value, const std::string& name) {
    Result result;
    auto size = static_cast<int64_t>(value.size());
    int64_t least = Count(schema, "minProperties", 0);
    int64_t most = Count(schema, "maxProperties", INT64_MAX);
    if (size < least) {
      result.errors.push_back(Invalid(name, std::to_string(size),
                                      fmt::format("should have at least {} properties", least)));
    }
    if (size > most) result.errors.push_back(TooMany(name, size, most));
    for (const Member& member : value.members()) {
      if (Property(&schema, member.key()) != nullptr || !HasAdditional(&schema)) continue;
      std::string below = name + "." + std::string(member.key());
      if (const Value* additional = Additional(&schema)) {
        result.Merge(Node(*additional, member.value, below));
      } else if (!schema.Find("additionalProperties").as_bool()) {
        result.errors.push_back(
            fmt::format("{}: Invalid value: {}: {} in body is a forbidden property", Place(name),
                        Quoted(member.key()), below));
      }
    }
    for (const Member& property : MembersOf(schema, "properties")) {
      const Value* held = value.FindPtr(property.key());
      if (held != nullptr) result.Merge(Node(property.value, *held, Joined(name, property.key())));
    }
    for (const Value& required : ElementsOf(schema, "required")) {
      if (value.Has(required.as_string())) continue;
      result.errors.push_back(Place(Joined(name, required.as_string())) + ": Required value");
    }
    return result;
  }
  static std::string Joined(const std::string& name, std::string_view key) {
    return name.empty() ? std::string(key) : name + "." + std::string(key);
  }

  // Every group of checks that applies counts one, and what it counts itself; so does the node.
  Result Node(const Value& schema, const Value& value, const std::string& name) {
    Result result = Type(schema, value, name);
    if (value.is_null()) {
      result.Merge(Enumeration(schema, value, name));
      return result;
    }
    // Without a type and a format there is nothing that applies.
    if (Types(schema).empty() && FormatOf(schema) == Format::kNone) {
      result.checks = 0;
    } else {
      ++result.checks;
    }
    auto apply = [&](const Result& group) {
      result.Merge(group);
      ++result.checks;
    };
    apply(Junctors(schema, value, name));
    if (value.is_string()) {
      apply(Text(schema, value.as_string(), name));
      if (IsStringFormat(FormatOf(schema))) {
        bool good = HasFormat(FormatOf(schema), value.as_string());
        std::string_view format = schema.FindString("format");
        apply(good ? Result() : Result{{WrongType(name, format, value.as_string())}});
      }
    }
    if (value.is_number()) apply(Number(schema, value, name));
    if (value.is_list()) apply(List(schema, value, name));
    apply(Enumeration(schema, value, name));
    if (value.is_object()) apply(Object(schema, value, name));
    ++result.checks;
    return result;
  }
};

}  // namespace pintle::schema::model
