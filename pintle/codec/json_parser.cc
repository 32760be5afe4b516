#include "pintle/codec/json_parser.h"

#include <algorithm>

#include "pintle/codec/json_scan.h"

namespace pintle::codec {
namespace {

// How much of a text is looked at to guess what it will take.
constexpr size_t kSampleBlocks = 64;
// What a guess may waste; beyond it the arena grows as it always does.
constexpr size_t kMaxEstimateBytes = 64 * 1024;

// About what the members and elements of a document will take: one for every comma and every
// bracket that opens, as often in the whole text as in its beginning.
size_t EstimateNodeBytes(std::string_view text) {
  size_t sampled = std::min(text.size() / kScanBytes, kSampleBlocks) * kScanBytes;
  if (sampled == 0) return 0;
  size_t nodes = text.size() / sampled * CountOpeners(text.substr(0, sampled));
  return std::min(nodes * sizeof(Member), kMaxEstimateBytes);
}

}  // namespace

JsonParser::JsonParser(std::string_view text, Arena& arena)
    : JsonParser(JsonText(text, arena, EstimateNodeBytes(text)), arena) {}

std::optional<Value> JsonParser::Parse() {
  text_.SkipSpace();
  if (!ParseWhole()) return std::nullopt;
  text_.SkipSpace();
  if (!text_.AtEnd()) return std::nullopt;
  return builder_.Take();
}

bool JsonParser::ParseValue(Value& out) {
  if (!ParseWhole()) return false;
  out = builder_.Take();
  return true;
}

// A machine of three states: before a value, before a key, behind a value.
bool JsonParser::ParseWhole() {
  std::string_view text;
  Value number;

value:
  switch (text_.Peek()) {
    case '"':
      if (!text_.String(text)) return false;
      builder_.Add(Value(text));
      break;
    case '{':
      if (builder_.depth() >= max_depth_) return false;
      builder_.BeginObject();
      text_.Advance();
      text_.SkipSpace();
      if (text_.Peek() != '}') goto key;
      text_.Advance();
      builder_.EndObject();
      break;
    case '[':
      if (builder_.depth() >= max_depth_) return false;
      builder_.BeginList();
      text_.Advance();
      text_.SkipSpace();
      if (text_.Peek() != ']') goto value;
      text_.Advance();
      builder_.EndList();
      break;
    case 't':
      if (!text_.Literal("true")) return false;
      builder_.Add(Value(true));
      break;
    case 'f':
      if (!text_.Literal("false")) return false;
      builder_.Add(Value(false));
      break;
    case 'n':
      if (!text_.Literal("null")) return false;
      builder_.Add(Value());
      break;
    default:
      if (!text_.Number(number)) return false;
      builder_.Add(number);
  }

behind_value:
  if (builder_.depth() == 0) return true;
  text_.SkipSpace();
  if (builder_.in_object()) {
    if (text_.Peek() == ',') {
      text_.Advance();
      text_.SkipSpace();
      goto key;
    }
    if (text_.Peek() != '}') return false;
    text_.Advance();
    builder_.EndObject();
    goto behind_value;
  }
  if (text_.Peek() == ',') {
    text_.Advance();
    text_.SkipSpace();
    goto value;
  }
  if (text_.Peek() != ']') return false;
  text_.Advance();
  builder_.EndList();
  goto behind_value;

key:
  if (text_.Peek() != '"' || !text_.String(text) || text.size() > Member::kMaxKeyBytes)
    return false;
  builder_.Key(text);
  text_.SkipSpace();
  if (text_.Peek() != ':') return false;
  text_.Advance();
  text_.SkipSpace();
  goto value;
}

}  // namespace pintle::codec
