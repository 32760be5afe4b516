#include "pintle/cel/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "pintle/cel/build.h"
#include "pintle/cel/lexer.h"
#include "pintle/cel/macros.h"
#include "pintle/cel/number_text.h"
#include "pintle/cel/token_cursor.h"

namespace pintle::cel {
namespace {

constexpr std::string_view kReserved[] = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};
// What the lexer of the reference tells from identifiers, and so cannot follow a dot.
constexpr std::string_view kKeywords[] = {"in", "true", "false", "null"};

template <typename Range>
bool Contains(const Range& range, std::string_view text) {
  return std::ranges::find(range, text) != std::end(range);
}

// Null is returned for what nests too deep only: where tokens are wrong something stands in for
// what could not be read.
class Parser {
 public:
  Parser(std::string_view source, std::vector<Issue>& issues)
      : source_(source), issues_(issues), tokens_(Tokenize(source, issues), issues) {}

  ExprPtr Run() {
    ExprPtr expr = Expression();
    if (expr != nullptr) tokens_.ExpectEnd();
    return expr;
  }

 private:
  const Token& Now() const { return tokens_.Now(); }
  bool AtSymbol(std::string_view symbol) const { return tokens_.AtSymbol(symbol); }

  ExprPtr Nothing() const { return MakeConstant(Now().offset, nullptr); }

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
  ExprPtr ExpressionWithin(Within within) {
    TokenCursor::Scope scope(tokens_, within);
    return Expression();
  }
  ExprPtr TooDeep() {
    if (!too_deep_) {
      tokens_.Report(Now(),
                     fmt::format("expression recursion limit exceeded: {}", kDeepestExpression));
    }
    too_deep_ = true;
    return nullptr;
  }

  ExprPtr Conditional() {
    ExprPtr condition = Logical("||", "_||_");
    if (condition == nullptr || !AtSymbol("?")) return condition;
    uint32_t offset = Now().offset;
    tokens_.Skip();
    ExprPtr yes = Branch();
    if (yes == nullptr) return nullptr;
    tokens_.Expect(":");
    ExprPtr no = Expression();
    if (no == nullptr) return nullptr;
    return MakeCall(offset, "_?_:_", std::move(condition), std::move(yes), std::move(no));
  }

  ExprPtr Branch() {
    TokenCursor::Scope scope(tokens_, Within::kCondition);
    return Logical("||", "_||_");
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
      tokens_.Skip();
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
      if (tokens_.At(word ? TokenKind::kIdentifier : TokenKind::kSymbol) &&
          Now().text == op.symbol) {
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
      uint32_t offset = Now().offset;
      if (++links > kDeepestExpression) return TooDeep();
      tokens_.Skip();
      ExprPtr right = (this->*operand)();
      if (right == nullptr) return nullptr;
      left = MakeCall(offset, function, std::move(left), std::move(right));
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

  static bool AtNumber(const Token& token) {
    return token.kind == TokenKind::kInt || token.kind == TokenKind::kDouble;
  }

  ExprPtr Unary() {
    if (!tokens_.ExpectStart()) return Nothing();
    bool minus = AtSymbol("-");
    if ((!minus && !AtSymbol("!")) || (minus && AtNumber(tokens_.Next()))) return Member();
    uint32_t offset = Now().offset;
    std::string_view symbol = Now().text;
    int count = 0;
    for (; AtSymbol(symbol) && !(minus && AtNumber(tokens_.Next())); ++count) tokens_.Skip();
    if (!tokens_.ExpectStart()) return Nothing();
    ExprPtr operand = Member();
    if (operand == nullptr || count % 2 == 0) return operand;
    return MakeCall(offset, minus ? "-_" : "!_", std::move(operand));
  }

  ExprPtr Member() {
    ExprPtr expr = Primary();
    int links = 0;
    while (expr != nullptr && (AtSymbol(".") || AtSymbol("["))) {
      if (++links > kDeepestExpression) return TooDeep();
      expr = AtSymbol(".") ? SelectOrCall(std::move(expr)) : Index(std::move(expr));
    }
    if (expr == nullptr || !AtSymbol("{")) return expr;
    std::string name = NameOf(*expr);
    return name.empty() ? std::move(expr) : Message(std::move(name));
  }

  // `a.b.c`; empty if the expression is more than names. As deep as a chain has links.
  static std::string NameOf(const Expr& expr) {
    if (const auto* ident = std::get_if<Ident>(&expr.node)) return ident->name;
    const auto* select = std::get_if<Select>(&expr.node);
    std::string prefix = select != nullptr ? NameOf(*select->operand) : std::string();
    return prefix.empty() ? prefix : prefix + "." + select->field;
  }

  // `Name{field: value}`: there are no types that it could make, so that it means a function that
  // nobody knows.
  ExprPtr Message(std::string name) {
    uint32_t offset = Now().offset;
    tokens_.Skip();
    while (tokens_.At(TokenKind::kIdentifier) || AtSymbol("?")) {
      tokens_.Take("?");
      if (tokens_.At(TokenKind::kIdentifier)) tokens_.Skip();
      tokens_.Expect(":");
      if (ExpressionWithin(Within::kMapValue) == nullptr) return nullptr;
      if (!tokens_.ExpectMore("}")) return Nothing();
      if (AtSymbol("}")) break;
      tokens_.Skip();
    }
    tokens_.Expect("}");
    return MakeCall(offset, std::move(name));
  }

  ExprPtr SelectOrCall(ExprPtr operand) {
    uint32_t dot = Now().offset;
    tokens_.Skip();
    bool optional = tokens_.Take("?");
    if (!tokens_.At(TokenKind::kIdentifier) || Contains(kKeywords, Now().text)) {
      tokens_.NoViable(source_.substr(dot, Now().offset + Now().text.size() - dot));
      return operand;
    }
    std::string name(Now().text);
    tokens_.Skip();
    if (AtSymbol("(") && !optional) return CallOf(std::move(operand), std::move(name));
    Select select;
    select.operand = std::move(operand);
    select.field = std::move(name);
    select.optional = optional;
    return MakeExpr(dot, std::move(select));
  }

  ExprPtr Index(ExprPtr operand) {
    uint32_t offset = Now().offset;
    tokens_.Skip();
    if (!tokens_.ExpectStart("?")) return operand;
    bool optional = tokens_.Take("?");
    ExprPtr index = ExpressionWithin(Within::kIndex);
    if (index == nullptr) return nullptr;
    tokens_.Expect("]");
    return MakeCall(offset, optional ? "_[?_]" : "_[_]", std::move(operand), std::move(index));
  }

  // At the opening bracket of the arguments.
  ExprPtr CallOf(ExprPtr target, std::string function) {
    uint32_t offset = Now().offset;
    tokens_.Skip();
    Call call;
    call.target = std::move(target);
    call.function = std::move(function);
    if (!tokens_.ExpectStart(")")) return Nothing();
    if (!AtSymbol(")")) {
      do {
        ExprPtr argument = ExpressionWithin(Within::kCall);
        if (argument == nullptr) return nullptr;
        call.arguments.push_back(std::move(argument));
      } while (tokens_.Take(","));
    }
    tokens_.Expect(")");
    bool macro = IsMacro(call.function, call.target != nullptr, call.arguments.size());
    if (!macro || tokens_.failed()) return MakeExpr(offset, std::move(call));
    ExprPtr expanded = ExpandMacro(offset, std::move(call), issues_);
    return expanded != nullptr ? std::move(expanded) : Nothing();
  }

  ExprPtr Primary() {
    if (tokens_.Take("(")) {
      ExprPtr expr = ExpressionWithin(Within::kGroup);
      if (expr != nullptr) tokens_.Expect(")");
      return expr;
    }
    if (AtSymbol("[")) return List();
    if (AtSymbol("{")) return Map();
    if (AtSymbol(".") || tokens_.At(TokenKind::kIdentifier)) return IdentOrCall();
    return Literal();
  }

  ExprPtr IdentOrCall() {
    uint32_t start = Now().offset;
    bool absolute = tokens_.Take(".");
    if (!tokens_.At(TokenKind::kIdentifier) || Now().text == "in") {
      tokens_.NoViable(source_.substr(start, Now().offset + Now().text.size() - start));
      return Nothing();
    }
    if (!absolute) {
      if (ExprPtr word = WordLiteral()) return word;
    }
    std::string_view name = Now().text;
    bool reserved = Contains(kReserved, name);
    if (reserved) tokens_.Report(Now(), fmt::format("reserved identifier: {}", name));
    tokens_.Skip();
    std::string full = absolute ? fmt::format(".{}", name) : std::string(name);
    if (AtSymbol("(")) return CallOf(nullptr, std::move(full));
    if (reserved) return MakeConstant(start, nullptr);
    return MakeIdent(start, std::move(full));
  }

  ExprPtr WordLiteral() {
    uint32_t offset = Now().offset;
    std::string_view word = Now().text;
    ExprPtr expr;
    if (word == "true") expr = MakeConstant(offset, true);
    if (word == "false") expr = MakeConstant(offset, false);
    if (word == "null") expr = MakeConstant(offset, nullptr);
    if (expr != nullptr) tokens_.Skip();
    return expr;
  }

  ExprPtr List() {
    uint32_t offset = Now().offset;
    tokens_.Skip();
    ListLiteral list;
    bool any_optional = false;
    if (!tokens_.ExpectStart("],?")) return Nothing();
    while (tokens_.AtStart("?")) {
      bool optional = tokens_.Take("?");
      any_optional |= optional;
      ExprPtr element = ExpressionWithin(Within::kList);
      if (element == nullptr) return nullptr;
      list.elements.push_back(std::move(element));
      list.optional.push_back(optional);
      if (!tokens_.ExpectMore("]")) return Nothing();
      if (AtSymbol("]") || (tokens_.Skip(), !tokens_.AtStart("?"))) break;
    }
    if (list.elements.empty()) tokens_.Take(",");
    if (!any_optional) list.optional.clear();
    tokens_.Expect("]");
    return MakeExpr(offset, std::move(list));
  }

  ExprPtr Map() {
    uint32_t offset = Now().offset;
    tokens_.Skip();
    MapLiteral map;
    if (!tokens_.ExpectStart("},?")) return Nothing();
    while (tokens_.AtStart("?")) {
      MapLiteral::Entry entry;
      entry.optional = tokens_.Take("?");
      entry.key = ExpressionWithin(Within::kMapKey);
      if (entry.key == nullptr) return nullptr;
      tokens_.Expect(":");
      entry.value = ExpressionWithin(Within::kMapValue);
      if (entry.value == nullptr) return nullptr;
      map.entries.push_back(std::move(entry));
      if (!tokens_.ExpectMore("}")) return Nothing();
      if (AtSymbol("}") || (tokens_.Skip(), !tokens_.AtStart("?"))) break;
    }
    if (map.entries.empty()) tokens_.Take(",");
    tokens_.Expect("}");
    return MakeExpr(offset, std::move(map));
  }

  ExprPtr Literal() {
    uint32_t start = Now().offset;
    bool minus = AtSymbol("-") && AtNumber(tokens_.Next());
    if (minus) tokens_.Skip();
    const Token& token = Now();
    if (!tokens_.At(TokenKind::kSymbol) && !tokens_.At(TokenKind::kEnd)) tokens_.Skip();
    switch (token.kind) {
      case TokenKind::kInt:
        return Number(start, token, ParseInt(token.text, minus), "int");
      case TokenKind::kUint:
        return Number(token.offset, token, ParseUint(token.text), "uint");
      case TokenKind::kDouble:
        return Number(start, token, ParseDouble(token.text, minus), "double");
      case TokenKind::kString:
        return MakeConstant(token.offset, token.value);
      case TokenKind::kBytes:
        return MakeConstant(token.offset, Constant::Bytes{token.value});
      default:
        // `!-a`: the operators do not mix.
        tokens_.NoViable(token.text);
        return Nothing();
    }
  }

  template <typename T>
  ExprPtr Number(uint32_t offset, const Token& token, std::optional<T> number, const char* what) {
    if (number) return MakeConstant(offset, *number);
    tokens_.Report(token, fmt::format("invalid {} literal", what));
    return Nothing();
  }

  std::string_view source_;
  std::vector<Issue>& issues_;
  TokenCursor tokens_;
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
