#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/choices_for_test.h"
#include "pintle/cel/compile.h"
#include "pintle/cel/datum.h"
#include "pintle/cel/estimate.h"

namespace pintle::cel {

// Random well-typed expressions over the variables of RandomVariables, as text.
class RandomExpression {
 public:
  enum class Kind : uint8_t {
    kBool,
    kInt,
    kUint,
    kDouble,
    kString,
    kBytes,
    kDuration,
    kTimestamp,
    kInts,
    kStrings,
    kMap,       // of text to int
    kOptional,  // int
  };
  static constexpr size_t kKinds = 12;
  static constexpr std::string_view kVariables[kKinds] = {"b", "i", "u",  "d",  "s", "y",
                                                          "p", "t", "li", "ls", "m", "o"};

  explicit RandomExpression(Choices& choices) : choices_(choices) {}

  std::string Make() { return Of(static_cast<Kind>(choices_.Below(kKinds)), 0); }
  // Whether the estimate is above the cost by definition: not if a function was used whose cost is
  // counted otherwise than estimated (by what it is called on instead of its argument, for one).
  bool estimate_holds() const { return estimate_holds_; }

 private:
  static constexpr int kMaxDepth = 5;

  std::string Of(Kind kind, int depth) {
    if (depth >= kMaxDepth || choices_.OneIn(5)) return Leaf(kind);
    if (choices_.OneIn(12)) {
      return fmt::format("({} ? {} : {})", Bool(depth + 1), Of(kind, depth + 1),
                         Of(kind, depth + 1));
    }
    switch (kind) {
      case Kind::kBool:
        return BoolOf(depth + 1);
      case Kind::kInt:
        return IntOf(depth + 1);
      case Kind::kString:
        return StringOf(depth + 1);
      case Kind::kInts:
      case Kind::kStrings:
        return ListOf(kind, depth + 1);
      default:
        return OtherOf(kind, depth + 1);
    }
  }
  std::string Bool(int depth) { return Of(Kind::kBool, depth); }
  std::string Int(int depth) { return Of(Kind::kInt, depth); }
  std::string String(int depth) { return Of(Kind::kString, depth); }

  std::string Leaf(Kind kind) {
    std::vector<std::string_view> names = {kVariables[static_cast<size_t>(kind)]};
    for (const auto& [name, of] : scope_) {
      if (of == kind) names.push_back(name);
    }
    if (choices_.OneIn(2)) return std::string(names[choices_.Below(names.size())]);
    static constexpr std::string_view kLiterals[kKinds][3] = {
        {"true", "false", "true"},
        {"0", "3", "-1"},
        {"0u", "3u", "18446744073709551615u"},
        {"0.0", "1.5", "-1e300"},
        {"''", "'ab'", "'äbc'"},
        {"b''", "b'ab'", "b'\\xff'"},
        {"duration('0s')", "duration('1h')", "duration('-1.5s')"},
        {"timestamp('2020-01-02T03:04:05Z')", "timestamp(0)", "timestamp('9999-12-31T00:00:00Z')"},
        {"[1]", "[3, 1, 2]", "[0, 0, 0, 0, 0]"},
        {"['a']", "['b', '', 'ab']", "['a', 'a']"},
        {"{'a': 1}", "{'a': 1, 'b': 2}", "{'': 0}"},
        {"optional.of(1)", "optional.none()", "optional.of(-1)"}};
    return std::string(choices_.Of(kLiterals[static_cast<size_t>(kind)]));
  }

  // What is indexed. The first step into a value that was computed counts one more than estimated.
  std::string Indexed(Kind kind, int depth) {
    std::string operand = Of(kind, depth);
    bool name = std::ranges::all_of(operand, [](char c) { return c >= 'a' && c <= 'z'; });
    if (!name) estimate_holds_ = false;
    return operand;
  }

  // `list.macro(x, body)` with a new name for x.
  std::string Macro(std::string_view macro, Kind list, Kind result, int depth) {
    static constexpr std::string_view kNames[] = {"x", "v", "w"};
    std::string range = Of(list, depth);
    std::string_view name = kNames[choices_.Below(3)];
    // The new name hides another of the same text.
    auto outer = scope_;
    std::erase_if(scope_, [&](const auto& entry) { return entry.first == name; });
    scope_.emplace_back(name, list == Kind::kInts ? Kind::kInt : Kind::kString);
    std::string body = Of(result, depth);
    scope_ = std::move(outer);
    return fmt::format("{}.{}({}, {})", range, macro, name, body);
  }

  std::string BoolOf(int depth) {
    static constexpr std::string_view kRelations[] = {"==", "!=", "<", "<=", ">", ">="};
    static constexpr std::string_view kMacros[] = {"all", "exists", "exists_one"};
    static constexpr std::string_view kTests[] = {"isIP", "isQuantity", "isURL", "isCIDR",
                                                  "isSemver"};
    static constexpr std::string_view kSets[] = {"contains", "equivalent", "intersects"};
    Kind list = choices_.OneIn(2) ? Kind::kInts : Kind::kStrings;
    Kind element = list == Kind::kInts ? Kind::kInt : Kind::kString;
    switch (choices_.Below(14)) {
      case 0: {
        auto kind = static_cast<Kind>(choices_.Below(kKinds));
        return fmt::format("({} {} {})", Of(kind, depth), kRelations[choices_.Below(2)],
                           Of(kind, depth));
      }
      case 1: {
        auto kind = static_cast<Kind>(choices_.Below(static_cast<size_t>(Kind::kInts)));
        return fmt::format("({} {} {})", Of(kind, depth), choices_.Of(kRelations), Of(kind, depth));
      }
      case 2:
        return fmt::format("({} && {})", Bool(depth), Bool(depth));
      case 3:
        return fmt::format("({} || {})", Bool(depth), Bool(depth));
      case 4:
        return fmt::format("!{}", Bool(depth));
      case 5:
        return fmt::format("({} in {})", Of(element, depth), Of(list, depth));
      case 6:
        return fmt::format("({} in {})", String(depth), Of(Kind::kMap, depth));
      case 7:
        return Macro(choices_.Of(kMacros), list, Kind::kBool, depth);
      case 8:
        return fmt::format("{}.contains({})", String(depth), String(depth));
      case 9:
        estimate_holds_ = false;
        return fmt::format("{}.{}({})", String(depth),
                           choices_.OneIn(2) ? "startsWith" : "endsWith", String(depth));
      case 10:
        return fmt::format("{}.matches('^[a-c]*$')", String(depth));
      case 11:
        return fmt::format("sets.{}({}, {})", choices_.Of(kSets), Of(list, depth), Of(list, depth));
      case 12:
        return fmt::format("{}({})", choices_.Of(kTests), String(depth));
      default:
        return choices_.OneIn(2) ? fmt::format("has({}.a)", Indexed(Kind::kMap, depth))
                                 : fmt::format("{}.isSorted()", Of(list, depth));
    }
  }

  std::string IntOf(int depth) {
    static constexpr std::string_view kOperators[] = {"+", "-", "*", "/", "%"};
    static constexpr std::string_view kFolds[] = {"sum", "min", "max"};
    static constexpr std::string_view kParts[] = {"getHours", "getSeconds", "getMilliseconds"};
    auto sized = static_cast<Kind>(static_cast<size_t>(Kind::kInts) + choices_.Below(3));
    switch (choices_.Below(11)) {
      case 0:
        return fmt::format("({} {} {})", Int(depth), choices_.Of(kOperators), Int(depth));
      case 1:
        return fmt::format("(-{})", Of(Kind::kInt, depth));
      case 2:
        return fmt::format("size({})", Of(choices_.OneIn(2) ? Kind::kString : sized, depth));
      case 3:
        return fmt::format("{}[{}]", Indexed(Kind::kInts, depth), Int(depth));
      case 4:
        return fmt::format("{}['a']", Indexed(Kind::kMap, depth));
      case 5:
        return fmt::format("{}.{}()", Of(Kind::kInts, depth), choices_.Of(kFolds));
      case 6:
        return fmt::format("{}.indexOf({})", String(depth), String(depth));
      case 7:
        return fmt::format("{}.lastIndexOf({})", Of(Kind::kInts, depth), Int(depth));
      case 8:
        return fmt::format("{}.{}()",
                           Of(choices_.OneIn(2) ? Kind::kDuration : Kind::kTimestamp, depth),
                           choices_.Of(kParts));
      case 9:
        return fmt::format("{}.orValue({})", Of(Kind::kOptional, depth), Int(depth));
      default: {
        static constexpr Kind kFrom[] = {Kind::kUint, Kind::kDouble, Kind::kString,
                                         Kind::kTimestamp};
        return fmt::format("int({})", Of(choices_.Of(kFrom), depth));
      }
    }
  }

  std::string StringOf(int depth) {
    static constexpr std::string_view kChanges[] = {"lowerAscii", "upperAscii", "trim"};
    switch (choices_.Below(11)) {
      case 0:
      case 1:
        return fmt::format("({} + {})", String(depth), String(depth));
      case 2:
        return fmt::format("{}.{}()", String(depth), choices_.Of(kChanges));
      case 3:
        return fmt::format("{}.substring({})", String(depth), Int(depth));
      case 4:
        return fmt::format("{}.charAt({})", String(depth), Int(depth));
      case 5:
        return fmt::format("{}.replace({}, {})", String(depth), String(depth), String(depth));
      case 6: {
        static constexpr Kind kFrom[] = {Kind::kBool,     Kind::kInt,   Kind::kUint,
                                         Kind::kDouble,   Kind::kBytes, Kind::kDuration,
                                         Kind::kTimestamp};
        estimate_holds_ = false;  // how long the text will be is not known before
        return fmt::format("string({})", Of(choices_.Of(kFrom), depth));
      }
      case 7:
        estimate_holds_ = false;
        return fmt::format("{}.join({})", Of(Kind::kStrings, depth), String(depth));
      case 8:
        return fmt::format("{}[{}]", Indexed(Kind::kStrings, depth), Int(depth));
      case 9:
        estimate_holds_ = false;
        return fmt::format("'%s-%d'.format([dyn({}), {}])",
                           Of(static_cast<Kind>(choices_.Below(kKinds)), depth), Int(depth));
      default:
        return fmt::format("{}.find('[a-c]+')", String(depth));
    }
  }

  std::string ListOf(Kind kind, int depth) {
    static constexpr std::string_view kChanges[] = {"sort", "distinct", "reverse"};
    Kind element = kind == Kind::kInts ? Kind::kInt : Kind::kString;
    Kind from = choices_.OneIn(2) ? Kind::kInts : Kind::kStrings;
    switch (choices_.Below(9)) {
      case 0:
        return fmt::format("[{}, {}]", Of(element, depth), Of(element, depth));
      case 1:
        return fmt::format("({} + {})", Of(kind, depth), Of(kind, depth));
      case 2:
        return Macro("map", from, element, depth);
      case 3:
        return Macro("filter", kind, Kind::kBool, depth);
      case 4:
        return fmt::format("{}.{}()", Of(kind, depth), choices_.Of(kChanges));
      case 5:
        return fmt::format("{}.slice({}, {})", Of(kind, depth), Int(depth), Int(depth));
      case 6:
        return Macro("sortBy", kind, choices_.OneIn(2) ? Kind::kInt : Kind::kString, depth);
      case 7:
        if (kind == Kind::kStrings) {
          estimate_holds_ = false;  // by its length a text has one part less than it may have
          return fmt::format("{}.split({})", String(depth), String(depth));
        }
        return fmt::format("lists.range({} % 20)", Int(depth));
      default:
        if (kind == Kind::kStrings) return fmt::format("{}.findAll('[a-c]')", String(depth));
        return fmt::format("[{}, {}].flatten()", Of(kind, depth), Of(kind, depth));
    }
  }

  std::string OtherOf(Kind kind, int depth) {
    static constexpr std::string_view kOperators[] = {"+", "-", "*", "/"};
    switch (kind) {
      case Kind::kUint:
      case Kind::kDouble:
        if (choices_.OneIn(3))
          return fmt::format("{}({})", kind == Kind::kUint ? "uint" : "double", Int(depth));
        return fmt::format("({} {} {})", Of(kind, depth), choices_.Of(kOperators), Of(kind, depth));
      case Kind::kBytes:
        if (choices_.OneIn(2)) return fmt::format("bytes({})", String(depth));
        return fmt::format("({} + {})", Of(kind, depth), Of(kind, depth));
      case Kind::kDuration:
        if (choices_.OneIn(3)) return fmt::format("duration({})", Int(depth));
        return fmt::format("({} {} {})", Of(kind, depth), kOperators[choices_.Below(2)],
                           Of(kind, depth));
      case Kind::kTimestamp:
        if (choices_.OneIn(3)) return fmt::format("timestamp({})", Int(depth));
        return fmt::format("({} {} {})", Of(kind, depth), kOperators[choices_.Below(2)],
                           Of(Kind::kDuration, depth));
      case Kind::kMap:
        if (choices_.OneIn(2)) return fmt::format("{{{}: {}}}", String(depth), Int(depth));
        return fmt::format("{}.transformMap(k, e, e + size(k))", Of(kind, depth));
      default:
        switch (choices_.Below(4)) {
          case 0:
            return fmt::format("optional.of({})", Int(depth));
          case 1:
            return fmt::format("{}[?'a']", Indexed(Kind::kMap, depth));
          case 2:
            return fmt::format("{}[?{}]", Indexed(Kind::kInts, depth), Int(depth));
          default:
            return fmt::format("{}.optMap(q, q + {})", Of(kind, depth), Int(depth));
        }
    }
  }

  Choices& choices_;
  std::vector<std::pair<std::string_view, Kind>> scope_;
  bool estimate_holds_ = true;
};

// Values for the variables, and how large they are.
class RandomVariables final : public SizeProvider {
 public:
  RandomVariables(Arena& arena, Choices& choices) {
    static constexpr std::string_view kTexts[] = {
        "", "a", "abc", "äöü ÄÖÜ", "10.0.0.1", "a rather long text with many characters in it"};
    static constexpr int64_t kNumbers[] = {0, 1, 2, -1, 7, 100, INT64_MAX, INT64_MIN};
    auto text = [&] { return Measured(choices.Of(kTexts)); };
    auto number = [&] { return choices.Of(kNumbers); };
    std::vector<Datum> numbers;
    std::vector<Datum> texts;
    for (size_t i = choices.Below(9); i > 0; --i) numbers.push_back(Datum::Int(number()));
    for (size_t i = choices.Below(5); i > 0; --i) texts.push_back(text());
    auto* map = arena.New<HashMapDatum>();
    for (std::string_view key : {"a", "b", "abc"}) {
      if (choices.Below(3) != 0) map->Insert(arena, Datum::String(key), Datum::Int(number()));
    }
    most_elements_ = std::max<uint64_t>({numbers.size(), texts.size(), map->size()});
    values_ = {Datum::Bool(choices.OneIn(2)),
               Datum::Int(number()),
               Datum::Uint(static_cast<uint64_t>(number())),
               Datum::Double(static_cast<double>(number()) / 4),
               text(),
               Datum::Bytes(text().text()),
               Datum::Duration(number()),
               Datum::Timestamp(static_cast<int64_t>(choices.Below(2'000'000'000)), 5),
               NewList(arena, numbers),
               NewList(arena, texts),
               Datum::Map(map),
               choices.OneIn(2) ? Datum::Optional(arena, Datum::Int(number())) : Datum::None()};
  }

  static Environment MakeEnvironment() {
    Environment environment;
    const TypeRef types[RandomExpression::kKinds] = {BoolType(),
                                                     IntType(),
                                                     UintType(),
                                                     DoubleType(),
                                                     StringType(),
                                                     BytesType(),
                                                     DurationType(),
                                                     TimestampType(),
                                                     ListType(IntType()),
                                                     ListType(StringType()),
                                                     MapType(StringType(), IntType()),
                                                     OptionalType(IntType())};
    for (size_t i = 0; i < RandomExpression::kKinds; ++i) {
      environment.variables.push_back({std::string(RandomExpression::kVariables[i]), types[i]});
    }
    return environment;
  }

  std::span<const Datum> values() const { return values_; }

  std::optional<uint64_t> MostElements(std::span<const std::string_view> path) const override {
    std::string_view last = path.back();
    if (path.size() == 1 && (last == "s" || last == "y")) return longest_;
    if (path.size() == 1 && (last == "li" || last == "ls" || last == "m")) return most_elements_;
    if (path.size() == 2 && path[0] == "ls" && last == kItemsStep) return longest_;
    if (path.size() == 2 && path[0] == "m" && last == kKeysStep) return longest_;
    return std::nullopt;
  }

 private:
  Datum Measured(std::string_view text) {
    longest_ = std::max<uint64_t>(longest_, text.size());
    return Datum::String(text);
  }

  uint64_t longest_ = 3;  // the keys of the map
  uint64_t most_elements_ = 0;
  std::vector<Datum> values_;
};

}  // namespace pintle::cel
