#include "pintle/codec/json_text.h"

#include <charconv>

#include "pintle/base/strings.h"

namespace pintle::codec {
namespace {

// Zeros behind the text: the first ends every loop, the rest is read in passing.
constexpr size_t kPaddingBytes = 2 * kScanBytes;
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

}  // namespace

JsonText::JsonText(std::string_view text, Arena& arena, size_t extra_bytes) {
  arena.Reserve(text.size() + kPaddingBytes + extra_bytes);
  at_ = arena.Room<char>(text.size() + kPaddingBytes);
  end_ = at_ + text.size();
  if (!text.empty()) std::memcpy(at_, text.data(), text.size());
  std::memset(end_, 0, kPaddingBytes);
}

void JsonText::SkipSpaces() {
  for (;; at_ += kScanBytes) {
    if (uint32_t others = NonSpaces(LoadBlock(at_)); others != 0) {
      at_ += std::countr_zero(others);
      return;
    }
  }
}

// The rest of a string from the first byte that needs attention on. Escapes are never shorter than
// what they stand for, so what has been read can be written over.
bool JsonText::RestOfString(char* start, std::string_view& out) {
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
      if (!Escape(write)) return false;
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

bool JsonText::Escape(char*& write) {
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
      return UnicodeEscape(write);
    default:
      return false;
  }
  at_ += 2;
  return true;
}

bool JsonText::UnicodeEscape(char*& write) {
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

bool JsonText::Number(Value& out) {
  const char* start = at_;
  const bool negative = *at_ == '-';
  at_ += negative;
  const char* digits = at_;
  uint64_t magnitude = 0;
  // Wraps around past 19 digits; then it is not used.
  for (; IsDigit(*at_); ++at_) magnitude = magnitude * 10 + static_cast<uint64_t>(*at_ - '0');
  auto count = at_ - digits;
  if (count == 0 || (*digits == '0' && count > 1)) return false;
  if (*at_ == '.' || *at_ == 'e' || *at_ == 'E' || count > kSafeDigits) {
    return OtherNumber(start, out);
  }
  auto value = static_cast<int64_t>(magnitude);
  out = Value(negative ? -value : value);
  return true;
}

// Any other number: `at_` stands behind the digits before the point.
bool JsonText::OtherNumber(const char* start, Value& out) {
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
    out = Value(whole);
    return true;
  }
  double value = 0;
  if (std::from_chars(start, at_, value).ec != std::errc()) return false;
  out = Value(value);
  return true;
}

}  // namespace pintle::codec
