#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/token.h"

namespace pintle::codec {

// Reads one JSON document (RFC 8259, nothing beyond it) from `text`, which must outlive the reader.
// Invalid UTF-8 and lone surrogates read as U+FFFD. A number without fraction and exponent that
// fits int64 is kInt, every other one kDouble; one too large for a double is an error, but only if
// the rest of the document has no syntax error. Strings without escapes are views of the input.
class JsonReader final : public Reader {
 public:
  explicit JsonReader(std::string_view text) : input_(text) {}

  Result<Token> Next() override;
  Status Skip() override;

  // Byte offset of the last token in the input.
  size_t offset() const { return token_start_; }

 private:
  enum class State : uint8_t {
    kValue,       // a value must follow
    kValueOrEnd,  // first element of a list, or its end
    kKeyOrEnd,    // first key of an object, or its end
    kAfterValue,  // comma or end of the open container, or the end of the document
  };

  // With `decode` unset strings and numbers are only checked.
  Result<Token> Read(bool decode);
  Result<Token> ReadValue(bool decode);
  Result<Token> ReadKey(bool decode);
  Result<Token> ReadAfterValue(bool decode);
  Result<Token> Open(char bracket, State inside);
  Token Close(Token token);
  Result<Token> ReadLiteral(std::string_view literal, Token token);
  Result<Token> ReadNumber(bool decode);
  Result<Token> DecodeNumber(bool integral);
  Status ReadString(bool decode);
  Status ReadEscapes(bool decode, size_t start);
  Status ReadEscape(bool decode);
  Result<uint32_t> ReadHexEscape();
  Status SkipDigits(std::string_view context);
  bool SkipPlain();

  void SkipSpace();
  bool AtEnd() const { return at_ >= input_.size(); }
  char Peek() const { return input_[at_]; }
  // The syntax error for the byte at the cursor, or for the end of input.
  std::unexpected<Error> Unexpected(std::string_view context) const;

  std::string_view input_;
  size_t at_ = 0;
  size_t token_start_ = 0;
  State state_ = State::kValue;
  std::vector<char> open_;  // '{' or '[' of every open container
  std::string unescaped_;
};

}  // namespace pintle::codec
