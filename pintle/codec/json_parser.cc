#include "pintle/codec/json_parser.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "pintle/base/strings.h"
#include "pintle/codec/json_scan.h"
#include "pintle/codec/token.h"

namespace pintle::codec {
namespace {

// Zeros behind the text: the first ends every loop, the rest is read in passing.
constexpr size_t kPaddingBytes = 2 * kScanBytes;
// How much of a text is looked at to guess what it will take.
constexpr size_t kSampleBlocks = 64;
// What a guess may waste; beyond it the arena grows as it always does.
constexpr size_t kMaxEstimateBytes = 64 * 1024;
// Digits that fit int64 whatever they are.
constexpr int kSafeDigits = 18;

bool IsDigit(char c) { return static_cast<unsigned char>(c - '0') <= 9; }

// The value of four hexadecimal digits, or -1.
int ParseHex4(const char* at) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    char c = at[i];
    int digit = IsDigit(c)               ? c - '0'
                : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                         : -1;
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

char* PutUtf8(char* out, uint32_t code_point) {
  if (code_point < 0x80) {
    *out++ = static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    *out++ = static_cast<char>(0xc0 | code_point >> 6);
    *out++ = static_cast<char>(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    *out++ = static_cast<char>(0xe0 | code_point >> 12);
    *out++ = static_cast<char>(0x80 | (code_point >> 6 & 0x3f));
    *out++ = static_cast<char>(0x80 | (code_point & 0x3f));
  } else {
    *out++ = static_cast<char>(0xf0 | code_point >> 18);
    *out++ = static_cast<char>(0x80 | (code_point >> 12 & 0x3f));
    *out++ = static_cast<char>(0x80 | (code_point >> 6 & 0x3f));
    *out++ = static_cast<char>(0x80 | (code_point & 0x3f));
  }
  return out;
}

// About what the members and elements of a document will take: one for every comma and every
// bracket that opens, as often in the whole text as in its beginning.
size_t EstimateNodeBytes(std::string_view text) {
  size_t sampled = std::min(text.size() / kScanBytes, kSampleBlocks) * kScanBytes;
  if (sampled == 0) return 0;
  size_t nodes = text.size() / sampled * CountOpeners(text.substr(0, sampled));
  return std::min(nodes * sizeof(Member), kMaxEstimateBytes);
}

}  // namespace

JsonParser::JsonParser(std::string_view text, Arena& arena) : builder_(arena) {
  arena.Reserve(text.size() + kPaddingBytes + EstimateNodeBytes(text));
  at_ = arena.Room<char>(text.size() + kPaddingBytes);
  end_ = at_ + text.size();
  if (!text.empty()) std::memcpy(at_, text.data(), text.size());
  std::memset(end_, 0, kPaddingBytes);
}

std::optional<Value> JsonParser::Parse() {
  if (!ParseDocument()) return std::nullopt;
  return builder_.Take();
}

inline bool JsonParser::ParseString(std::string_view& out) {
  char* start = at_ + 1;
  at_ = start + (FindStringStop(start) - start);
  if (*at_ != '"') [[unlikely]] {
    return ParseRest(start, out);
  }
  out = {start, static_cast<size_t>(at_ - start)};
  ++at_;
  return true;
}

// A machine of three states: before a value, before a key, behind a value.
bool JsonParser::ParseDocument() {
  std::string_view text;
  SkipSpace();

value:
  switch (*at_) {
    case '"':
      if (!ParseString(text)) return false;
      builder_.Add(Value(text));
      break;
    case '{':
      if (builder_.depth() >= static_cast<size_t>(kMaxDepth)) return false;
      builder_.BeginObject();
      ++at_;
      SkipSpace();
      if (*at_ != '}') goto key;
      ++at_;
      builder_.EndObject();
      break;
    case '[':
      if (builder_.depth() >= static_cast<size_t>(kMaxDepth)) return false;
      builder_.BeginList();
      ++at_;
      SkipSpace();
      if (*at_ != ']') goto value;
      ++at_;
      builder_.EndList();
      break;
    case 't':
      if (!ParseLiteral("true", Value(true))) return false;
      break;
    case 'f':
      if (!ParseLiteral("false", Value(false))) return false;
      break;
    case 'n':
      if (!ParseLiteral("null", Value())) return false;
      break;
    default:
      if (!ParseNumber()) return false;
  }

behind_value:
  SkipSpace();
  if (builder_.depth() == 0) return at_ == end_;
  if (builder_.in_object()) {
    if (*at_ == ',') {
      ++at_;
      SkipSpace();
      goto key;
    }
    if (*at_ != '}') return false;
    ++at_;
    builder_.EndObject();
    goto behind_value;
  }
  if (*at_ == ',') {
    ++at_;
    SkipSpace();
    goto value;
  }
  if (*at_ != ']') return false;
  ++at_;
  builder_.EndList();
  goto behind_value;

key:
  if (*at_ != '"' || !ParseString(text) || text.size() > Member::kMaxKeyBytes) return false;
  builder_.Key(text);
  SkipSpace();
  if (*at_ != ':') return false;
  ++at_;
  SkipSpace();
  goto value;
}

void JsonParser::SkipSpaces() {
  for (;; at_ += kScanBytes) {
    if (uint32_t others = NonSpaces(LoadBlock(at_)); others != 0) {
      at_ += std::countr_zero(others);
      return;
    }
  }
}

// The rest of a string from the first byte that needs attention on. Escapes are never shorter than
// what they stand for, so what has been read can be written over.
bool JsonParser::ParseRest(char* start, std::string_view& out) {
  char* write = at_;
  for (;;) {
    size_t plain = FindStringStop(at_) - at_;
    std::memmove(write, at_, plain);
    write += plain;
    at_ += plain;
    auto byte = static_cast<unsigned char>(*at_);
    if (byte == '"') {
      out = {start, static_cast<size_t>(write - start)};
      ++at_;
      return true;
    }
    if (byte == '\\') {
      if (!ParseEscape(write)) return false;
    } else if (byte >= 0x80) {
      uint32_t code_point = 0;
      size_t size = DecodeUtf8({at_, static_cast<size_t>(end_ - at_)}, &code_point);
      if (size == 0) return false;
      std::memmove(write, at_, size);
      write += size;
      at_ += size;
    } else {
      return false;
    }
  }
}

bool JsonParser::ParseEscape(char*& write) {
  switch (at_[1]) {
    case '"':
    case '\\':
    case '/':
      *write++ = at_[1];
      break;
    case 'b':
      *write++ = '\b';
      break;
    case 'f':
      *write++ = '\f';
      break;
    case 'n':
      *write++ = '\n';
      break;
    case 'r':
      *write++ = '\r';
      break;
    case 't':
      *write++ = '\t';
      break;
    case 'u':
      return ParseUnicodeEscape(write);
    default:
      return false;
  }
  at_ += 2;
  return true;
}

bool JsonParser::ParseUnicodeEscape(char*& write) {
  int unit = ParseHex4(at_ + 2);
  if (unit < 0) return false;
  at_ += 6;
  auto code_point = static_cast<uint32_t>(unit);
  if (code_point >= 0xd800 && code_point < 0xe000) {
    int low = at_[0] == '\\' && at_[1] == 'u' ? ParseHex4(at_ + 2) : -1;
    if (code_point >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return false;
    at_ += 6;
    code_point = 0x10000 + ((code_point - 0xd800) << 10) + (static_cast<uint32_t>(low) - 0xdc00);
  }
  write = PutUtf8(write, code_point);
  return true;
}

bool JsonParser::ParseLiteral(std::string_view literal, Value value) {
  if (std::memcmp(at_, literal.data(), literal.size()) != 0) return false;
  at_ += literal.size();
  builder_.Add(value);
  return true;
}

bool JsonParser::ParseNumber() {
  const char* start = at_;
  const bool negative = *at_ == '-';
  at_ += negative;
  const char* digits = at_;
  uint64_t magnitude = 0;
  // Wraps around past 19 digits; then it is not used.
  for (; IsDigit(*at_); ++at_) magnitude = magnitude * 10 + static_cast<uint64_t>(*at_ - '0');
  auto count = at_ - digits;
  if (count == 0 || (*digits == '0' && count > 1)) return false;
  if (*at_ == '.' || *at_ == 'e' || *at_ == 'E' || count > kSafeDigits) return ParseDouble(start);
  auto value = static_cast<int64_t>(magnitude);
  builder_.Add(Value(negative ? -value : value));
  return true;
}

// Any other number: `at_` stands behind the digits before the point.
bool JsonParser::ParseDouble(const char* start) {
  bool integral = true;
  if (*at_ == '.') {
    integral = false;
    if (!IsDigit(*++at_)) return false;
    while (IsDigit(*at_)) ++at_;
  }
  if (*at_ == 'e' || *at_ == 'E') {
    integral = false;
    ++at_;
    if (*at_ == '+' || *at_ == '-') ++at_;
    if (!IsDigit(*at_)) return false;
    while (IsDigit(*at_)) ++at_;
  }
  int64_t whole = 0;
  if (integral && std::from_chars(start, at_, whole).ec == std::errc()) {
    builder_.Add(Value(whole));
    return true;
  }
  double value = 0;
  if (std::from_chars(start, at_, value).ec != std::errc()) return false;
  builder_.Add(Value(value));
  return true;
}

}  // namespace pintle::codec
