#include <yaml.h>

#include <new>
#include <string>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"
#include "pintle/codec/yaml_scalar.h"

namespace pintle::codec {
namespace {

// Containers nested deeper are written in flow style, so that indentation cannot outgrow the
// content.
constexpr int kMaxBlockDepth = 64;

constexpr std::string_view kDocumentEnd = "\n...\n";

int Append(void* out, unsigned char* data, size_t size) {
  static_cast<std::string*>(out)->append(reinterpret_cast<char*>(data), size);
  return 1;
}

// Whether literal style keeps the text as it is: several lines, no line breaks but line feeds
// (others would read back as line feeds), and nothing that must be escaped.
bool SuitsLiteral(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || text.find_first_not_of('\n') > 0) return false;
  for (size_t i = 0; i < text.size();) {
    uint32_t c = 0;
    i += DecodeUtf8(text.substr(i), &c);
    bool control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0);
    if (control || c == 0x2028 || c == 0x2029 || c == 0xfeff) return false;
  }
  return true;
}

yaml_scalar_style_t StringStyle(std::string_view text) {
  if (SuitsLiteral(text)) return YAML_LITERAL_SCALAR_STYLE;
  bool plain = text.find_first_of("\n\r\t") == std::string_view::npos && !NeedsQuotes(text);
  return plain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
}

// Many readers of YAML 1.1 take `1e+21` for a string; `1.0e+21` is a number for all.
std::string DoubleText(std::string_view text) {
  std::string out(text);
  size_t exponent = out.find('e');
  if (exponent != std::string::npos && out.find('.') == std::string::npos) {
    out.insert(exponent, ".0");
  }
  return out;
}

// Feeds libyaml's emitter. It can fail only for want of memory or on invalid UTF-8, which is
// replaced before.
class DocumentEmitter {
 public:
  explicit DocumentEmitter(std::string& out) {
    if (yaml_emitter_initialize(&emitter_) == 0) throw std::bad_alloc();
    yaml_emitter_set_output(&emitter_, Append, &out);
    yaml_emitter_set_unicode(&emitter_, 1);
    yaml_emitter_set_width(&emitter_, -1);
    yaml_event_t event;
    Emit(event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    Emit(event, yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1));
  }
  ~DocumentEmitter() { yaml_emitter_delete(&emitter_); }
  DocumentEmitter(const DocumentEmitter&) = delete;
  DocumentEmitter& operator=(const DocumentEmitter&) = delete;

  void Finish() {
    yaml_event_t event;
    Emit(event, yaml_document_end_event_initialize(&event, 1));
    Emit(event, yaml_stream_end_event_initialize(&event));
  }

  void Write(Token token, const Reader& reader) {
    yaml_event_t event;
    switch (token) {
      case Token::kNull:
        return Scalar("null", YAML_PLAIN_SCALAR_STYLE);
      case Token::kBool:
        return Scalar(reader.bool_value() ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
      case Token::kInt:
        return Scalar(reader.text(), YAML_PLAIN_SCALAR_STYLE);
      case Token::kDouble:
        return Scalar(DoubleText(reader.text()), YAML_PLAIN_SCALAR_STYLE);
      case Token::kString:
      case Token::kKey:
      case Token::kBytes:
        return String(reader.text());
      case Token::kBeginList:
        return Emit(event, yaml_sequence_start_event_initialize(
                               &event, nullptr, nullptr, 1,
                               Flow() ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE));
      case Token::kBeginObject:
        return Emit(event, yaml_mapping_start_event_initialize(
                               &event, nullptr, nullptr, 1,
                               Flow() ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE));
      case Token::kEndList:
        --depth_;
        return Emit(event, yaml_sequence_end_event_initialize(&event));
      case Token::kEndObject:
        --depth_;
        return Emit(event, yaml_mapping_end_event_initialize(&event));
      case Token::kEnd:
        return;
    }
  }

 private:
  bool Flow() { return ++depth_ > kMaxBlockDepth; }

  void Emit(yaml_event_t& event, int initialized) {
    if (initialized == 0 || yaml_emitter_emit(&emitter_, &event) == 0) throw std::bad_alloc();
  }

  void String(std::string_view text) {
    if (IsValidUtf8(text)) return Scalar(text, StringStyle(text));
    std::string repaired = ReplaceInvalidUtf8(text);
    Scalar(repaired, StringStyle(repaired));
  }

  void Scalar(std::string_view text, yaml_scalar_style_t style) {
    if (text.empty()) text = "";  // libyaml wants a pointer in any case
    yaml_event_t event;
    Emit(event, yaml_scalar_event_initialize(&event, nullptr, nullptr,
                                             reinterpret_cast<const unsigned char*>(text.data()),
                                             static_cast<int>(text.size()), 1, 1, style));
  }

  yaml_emitter_t emitter_;
  int depth_ = 0;
};

}  // namespace

std::string ToYaml(const Value& value) {
  std::string out;
  DocumentEmitter emitter(out);
  ValueReader reader(value);
  // Reading a value cannot fail.
  for (auto token = reader.Next(); *token != Token::kEnd; token = reader.Next()) {
    emitter.Write(*token, reader);
  }
  emitter.Finish();
  // libyaml closes a document that ends in empty lines; no reader needs it.
  if (out.ends_with(kDocumentEnd)) out.resize(out.size() - kDocumentEnd.size() + 1);
  return out;
}

}  // namespace pintle::codec
