#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/codec/token.h"
#include "pintle/field/findings.h"
#include "pintle/value/builder.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// Reads the value that Next would start, copying it into `arena`. Of repeated members the last one
// stays; if `duplicates` is not null each repeated member is recorded there in document order, with
// `path` (where the value stands in a larger document) in front.
Result<Value> ReadValue(Reader& reader, Arena& arena, field::Findings* duplicates = nullptr,
                        std::string_view path = {});
// The same for a value whose first token has already been read.
Result<Value> ReadValueFrom(Token first, Reader& reader, Arena& arena,
                            field::Findings* duplicates = nullptr, std::string_view path = {});

// Writes `value`, members in the order that suits the writer.
void WriteValue(const Value& value, Writer& writer);

// The kBytes token `reader` has just read, as the string that stands for it in dynamic values.
std::string BytesAsText(const Reader& reader);

// Reads a dynamic value as if it were a document, members in key order. The value must outlive it.
class ValueReader final : public Reader {
 public:
  explicit ValueReader(const Value& value) : root_(value) {}

  Result<Token> Next() override;
  Status Skip() override;

 private:
  struct Frame {
    Value container;
    size_t next = 0;
    bool value_next = false;  // in an object: the key has been given
  };

  // The value Next would start; the caller guarantees that there is one.
  Value Advance();
  Token Start(const Value& value);

  Value root_;
  bool root_read_ = false;
  std::vector<Frame> frames_;
  std::string number_;
};

// Builds a dynamic value in an arena. Binary data becomes a base64 string; of repeated members the
// last stays.
class ValueWriter final : public Writer {
 public:
  explicit ValueWriter(Arena& arena) : arena_(arena), builder_(arena) {}

  void Null() override { builder_.Add(Value()); }
  void Bool(bool value) override { builder_.Add(Value(value)); }
  void Int(int64_t value) override { builder_.Add(Value(value)); }
  void Uint(uint64_t value) override;
  void Double(double value) override { builder_.Add(Value(value)); }
  void String(std::string_view value) override { builder_.Add(Value::String(arena_, value)); }
  void Binary(std::string_view value) override;
  void BeginList() override { builder_.BeginList(); }
  void EndList() override { builder_.EndList(); }
  void BeginObject() override { builder_.BeginObject(); }
  void Key(std::string_view key) override { builder_.Key(arena_.Copy(key)); }
  void EndObject() override { builder_.EndObject(); }

  // A value or key that already lives in the arena, or longer.
  void Add(Value value) { builder_.Add(value); }
  void AddKey(std::string_view key) { builder_.Key(key); }

  // The value written, once it is complete; the writer is then as new.
  Value Take() { return builder_.Take(); }

 private:
  Arena& arena_;
  ValueBuilder builder_;
};

// One whole document; anything after it is an error.
Result<Value> ParseJson(std::string_view text, Arena& arena, field::Findings* duplicates = nullptr);
Result<Value> ParseCbor(std::string_view bytes, Arena& arena, CborText text = CborText::kAsItIs);

// Compact, without a newline at the end.
std::string ToJson(const Value& value);
std::string ToPrettyJson(const Value& value);
// Deterministic, without the prefix.
std::string ToCbor(const Value& value);

inline bool IsCbor(std::string_view bytes) { return bytes.starts_with(kCborPrefix); }

}  // namespace pintle::codec
