#include "pintle/codec/json_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "pintle/base/strings.h"
#include "pintle/codec/json_scan.h"

namespace pintle::codec {
namespace {

constexpr uint32_t kReplacement = 0xfffd;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHighSurrogate(uint32_t c) { return c >= 0xd800 && c < 0xdc00; }
bool IsLowSurrogate(uint32_t c) { return c >= 0xdc00 && c < 0xe000; }

// A byte as messages show it: in single quotes, bytes past ASCII as the Latin-1 character.
std::string QuotedByte(char byte) {
  if (byte == '\'') return "'\\''";
  if (byte == '"') return "'\"'";
  std::string character;
  AppendUtf8(character, static_cast<unsigned char>(byte));
  std::string quoted = Quoted(character);
  quoted.front() = quoted.back() = '\'';
  return quoted;
}

std::unexpected<Error> SyntaxError(char byte, std::string_view context) {
  return BadRequest(fmt::format("invalid character {} {}", QuotedByte(byte), context));
}

// The nearest double; infinity when the number is too large.
double ParseDouble(std::string_view literal) {
  double value = 0;
  auto parsed = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (parsed.ec == std::errc()) return value;
  // from_chars does not say whether the number is too large or too small.
  return std::strtod(std::string(literal).c_str(), nullptr);
}

}  // namespace

std::unexpected<Error> JsonReader::Unexpected(std::string_view context) const {
  if (AtEnd()) return BadRequest("unexpected end of JSON input");
  return SyntaxError(Peek(), context);
}

void JsonReader::SkipSpace() {
  while (at_ < input_.size()) {
    char c = input_[at_];
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return;
    ++at_;
  }
}

Result<Token> JsonReader::Next() { return Read(/*decode=*/true); }

Status JsonReader::Skip() {
  size_t depth = open_.size();
  do {
    PINTLE_RETURN_IF_ERROR(Read(/*decode=*/false));
  } while (open_.size() > depth);
  return {};
}

Result<Token> JsonReader::Read(bool decode) {
  SkipSpace();
  token_start_ = at_;
  switch (state_) {
    case State::kValue:
      return ReadValue(decode);
    case State::kValueOrEnd:
      if (!AtEnd() && Peek() == ']') return Close(Token::kEndList);
      return ReadValue(decode);
    case State::kKeyOrEnd:
      if (!AtEnd() && Peek() == '}') return Close(Token::kEndObject);
      return ReadKey(decode);
    case State::kAfterValue:
      return ReadAfterValue(decode);
  }
  return Token::kEnd;
}

Result<Token> JsonReader::ReadAfterValue(bool decode) {
  if (open_.empty()) {
    if (!AtEnd()) return Unexpected("after top-level value");
    return Token::kEnd;
  }
  bool in_object = open_.back() == '{';
  char next = AtEnd() ? '\0' : Peek();
  if (next == (in_object ? '}' : ']')) {
    return Close(in_object ? Token::kEndObject : Token::kEndList);
  }
  if (next != ',') {
    return Unexpected(in_object ? "after object key:value pair" : "after array element");
  }
  ++at_;
  SkipSpace();
  token_start_ = at_;
  return in_object ? ReadKey(decode) : ReadValue(decode);
}

Result<Token> JsonReader::ReadKey(bool decode) {
  if (AtEnd() || Peek() != '"') return Unexpected("looking for beginning of object key string");
  PINTLE_RETURN_IF_ERROR(ReadString(decode));
  SkipSpace();
  if (AtEnd() || Peek() != ':') return Unexpected("after object key");
  ++at_;
  state_ = State::kValue;
  return Token::kKey;
}

Result<Token> JsonReader::ReadValue(bool decode) {
  if (AtEnd()) return Unexpected({});
  switch (Peek()) {
    case '{':
      return Open('{', State::kKeyOrEnd);
    case '[':
      return Open('[', State::kValueOrEnd);
    case '"':
      PINTLE_RETURN_IF_ERROR(ReadString(decode));
      state_ = State::kAfterValue;
      return Token::kString;
    case 't':
      bool_ = true;
      return ReadLiteral("true", Token::kBool);
    case 'f':
      bool_ = false;
      return ReadLiteral("false", Token::kBool);
    case 'n':
      return ReadLiteral("null", Token::kNull);
    default:
      if (Peek() != '-' && !IsDigit(Peek())) return Unexpected("looking for beginning of value");
      return ReadNumber(decode);
  }
}

Result<Token> JsonReader::Open(char bracket, State inside) {
  if (open_.size() >= static_cast<size_t>(kMaxDepth)) {
    return SyntaxError(bracket, "exceeded max depth");
  }
  open_.push_back(bracket);
  ++at_;
  state_ = inside;
  return bracket == '{' ? Token::kBeginObject : Token::kBeginList;
}

Token JsonReader::Close(Token token) {
  open_.pop_back();
  ++at_;
  state_ = State::kAfterValue;
  return token;
}

Result<Token> JsonReader::ReadLiteral(std::string_view literal, Token token) {
  for (char expected : literal) {
    if (AtEnd() || Peek() != expected) {
      return Unexpected(fmt::format("in literal {} (expecting '{}')", literal, expected));
    }
    ++at_;
  }
  state_ = State::kAfterValue;
  return token;
}

Status JsonReader::SkipDigits(std::string_view context) {
  if (AtEnd() || !IsDigit(Peek())) return Unexpected(context);
  while (!AtEnd() && IsDigit(Peek())) ++at_;
  return {};
}

Result<Token> JsonReader::ReadNumber(bool decode) {
  if (Peek() == '-') ++at_;
  if (!AtEnd() && Peek() == '0') {
    ++at_;  // no digit may follow; if one does it is what comes after the value that is wrong
  } else {
    PINTLE_RETURN_IF_ERROR(SkipDigits("in numeric literal"));
  }
  bool integral = true;
  if (!AtEnd() && Peek() == '.') {
    ++at_;
    integral = false;
    PINTLE_RETURN_IF_ERROR(SkipDigits("after decimal point in numeric literal"));
  }
  if (!AtEnd() && (Peek() == 'e' || Peek() == 'E')) {
    ++at_;
    integral = false;
    if (!AtEnd() && (Peek() == '+' || Peek() == '-')) ++at_;
    PINTLE_RETURN_IF_ERROR(SkipDigits("in exponent of numeric literal"));
  }
  state_ = State::kAfterValue;
  if (!decode) return Token::kDouble;
  text_ = input_.substr(token_start_, at_ - token_start_);
  return DecodeNumber(integral);
}

Result<Token> JsonReader::DecodeNumber(bool integral) {
  if (integral) {
    auto parsed = std::from_chars(text_.data(), text_.data() + text_.size(), int_);
    if (parsed.ec == std::errc()) return Token::kInt;
  }
  double_ = ParseDouble(text_);
  if (!std::isinf(double_)) return Token::kDouble;
  std::string message =
      fmt::format("json: cannot unmarshal number {} into Go value of type float64", text_);
  for (;;) {
    PINTLE_TRY(Token token, Read(/*decode=*/false));
    if (token == Token::kEnd) return BadRequest(std::move(message));
  }
}

// Goes on to the next byte of a string that may need attention; false at the end of the input.
bool JsonReader::SkipPlain() {
  while (input_.size() - at_ >= kScanBytes) {
    uint32_t stops = StringStops(LoadBlock(input_.data() + at_));
    if (stops != 0) {
      at_ += std::countr_zero(stops);
      return true;
    }
    at_ += kScanBytes;
  }
  return !AtEnd();
}

Status JsonReader::ReadString(bool decode) {
  size_t start = ++at_;
  while (SkipPlain()) {
    auto byte = static_cast<unsigned char>(Peek());
    if (byte == '"') {
      text_ = input_.substr(start, at_ - start);
      ++at_;
      return {};
    }
    if (byte == '\\') return ReadEscapes(decode, start);
    if (byte < 0x20) return Unexpected("in string literal");
    size_t size = 1;
    if (byte >= 0x80 && decode) {
      uint32_t code_point = 0;
      size = DecodeUtf8(input_.substr(at_), &code_point);
      if (size == 0) return ReadEscapes(decode, start);
    }
    at_ += size;
  }
  return Unexpected({});
}

// The rest of a string that is not a view of the input: everything from `start` on is copied.
Status JsonReader::ReadEscapes(bool decode, size_t start) {
  if (decode) unescaped_.assign(input_, start, at_ - start);
  while (!AtEnd()) {
    auto byte = static_cast<unsigned char>(Peek());
    if (byte == '"') {
      text_ = unescaped_;
      ++at_;
      return {};
    }
    if (byte < 0x20) return Unexpected("in string literal");
    if (byte == '\\') {
      ++at_;
      PINTLE_RETURN_IF_ERROR(ReadEscape(decode));
      continue;
    }
    size_t size = 1;
    if (decode) {
      uint32_t code_point = kReplacement;
      if (byte >= 0x80) size = DecodeUtf8(input_.substr(at_), &code_point);
      if (size == 0) {
        AppendUtf8(unescaped_, kReplacement);
        size = 1;
      } else {
        unescaped_.append(input_, at_, size);
      }
    }
    at_ += size;
  }
  return Unexpected({});
}

Status JsonReader::ReadEscape(bool decode) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (AtEnd()) return Unexpected({});
  if (size_t named = kLetters.find(Peek()); named != std::string_view::npos) {
    if (decode) unescaped_ += kMeanings[named];
    ++at_;
    return {};
  }
  if (Peek() != 'u') return Unexpected("in string escape code");
  PINTLE_TRY(uint32_t code_point, ReadHexEscape());
  if (IsHighSurrogate(code_point) && input_.substr(at_, 2) == "\\u") {
    size_t second = at_++;
    PINTLE_TRY(uint32_t low, ReadHexEscape());
    if (IsLowSurrogate(low)) {
      code_point = 0x10000 + ((code_point - 0xd800) << 10) + (low - 0xdc00);
    } else {
      at_ = second;  // the second escape is a character of its own
    }
  }
  if (IsHighSurrogate(code_point) || IsLowSurrogate(code_point)) code_point = kReplacement;
  if (decode) AppendUtf8(unescaped_, code_point);
  return {};
}

// The four digits after the `u` at the cursor.
Result<uint32_t> JsonReader::ReadHexEscape() {
  ++at_;
  uint32_t code_point = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    if (AtEnd()) return Unexpected({});
    uint32_t digit = 0;
    auto parsed = std::from_chars(input_.data() + at_, input_.data() + at_ + 1, digit, 16);
    if (parsed.ec != std::errc()) return Unexpected("in \\u hexadecimal character escape");
    code_point = code_point << 4 | digit;
  }
  return code_point;
}

}  // namespace pintle::codec
