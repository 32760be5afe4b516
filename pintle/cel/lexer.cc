#include "pintle/cel/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pintle/base/strings.h"

namespace pintle::cel {
namespace {

constexpr auto kNowhere = std::string_view::npos;
constexpr uint32_t kLargestCodePoint = 0x10FFFF;
constexpr uint32_t kFirstSurrogate = 0xD800;
constexpr uint32_t kLastSurrogate = 0xDFFF;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The value of an escape that is one character; nothing for others.
std::optional<char> SimpleEscape(char c) {
  switch (c) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    case '\\':
    case '\'':
    case '"':
    case '`':
    case '?':
      return c;
    default:
      return std::nullopt;
  }
}

class Lexer {
 public:
  Lexer(std::string_view source, std::vector<Issue>& issues) : source_(source), issues_(issues) {}

  std::vector<Token> Run() {
    while (SkipBlanks(), at_ < source_.size()) Next();
    Add(TokenKind::kEnd, at_);
    return std::move(tokens_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  std::string_view Rest() const { return source_.substr(at_); }

  void SkipBlanks() {
    while (at_ < source_.size()) {
      if (Rest().starts_with("//")) {
        at_ = std::min(source_.find('\n', at_), source_.size());
      } else if (std::string_view(" \t\r\n\f").find(source_[at_]) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  void Add(TokenKind kind, size_t start, std::string value = {}) {
    tokens_.push_back(
        {kind, static_cast<uint32_t>(start), source_.substr(start, at_ - start), std::move(value)});
  }

  void Fail(size_t start, std::string message) {
    issues_.push_back({static_cast<uint32_t>(start), "Syntax error: " + std::move(message)});
  }

  void Next() {
    if (StringPrefix() >= 0) return String();
    if (IsLetter(Peek())) return Identifier();
    if (IsDigit(Peek()) || (Peek() == '.' && IsDigit(Peek(1)))) return NumberToken();
    Symbol();
  }

  void Identifier() {
    size_t start = at_;
    while (IsLetter(Peek()) || IsDigit(Peek())) ++at_;
    Add(TokenKind::kIdentifier, start);
  }

  void NumberToken() {
    size_t start = at_;
    if (Peek() == '0' && (Peek(1) == 'x' || Peek(1) == 'X') && IsHexDigit(Peek(2))) {
      at_ += 2;
      while (IsHexDigit(Peek())) ++at_;
      return Whole(start);
    }
    while (IsDigit(Peek())) ++at_;
    bool fraction = Peek() == '.' && IsDigit(Peek(1));
    if (fraction) {
      ++at_;
      while (IsDigit(Peek())) ++at_;
    }
    size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
    bool exponent = (Peek() == 'e' || Peek() == 'E') && IsDigit(Peek(1 + sign));
    if (exponent) {
      at_ += 1 + sign;
      while (IsDigit(Peek())) ++at_;
    }
    if (fraction || exponent) return Add(TokenKind::kDouble, start);
    Whole(start);
  }

  void Whole(size_t start) {
    bool is_unsigned = Peek() == 'u' || Peek() == 'U';
    if (is_unsigned) ++at_;
    Add(is_unsigned ? TokenKind::kUint : TokenKind::kInt, start);
  }

  void Symbol() {
    constexpr std::string_view kLong[] = {"==", "!=", "<=", ">=", "&&", "||"};
    constexpr std::string_view kShort = "()[]{}.,?:!-+*/%<>";
    size_t start = at_;
    for (std::string_view symbol : kLong) {
      if (!Rest().starts_with(symbol)) continue;
      at_ += symbol.size();
      return Add(TokenKind::kSymbol, start);
    }
    if (kShort.find(source_[start]) != std::string_view::npos) {
      ++at_;
      return Add(TokenKind::kSymbol, start);
    }
    // `&`, `|` and `=` begin a symbol: what is wrong is the character after them.
    NoToken(start, start + (std::string_view("&|=").find(source_[start]) == kNowhere ? 0 : 1));
  }

  // Leaves out everything from `start` up to the character at `wrong`, that one included.
  void NoToken(size_t start, size_t wrong) {
    at_ = std::min(wrong + 1, source_.size());
    while (at_ < source_.size() && (source_[at_] & 0xC0) == 0x80) ++at_;
    std::string shown;
    for (char c : source_.substr(start, at_ - start)) {
      constexpr std::string_view kBlanks = "\t\n\r";
      size_t blank = kBlanks.find(c);
      if (blank == kNowhere) {
        shown += c;
      } else {
        shown += '\\';
        shown += "tnr"[blank];
      }
    }
    Fail(start, fmt::format("token recognition error at: '{}'", shown));
  }

  // How many letters stand before the quote of a string here; -1 if this is none.
  int StringPrefix() const {
    int size = 0;
    bool raw = false;
    bool bytes = false;
    for (; size < 3; ++size) {
      char c = Peek(static_cast<size_t>(size));
      if (c == '\'' || c == '"') return size;
      bool is_raw = c == 'r' || c == 'R';
      bool is_bytes = c == 'b' || c == 'B';
      if ((!is_raw && !is_bytes) || (is_raw && raw) || (is_bytes && bytes)) return -1;
      raw |= is_raw;
      bytes |= is_bytes;
    }
    return -1;
  }

  void String() {
    size_t start = at_;
    std::string_view prefix = source_.substr(at_, static_cast<size_t>(StringPrefix()));
    bool raw = prefix.find_first_of("rR") != std::string_view::npos;
    bool bytes = prefix.find_first_of("bB") != std::string_view::npos;
    at_ += prefix.size();
    std::string quote(Peek(1) == Peek() && Peek(2) == Peek() ? 3 : 1, Peek());
    at_ += quote.size();
    std::string value;
    TokenKind kind = bytes ? TokenKind::kBytes : TokenKind::kString;
    // What comes before the part that is wrong may be a token: `''` of three quotes, a prefix.
    auto unfinished = [&] {
      size_t wrong = at_;
      size_t whole = prefix.size() + (quote.size() == 3 ? 2 : 0);
      if (whole == 0) return NoToken(start, wrong);
      at_ = start + whole;
      Add(quote.size() == 3 ? kind : TokenKind::kIdentifier, start);
    };
    while (!Rest().starts_with(quote)) {
      if (at_ >= source_.size() || (quote.size() == 1 && (Peek() == '\n' || Peek() == '\r'))) {
        return unfinished();
      }
      if (Peek() == '\\') {
        if (raw) {
          value += source_.substr(at_, 2);
          at_ = std::min(at_ + 2, source_.size());
        } else if (!Escape(bytes, value)) {
          return unfinished();
        }
        continue;
      }
      value += source_[at_++];
    }
    at_ += quote.size();
    Add(kind, start, std::move(value));
  }

  // Reads `\n`, `\x41`, `\101`, `\u0041`, `\U00000041`; false, at the character that is wrong, if
  // there is no such escape.
  bool Escape(bool bytes, std::string& value) {
    char c = Peek(1);
    if (auto simple = SimpleEscape(c)) {
      value += *simple;
      at_ += 2;
      return true;
    }
    if (c >= '0' && c <= '3') return Code(1, 3, 8, bytes, value);
    if (c == 'x' || c == 'X') return Code(2, 2, 16, bytes, value);
    if (c == 'u' && !bytes) return Code(2, 4, 16, bytes, value);
    if (c == 'U' && !bytes) return Code(2, 8, 16, bytes, value);
    ++at_;
    return false;
  }

  bool Code(size_t skip, size_t digits, uint32_t base, bool byte, std::string& value) {
    uint64_t code = 0;
    for (size_t i = 0; i < digits; ++i) {
      char c = Peek(skip + i);
      uint32_t digit = IsDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
      if (!IsHexDigit(c) || digit >= base) {
        at_ += skip + i;
        return false;
      }
      code = code * base + digit;
    }
    if (byte) {
      value += static_cast<char>(code);
    } else {
      if (code > kLargestCodePoint || (code >= kFirstSurrogate && code <= kLastSurrogate)) {
        return false;
      }
      AppendUtf8(value, static_cast<uint32_t>(code));
    }
    at_ += skip + digits;
    return true;
  }

  std::string_view source_;
  std::vector<Issue>& issues_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> Tokenize(std::string_view source, std::vector<Issue>& issues) {
  return Lexer(source, issues).Run();
}

}  // namespace pintle::cel
