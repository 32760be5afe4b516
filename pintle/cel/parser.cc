#include "pintle/cel/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "pintle/cel/build.h"
#include "pintle/cel/lexer.h"
#include "pintle/cel/macros.h"
#include "pintle/cel/number_text.h"

namespace pintle::cel {
namespace {

constexpr std::string_view kReserved[] = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};
constexpr std::string_view kOperandStarts =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, "
    "BYTES, IDENTIFIER}";
// What the lexer of the reference tells from identifiers, and so cannot follow a dot.
constexpr std::string_view kKeywords[] = {"in", "true", "false", "null"};

template <typename Range>
bool Contains(const Range& range, std::string_view text) {
  return std::ranges::find(range, text) != std::end(range);
}

class Parser {
 public:
  Parser(std::string_view source, std::vector<Issue>& issues)
      : source_(source), issues_(issues), tokens_(Tokenize(source, issues)) {}

  ExprPtr Run() {
    ExprPtr expr = Expression();
    if (expr != nullptr && !At(TokenKind::kEnd)) {
      Fail(Now(),
           fmt::format("Syntax error: {} input '{}' expecting <EOF>",
                       tokens_[at_ + 1].kind == TokenKind::kEnd ? "extraneous" : "mismatched",
                       Now().text));
    }
    return expr;
  }

 private:
  const Token& Now() const { return tokens_[at_]; }
  const Token& Next() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool At(TokenKind kind) const { return Now().kind == kind; }
  bool AtSymbol(std::string_view symbol) const {
    return At(TokenKind::kSymbol) && Now().text == symbol;
  }
  bool Take(std::string_view symbol) {
    if (!AtSymbol(symbol)) return false;
    ++at_;
    return true;
  }
  static std::string_view Shown(const Token& token) {
    return token.kind == TokenKind::kEnd ? "<EOF>" : token.text;
  }

  void Fail(const Token& token, std::string message) {
    issues_.push_back({token.offset, std::move(message)});
  }
  ExprPtr Unexpected() {
    Fail(Now(), fmt::format("Syntax error: mismatched input '{}' expecting {}", Shown(Now()),
                            kOperandStarts));
    return nullptr;
  }
  bool Expect(std::string_view symbol) {
    if (Take(symbol)) return true;
    Fail(Now(),
         fmt::format("Syntax error: mismatched input '{}' expecting '{}'", Shown(Now()), symbol));
    return false;
  }

  // Every rule that can contain itself goes through here.
  ExprPtr Expression() {
    if (depth_ >= kDeepestExpression) return TooDeep();
    ++depth_;
    ExprPtr expr = Conditional();
    --depth_;
    // Chains in brackets within chains: `((a.b.c).d.e).f.g`.
    if (expr != nullptr && expr->height > kTallestExpression) return TooDeep();
    return expr;
  }
  ExprPtr TooDeep() {
    if (!too_deep_) {
      Fail(Now(), fmt::format("expression recursion limit exceeded: {}", kDeepestExpression));
    }
    too_deep_ = true;
    return nullptr;
  }

  ExprPtr Conditional() {
    ExprPtr condition = Logical("||", "_||_");
    if (condition == nullptr || !AtSymbol("?")) return condition;
    uint32_t offset = Now().offset;
    ++at_;
    ExprPtr yes = Logical("||", "_||_");
    if (yes == nullptr || !Expect(":")) return nullptr;
    ExprPtr no = Expression();
    if (no == nullptr) return nullptr;
    return MakeCall(offset, "_?_:_", std::move(condition), std::move(yes), std::move(no));
  }

  // Chains of && and || become balanced trees, so that long ones stay shallow.
  ExprPtr Logical(std::string_view symbol, const char* function) {
    bool outer = symbol == "||";
    std::vector<ExprPtr> terms;
    std::vector<uint32_t> offsets;
    while (true) {
      ExprPtr term = outer ? Logical("&&", "_&&_") : Relation();
      if (term == nullptr) return nullptr;
      terms.push_back(std::move(term));
      if (!AtSymbol(symbol)) break;
      offsets.push_back(Now().offset);
      ++at_;
    }
    return Balance(function, terms, offsets, 0, terms.size() - 1);
  }

  static ExprPtr Balance(const char* function, std::vector<ExprPtr>& terms,
                         const std::vector<uint32_t>& offsets, size_t first, size_t last) {
    if (first == last) return std::move(terms[first]);
    size_t middle = (first + last) / 2;
    ExprPtr left = Balance(function, terms, offsets, first, middle);
    ExprPtr right = Balance(function, terms, offsets, middle + 1, last);
    return MakeCall(offsets[middle], function, std::move(left), std::move(right));
  }

  struct Operator {
    std::string_view symbol;
    const char* function;
  };

  const char* FindOperator(std::span<const Operator> operators) const {
    for (const Operator& op : operators) {
      bool word = op.symbol == "in";
      if (At(word ? TokenKind::kIdentifier : TokenKind::kSymbol) && Now().text == op.symbol) {
        return op.function;
      }
    }
    return nullptr;
  }

  // Operators of one rank, from left to right.
  ExprPtr Chain(std::span<const Operator> operators, ExprPtr (Parser::*operand)()) {
    ExprPtr left = (this->*operand)();
    int links = 0;
    while (left != nullptr) {
      const char* function = FindOperator(operators);
      if (function == nullptr) break;
      const Token& token = Now();
      if (++links > kDeepestExpression) return TooDeep();
      ++at_;
      ExprPtr right = (this->*operand)();
      if (right == nullptr) return nullptr;
      left = MakeCall(token.offset, function, std::move(left), std::move(right));
    }
    return left;
  }

  ExprPtr Relation() {
    static constexpr Operator kOperators[] = {{"<", "_<_"},   {"<=", "_<=_"}, {">", "_>_"},
                                              {">=", "_>=_"}, {"==", "_==_"}, {"!=", "_!=_"},
                                              {"in", "@in"}};
    return Chain(kOperators, &Parser::Sum);
  }
  ExprPtr Sum() {
    static constexpr Operator kOperators[] = {{"+", "_+_"}, {"-", "_-_"}};
    return Chain(kOperators, &Parser::Product);
  }
  ExprPtr Product() {
    static constexpr Operator kOperators[] = {{"*", "_*_"}, {"/", "_/_"}, {"%", "_%_"}};
    return Chain(kOperators, &Parser::Unary);
  }

  bool AtNumber(const Token& token) const {
    return token.kind == TokenKind::kInt || token.kind == TokenKind::kDouble;
  }

  ExprPtr Unary() {
    bool minus = AtSymbol("-");
    if ((!minus && !AtSymbol("!")) || (minus && AtNumber(Next()))) return Member();
    const Token& first = Now();
    std::string_view symbol = first.text;
    int count = 0;
    while (AtSymbol(symbol) && !(minus && AtNumber(Next()))) ++at_, ++count;
    ExprPtr operand = Member();
    if (operand == nullptr || count % 2 == 0) return operand;
    return MakeCall(first.offset, minus ? "-_" : "!_", std::move(operand));
  }

  ExprPtr Member() {
    ExprPtr expr = Primary();
    int links = 0;
    while (expr != nullptr && (AtSymbol(".") || AtSymbol("["))) {
      if (++links > kDeepestExpression) return TooDeep();
      expr = AtSymbol(".") ? SelectOrCall(std::move(expr)) : Index(std::move(expr));
    }
    return expr;
  }

  ExprPtr SelectOrCall(ExprPtr operand) {
    const Token& dot = Now();
    ++at_;
    bool optional = Take("?");
    if (!At(TokenKind::kIdentifier) || Contains(kKeywords, Now().text)) {
      size_t end = At(TokenKind::kEnd) ? Now().offset : Now().offset + Now().text.size();
      std::string text(source_.substr(dot.offset, end - dot.offset));
      if (At(TokenKind::kEnd)) text += "<EOF>";
      Fail(Now(), fmt::format("Syntax error: no viable alternative at input '{}'", text));
      return operand;
    }
    std::string name(Now().text);
    ++at_;
    if (AtSymbol("(") && !optional) return CallOf(std::move(operand), std::move(name));
    Select select;
    select.operand = std::move(operand);
    select.field = std::move(name);
    select.optional = optional;
    return MakeExpr(dot.offset, std::move(select));
  }

  ExprPtr Index(ExprPtr operand) {
    uint32_t offset = Now().offset;
    ++at_;
    bool optional = Take("?");
    ExprPtr index = Expression();
    if (index == nullptr || !Expect("]")) return nullptr;
    return MakeCall(offset, optional ? "_[?_]" : "_[_]", std::move(operand), std::move(index));
  }

  // At the opening bracket of the arguments.
  ExprPtr CallOf(ExprPtr target, std::string function) {
    uint32_t offset = Now().offset;
    ++at_;
    Call call;
    call.target = std::move(target);
    call.function = std::move(function);
    while (!AtSymbol(")")) {
      ExprPtr argument = Expression();
      if (argument == nullptr) return nullptr;
      call.arguments.push_back(std::move(argument));
      if (!Take(",")) break;
      if (AtSymbol(")")) return Unexpected();
    }
    if (!Expect(")")) return nullptr;
    if (IsMacro(call.function, call.target != nullptr, call.arguments.size())) {
      return ExpandMacro(offset, std::move(call), issues_);
    }
    return MakeExpr(offset, std::move(call));
  }

  ExprPtr Primary() {
    if (AtSymbol("(")) {
      ++at_;
      ExprPtr expr = Expression();
      if (expr == nullptr || !Expect(")")) return nullptr;
      return expr;
    }
    if (AtSymbol("[")) return List();
    if (AtSymbol("{")) return Map();
    if (AtSymbol(".") || At(TokenKind::kIdentifier)) return IdentOrCall();
    return Literal();
  }

  ExprPtr IdentOrCall() {
    const Token& start = Now();
    bool absolute = Take(".");
    if (!At(TokenKind::kIdentifier)) return Unexpected();
    if (!absolute) {
      if (ExprPtr word = WordLiteral()) return word;
    }
    std::string_view name = Now().text;
    if (name == "in") return Unexpected();
    if (Contains(kReserved, name)) {
      Fail(Now(), fmt::format("reserved identifier: {}", name));
    }
    ++at_;
    std::string full = absolute ? fmt::format(".{}", name) : std::string(name);
    if (AtSymbol("(")) return CallOf(nullptr, std::move(full));
    return MakeIdent(start.offset, std::move(full));
  }

  ExprPtr WordLiteral() {
    uint32_t offset = Now().offset;
    std::string_view word = Now().text;
    ExprPtr expr;
    if (word == "true") expr = MakeConstant(offset, true);
    if (word == "false") expr = MakeConstant(offset, false);
    if (word == "null") expr = MakeConstant(offset, nullptr);
    if (expr != nullptr) ++at_;
    return expr;
  }

  ExprPtr List() {
    uint32_t offset = Now().offset;
    ++at_;
    ListLiteral list;
    bool any_optional = false;
    while (!AtSymbol("]")) {
      bool optional = Take("?");
      any_optional |= optional;
      ExprPtr element = Expression();
      if (element == nullptr) return nullptr;
      list.elements.push_back(std::move(element));
      list.optional.push_back(optional);
      if (!Take(",")) break;
    }
    if (!any_optional) list.optional.clear();
    if (!Expect("]")) return nullptr;
    return MakeExpr(offset, std::move(list));
  }

  ExprPtr Map() {
    uint32_t offset = Now().offset;
    ++at_;
    MapLiteral map;
    while (!AtSymbol("}")) {
      MapLiteral::Entry entry;
      entry.optional = Take("?");
      entry.key = Expression();
      if (entry.key == nullptr || !Expect(":")) return nullptr;
      entry.value = Expression();
      if (entry.value == nullptr) return nullptr;
      map.entries.push_back(std::move(entry));
      if (!Take(",")) break;
    }
    if (!Expect("}")) return nullptr;
    return MakeExpr(offset, std::move(map));
  }

  ExprPtr Literal() {
    const Token& start = Now();
    bool minus = AtSymbol("-") && AtNumber(Next());
    if (minus) ++at_;
    const Token& token = Now();
    switch (token.kind) {
      case TokenKind::kInt:
        ++at_;
        return Number(start.offset, token, ParseInt(token.text, minus), "int");
      case TokenKind::kUint:
        ++at_;
        return Number(token.offset, token, ParseUint(token.text), "uint");
      case TokenKind::kDouble:
        ++at_;
        return Number(start.offset, token, ParseDouble(token.text, minus), "double");
      case TokenKind::kString:
        ++at_;
        return MakeConstant(token.offset, token.value);
      case TokenKind::kBytes:
        ++at_;
        return MakeConstant(token.offset, Constant::Bytes{token.value});
      default:
        return Unexpected();
    }
  }

  template <typename T>
  ExprPtr Number(uint32_t offset, const Token& token, std::optional<T> number, const char* what) {
    if (number) return MakeConstant(offset, *number);
    Fail(token, fmt::format("invalid {} literal", what));
    return nullptr;
  }

  std::string_view source_;
  std::vector<Issue>& issues_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  bool too_deep_ = false;
};

}  // namespace

ExprPtr Parse(std::string_view source, std::vector<Issue>& issues) {
  auto characters = std::ranges::count_if(
      source, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  if (static_cast<size_t>(characters) > kLongestExpression) {
    issues.push_back({0, fmt::format("expression code point size exceeds limit: size: {}, limit {}",
                                     characters, kLongestExpression)});
    return nullptr;
  }
  return Parser(source, issues).Run();
}

}  // namespace pintle::cel
