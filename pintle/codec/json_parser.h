#pragma once

#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/codec/json_text.h"
#include "pintle/codec/token.h"
#include "pintle/value/builder.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// The fast way from a JSON text to a value, for documents with nothing unusual in them; see
// JsonText for what that is. One use, not thread-safe.
class JsonParser {
 public:
  JsonParser(std::string_view text, Arena& arena);
  // Goes on in a text that lives in `arena`, inside of `depth` containers.
  JsonParser(const JsonText& text, Arena& arena, size_t depth = 0)
      : builder_(arena), text_(text), max_depth_(kMaxDepth - depth) {}

  // The whole document, or nothing if it must be read by JsonReader.
  std::optional<Value> Parse();
  // The one value that starts at the cursor of the text; false: give up.
  bool ParseValue(Value& out);

  // Behind what was parsed.
  const JsonText& text() const { return text_; }
  // Whether a key was repeated somewhere.
  bool repeated() const { return builder_.repeated(); }

 private:
  bool ParseWhole();

  ValueBuilder builder_;
  JsonText text_;
  size_t max_depth_;
};

}  // namespace pintle::codec
