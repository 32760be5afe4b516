#include "gen/parse/lexer.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Two- and three-character operators only matter in what is skipped; they must not be split where
// it changes meaning, so the few that do are listed.
constexpr std::string_view kLongOperators[] = {
    "...", ":=", "<-", "==", "!=", "<=", ">=", "&&", "||",
    "++",  "--", "+=", "-=", "*=", "/=", "<<", ">>", "&^"};

class Lexer {
 public:
  Lexer(const SourceFile& file, LexedFile& out, Diagnostics& diagnostics)
      : file_(file), text_(file.text), out_(out), diagnostics_(diagnostics) {}

  bool Run() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = line_start_ = 3;  // a byte order mark
    while (at_ < text_.size()) {
      if (!Next()) return false;
    }
    EndLine();
    Push(TokenKind::kEnd, {});
    return true;
  }

 private:
  Position Here() const { return {&file_, line_, static_cast<uint32_t>(at_ - line_start_ + 1)}; }

  bool Fail(const Position& position, std::string_view message) {
    diagnostics_.Add(position, message);
    return false;
  }

  void NewLine() {
    ++line_;
    line_start_ = at_;
  }

  bool Next() {
    char c = text_[at_];
    if (c == '\n') {
      EndLine();
      ++at_;
      NewLine();
      return true;
    }
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
      return true;
    }
    if (text_.substr(at_, 2) == "//") return LineComment();
    if (text_.substr(at_, 2) == "/*") return BlockComment();
    if (IsLetter(c)) return Word();
    if (IsDigit(c)) return Number();
    if (c == '"' || c == '\'') return Quotation(c);
    if (c == '`') return RawString();
    return Operator();
  }

  void Push(TokenKind kind, std::string_view text) {
    Token token;
    token.kind = kind;
    token.position = {&file_, line_, static_cast<uint32_t>(at_ - line_start_ + 1)};
    token.end_line = line_;
    token.text = text;
    out_.tokens.push_back(std::move(token));
  }

  // A line end closes a statement after a name, a literal or a closing bracket.
  void EndLine() {
    if (out_.tokens.empty()) return;
    const Token& last = out_.tokens.back();
    static constexpr std::string_view kOpenEnded[] = {"break", "continue", "fallthrough", "return"};
    bool ends = last.kind == TokenKind::kNumber || last.kind == TokenKind::kString ||
                last.kind == TokenKind::kCharacter || last.text == ")" || last.text == "]" ||
                last.text == "}" || last.text == "++" || last.text == "--";
    if (last.kind == TokenKind::kIdentifier) {
      static constexpr std::string_view kKeywords[] = {
          "case",    "chan",  "const",  "default", "defer",  "else",      "for",
          "func",    "go",    "goto",   "if",      "import", "interface", "map",
          "package", "range", "select", "struct",  "switch", "type",      "var"};
      ends = true;
      for (std::string_view keyword : kKeywords) ends = ends && last.text != keyword;
      for (std::string_view keyword : kOpenEnded) ends = ends || last.text == keyword;
    }
    if (ends) Push(TokenKind::kSemicolon, {});
  }

  void AddComment(uint32_t first_line, uint32_t last_line, ast::Comment lines) {
    bool trailing = !out_.tokens.empty() && out_.tokens.back().end_line == first_line;
    if (!trailing && !out_.comments.empty()) {
      CommentGroup& group = out_.comments.back();
      bool code_between = !out_.tokens.empty() && out_.tokens.back().end_line > group.last_line;
      if (!group.trailing && group.last_line + 1 == first_line && !code_between) {
        group.last_line = last_line;
        for (ast::CommentLine& line : lines) group.lines.push_back(std::move(line));
        return;
      }
    }
    out_.comments.push_back({first_line, last_line, trailing, std::move(lines)});
  }

  bool LineComment() {
    size_t end = std::min(text_.find('\n', at_), text_.size());
    Position position = Here();
    position.column += 2;
    std::string_view text = text_.substr(at_ + 2, end - at_ - 2);
    if (text.ends_with('\r')) text.remove_suffix(1);
    AddComment(line_, line_, {{position, std::string(text)}});
    at_ = end;
    return true;
  }

  bool BlockComment() {
    size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) return Fail(Here(), "this comment has no end");
    // One that goes over a line end counts as a line end.
    if (text_.substr(at_, end - at_).find('\n') != std::string_view::npos) EndLine();
    uint32_t first_line = line_;
    ast::Comment lines;
    at_ += 2;
    while (true) {
      size_t stop = std::min(text_.find('\n', at_), end);
      lines.push_back({Here(), std::string(text_.substr(at_, stop - at_))});
      at_ = stop;
      if (stop == end) break;
      ++at_;
      NewLine();
    }
    at_ = end + 2;
    AddComment(first_line, line_, std::move(lines));
    return true;
  }

  bool Word() {
    size_t end = at_;
    while (end < text_.size() && (IsLetter(text_[end]) || IsDigit(text_[end]))) ++end;
    Push(TokenKind::kIdentifier, text_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  bool Number() {
    size_t end = at_;
    bool hexadecimal = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
    auto exponent_sign = [&] {
      char before = text_[end - 1];
      return (text_[end] == '+' || text_[end] == '-') && end > at_ &&
             (hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E');
    };
    while (end < text_.size() &&
           (IsLetter(text_[end]) || IsDigit(text_[end]) || text_[end] == '.' || exponent_sign())) {
      ++end;
    }
    Push(TokenKind::kNumber, text_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  bool Quotation(char quote) {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      bool escape = text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n';
      end += escape ? 2 : 1;
    }
    if (end >= text_.size() || text_[end] != quote)
      return Fail(Here(), "this text has no closing quote");
    std::string_view literal = text_.substr(at_, end + 1 - at_);
    Push(quote == '"' ? TokenKind::kString : TokenKind::kCharacter, literal);
    if (quote == '"' && !Unquote(literal, out_.tokens.back().value)) {
      return Fail(Here(), "this text has an escape that does not exist");
    }
    at_ = end + 1;
    return true;
  }

  bool RawString() {
    size_t end = text_.find('`', at_ + 1);
    if (end == std::string_view::npos) return Fail(Here(), "this text has no closing back quote");
    Push(TokenKind::kString, text_.substr(at_, end + 1 - at_));
    Token& token = out_.tokens.back();
    for (char c : text_.substr(at_ + 1, end - at_ - 1)) {
      if (c != '\r') token.value += c;
    }
    for (; at_ <= end;) {
      bool newline = text_[at_] == '\n';
      ++at_;
      if (newline) NewLine();
    }
    token.end_line = line_;
    return true;
  }

  bool Operator() {
    size_t size = 1;
    for (std::string_view candidate : kLongOperators) {
      if (text_.substr(at_, candidate.size()) == candidate) size = std::max(size, candidate.size());
    }
    char c = text_[at_];
    if (static_cast<uint8_t>(c) < 0x20 || c == '#' || c == '$' || c == '?' || c == '@' ||
        c == '\\') {
      return Fail(Here(), fmt::format("the character {} cannot stand here",
                                      Quoted(std::string_view(&c, 1))));
    }
    Push(c == ';' ? TokenKind::kSemicolon : TokenKind::kOperator, text_.substr(at_, size));
    at_ += size;
    return true;
  }

  const SourceFile& file_;
  std::string_view text_;
  LexedFile& out_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

// Appends what the escape at the start of `rest` (behind its backslash) means, and returns its
// length, 0 if there is no such escape.
size_t Unescape(std::string_view rest, std::string& out) {
  if (rest.empty()) return 0;
  static constexpr std::string_view kNames = "abfnrtv\\\"'";
  static constexpr std::string_view kValues = "\a\b\f\n\r\t\v\\\"'";
  size_t named = kNames.find(rest[0]);
  if (named != std::string_view::npos) {
    out += kValues[named];
    return 1;
  }
  bool octal = rest[0] >= '0' && rest[0] <= '7';
  size_t digits = octal ? 3 : rest[0] == 'x' ? 2 : rest[0] == 'u' ? 4 : rest[0] == 'U' ? 8 : 0;
  size_t first = octal ? 0 : 1;
  if (digits == 0 || first + digits > rest.size()) return 0;
  uint32_t value = 0;
  for (char c : rest.substr(first, digits)) {
    int digit = HexDigit(c);
    if (digit < 0 || (octal && digit > 7)) return 0;
    value = value * (octal ? 8 : 16) + static_cast<uint32_t>(digit);
  }
  constexpr uint32_t kMaxCodePoint = 0x10ffff;
  if (digits < 4) {
    if (value > 0xff) return 0;
    out += static_cast<char>(value);
  } else {
    if (value > kMaxCodePoint || (value >= 0xd800 && value <= 0xdfff)) return 0;
    AppendUtf8(out, value);
  }
  return first + digits;
}

}  // namespace

bool Unquote(std::string_view literal, std::string& out) {
  out.clear();
  if (literal.size() < 2) return false;
  std::string_view body = literal.substr(1, literal.size() - 2);
  if (literal.front() == '`') {
    out = body;
    return true;
  }
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      out += body[i];
      continue;
    }
    size_t used = Unescape(body.substr(i + 1), out);
    if (used == 0) return false;
    i += used;
  }
  return true;
}

bool Lex(const SourceFile& file, LexedFile& out, Diagnostics& diagnostics) {
  return Lexer(file, out, diagnostics).Run();
}

}  // namespace pintle::gen
