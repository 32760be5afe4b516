#pragma once

#include <string>
#include <string_view>

#include "pintle/codec/byte_sink.h"
#include "pintle/codec/token.h"
#include "pintle/value/value.h"

namespace pintle::codec {

enum class JsonStyle : uint8_t {
  kCompact,
  kPretty,  // two spaces a level, one member a line, empty containers closed at once
};

// Deeper levels are indented no further: else a small document that is nested thousands of levels
// deep would become hundreds of megabytes of spaces.
inline constexpr size_t kMaxIndentedLevels = 64;

// Appends `text` as a JSON string in quotes. <, >, &, U+2028 and U+2029 are escaped so that the
// output is safe inside HTML and script; every invalid UTF-8 byte becomes \ufffd.
void AppendJsonString(std::string& out, std::string_view text);

// Writes one JSON value, without a newline at the end: appends it to `out`, which has every token
// as soon as it is written, or hands it to `sink` in pieces, the last of them with Flush. With a
// sink a document of any size takes the memory of one small buffer.
class JsonWriter final : public Writer {
 public:
  explicit JsonWriter(std::string& out, JsonStyle style = JsonStyle::kCompact)
      : out_(out), pretty_(style == JsonStyle::kPretty) {}
  explicit JsonWriter(ByteSink& sink, JsonStyle style = JsonStyle::kCompact)
      : out_(buffer_), sink_(&sink), pretty_(style == JsonStyle::kPretty) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void Null() override;
  void Bool(bool value) override;
  void Int(int64_t value) override;
  void Uint(uint64_t value) override;
  void Double(double value) override;
  void String(std::string_view value) override;
  void Binary(std::string_view value) override;
  void BeginList() override { Begin('['); }
  void EndList() override { End(']'); }
  void BeginObject() override { Begin('{'); }
  void Key(std::string_view key) override;
  void EndObject() override { End('}'); }
  // A whole value, faster than by its tokens.
  void Dynamic(const Value& value);

  // Gives the sink what it has not got yet.
  void Flush();

 private:
  // What may stand in the buffer before it goes to the sink.
  static constexpr size_t kMaxBufferedBytes = SinkBuffer::kBytes;

  void Begin(char bracket);
  void End(char bracket);
  // What separates this value or key from what stands before it.
  void Separate();
  void NewLine();
  template <typename T>
  void Integer(T value);
  void Quote(std::string_view text);
  void FlushIfFull() {
    if (sink_ != nullptr && out_.size() >= kMaxBufferedBytes) Flush();
  }

  std::string buffer_;  // unused without a sink
  std::string& out_;
  ByteSink* const sink_ = nullptr;
  const bool pretty_;
  int depth_ = 0;
  bool first_ = true;  // nothing written yet in the open container
  bool after_key_ = false;
};

}  // namespace pintle::codec
