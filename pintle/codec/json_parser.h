#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/value/builder.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// The fast way from a JSON text to a value, for documents with nothing unusual in them. It copies
// the text into the arena once and reads it there; the strings of the value are views of that copy,
// with escapes resolved in place. Wherever it finds something it does not handle (any error,
// invalid UTF-8, a lone surrogate, a number past double) it gives up without saying why: JsonReader
// then reads the text again and says it exactly. One use, not thread-safe.
class JsonParser {
 public:
  JsonParser(std::string_view text, Arena& arena);

  // The whole document, or nothing if it must be read by JsonReader.
  std::optional<Value> Parse();

  // Whether a key was repeated somewhere.
  bool repeated() const { return builder_.repeated(); }

 private:
  bool ParseDocument();
  // Each starts at the first byte of what it reads and ends behind it; false: give up.
  [[gnu::always_inline]] inline bool ParseString(std::string_view& out);
  bool ParseRest(char* start, std::string_view& out);
  bool ParseEscape(char*& write);
  bool ParseUnicodeEscape(char*& write);
  bool ParseNumber();
  bool ParseDouble(const char* start);
  bool ParseLiteral(std::string_view literal, Value value);
  void SkipSpace() {
    if (static_cast<unsigned char>(*at_) <= ' ') SkipSpaces();
  }
  void SkipSpaces();

  ValueBuilder builder_;
  char* at_ = nullptr;   // in the copy, which has zeros behind its end
  char* end_ = nullptr;  // of the text
};

}  // namespace pintle::codec
