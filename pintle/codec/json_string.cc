#include "pintle/codec/json_string.h"

#include "pintle/base/strings.h"

namespace pintle::codec {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr uint32_t kLineSeparator = 0x2028;
constexpr uint32_t kParagraphSeparator = 0x2029;

char* Put(char* out, std::string_view text) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

char* PutEscapedAscii(char* out, char c) {
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  *out++ = '\\';
  if (size_t named = kNamed.find(c); named != std::string_view::npos) {
    *out++ = kLetters[named];
    return out;
  }
  out = Put(out, "u00");
  *out++ = kHexDigits[static_cast<unsigned char>(c) >> 4];
  *out++ = kHexDigits[static_cast<unsigned char>(c) & 15];
  return out;
}

// One character past ASCII, or one invalid byte.
char* PutUnicode(char* out, std::string_view text, size_t& at) {
  uint32_t code_point = 0;
  size_t size = DecodeUtf8(text.substr(at), &code_point);
  if (size == 0) {
    ++at;
    return Put(out, "\\ufffd");
  }
  std::string_view character = text.substr(at, size);
  at += size;
  if (code_point == kLineSeparator) return Put(out, "\\u2028");
  if (code_point == kParagraphSeparator) return Put(out, "\\u2029");
  return Put(out, character);
}

}  // namespace

char* PutEscaped(char* out, std::string_view text, size_t& at, size_t stop) {
  while (at < stop) {
    if (at + kScanBytes <= stop) {
      TextBlock block = LoadBlock(text.data() + at);
      uint32_t stops = EscapeStops(block);
      StoreBlock(out, block);
      size_t plain = stops == 0 ? kScanBytes : std::countr_zero(stops);
      out += plain;
      at += plain;
      if (stops == 0) continue;
    }
    char c = text[at];
    if (kPlain[static_cast<unsigned char>(c)]) {
      *out++ = c;
      ++at;
    } else if (static_cast<unsigned char>(c) < 0x80) {
      out = PutEscapedAscii(out, c);
      ++at;
    } else {
      out = PutUnicode(out, text, at);
    }
  }
  return out;
}

}  // namespace pintle::codec
