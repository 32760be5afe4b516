#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle::codec {

// The events an encoded document is made of, whatever its format. JSON, CBOR and dynamic values are
// read and written through this one pair of interfaces, so that an engine over the type tables
// exists once and not once per format.
enum class Token : uint8_t {
  kNull,
  kBool,
  kInt,
  kDouble,
  kString,
  kBytes,  // binary data that is known to be binary (CBOR tag 21-23); JSON has base64 strings
           // instead
  kBeginList,
  kEndList,
  kBeginObject,
  kKey,  // followed by the tokens of the member's value
  kEndObject,
  kEnd,  // after the one top-level value
};

// The text that stands for binary data where a string is wanted. CBOR tags choose it; the rest is
// base64.
enum class BinaryText : uint8_t { kBase64, kBase64Url, kHexLower };

// Where a kString comes from. Text formats have one sort of string.
enum class StringForm : uint8_t { kPlain, kByteString, kTextString };

// What a value or key is read for. Only CBOR needs to know: a dynamic value has no times, so tagged
// times become strings, while a typed field sees what the time was written as; and keys of a struct
// need not be strings to be skipped.
enum class ReadTarget : uint8_t { kDynamic, kField, kStructKey };

// Pulls tokens out of one document. A reader checks syntax, depth and size limits; after an error
// it must not be used again. Not thread-safe.
class Reader {
 public:
  virtual ~Reader() = default;

  // The next token. Errors are kBadRequest with the format's own message.
  virtual Result<Token> Next() = 0;
  // Skips the value that Next would start, whole; checks its syntax, nothing else.
  virtual Status Skip() = 0;

  // What the coming tokens are for, until it is set again. Readers start with kDynamic.
  void ReadFor(ReadTarget target) { target_ = target; }

  // The value of the last token. Each requires the matching token.
  bool bool_value() const { return bool_; }
  int64_t int_value() const { return int_; }
  double double_value() const { return double_; }
  // Content of kString, kBytes and kKey, valid until the next call of Next or Skip. For numbers of
  // text formats the literal as it was written, for other formats a decimal form.
  std::string_view text() const { return text_; }
  // For kBytes: its text form, see BytesAsText in document.h.
  BinaryText binary_text() const { return binary_text_; }
  // For kString.
  StringForm string_form() const { return string_form_; }

 protected:
  ReadTarget target_ = ReadTarget::kDynamic;
  bool bool_ = false;
  int64_t int_ = 0;
  double double_ = 0;
  std::string_view text_;
  BinaryText binary_text_ = BinaryText::kBase64;
  StringForm string_form_ = StringForm::kPlain;
};

// Takes tokens and writes a document. Calls must be balanced and in document order; that is the
// caller's duty, nothing that comes from outside can violate it. Doubles are finite. Not
// thread-safe.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual void Null() = 0;
  virtual void Bool(bool value) = 0;
  virtual void Int(int64_t value) = 0;
  // A number that may be past int64. Dynamic values have no such integers: there it is the nearest
  // double.
  virtual void Uint(uint64_t value) = 0;
  virtual void Double(double value) = 0;
  virtual void String(std::string_view value) = 0;
  // Binary data: base64 text in JSON, a tagged byte string in CBOR.
  virtual void Binary(std::string_view value) = 0;
  virtual void BeginList() = 0;
  virtual void EndList() = 0;
  virtual void BeginObject() = 0;
  virtual void Key(std::string_view key) = 0;
  virtual void EndObject() = 0;
};

// Nesting of objects and lists that every decoder accepts; deeper input is an error.
inline constexpr int kMaxDepth = 10000;

// Sizes inside of a Value have 32 bits. What comes over the network is limited to far less.
inline constexpr size_t kMaxDocumentBytes = UINT32_MAX;

}  // namespace pintle::codec
