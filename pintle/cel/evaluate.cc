#include "pintle/cel/evaluate.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "pintle/cel/functions/cost.h"
#include "pintle/cel/node.h"
#include "pintle/cel/regex.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

// Room for this many variables of folds needs no allocation.
constexpr size_t kInlineLocals = 12;

constexpr Datum kNoOverload = Datum::Error(kNoSuchOverload);
constexpr Datum kExceeded = Datum::Error(kCostLimitExceeded);

bool Matches(const Candidate& candidate, const Datum* arguments, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if ((candidate.kinds[i] >> static_cast<unsigned>(arguments[i].kind()) & 1U) == 0) return false;
  }
  if (!candidate.has_opaque) return true;
  for (size_t i = 0; i < count; ++i) {
    if (candidate.opaque[i] == nullptr) continue;
    if (arguments[i].opaque().type_name() != *candidate.opaque[i]) return false;
  }
  return true;
}

// The position a number means in a list; nothing if it is not whole.
std::optional<int64_t> Position(const Datum& index) {
  switch (index.kind()) {
    case Kind::kInt:
      return index.as_int();
    case Kind::kUint:
      if (index.as_uint() > INT64_MAX) return std::nullopt;
      return static_cast<int64_t>(index.as_uint());
    case Kind::kDouble: {
      double number = index.as_double();
      if (std::trunc(number) != number || std::abs(number) >= 0x1p62) return std::nullopt;
      return static_cast<int64_t>(number);
    }
    default:
      return std::nullopt;
  }
}

// Of what had to be made to find out that it is too large, too.
size_t InstructionsOf(const re2::RE2& pattern) {
  constexpr size_t kMostOfOne = 350'000;  // what fits into the memory that the library allows
  if (pattern.ok()) return static_cast<size_t>(pattern.ProgramSize());
  return pattern.error_code() == re2::RE2::ErrorPatternTooLarge ? kMostOfOne : 0;
}

std::string KeyText(const Datum& key) {
  if (key.is(Kind::kString)) return std::string(key.text());
  if (key.is(Kind::kUint)) return fmt::to_string(key.as_uint());
  return DatumText(key);
}

}  // namespace

struct Evaluation::Patterns {
  std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> compiled;
  size_t instructions = 0;  // of all so far, also those that are not kept
};

Evaluation::Evaluation(std::span<const Datum> variables, Arena& arena,
                       const EvaluationLimits& limits, Datum* locals)
    : variables_(variables),
      arena_(arena),
      limits_(limits),
      locals_(locals),
      most_bytes_(arena.allocated_bytes() + kEvaluationBytes),
      comparison_{arena} {}
Evaluation::~Evaluation() = default;

const re2::RE2* Evaluation::Pattern(std::string_view text, Datum* error) {
  if (pattern_ != nullptr) return pattern_;
  if (patterns_ == nullptr) patterns_ = std::make_unique<Patterns>();
  auto found = patterns_->compiled.find(text);
  if (found == patterns_->compiled.end()) {
    if (patterns_->compiled.size() >= kKeptPatterns) patterns_->compiled.clear();
    found = patterns_->compiled.emplace(std::string(text), CompileRegex(text)).first;
    patterns_->instructions += InstructionsOf(*found->second);
    exceeded_ |= patterns_->instructions > kMostPatternInstructions;
  }
  if (found->second->ok()) return found->second.get();
  *error = NewError(arena_, RegexError(*found->second));
  return nullptr;
}

bool Evaluation::Same(const Datum& a, const Datum& b) {
  bool same = Equal(comparison_, a, b);
  exceeded_ |= comparison_.steps_left == 0;
  return same;
}

bool Evaluation::Stopped() {
  if (exceeded()) return true;
  if (++iterations_ % kIterationsPerPoll == 0 && limits_.cancelled != nullptr) {
    interrupted_ = interrupted_ || limits_.cancelled->load(std::memory_order_relaxed);
  }
  return interrupted_;
}

// Once a limit is passed the outcome is fixed, and every step that is still to come ends here.
Datum Evaluation::Run(const Node& node) {
  if (cost_ > limits_.cost) return kExceeded;
  cost_ += node.cost;
  switch (node.operation) {
    case Operation::kConstant:
      return node.constant;
    case Operation::kVariable:
      return variables_[node.slot];
    case Operation::kLocal:
      return locals_[node.slot];
    case Operation::kSelect:
      return Select(node);
    case Operation::kTest:
      return Test(node);
    case Operation::kIndex:
      return Index(node);
    case Operation::kAnd:
      return And(node);
    case Operation::kOr:
      return Or(node);
    case Operation::kTernary: {
      Datum condition = Run(*node.children[0]);
      if (!condition.is(Kind::kBool)) return condition.is_error() ? condition : kNoOverload;
      return Run(*node.children[condition.as_bool() ? 1 : 2]);
    }
    case Operation::kNotStrictlyFalse:
      return Datum::Bool(!Run(*node.children[0]).is_false());
    case Operation::kCall:
      return Call(node);
    case Operation::kList:
      return List(node);
    case Operation::kMap:
      return Map(node);
    case Operation::kFold:
      return Fold(node);
    case Operation::kAppend:
      return Append(node);
    case Operation::kInsert:
      return Insert(node);
  }
  return kNoOverload;
}

Datum Evaluation::NoSuchKey(const Datum& key) {
  return NewError(arena_, fmt::format("no such key: {}", KeyText(key)));
}

std::optional<Datum> Evaluation::Member(const Datum& operand, std::string_view field) {
  switch (operand.kind()) {
    case Kind::kObject:
      return operand.object().Field(arena_, field);
    case Kind::kMap:
      return operand.map().Find(arena_, Datum::String(field));
    case Kind::kList:
      return Element(operand, Datum::String(field), nullptr);
    case Kind::kError:
      return operand;
    default:
      return std::nullopt;  // what has no members has none of that name
  }
}

Datum Evaluation::Select(const Node& node) {
  Datum operand = Run(*node.children[0]);
  bool optional = node.optional;
  if (operand.is(Kind::kOptional)) {
    if (operand.content() == nullptr) return operand;
    optional = true;
    operand = *operand.content();
  }
  std::optional<Datum> found = Member(operand, node.constant.text());
  if (found && found->is_error()) return *found;
  if (!optional) return found ? *found : NoSuchKey(node.constant);
  return found ? Datum::Optional(arena_, *found) : Datum::None();
}

Datum Evaluation::Test(const Node& node) {
  Datum operand = Run(*node.children[0]);
  if (operand.is(Kind::kOptional)) {
    if (operand.content() == nullptr) return Datum::Bool(false);
    operand = *operand.content();
  }
  std::optional<Datum> found = Member(operand, node.constant.text());
  // A field that is there but has a fault is there.
  if (found && found->is_error() && !operand.is(Kind::kObject) && !operand.is(Kind::kMap)) {
    return *found;
  }
  return Datum::Bool(found.has_value());
}

std::optional<Datum> Evaluation::Element(const Datum& operand, const Datum& key, Datum* absent) {
  if (operand.is(Kind::kMap)) {
    std::optional<Datum> found = operand.map().Find(arena_, key);
    if (!found && absent != nullptr) *absent = NoSuchKey(key);
    return found;
  }
  if (!operand.is(Kind::kList)) {
    bool field = operand.is(Kind::kObject) && key.is(Kind::kString);
    std::optional<Datum> found = field ? Member(operand, key.text()) : std::nullopt;
    if (!found && absent != nullptr) *absent = NoSuchKey(key);
    return found;
  }
  std::optional<int64_t> position = Position(key);
  if (!position) {
    return NewError(arena_, fmt::format("unsupported index type '{}' in list", TypeName(key)));
  }
  if (*position >= 0 && static_cast<uint64_t>(*position) < operand.list().size()) {
    return operand.list().At(arena_, static_cast<size_t>(*position));
  }
  if (absent != nullptr) {
    *absent = NewError(arena_, fmt::format("index out of bounds: {}", *position));
  }
  return std::nullopt;
}

Datum Evaluation::Index(const Node& node) {
  Datum operand = Run(*node.children[0]);
  if (operand.is_error()) return operand;
  Datum key = Run(*node.children[1]);
  if (key.is_error()) return key;
  bool optional = node.optional;
  if (operand.is(Kind::kOptional)) {
    if (operand.content() == nullptr) return operand;
    optional = true;
    operand = *operand.content();
  }
  Datum absent;
  std::optional<Datum> found = Element(operand, key, optional ? nullptr : &absent);
  if (found && found->is_error()) return *found;
  if (!optional) return found ? *found : absent;
  return found ? Datum::Optional(arena_, *found) : Datum::None();
}

// false && error is false on either side.
Datum Evaluation::And(const Node& node) {
  Datum left = Run(*node.children[0]);
  if (left.is_false()) return left;
  Datum right = Run(*node.children[1]);
  if (right.is_false()) return right;
  if (!left.is(Kind::kBool)) return left.is_error() ? left : kNoOverload;
  return right.is(Kind::kBool) || right.is_error() ? right : kNoOverload;
}

Datum Evaluation::Or(const Node& node) {
  Datum left = Run(*node.children[0]);
  if (left.is_true()) return left;
  Datum right = Run(*node.children[1]);
  if (right.is_true()) return right;
  if (!left.is(Kind::kBool)) return left.is_error() ? left : kNoOverload;
  return right.is(Kind::kBool) || right.is_error() ? right : kNoOverload;
}

Datum Evaluation::Call(const Node& node) {
  Datum arguments[kMostArguments];
  size_t count = node.children.size();
  if (node.candidates.empty()) return kNoOverload;
  for (size_t i = 0; i < count; ++i) {
    arguments[i] = Run(*node.children[i]);
    if (arguments[i].is_error()) return arguments[i];
  }
  exceeded_ |= arena_.allocated_bytes() > most_bytes_;
  if (exceeded()) return kExceeded;
  for (const Candidate& candidate : node.candidates) {
    if (!Matches(candidate, arguments, count)) continue;
    std::span<const Datum> given(arguments, count);
    pattern_ = node.pattern;
    Datum result = candidate.overload->run(*this, given);
    if (node.free) return result;
    auto* cost = candidate.overload->cost;
    cost_ = AddCapped(cost_, cost != nullptr ? cost(given, result) : 1);
    return result;
  }
  return kNoOverload;
}

Datum Evaluation::List(const Node& node) {
  auto* items = arena_.Room<Datum>(node.children.size());
  size_t count = 0;
  for (size_t i = 0; i < node.children.size(); ++i) {
    Datum item = Run(*node.children[i]);
    if (item.is_error()) return item;
    if (node.optional_elements != nullptr && node.optional_elements[i]) {
      if (!item.is(Kind::kOptional)) return kNoOverload;
      if (item.content() == nullptr) continue;
      item = *item.content();
    }
    new (items + count++) Datum(item);
  }
  return Datum::List(arena_.New<ArrayDatum>(std::span<const Datum>(items, count)));
}

Datum Evaluation::Map(const Node& node) {
  auto* map = arena_.New<HashMapDatum>();
  for (size_t i = 0; i < node.children.size(); i += 2) {
    Datum key = Run(*node.children[i]);
    if (key.is_error()) return key;
    Datum value = Run(*node.children[i + 1]);
    if (value.is_error()) return value;
    if (node.optional_elements != nullptr && node.optional_elements[i / 2]) {
      if (!value.is(Kind::kOptional)) return kNoOverload;
      if (value.content() == nullptr) continue;
      value = *value.content();
    }
    if (!map->Insert(arena_, key, value)) {
      return NewError(arena_, fmt::format("Failed with repeated key: {}", KeyText(key)));
    }
  }
  return Datum::Map(map);
}

bool Evaluation::Turn(const Node& node, Datum first, Datum second) {
  if (Stopped()) return false;
  locals_[node.slot] = first;
  locals_[node.slot + 1] = second;
  if (Run(*node.children[2]).is_false()) return false;
  locals_[node.slot + 2] = Run(*node.children[3]);
  return true;
}

Datum Evaluation::Fold(const Node& node) {
  Datum range = Run(*node.children[0]);
  if (range.is_error()) return range;
  Datum init = Run(*node.children[1]);
  if (node.makes_list) init = Datum::List(arena_.New<ArrayDatum>());
  if (node.makes_map) init = Datum::Map(arena_.New<HashMapDatum>());
  locals_[node.slot + 2] = init;
  if (range.is(Kind::kList)) {
    const ListDatum& list = range.list();
    for (size_t i = 0; i < list.size(); ++i) {
      Datum item = list.At(arena_, i);
      bool more = node.two_variables ? Turn(node, Datum::Int(static_cast<int64_t>(i)), item)
                                     : Turn(node, item, {});
      if (!more) break;
    }
  } else if (range.is(Kind::kMap)) {
    const MapDatum& map = range.map();
    for (size_t i = 0; i < map.size(); ++i) {
      Datum value = node.two_variables ? map.ValueAt(arena_, i) : Datum();
      if (!Turn(node, map.KeyAt(arena_, i), value)) break;
    }
  } else {
    return kNoOverload;
  }
  if (interrupted_) return Datum::Error(kInterrupted);
  return Run(*node.children[4]);
}

Datum Evaluation::Append(const Node& node) {
  Datum accumulator = locals_[node.slot];
  if (accumulator.is_error()) return accumulator;
  Datum item = Run(*node.children[0]);
  if (item.is_error()) return item;
  // The fold made it as an ArrayDatum of its own.
  auto& list = const_cast<ArrayDatum&>(static_cast<const ArrayDatum&>(accumulator.list()));
  list.Append(arena_, item);
  return accumulator;
}

Datum Evaluation::Insert(const Node& node) {
  Datum accumulator = locals_[node.slot];
  if (accumulator.is_error()) return accumulator;
  auto& map = const_cast<HashMapDatum&>(static_cast<const HashMapDatum&>(accumulator.map()));
  Datum first = Run(*node.children[0]);
  if (first.is_error()) return first;
  auto insert = [&](Datum key, Datum value) {
    if (map.Insert(arena_, key, value)) return true;
    accumulator =
        NewError(arena_, fmt::format("insert failed: key {} already exists", KeyText(key)));
    return false;
  };
  if (node.children.size() == 2) {
    Datum second = Run(*node.children[1]);
    if (second.is_error()) return second;
    insert(first, second);
    return accumulator;
  }
  if (!first.is(Kind::kMap)) return kNoOverload;
  for (size_t i = 0; i < first.map().size(); ++i) {
    if (!insert(first.map().KeyAt(arena_, i), first.map().ValueAt(arena_, i))) break;
  }
  return accumulator;
}

Outcome Executable::Evaluate(std::span<const Datum> variables, Arena& arena,
                             const EvaluationLimits& limits) const {
  Datum few[kInlineLocals];
  Datum* locals = code_->locals <= kInlineLocals ? few : arena.NewArray<Datum>(code_->locals);
  Evaluation evaluation(variables, arena, limits, locals);
  Outcome outcome;
  outcome.value = evaluation.Run(*code_->root);
  outcome.cost = evaluation.cost();
  if (evaluation.exceeded()) {
    outcome.value = kExceeded;
    outcome.cost_exceeded = true;
  }
  return outcome;
}

}  // namespace pintle::cel
