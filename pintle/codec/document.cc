#include "pintle/codec/document.h"

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/duplicate_tracker.h"
#include "pintle/codec/json_encoder.h"
#include "pintle/codec/json_parser.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/scratch_buffer.h"

namespace pintle::codec {
namespace {

// Feeds one token to the writer. Keys are not handled here.
void Copy(Token token, const Reader& reader, ValueWriter& writer) {
  switch (token) {
    case Token::kNull:
      return writer.Null();
    case Token::kBool:
      return writer.Bool(reader.bool_value());
    case Token::kInt:
      return writer.Int(reader.int_value());
    case Token::kDouble:
      return writer.Double(reader.double_value());
    case Token::kString:
      return writer.String(reader.text());
    case Token::kBytes:
      return writer.String(BytesAsText(reader));
    case Token::kBeginList:
      return writer.BeginList();
    case Token::kEndList:
      return writer.EndList();
    case Token::kBeginObject:
      return writer.BeginObject();
    case Token::kEndObject:
      return writer.EndObject();
    case Token::kKey:
    case Token::kEnd:
      return;
  }
}

void Track(Token token, DuplicateTracker& tracker) {
  switch (token) {
    case Token::kBeginList:
      return tracker.BeginList();
    case Token::kBeginObject:
      return tracker.BeginObject();
    case Token::kEndList:
    case Token::kEndObject:
      return tracker.End();
    default:
      return tracker.Scalar();
  }
}

void WriteScalar(const Value& value, Writer& writer) {
  switch (value.kind()) {
    case Value::Kind::kBool:
      return writer.Bool(value.as_bool());
    case Value::Kind::kInt:
      return writer.Int(value.as_int());
    case Value::Kind::kDouble:
      return writer.Double(value.as_double());
    case Value::Kind::kString:
      return writer.String(value.as_string());
    default:
      return writer.Null();
  }
}

Result<Value> ReadWhole(Reader& reader, Arena& arena, field::Findings* duplicates) {
  PINTLE_TRY(Value value, ReadValue(reader, arena, duplicates));
  PINTLE_RETURN_IF_ERROR(reader.Next());
  return value;
}

}  // namespace

std::string BytesAsText(const Reader& reader) {
  switch (reader.binary_text()) {
    case BinaryText::kBase64Url:
      return Base64UrlEncode(reader.text());
    case BinaryText::kHexLower:
      return HexLower(reader.text());
    case BinaryText::kBase64:
      break;
  }
  return Base64Encode(reader.text());
}

Result<Value> ReadValue(Reader& reader, Arena& arena, field::Findings* duplicates,
                        std::string_view path) {
  PINTLE_TRY(Token first, reader.Next());
  return ReadValueFrom(first, reader, arena, duplicates, path);
}

Result<Value> ReadValueFrom(Token first, Reader& reader, Arena& arena, field::Findings* duplicates,
                            std::string_view path) {
  ValueWriter writer(arena);
  DuplicateTracker tracker(duplicates, path);
  size_t depth = 0;
  for (Token token = first;;) {
    if (token == Token::kKey) {
      if (reader.text().size() > Member::kMaxKeyBytes) return BadRequest("object key is too long");
      std::string_view key = arena.Copy(reader.text());
      if (duplicates != nullptr) tracker.Key(key);
      writer.AddKey(key);
    } else {
      if (duplicates != nullptr) Track(token, tracker);
      Copy(token, reader, writer);
    }
    if (token == Token::kBeginList || token == Token::kBeginObject) ++depth;
    if (token == Token::kEndList || token == Token::kEndObject) --depth;
    if (depth == 0) return writer.Take();
    PINTLE_TRY(token, reader.Next());
  }
}

void WriteValue(const Value& value, Writer& writer) {
  if (auto* cbor = dynamic_cast<CborWriter*>(&writer)) return cbor->Dynamic(value);
  if (auto* json = dynamic_cast<JsonWriter*>(&writer)) return json->Dynamic(value);
  struct Frame {
    Value container;
    size_t next = 0;
  };
  std::vector<Frame> frames;
  auto start = [&](const Value& at) {
    if (at.is_list()) {
      writer.BeginList();
      frames.push_back(Frame{at});
    } else if (at.is_object()) {
      writer.BeginObject();
      frames.push_back(Frame{at});
    } else {
      WriteScalar(at, writer);
    }
  };
  start(value);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    bool ended = frame.next == frame.container.size();
    if (frame.container.is_list()) {
      if (!ended) {
        start(frame.container.items()[frame.next++]);
        continue;
      }
      writer.EndList();
    } else {
      if (!ended) {
        const Member& member = frame.container.members()[frame.next++];
        writer.Key(member.key());
        start(member.value);
        continue;
      }
      writer.EndObject();
    }
    frames.pop_back();
  }
}

Result<Value> ParseJson(std::string_view text, Arena& arena, field::Findings* duplicates) {
  if (text.size() > kMaxDocumentBytes) return BadRequest("JSON document is too long");
  JsonParser parser(text, arena);
  std::optional<Value> value = parser.Parse();
  if (value && (duplicates == nullptr || !parser.repeated())) return *value;
  JsonReader reader(text);
  return ReadWhole(reader, arena, duplicates);
}

std::string ToJson(const Value& value) {
  ScratchBuffer out;
  EncodeJson(value, JsonStyle::kCompact, 0, out);
  return std::string(out.content());
}

std::string ToPrettyJson(const Value& value) {
  ScratchBuffer out;
  EncodeJson(value, JsonStyle::kPretty, 0, out);
  return std::string(out.content());
}

}  // namespace pintle::codec
