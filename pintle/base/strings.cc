#include "pintle/base/strings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>

namespace pintle {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBase64Standard =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// A close approximation of "printable": everything but controls, separators other than space,
// surrogates, private use and non-characters.
bool IsPrintable(uint32_t c) {
  if (c < 0x20 || c == 0x7f) return false;
  if (c < 0x7f) return true;
  if (c < 0xa1 || c == 0xad) return false;
  if (c >= 0x2000 && c <= 0x200f) return false;
  if (c >= 0x2028 && c <= 0x202f) return false;
  if (c >= 0x205f && c <= 0x206f) return false;
  if (c == 0x1680 || c == 0x3000 || c == 0xfeff) return false;
  if (c >= 0xd800 && c <= 0xf8ff) return false;
  if (c >= 0xfff0 && c <= 0xfffb) return false;
  if ((c & 0xfffe) == 0xfffe) return false;
  return c < 0xe0000;
}

std::string EncodeBase64(std::string_view bytes, std::string_view alphabet, bool pad) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    size_t n = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0);
    }
    for (size_t j = 0; j < 4; ++j) {
      if (j <= n) {
        out += alphabet[group >> (18 - 6 * j) & 63];
      } else if (pad) {
        out += '=';
      }
    }
  }
  return out;
}

}  // namespace

void AppendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (size_t i = 0; i < text.size();) {
    auto byte = static_cast<unsigned char>(text[i]);
    uint32_t c = 0;
    size_t n = DecodeUtf8(text.substr(i), &c);
    if (n == 0) {
      out += fmt::format("\\x{:02x}", byte);
      ++i;
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (IsPrintable(c)) {
      out.append(text, i, n);
    } else {
      constexpr std::string_view kNamed = "\a\b\t\n\v\f\r";
      constexpr std::string_view kLetters = "abtnvfr";
      size_t named = c < 0x20 ? kNamed.find(static_cast<char>(c)) : std::string_view::npos;
      if (named != std::string_view::npos) {
        out += '\\';
        out += kLetters[named];
      } else if (c < 0x20 || c == 0x7f) {
        out += fmt::format("\\x{:02x}", c);
      } else if (c < 0x10000) {
        out += fmt::format("\\u{:04x}", c);
      } else {
        out += fmt::format("\\U{:08x}", c);
      }
    }
    i += n;
  }
  out += '"';
}

std::string Quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  AppendQuoted(out, text);
  return out;
}

char* PutDouble(char* out, double value) {
  // Up to here integers print as they are, and every double that is one is exact.
  constexpr double kMaxExactInteger = 9007199254740992.0;
  if (!std::isfinite(value)) return std::copy_n("null", 4, out);
  if (std::signbit(value)) *out++ = '-';
  value = std::fabs(value);
  if (value < kMaxExactInteger && value == std::floor(value)) {
    return std::to_chars(out, out + kMaxDoubleBytes - 1, static_cast<int64_t>(value)).ptr;
  }
  // `d.ddde+XX`: shortest digits, decimal exponent.
  std::array<char, kMaxDoubleBytes> buffer;
  char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                            std::chars_format::scientific)
                  .ptr;
  const char* mark = std::find(buffer.data(), end, 'e');
  int exponent = 0;
  std::from_chars(mark + 1 + (mark[1] == '+'), end, exponent);
  char* digits = buffer.data();
  auto count = static_cast<int>(mark - digits);
  if (count > 1) {
    digits[1] = digits[0];
    ++digits;
    --count;
  }

  if (exponent < -6 || exponent >= 21) {
    *out++ = digits[0];
    if (count > 1) {
      *out++ = '.';
      out = std::copy_n(digits + 1, count - 1, out);
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return std::to_chars(out, out + 3, std::abs(exponent)).ptr;
  }
  if (exponent < 0) {
    out = std::copy_n("0.", 2, out);
    out = std::fill_n(out, -exponent - 1, '0');
    return std::copy_n(digits, count, out);
  }
  int whole = std::min(exponent + 1, count);
  out = std::copy_n(digits, whole, out);
  out = std::fill_n(out, exponent + 1 - whole, '0');
  if (count == whole) return out;
  *out++ = '.';
  return std::copy_n(digits + whole, count - whole, out);
}

void AppendDouble(std::string& out, double value) {
  std::array<char, kMaxDoubleBytes> buffer;
  out.append(buffer.data(), PutDouble(buffer.data(), value));
}

std::string ShownNumber(double number) {
  if (number == 0) return std::signbit(number) ? "-0" : "0";
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Inf" : "+Inf";
  // Exponents between which the plain form is used.
  constexpr int kPlainFrom = -4;
  constexpr int kPlainBelow = 6;
  std::array<char, 64> buffer;
  auto write = [&](std::chars_format format) {
    char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format).ptr;
    return std::string_view(buffer.data(), end);
  };
  std::string_view text = write(std::chars_format::scientific);
  size_t mark = text.find('e');
  int exponent = 0;
  const char* digits = text.data() + mark + (text[mark + 1] == '+' ? 2 : 1);
  std::from_chars(digits, text.data() + text.size(), exponent);
  bool plain = exponent >= kPlainFrom && exponent < kPlainBelow;
  return std::string(plain ? write(std::chars_format::fixed) : text);
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    size_t at = text.find(separator);
    pieces.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

std::string Join(const std::vector<std::string>& pieces, std::string_view separator) {
  std::string out;
  for (const std::string& piece : pieces) {
    if (&piece != &pieces.front()) out += separator;
    out += piece;
  }
  return out;
}

std::string_view TrimSpace(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  size_t from = text.find_first_not_of(kSpace);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kSpace) - from + 1);
}

static char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string ToLower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = Lower(c);
  return out;
}

bool EqualIgnoreCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, Lower, Lower);
}

template <typename T>
static std::optional<T> ParseWhole(std::string_view text) {
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '-') return std::nullopt;
  }
  T value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::optional<int64_t> ParseInt64(std::string_view text) { return ParseWhole<int64_t>(text); }

std::optional<uint64_t> ParseUint64(std::string_view text) {
  if (!text.empty() && text[0] == '+') return std::nullopt;
  return ParseWhole<uint64_t>(text);
}

std::string HexLower(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 2);
  for (unsigned char byte : bytes) {
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
  return out;
}

std::string Base64Encode(std::string_view bytes) {
  return EncodeBase64(bytes, kBase64Standard, true);
}

std::string Base64UrlEncode(std::string_view bytes) {
  return EncodeBase64(bytes, kBase64Url, false);
}

std::optional<std::string> Base64Decode(std::string_view text, size_t* bad_offset) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t group = 0;
  int digits = 0;
  auto fail = [&](size_t at) -> std::optional<std::string> {
    if (bad_offset != nullptr) *bad_offset = at;
    return std::nullopt;
  };
  size_t i = 0;
  auto skip_line_breaks = [&] {
    while (i < text.size() && (text[i] == '\r' || text[i] == '\n')) ++i;
  };
  for (skip_line_breaks(); i < text.size(); skip_line_breaks()) {
    char c = text[i];
    if (c == '=') {
      if (digits < 2) return fail(i);
      size_t padding_at = i++;
      if (digits == 2) {
        skip_line_breaks();
        if (i == text.size()) return fail(text.size());
        if (text[i] != '=') return fail(padding_at);
        ++i;
      }
      skip_line_breaks();
      if (i < text.size()) return fail(i);
      group <<= 6 * (4 - digits);
      for (int j = 0; j < digits - 1; ++j) out += static_cast<char>(group >> (16 - 8 * j) & 255);
      return out;
    }
    size_t value = kBase64Standard.find(c);
    if (value == std::string_view::npos) return fail(i);
    group = group << 6 | static_cast<uint32_t>(value);
    ++i;
    if (++digits == 4) {
      for (int j = 0; j < 3; ++j) out += static_cast<char>(group >> (16 - 8 * j) & 255);
      group = 0;
      digits = 0;
    }
  }
  if (digits != 0) return fail(text.size() - digits);
  return out;
}

std::optional<std::string> Base64UrlDecode(std::string_view text, size_t* bad_offset) {
  std::string standard(text);
  for (size_t i = 0; i < standard.size(); ++i) {
    char& c = standard[i];
    if (c == '+' || c == '/' || c == '=') {
      if (bad_offset != nullptr) *bad_offset = i;
      return std::nullopt;
    }
    if (c == '-') c = '+';
    if (c == '_') c = '/';
  }
  // A single digit left over encodes nothing.
  if (standard.size() % 4 == 1) {
    if (bad_offset != nullptr) *bad_offset = standard.size() - 1;
    return std::nullopt;
  }
  standard.append((4 - standard.size() % 4) % 4, '=');
  return Base64Decode(standard, bad_offset);
}

size_t DecodeUtf8(std::string_view text, uint32_t* code_point) {
  if (text.empty()) return 0;
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  uint32_t c = byte(0);
  if (c < 0x80) {
    *code_point = c;
    return 1;
  }
  size_t n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
  if (n == 0 || c > 0xf4 || text.size() < n) return 0;
  c &= 0x7f >> n;
  for (size_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    c = c << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kSmallest[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
  *code_point = c;
  return n;
}

void AppendUtf8(std::string& out, uint32_t c) {
  auto add = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xc0 | c >> 6);
    add(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3f));
    add(0x80 | (c & 0x3f));
  } else {
    add(0xf0 | c >> 18);
    add(0x80 | (c >> 12 & 0x3f));
    add(0x80 | (c >> 6 & 0x3f));
    add(0x80 | (c & 0x3f));
  }
}

bool IsValidUtf8(std::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  uint32_t c = 0;
  while (!text.empty()) {
    // Eight ASCII bytes at a time as long as there are some.
    uint64_t word = 0;
    if (text.size() >= sizeof(word)) {
      std::memcpy(&word, text.data(), sizeof(word));
      if ((word & kHighBits) == 0) {
        text.remove_prefix(sizeof(word));
        continue;
      }
    }
    size_t n = DecodeUtf8(text, &c);
    if (n == 0) return false;
    text.remove_prefix(n);
  }
  return true;
}

std::string Shortened(std::string_view text, size_t most) {
  constexpr std::string_view kGap = "...";
  if (text.size() <= most) return std::string(text);
  auto inside_character = [&](size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  // A character has at most four bytes; what has more is none.
  auto boundary = [&](size_t at) {
    for (int i = 0; i < 3 && at > 0 && at < text.size() && inside_character(at); ++i) --at;
    return at;
  };
  const size_t kept = most - std::min(most, kGap.size());
  const size_t head = boundary(kept - kept / 3);
  const size_t tail = std::max(boundary(text.size() - kept / 3), head);
  std::string out(text.substr(0, head));
  out += kGap;
  out += text.substr(tail);
  return out;
}

std::string ReplaceInvalidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  uint32_t c = 0;
  while (!text.empty()) {
    size_t n = DecodeUtf8(text, &c);
    if (n == 0) {
      out += "\xef\xbf\xbd";
      n = 1;
    } else {
      out.append(text.substr(0, n));
    }
    text.remove_prefix(n);
  }
  return out;
}

std::optional<std::string> NearestName(std::string_view word,
                                       const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  size_t best_distance = word.size() / 3 + 2;
  for (const std::string& candidate : candidates) {
    // No distance is below the difference of lengths.
    if (std::max(candidate.size(), word.size()) - std::min(candidate.size(), word.size()) >=
        best_distance) {
      continue;
    }
    std::vector<size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (size_t i = 0; i < word.size(); ++i) {
      size_t diagonal = row[0]++;
      for (size_t j = 0; j < candidate.size(); ++j) {
        size_t substitute = diagonal + (word[i] != candidate[j]);
        diagonal = row[j + 1];
        row[j + 1] = std::min({substitute, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace pintle
