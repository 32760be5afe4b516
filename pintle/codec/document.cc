#include "pintle/codec/document.h"

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/duplicate_tracker.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/key_tracker.h"

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

// Members of the object that the writer will walk, in the writer's order, behind those already in
// `order`.
void PushMembers(const Value& object, bool shorter_first, std::vector<const Member*>& order) {
  size_t start = order.size();
  for (const Member& member : object.members()) order.push_back(&member);
  if (!shorter_first) return;
  std::sort(order.begin() + start, order.end(),
            [](const Member* a, const Member* b) { return ShorterFirst()(a->key, b->key); });
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
  struct Frame {
    Value container;
    size_t next = 0;
    size_t order_start = 0;
  };
  // A CBOR writer must move what it has written when members come in another order than its own.
  const bool shorter_first = dynamic_cast<CborWriter*>(&writer) != nullptr;
  std::vector<Frame> frames;
  std::vector<const Member*> order;  // of all open objects, innermost last
  auto start = [&](const Value& at) {
    if (at.is_list()) {
      writer.BeginList();
      frames.push_back(Frame{at, 0, 0});
    } else if (at.is_object()) {
      writer.BeginObject();
      frames.push_back(Frame{at, 0, order.size()});
      PushMembers(at, shorter_first, order);
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
        const Member* member = order[frame.order_start + frame.next++];
        writer.Key(member->key);
        start(member->value);
        continue;
      }
      writer.EndObject();
      order.resize(frame.order_start);
    }
    frames.pop_back();
  }
}

Result<Value> ParseJson(std::string_view text, Arena& arena, field::Findings* duplicates) {
  JsonReader reader(text);
  return ReadWhole(reader, arena, duplicates);
}

Result<Value> ParseCbor(std::string_view bytes, Arena& arena) {
  CborReader reader(bytes);
  return ReadWhole(reader, arena, nullptr);
}

std::string ToJson(const Value& value) {
  std::string out;
  JsonWriter writer(out);
  WriteValue(value, writer);
  return out;
}

std::string ToPrettyJson(const Value& value) {
  std::string out;
  JsonWriter writer(out, JsonStyle::kPretty);
  WriteValue(value, writer);
  return out;
}

std::string ToCbor(const Value& value) {
  std::string out;
  CborWriter writer(out);
  WriteValue(value, writer);
  return out;
}

}  // namespace pintle::codec
