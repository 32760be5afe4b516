// JSON text is YAML: both decoders find the same value in it.
#include "fuzz/fuzzing.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

// What YAML 1.1 does not take in a text, or takes for a line break.
bool IsForeign(uint32_t c) {
  bool control = (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || (c >= 0x7f && c < 0xa0);
  return control || c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff;
}

bool HasForeign(std::string_view text) {
  uint32_t c = 0;
  while (!text.empty()) {
    size_t length = pintle::DecodeUtf8(text, &c);
    if (length == 0 || IsForeign(c)) return true;
    text.remove_prefix(length);
  }
  return false;
}

// YAML keys of one line end within this many characters.
constexpr size_t kMaxYamlKey = 1024;

bool HasLongKey(const pintle::Value& value) {
  codec::ValueReader reader(value);
  for (;;) {
    auto token = reader.Next();
    if (*token == codec::Token::kEnd) return false;
    // Each byte may be written as an escape of six characters.
    if (*token == codec::Token::kKey && reader.text().size() * 6 + 2 > kMaxYamlKey) return true;
  }
}

bool IsRefusedForSize(const pintle::Result<pintle::Value>& value) {
  return !value && value.error().message().find("too deeply nested") != std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  pintle::Arena arena;
  auto value = codec::ParseJson(text, arena);
  if (!value) return 0;
  pintle::Value expected = pintle::fuzzing::AsFromJson(*value, arena);

  // As it came, YAML may refuse it: tabs, surrogates in escapes.
  if (!HasForeign(text)) {
    auto from_text = codec::ParseYaml(text, arena, nullptr);
    if (from_text) Require(*from_text == expected);
  }
  // As our own writers put it, it may not.
  for (const std::string& json : {codec::ToJson(*value), codec::ToPrettyJson(*value)}) {
    if (HasForeign(json) || HasLongKey(*value)) return 0;
    auto from_json = codec::ParseYaml(json, arena, nullptr);
    Require(IsRefusedForSize(from_json) || (from_json && *from_json == expected));
  }
  return 0;
}
