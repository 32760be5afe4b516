#include "gen/model/constants.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "gen/model/names.h"
#include "gen/parse/lexer.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

using Value = ConstantValue;

// Brackets in an expression, and constants that refer to each other, nest at most this deep.
constexpr int kMaxDepth = 64;
// Longer texts have no value here: constants that double each other have no end.
constexpr size_t kMaxTextBytes = 64 * 1024;

int Precedence(std::string_view text) {
  if (text == "||") return 1;
  if (text == "&&") return 2;
  if (text == "==" || text == "!=" || text == "<" || text == "<=" || text == ">" || text == ">=") {
    return 3;
  }
  if (text == "+" || text == "-" || text == "|" || text == "^") return 4;
  if (text == "*" || text == "/" || text == "%" || text == "<<" || text == ">>" || text == "&" ||
      text == "&^") {
    return 5;
  }
  return 0;
}

Value Integers(std::string_view op, int64_t a, int64_t b) {
  int64_t result = 0;
  bool overflow = false;
  if (op == "+") {
    overflow = __builtin_add_overflow(a, b, &result);
  } else if (op == "-") {
    overflow = __builtin_sub_overflow(a, b, &result);
  } else if (op == "*") {
    overflow = __builtin_mul_overflow(a, b, &result);
  } else if (op == "/" || op == "%") {
    overflow = b == 0 || (a == std::numeric_limits<int64_t>::min() && b == -1);
    if (!overflow) result = op == "/" ? a / b : a % b;
  } else if (op == "<<") {
    overflow = b < 0 || b > 62 || __builtin_mul_overflow(a, int64_t{1} << b, &result);
  } else if (op == ">>") {
    overflow = b < 0;
    if (!overflow) result = a >> std::min<int64_t>(b, 63);
  } else {
    result = op == "|" ? a | b : op == "&" ? a & b : op == "^" ? a ^ b : a & ~b;
  }
  return overflow ? Value() : Value::Of(result);
}

// What is beyond the type has no value: Go works with more digits.
Value Doubles(std::string_view op, double a, double b) {
  double result = std::numeric_limits<double>::infinity();
  if (op == "+") result = a + b;
  if (op == "-") result = a - b;
  if (op == "*") result = a * b;
  if (op == "/" && b != 0) result = a / b;
  return std::isfinite(result) ? Value::Of(result) : Value();
}

Value Apply(std::string_view op, const Value& a, const Value& b) {
  auto numeric = [](const Value& v) {
    return v.kind == Value::Kind::kInt || v.kind == Value::Kind::kDouble;
  };
  Value result;
  if (a.kind == Value::Kind::kString && b.kind == Value::Kind::kString) {
    bool fits = a.text.size() + b.text.size() <= kMaxTextBytes;
    if (op == "+" && fits) result = Value::Of(a.text + b.text);
  } else if (a.kind == Value::Kind::kInt && b.kind == Value::Kind::kInt && Precedence(op) > 3) {
    result = Integers(op, a.integer, b.integer);
  } else if (numeric(a) && numeric(b) && Precedence(op) > 3) {
    result = Doubles(op, a.AsDouble(), b.AsDouble());
  } else if (a.kind == Value::Kind::kBool && b.kind == Value::Kind::kBool && Precedence(op) < 3) {
    result = Value::Of(op == "||" ? a.boolean || b.boolean : a.boolean && b.boolean);
  }
  result.type = a.type != nullptr ? a.type : b.type;
  return result;
}

std::optional<int64_t> ParseInteger(std::string digits) {
  int base = 10;
  size_t skip = 0;
  if (digits.size() > 1 && digits[0] == '0') {
    char form = digits[1];
    base = form == 'x' || form == 'X' ? 16 : form == 'b' || form == 'B' ? 2 : 8;
    skip = base != 8 || form == 'o' || form == 'O' ? 2 : 1;
  }
  int64_t value = 0;
  for (char c : digits.substr(skip)) {
    int digit = c >= '0' && c <= '9'                 ? c - '0'
                : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                     : 99;
    if (digit >= base || __builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, digit, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

Value Number(std::string_view text) {
  std::string digits;
  for (char c : text) {
    if (c != '_') digits += c;
  }
  if (auto integer = ParseInteger(digits)) return Value::Of(*integer);
  bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (digits.find_first_of(hexadecimal ? ".pP" : ".eE") == std::string::npos) return {};
  char* end = nullptr;
  double number = std::strtod(digits.c_str(), &end);
  return *end == '\0' && std::isfinite(number) ? Value::Of(number) : Value();
}

Value Character(std::string_view literal) {
  std::string text;
  uint32_t code_point = 0;
  if (!Unquote(literal, text) || DecodeUtf8(text, &code_point) != text.size()) return {};
  return Value::Of(static_cast<int64_t>(code_point));
}

// `value` as a constant of `type`; none if it cannot be one.
Value Convert(Value value, const Type* type) {
  switch (type->kind) {
    case Kind::kBool:
      if (value.kind != Value::Kind::kBool) return {};
      break;
    case Kind::kString:
      if (value.kind != Value::Kind::kString) return {};
      break;
    case Kind::kFloat:
    case Kind::kDouble:
      if (value.kind == Value::Kind::kInt) value = Value::Of(value.AsDouble());
      if (value.kind != Value::Kind::kDouble) return {};
      break;
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64: {
      double number = value.number;
      bool integral = value.kind == Value::Kind::kDouble && number == std::floor(number) &&
                      std::abs(number) < 9e15;
      if (integral) value = Value::Of(static_cast<int64_t>(number));
      if (value.kind != Value::Kind::kInt) return {};
      break;
    }
    default:
      return {};
  }
  value.type = type;
  return value;
}

std::string Literal(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kBool:
      return value.boolean ? "true" : "false";
    case Value::Kind::kInt:
      if (value.integer == std::numeric_limits<int64_t>::min()) return "INT64_MIN";
      return std::to_string(value.integer);
    case Value::Kind::kDouble:
      return fmt::format("{}", value.number);
    default:
      return value.text;
  }
}

bool FitsType(const Value& value, Kind kind) {
  if (value.kind != Value::Kind::kInt) return true;
  int64_t number = value.integer;
  switch (kind) {
    case Kind::kInt32:
      return number >= std::numeric_limits<int32_t>::min() &&
             number <= std::numeric_limits<int32_t>::max();
    case Kind::kUint32:
      return number >= 0 && number <= std::numeric_limits<uint32_t>::max();
    case Kind::kUint64:
      return number >= 0;
    default:
      return true;
  }
}

}  // namespace

// Precedence climbing over the tokens of one expression; any fault makes it none.
class ConstantExpression {
 public:
  ConstantExpression(ConstantEvaluator& evaluator, Unit& unit,
                     const ConstantDeclaration& declaration)
      : evaluator_(evaluator),
        unit_(unit),
        file_(*declaration.file),
        tokens_(declaration.constant->value),
        iota_(declaration.constant->iota) {}

  Value Run() {
    Value value = Binary(1, 0);
    return failed_ || at_ != tokens_.size() ? Value() : value;
  }

 private:
  std::string_view Text(size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : std::string_view();
  }
  bool Accept(std::string_view text) {
    if (Text() != text) return false;
    ++at_;
    return true;
  }
  Value Fail() {
    failed_ = true;
    return {};
  }

  Value Binary(int lowest, int depth) {
    Value left = Unary(depth);
    while (!failed_) {
      std::string_view op = Text();
      int precedence = Precedence(op);
      if (precedence < lowest || precedence == 0) break;
      ++at_;
      Value right = Binary(precedence + 1, depth);
      left = Apply(op, left, right);
    }
    return left;
  }

  Value Unary(int depth) {
    if (depth > kMaxDepth) return Fail();
    for (std::string_view op : {"+", "-", "!", "^"}) {
      if (!Accept(op)) continue;
      Value value = Unary(depth + 1);
      if (op == "-")
        return value.kind == Value::Kind::kDouble ? Negated(value) : Apply("-", Zero(value), value);
      if (op == "!") value.boolean = !value.boolean;
      if (op == "^") return Apply("^", MinusOne(value), value);
      return value;
    }
    return Primary(depth);
  }
  static Value Negated(Value value) {
    value.number = -value.number;
    return value;
  }
  static Value Zero(const Value& like) {
    Value zero = Value::Of(int64_t{0});
    zero.type = like.type;
    return zero;
  }
  static Value MinusOne(const Value& like) {
    Value value = Value::Of(int64_t{-1});
    value.type = like.type;
    return value;
  }

  Value Primary(int depth) {
    if (at_ >= tokens_.size()) return Fail();
    if (Accept("(")) {
      Value value = Binary(1, depth + 1);
      return Accept(")") ? value : Fail();
    }
    const Token& token = tokens_[at_++];
    switch (token.kind) {
      case TokenKind::kString:
        return Value::Of(token.value);
      case TokenKind::kNumber:
        return Number(token.text);
      case TokenKind::kCharacter:
        return Character(token.text);
      case TokenKind::kIdentifier:
        return Name(std::string(token.text), depth);
      default:
        return Fail();
    }
  }

  Value Name(std::string name, int depth) {
    std::string package;
    if (Text() == "." && at_ + 1 < tokens_.size()) {
      package = std::move(name);
      name = std::string(Text(1));
      at_ += 2;
    }
    if (Accept("(")) {
      Value argument = Binary(1, depth + 1);
      if (!Accept(")")) return Fail();
      const Type* type = evaluator_.resolver_.FindType(unit_, file_, package, name);
      return type != nullptr ? Convert(std::move(argument), type) : Fail();
    }
    if (package.empty()) {
      if (name == "iota") return Value::Of(iota_);
      if (name == "true" || name == "false") return Value::Of(name == "true");
    }
    return evaluator_.Lookup(unit_, file_, package, name);
  }

  ConstantEvaluator& evaluator_;
  Unit& unit_;
  const ast::File& file_;
  const std::vector<Token>& tokens_;
  int64_t iota_;
  size_t at_ = 0;
  bool failed_ = false;
};

ConstantValue ConstantEvaluator::Lookup(Unit& unit, const ast::File& file,
                                        const std::string& package, const std::string& name) {
  Unit* home = &unit;
  if (!package.empty()) home = scope_.Import(file, package).unit;
  if (home == nullptr) return {};
  auto found = home->constants.find(name);
  return found != home->constants.end() ? Evaluate(*home, found->second) : ConstantValue();
}

ConstantValue ConstantEvaluator::Evaluate(Unit& unit, const ConstantDeclaration& declaration) {
  const ast::Constant& constant = *declaration.constant;
  // None while it is being worked out, so that a circle ends.
  auto [known, added] = known_.try_emplace(&constant);
  if (!added || depth_ > kMaxDepth) return known->second;
  ++depth_;
  ConstantValue value = ConstantExpression(*this, unit, declaration).Run();
  if (constant.type != nullptr) {
    const Type* type =
        resolver_.FindType(unit, *declaration.file, constant.type->package, constant.type->name);
    value = type != nullptr ? Convert(std::move(value), type) : ConstantValue();
  }
  --depth_;
  return known_[&constant] = std::move(value);
}

void ConstantEvaluator::AddConstants(Unit& unit) {
  Package& package = *unit.package;
  std::set<std::string> names;
  for (const ast::File& file : unit.parsed->files) {
    for (const ast::Constant& constant : file.constants) {
      if (!IsExported(constant.name) || !names.insert(constant.name).second) continue;
      ConstantValue value = Evaluate(unit, {&file, &constant});
      if (value.kind == ConstantValue::Kind::kNone) continue;
      if (value.type == nullptr) {
        static constexpr Kind kDefaults[] = {Kind::kAny, Kind::kBool, Kind::kInt64, Kind::kDouble,
                                             Kind::kString};
        value.type = model_.Intern(kDefaults[static_cast<size_t>(value.kind)]);
      }
      if (!FitsType(value, value.type->kind)) continue;
      EnumValue entry{constant.position,
                      constant.doc.empty() ? constant.line_comment : constant.doc, constant.name,
                      value.type, Literal(value)};
      Named* named = nullptr;
      if (value.type->named != nullptr && value.type->named->package == &package) {
        named = package.by_name.at(value.type->named->name);
      }
      if (named == nullptr && package.as_needed) continue;
      (named != nullptr ? named->constants : package.constants).push_back(std::move(entry));
    }
  }
}

}  // namespace pintle::gen
