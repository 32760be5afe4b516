#include "pintle/jsonpath/json_path.h"

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <utility>

#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

// Filters inside filters; a path is written by hand and needs none of that depth.
constexpr int kMaxFilterDepth = 8;
// Matches kept after a step. `..a..b` on a large document could otherwise multiply without bound;
// the first match is all that is ever asked for.
constexpr size_t kMaxMatches = 10000;

enum class Operator : uint8_t {
  kExists,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual
};

struct Slice {
  std::optional<int64_t> begin;
  std::optional<int64_t> end;
  std::optional<int64_t> step;
  bool index = false;  // `[n]`, one element
};

struct Filter;

}  // namespace

struct JsonPath::Step {
  enum class Kind : uint8_t { kField, kWildcard, kRecursive, kSlice, kUnion, kFilter };

  Kind kind = Kind::kField;
  std::string name = {};            // kField
  Slice slice = {};                 // kSlice
  std::vector<Steps> choices = {};  // kUnion
  std::shared_ptr<const Filter> filter = nullptr;
};

namespace {

using Step = JsonPath::Step;
using Steps = JsonPath::Steps;

// One side of a comparison: a path from the element, or a literal.
struct Operand {
  bool is_path = false;
  Steps path;
  std::string text;  // of a string literal
  Value literal;     // of others; null if `text` counts
};

struct Filter {
  Operator op = Operator::kExists;
  Operand left;
  Operand right;
};

bool EndsName(char c) {
  return std::string_view(".,[]{}$@ \t\r\n").find(c) != std::string_view::npos;
}

bool IsQuote(char c) { return c == '\'' || c == '"'; }

// Parses one path. Each method returns false on text that is no path.
class Parser {
 public:
  Parser(std::string_view text, int depth) : text_(text), depth_(depth) {}

  bool Parse(Steps& steps) {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '$' || c == '@') {
        ++at_;
      } else if (c == '.') {
        if (!ParseDot(steps)) return false;
      } else if (c == '[') {
        if (!ParseBrackets(steps)) return false;
      } else {
        return false;
      }
    }
    return true;
  }

 private:
  bool ParseDot(Steps& steps) {
    ++at_;
    if (at_ < text_.size() && text_[at_] == '.') {
      if (!steps.empty() && steps.back().kind == Step::Kind::kRecursive) return false;
      steps.push_back({.kind = Step::Kind::kRecursive});
      ++at_;
      if (at_ < text_.size() && text_[at_] == '.') return false;
      if (at_ == text_.size() || EndsName(text_[at_])) return true;
    }
    std::string name;
    bool escaped = false;
    for (; at_ < text_.size() && (escaped || !EndsName(text_[at_])); ++at_) {
      escaped = !escaped && text_[at_] == '\\';
      if (!escaped) name += text_[at_];
    }
    if (name == "*") {
      steps.push_back({.kind = Step::Kind::kWildcard});
    } else if (!name.empty()) {  // `.` alone is where one is
      steps.push_back({.kind = Step::Kind::kField, .name = std::move(name)});
    }
    return true;
  }

  // Finds the `]` that closes the `[` at the cursor; quotes and inner brackets are skipped.
  bool ParseBrackets(Steps& steps) {
    size_t begin = ++at_;
    int open = 1;
    char quote = 0;
    for (; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (quote != 0) {
        if (c == '\\') {
          ++at_;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (IsQuote(c)) {
        quote = c;
      } else if (c == '[') {
        ++open;
      } else if (c == ']' && --open == 0) {
        return ParseSelector(text_.substr(begin, at_++ - begin), steps);
      }
    }
    return false;
  }

  bool ParseSelector(std::string_view text, Steps& steps) {
    text = TrimSpace(text);
    if (text.starts_with("?(") && text.ends_with(")")) {
      return ParseFilter(text.substr(2, text.size() - 3), steps);
    }
    std::vector<std::string_view> parts = SplitOutsideQuotes(text);
    if (parts.size() == 1) return ParsePart(parts[0], steps);
    Step choice{.kind = Step::Kind::kUnion};
    for (std::string_view part : parts) {
      if (!ParsePart(part, choice.choices.emplace_back())) return false;
    }
    steps.push_back(std::move(choice));
    return true;
  }

  static std::vector<std::string_view> SplitOutsideQuotes(std::string_view text) {
    std::vector<std::string_view> parts;
    char quote = 0;
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        if (text[i] == quote) quote = 0;
      } else if (IsQuote(text[i])) {
        quote = text[i];
      } else if (text[i] == ',') {
        parts.push_back(text.substr(begin, i - begin));
        begin = i + 1;
      }
    }
    parts.push_back(text.substr(begin));
    return parts;
  }

  // `*`, a quoted key, an index or a slice.
  static bool ParsePart(std::string_view text, Steps& steps) {
    text = TrimSpace(text);
    if (text == "*") {
      steps.push_back({.kind = Step::Kind::kWildcard});
      return true;
    }
    if (text.size() >= 2 && IsQuote(text[0])) {
      if (text.back() != text[0]) return false;
      std::string name(text.substr(1, text.size() - 2));
      steps.push_back({.kind = Step::Kind::kField, .name = std::move(name)});
      return true;
    }
    std::vector<std::string_view> numbers = Split(text, ':');
    if (numbers.size() > 3) return false;
    Step step{.kind = Step::Kind::kSlice};
    std::optional<int64_t>* targets[] = {&step.slice.begin, &step.slice.end, &step.slice.step};
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i].empty()) continue;
      *targets[i] = numbers[i][0] == '+' ? std::nullopt : ParseInt64(numbers[i]);
      if (!*targets[i]) return false;
    }
    if (step.slice.step.value_or(1) <= 0) return false;
    step.slice.index = numbers.size() == 1 && step.slice.begin.has_value();
    steps.push_back(std::move(step));
    return true;
  }

  bool ParseFilter(std::string_view text, Steps& steps) {
    if (depth_ >= kMaxFilterDepth) return false;
    auto filter = std::make_shared<Filter>();
    size_t op = FindOperator(text);
    if (op == std::string_view::npos) {
      if (!ParseOperand(text, filter->left) || !filter->left.is_path) return false;
    } else {
      size_t end = std::min(text.find_first_not_of("!<>=", op), text.size());
      if (!ParseOperator(text.substr(op, end - op), filter->op)) return false;
      if (!ParseOperand(text.substr(0, op), filter->left)) return false;
      if (!ParseOperand(text.substr(end), filter->right)) return false;
    }
    steps.push_back({.kind = Step::Kind::kFilter, .filter = std::move(filter)});
    return true;
  }

  // Where the comparison stands: the first operator sign outside of quotes and brackets.
  static size_t FindOperator(std::string_view text) {
    char quote = 0;
    int open = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      char c = text[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (IsQuote(c)) {
        quote = c;
      } else if (c == '[') {
        ++open;
      } else if (c == ']') {
        --open;
      } else if (open == 0 && std::string_view("!<>=").find(c) != std::string_view::npos) {
        return i;
      }
    }
    return std::string_view::npos;
  }

  static bool ParseOperator(std::string_view text, Operator& op) {
    constexpr std::pair<std::string_view, Operator> kOperators[] = {
        {"==", Operator::kEqual},     {"!=", Operator::kNotEqual}, {"<", Operator::kLess},
        {"<=", Operator::kLessEqual}, {">", Operator::kGreater},   {">=", Operator::kGreaterEqual},
    };
    for (const auto& [sign, value] : kOperators) {
      if (text == sign) return op = value, true;
    }
    return false;
  }

  bool ParseOperand(std::string_view text, Operand& operand) {
    text = TrimSpace(text);
    if (text.empty()) return false;
    if (text[0] == '@' || text[0] == '$' || text[0] == '.' || text[0] == '[') {
      operand.is_path = true;
      return Parser(text, depth_ + 1).Parse(operand.path);
    }
    if (IsQuote(text[0])) return ParseString(text, operand.text);
    if (text == "true" || text == "false") {
      operand.literal = Value(text == "true");
    } else if (auto integer = ParseInt64(text)) {
      operand.literal = Value(*integer);
    } else {
      std::string copy(text);
      char* end = nullptr;
      double number = std::strtod(copy.c_str(), &end);
      if (end != copy.c_str() + copy.size() || !(number - number == 0)) return false;
      operand.literal = Value(number);
    }
    return true;
  }

  static bool ParseString(std::string_view text, std::string& out) {
    char quote = text[0];
    for (size_t i = 1; i < text.size(); ++i) {
      if (text[i] == quote) return i + 1 == text.size();
      if (text[i] == '\\' && ++i == text.size()) return false;
      out += text[i];
    }
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  const int depth_;
};

using Matches = std::vector<Value>;

std::optional<Matches> Evaluate(const Steps& steps, const Value& root);

// Adds unless there are enough already.
void Add(Matches& matches, const Value& value) {
  if (matches.size() < kMaxMatches) matches.push_back(value);
}

void AddChildren(const Value& value, Matches& matches) {
  if (value.is_list()) {
    for (const Value& item : value.items()) Add(matches, item);
  } else if (value.is_object()) {
    for (const Member& member : value.members()) Add(matches, member.value);
  }
}

// `value` and all containers below it, parents first.
void AddContainers(const Value& value, Matches& matches) {
  std::vector<Value> stack = {value};
  while (!stack.empty() && matches.size() < kMaxMatches) {
    Value next = stack.back();
    stack.pop_back();
    if (!next.is_list() && !next.is_object()) continue;
    matches.push_back(next);
    Matches children;
    AddChildren(next, children);
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }
}

// False if the bounds do not lie in the list.
bool AddSlice(const Slice& slice, const Value& value, Matches& matches) {
  if (value.is_null()) return true;
  if (!value.is_list()) return false;
  const auto size = static_cast<int64_t>(value.size());
  int64_t begin = slice.begin.value_or(0);
  if (begin < 0) begin += size;
  int64_t end = slice.end.value_or(size);
  if (end < 0) end += size;
  if (begin == end && !slice.index) return true;
  if (begin < 0 || begin >= size || end < 0 || end > size || begin > end) return false;
  if (slice.index) end = begin + 1;
  for (int64_t i = begin; i < end; i += std::min(slice.step.value_or(1), size)) {
    Add(matches, value.items()[i]);
  }
  return true;
}

std::optional<std::partial_ordering> Order(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.is_int() && b.is_int()) return a.as_int() <=> b.as_int();
    auto number = [](const Value& v) {
      return v.is_int() ? static_cast<double>(v.as_int()) : v.as_double();
    };
    return number(a) <=> number(b);
  }
  if (a.is_string() && b.is_string()) return a.as_string() <=> b.as_string();
  if (a.is_bool() && b.is_bool()) return a.as_bool() <=> b.as_bool();
  return std::nullopt;
}

bool Holds(Operator op, std::partial_ordering order) {
  switch (op) {
    case Operator::kEqual:
      return order == 0;
    case Operator::kNotEqual:
      return order != 0;
    case Operator::kLess:
      return order < 0;
    case Operator::kLessEqual:
      return order <= 0;
    case Operator::kGreater:
      return order > 0;
    case Operator::kGreaterEqual:
      return order >= 0;
    case Operator::kExists:
      return true;
  }
  return false;
}

std::optional<Matches> Values(const Operand& operand, const Value& element) {
  if (operand.is_path) return Evaluate(operand.path, element);
  return Matches{operand.literal.is_null() ? Value(operand.text) : operand.literal};
}

// Whether `element` passes; nothing if the sides cannot be compared.
std::optional<bool> Passes(const Filter& filter, const Value& element) {
  std::optional<Matches> left = Values(filter.left, element);
  if (!left) return std::nullopt;
  if (filter.op == Operator::kExists || left->empty()) return !left->empty();
  std::optional<Matches> right = Values(filter.right, element);
  if (!right) return std::nullopt;
  if (right->empty()) return false;
  if (left->size() > 1 || right->size() > 1) return std::nullopt;
  std::optional<std::partial_ordering> order = Order(left->front(), right->front());
  if (!order) return std::nullopt;
  return Holds(filter.op, *order);
}

bool AddFiltered(const Filter& filter, const Value& value, Matches& matches) {
  if (value.is_null()) return true;
  if (!value.is_list()) return false;
  for (const Value& item : value.items()) {
    std::optional<bool> passes = Passes(filter, item);
    if (!passes) return false;
    if (*passes) Add(matches, item);
  }
  return true;
}

bool AddUnion(const std::vector<Steps>& choices, const Value& value, Matches& matches) {
  for (const Steps& choice : choices) {
    std::optional<Matches> found = Evaluate(choice, value);
    if (!found) return false;
    for (const Value& match : *found) Add(matches, match);
  }
  return true;
}

bool Apply(const Step& step, const Value& value, Matches& matches) {
  switch (step.kind) {
    case Step::Kind::kField:
      if (const Value* found = value.FindPtr(step.name)) Add(matches, *found);
      return true;
    case Step::Kind::kWildcard:
      AddChildren(value, matches);
      return true;
    case Step::Kind::kRecursive:
      AddContainers(value, matches);
      return true;
    case Step::Kind::kSlice:
      return AddSlice(step.slice, value, matches);
    case Step::Kind::kUnion:
      return AddUnion(step.choices, value, matches);
    case Step::Kind::kFilter:
      return AddFiltered(*step.filter, value, matches);
  }
  return false;
}

// All matches, step by step; nothing if a step cannot be taken. Recurses only into filters and
// unions, whose nesting the parser bounds.
std::optional<Matches> Evaluate(const Steps& steps, const Value& root) {
  Matches current = {root};
  for (const Step& step : steps) {
    Matches next;
    for (const Value& value : current) {
      if (!Apply(step, value, next)) return std::nullopt;
    }
    current = std::move(next);
  }
  return current;
}

}  // namespace

std::optional<JsonPath> JsonPath::Parse(std::string_view text) {
  auto steps = std::make_shared<Steps>();
  if (text.empty() || !Parser(text, 0).Parse(*steps)) return std::nullopt;
  return JsonPath(std::move(steps));
}

std::optional<Value> JsonPath::First(const Value& root) const {
  std::optional<Matches> matches = Evaluate(*steps_, root);
  if (!matches || matches->empty()) return std::nullopt;
  return matches->front();
}

}  // namespace pintle::api
