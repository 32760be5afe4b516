#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/codec/token.h"
#include "pintle/field/findings.h"
#include "pintle/field/path.h"
#include "pintle/typeinfo/map_builder.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Decodes one document from its tokens; what comes in any order, twice or of the wrong type is
// dealt with here, so every other way of decoding may give up and leave a document to this one.
// Containers are in decode.cc, scalars in decode_scalars.cc. Serves one call on one thread.
class TokenDecoder {
 public:
  TokenDecoder(codec::Reader& reader, Arena& arena, field::Findings* findings)
      : reader_(reader), arena_(arena), findings_(findings) {}

  // An error is one of the reader or one of the content, in this order.
  Status Run(const TypeInfo& type, char* out);

  // What was found inside values whose decoding is their own affair, if anything was asked for.
  const field::Findings& drops() const { return drops_; }

 private:
  using Token = codec::Token;
  using Path = field::Path;

  // The methods below return reader errors only; faults of the content are kept and decoding goes
  // on.

  Status DecodeNext(const TypeInfo& type, char* out, const Path& path);
  // Decodes the value that starts with `token`, which was just read.
  Status DecodeFrom(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeOpt(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodePtr(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeStruct(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeMembers(const TypeInfo& type, char* out, const Path& path);
  Status DecodeUnion(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeList(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeMap(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeEntries(const TypeInfo& element, MapBuilder& entries, const Path& path);
  Status DecodeScalar(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeBool(Token token, char* out, const Path& path);
  template <typename T>
  Status DecodeInt(Token token, const TypeInfo& type, char* out, const Path& path);
  template <typename T>
  Status DecodeUint(Token token, const TypeInfo& type, char* out, const Path& path);
  Status DecodeFloat(Token token, char* out, const Path& path);
  Status DecodeDouble(Token token, char* out, const Path& path);
  Status DecodeDuration(Token token, char* out, const Path& path);
  Status DecodeQuantity(Token token, char* out, const Path& path);
  Status DecodeIntOrString(Token token, char* out, const Path& path);
  Status DecodeString(Token token, char* out, const Path& path);
  Status DecodeBinary(Token token, char* out, const Path& path);
  Status DecodeByteList(char* out, const Path& path);
  Status DecodeAny(Token token, char* out);
  template <typename T>
  Status DecodeTime(Token token, Result<T> (*parse)(std::string_view), char* out, const Path& path);

  // Keeps the error that `token` does not fit, and reads past the value.
  Status Mismatch(Token token, std::string_view expected, const Path& path);
  // The same for a value whose decoding is its own affair.
  Status OwnMismatch(Token token, std::string_view expected, const Path& path);
  // The same for a number that does not fit a numeric field.
  Status MismatchNumber(std::string_view expected, const Path& path);
  void KeepMismatch(std::string_view what, std::string_view expected, const Path& path);
  void KeepTypeError(std::string message);
  std::optional<Error>& kept_error() { return own_decoder_ ? value_error_ : type_error_; }
  Status SkipRest(Token token);
  bool TooDeep(const Path& path);

  codec::Reader& reader_;
  Arena& arena_;
  field::Findings* findings_;
  field::Findings drops_;
  // Inside a value whose decoding is its own affair: what is unknown is dropped, which is no
  // finding, and its errors beat type errors elsewhere.
  bool own_decoder_ = false;
  bool unsorted_ = false;  // a map that came again has its later entries at the end
  int depth_ = 0;
  std::optional<Error> type_error_;
  std::optional<Error> value_error_;
};

}  // namespace pintle::typeinfo
