#pragma once

#include <string>
#include <string_view>

#include "pintle/codec/token.h"

namespace pintle::codec {

enum class JsonStyle : uint8_t {
  kCompact,
  kPretty,  // two spaces a level, one member a line, empty containers closed at once
};

// Appends `text` as a JSON string in quotes. <, >, &, U+2028 and U+2029 are escaped so that the
// output is safe inside HTML and script; every invalid UTF-8 byte becomes \ufffd.
void AppendJsonString(std::string& out, std::string_view text);

// Appends one JSON value to `out`, without a newline at the end.
class JsonWriter final : public Writer {
 public:
  explicit JsonWriter(std::string& out, JsonStyle style = JsonStyle::kCompact)
      : out_(out), pretty_(style == JsonStyle::kPretty) {}

  void Null() override;
  void Bool(bool value) override;
  void Int(int64_t value) override;
  void Double(double value) override;
  void String(std::string_view value) override;
  void Binary(std::string_view value) override;
  void BeginList() override { Begin('['); }
  void EndList() override { End(']'); }
  void BeginObject() override { Begin('{'); }
  void Key(std::string_view key) override;
  void EndObject() override { End('}'); }

 private:
  void Begin(char bracket);
  void End(char bracket);
  // What separates this value or key from what stands before it.
  void Separate();
  void NewLine();

  std::string& out_;
  const bool pretty_;
  int depth_ = 0;
  bool first_ = true;  // nothing written yet in the open container
  bool after_key_ = false;
};

}  // namespace pintle::codec
