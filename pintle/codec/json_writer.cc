#include "pintle/codec/json_writer.h"

#include <array>
#include <charconv>

#include "pintle/base/strings.h"

namespace pintle::codec {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr uint32_t kLineSeparator = 0x2028;
constexpr uint32_t kParagraphSeparator = 0x2029;

// Bytes that stand for themselves inside a string.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (int c = 0x20; c < 0x80; ++c) plain[c] = true;
  for (char c : std::string_view("\"\\<>&")) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}();

void AppendEscapedAscii(std::string& out, char c) {
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  out += '\\';
  if (size_t named = kNamed.find(c); named != std::string_view::npos) {
    out += kLetters[named];
    return;
  }
  out += "u00";
  out += kHexDigits[static_cast<unsigned char>(c) >> 4];
  out += kHexDigits[static_cast<unsigned char>(c) & 15];
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  size_t copied = 0;
  size_t i = 0;
  while (i < text.size()) {
    auto byte = static_cast<unsigned char>(text[i]);
    if (kPlain[byte]) {
      ++i;
      continue;
    }
    uint32_t code_point = byte;
    size_t size = byte < 0x80 ? 1 : DecodeUtf8(text.substr(i), &code_point);
    bool separator = code_point == kLineSeparator || code_point == kParagraphSeparator;
    if (byte >= 0x80 && size != 0 && !separator) {
      i += size;
      continue;
    }
    out.append(text, copied, i - copied);
    if (byte < 0x80) {
      AppendEscapedAscii(out, text[i]);
    } else if (size == 0) {
      out += "\\ufffd";
      size = 1;
    } else {
      out += code_point == kLineSeparator ? "\\u2028" : "\\u2029";
    }
    i += size;
    copied = i;
  }
  out.append(text, copied, std::string_view::npos);
  out += '"';
}

void JsonWriter::Separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) out_ += ',';
  NewLine();
  first_ = false;
}

void JsonWriter::NewLine() {
  if (!pretty_) return;
  out_ += '\n';
  out_.append(static_cast<size_t>(depth_) * 2, ' ');
}

void JsonWriter::Begin(char bracket) {
  Separate();
  out_ += bracket;
  ++depth_;
  first_ = true;
}

void JsonWriter::End(char bracket) {
  --depth_;
  if (!first_) NewLine();
  out_ += bracket;
  first_ = false;
}

void JsonWriter::Null() {
  Separate();
  out_ += "null";
}

void JsonWriter::Bool(bool value) {
  Separate();
  out_ += value ? "true" : "false";
}

void JsonWriter::Int(int64_t value) {
  Separate();
  std::array<char, 24> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out_.append(buffer.data(), end);
}

void JsonWriter::Double(double value) {
  Separate();
  AppendDouble(out_, value);
}

void JsonWriter::String(std::string_view value) {
  Separate();
  AppendJsonString(out_, value);
}

void JsonWriter::Binary(std::string_view value) {
  Separate();
  out_ += '"';
  out_ += Base64Encode(value);
  out_ += '"';
}

void JsonWriter::Key(std::string_view key) {
  Separate();
  AppendJsonString(out_, key);
  out_ += pretty_ ? std::string_view(": ") : std::string_view(":");
  after_key_ = true;
}

}  // namespace pintle::codec
