#include "pintle/typeinfo/decode.h"

#include <fmt/format.h>

#include <bitset>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pintle/base/duration_text.h"
#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/field/path.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/map_builder.h"
#include "pintle/typeinfo/member_search.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

using codec::Token;
using field::Path;

// No API struct has half as many members; of members past this one repeats would not be noticed.
constexpr size_t kMaxTrackedMembers = 256;
// Longer numbers and the paths of too deep fields are cut in messages.
constexpr size_t kMaxShownBytes = 64;

std::string_view TokenName(Token token) {
  switch (token) {
    case Token::kNull:
      return "null";
    case Token::kBool:
      return "boolean";
    case Token::kInt:
    case Token::kDouble:
      return "number";
    case Token::kString:
      return "string";
    case Token::kBytes:
      return "binary data";
    case Token::kBeginList:
      return "array";
    default:
      return "object";
  }
}

// What a number too large for the type should have been.
std::string_view WidthName(const TypeInfo& type) {
  if (type.bits == 8) return "an 8-bit integer";
  return type.bits == 16 ? "a 16-bit integer" : "a 32-bit integer";
}

std::string Shortened(std::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return fmt::format("{}...", text.substr(0, kMaxShownBytes));
}

bool IsContainer(Token token) { return token == Token::kBeginList || token == Token::kBeginObject; }

// What the reader must be told about a value of this type before it comes.
codec::ReadTarget TargetOf(const TypeInfo& type) {
  const TypeInfo& content = type.kind == Kind::kOpt ? *type.element : type;
  return content.kind == Kind::kAny ? codec::ReadTarget::kDynamic : codec::ReadTarget::kField;
}

const FieldInfo* FieldOfKind(const TypeInfo& type, Kind kind) {
  for (const FieldInfo& field : type.fields) {
    if (field.type->kind == kind) return &field;
  }
  return nullptr;
}

class Decoder {
 public:
  Decoder(codec::Reader& reader, Arena& arena, field::Findings* findings)
      : reader_(reader), arena_(arena), findings_(findings) {}

  // An error is one of the reader or one of the content, in this order.
  Status Run(const TypeInfo& type, char* out) {
    PINTLE_RETURN_IF_ERROR(DecodeNext(type, out, Path()));
    PINTLE_RETURN_IF_ERROR(reader_.Next());  // kEnd, or an error for what follows the document
    if (value_error_) return std::unexpected(std::move(*value_error_));
    if (type_error_) return std::unexpected(std::move(*type_error_));
    return {};
  }

 private:
  // The methods below return reader errors only; faults of the content are kept and decoding goes
  // on.

  Status DecodeNext(const TypeInfo& type, char* out, const Path& path) {
    reader_.ReadFor(TargetOf(type));
    PINTLE_TRY(Token token, reader_.Next());
    return DecodeFrom(token, type, out, path);
  }
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
  // Inside a value whose decoding is its own affair: no findings, and its errors beat type errors
  // elsewhere.
  bool own_decoder_ = false;
  int depth_ = 0;
  std::optional<Error> type_error_;
  std::optional<Error> value_error_;
};

Status Decoder::DecodeFrom(Token token, const TypeInfo& type, char* out, const Path& path) {
  switch (type.kind) {
    case Kind::kBool:
      return DecodeBool(token, out, path);
    case Kind::kInt32:
      return DecodeInt<int32_t>(token, type, out, path);
    case Kind::kInt64:
      return DecodeInt<int64_t>(token, type, out, path);
    case Kind::kUint32:
      return DecodeUint<uint32_t>(token, type, out, path);
    case Kind::kUint64:
      return DecodeUint<uint64_t>(token, type, out, path);
    case Kind::kFloat:
      return DecodeFloat(token, out, path);
    case Kind::kDouble:
      return DecodeDouble(token, out, path);
    case Kind::kString:
      return DecodeString(token, out, path);
    case Kind::kBinary:
      return DecodeBinary(token, out, path);
    case Kind::kAny:
      return DecodeAny(token, out);
    case Kind::kTime:
      return DecodeTime<Time>(token, ParseTime, out, path);
    case Kind::kMicroTime:
      return DecodeTime<MicroTime>(token, ParseMicroTime, out, path);
    case Kind::kDuration:
      return DecodeDuration(token, out, path);
    case Kind::kQuantity:
      return DecodeQuantity(token, out, path);
    case Kind::kIntOrString:
      return DecodeIntOrString(token, out, path);
    case Kind::kStruct:
      return DecodeStruct(token, type, out, path);
    case Kind::kUnion:
      return DecodeUnion(token, type, out, path);
    case Kind::kOpt:
      return DecodeOpt(token, type, out, path);
    case Kind::kPtr:
      return DecodePtr(token, type, out, path);
    case Kind::kList:
      return DecodeList(token, type, out, path);
    case Kind::kMap:
      return DecodeMap(token, type, out, path);
  }
  return {};
}

Status Decoder::DecodeOpt(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) {
    std::memset(out, 0, type.size);
    return {};
  }
  OptSet(type, out) = true;
  return DecodeFrom(token, *type.element, out, path);
}

Status Decoder::DecodePtr(Token token, const TypeInfo& type, char* out, const Path& path) {
  auto& pointer = As<RawPtr>(out);
  if (token == Token::kNull) {
    pointer.target = nullptr;
    return {};
  }
  if (pointer.target == nullptr) pointer.target = NewZeroed(*type.element, arena_);
  return DecodeFrom(token, *type.element, pointer.target, path);
}

Status Decoder::DecodeStruct(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kBeginObject) return Mismatch(token, "an object", path);
  if (TooDeep(path)) return SkipRest(token);
  ++depth_;
  PINTLE_RETURN_IF_ERROR(DecodeMembers(type, out, path));
  --depth_;
  return {};
}

Status Decoder::DecodeMembers(const TypeInfo& type, char* out, const Path& path) {
  std::bitset<kMaxTrackedMembers> seen;
  size_t next = 0;
  while (true) {
    reader_.ReadFor(codec::ReadTarget::kStructKey);
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kEndObject) return {};
    const JsonField* member = FindJsonFieldFrom(type, reader_.text(), next);
    if (member == nullptr) {
      if (findings_ != nullptr) findings_->Unknown(path.Child(reader_.text()).ToString());
      PINTLE_RETURN_IF_ERROR(reader_.Skip());
      continue;
    }
    Path child = path.Child(member->field->name);
    size_t index = member - type.json_fields.data();
    if (index < kMaxTrackedMembers) {
      if (seen[index] && findings_ != nullptr) findings_->Duplicate(child.ToString());
      seen[index] = true;
    }
    PINTLE_RETURN_IF_ERROR(DecodeNext(*member->field->type, out + member->offset, child));
  }
}

Status Decoder::DecodeUnion(Token token, const TypeInfo& type, char* out, const Path& path) {
  std::memset(out, 0, type.size);  // a union is replaced, never merged
  const FieldInfo* flag = FieldOfKind(type, Kind::kBool);
  const FieldInfo* chosen = token == Token::kBeginList     ? FieldOfKind(type, Kind::kList)
                            : token == Token::kBeginObject ? FieldOfKind(type, Kind::kPtr)
                            : token == Token::kBool        ? flag
                                                           : nullptr;
  field::Findings* findings = std::exchange(findings_, nullptr);
  bool own_decoder = std::exchange(own_decoder_, true);
  Status status;
  if (chosen != nullptr) {
    if (flag != nullptr && token == Token::kBeginObject) As<bool>(out + flag->offset) = true;
    status = DecodeFrom(token, *chosen->type, out + chosen->offset, path);
  } else if (flag != nullptr) {
    status = Mismatch(token, "a boolean or an object", path);
  } else {
    status = SkipRest(token);  // accepted as "none"
  }
  findings_ = findings;
  own_decoder_ = own_decoder;
  return status;
}

Status Decoder::DecodeList(Token token, const TypeInfo& type, char* out, const Path& path) {
  auto& list = As<RawList>(out);
  if (token == Token::kNull) {
    list = {};
    return {};
  }
  if (token != Token::kBeginList) return Mismatch(token, "an array", path);
  if (TooDeep(path)) return SkipRest(token);
  const TypeInfo& element = *type.element;
  ++depth_;
  uint32_t count = 0;
  while (true) {
    reader_.ReadFor(TargetOf(element));
    PINTLE_TRY(token, reader_.Next());
    if (token == Token::kEndList) break;
    char* item = count < list.count ? list.At(count, element.size)
                                    : AppendZeroed(list, element.size, element.align, arena_);
    PINTLE_RETURN_IF_ERROR(DecodeFrom(token, element, item, path.Index(count)));
    ++count;
  }
  --depth_;
  list.count = count;
  Reserve(list, count, element.size, element.align, arena_);
  return {};
}

Status Decoder::DecodeMap(Token token, const TypeInfo& type, char* out, const Path& path) {
  auto& map = As<RawList>(out);
  if (token == Token::kNull) {
    map = {};
    return {};
  }
  if (token != Token::kBeginObject) return Mismatch(token, "an object", path);
  if (TooDeep(path)) return SkipRest(token);
  MapBuilder entries(*type.element, arena_);
  ++depth_;
  PINTLE_RETURN_IF_ERROR(DecodeEntries(*type.element, entries, path));
  --depth_;
  entries.Finish(map);
  return {};
}

Status Decoder::DecodeEntries(const TypeInfo& element, MapBuilder& entries, const Path& path) {
  while (true) {
    reader_.ReadFor(codec::ReadTarget::kField);
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kEndObject) return {};
    Str key = arena_.Copy(reader_.text());
    Path child = path.Child(key);
    bool repeated = false;
    char* value = entries.Add(key, &repeated);
    if (repeated && findings_ != nullptr) findings_->Duplicate(child.ToString());
    PINTLE_RETURN_IF_ERROR(DecodeNext(element, value, child));
  }
}

Status Decoder::DecodeBool(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kBool) return Mismatch(token, "a boolean", path);
  As<bool>(out) = reader_.bool_value();
  return {};
}

template <typename T>
Status Decoder::DecodeInt(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token == Token::kDouble) return MismatchNumber("an integer", path);
  if (token != Token::kInt) return Mismatch(token, "an integer", path);
  int64_t value = reader_.int_value();
  constexpr int64_t kLeast = std::numeric_limits<T>::min();
  int64_t least = type.bits != 0 ? -(int64_t{1} << (type.bits - 1)) : kLeast;
  if (value < least || value > -(least + 1)) return MismatchNumber(WidthName(type), path);
  As<T>(out) = static_cast<T>(value);
  return {};
}

Status Decoder::DecodeDouble(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token == Token::kInt) {
    As<double>(out) = static_cast<double>(reader_.int_value());
  } else if (token == Token::kDouble) {
    As<double>(out) = reader_.double_value();
  } else {
    return Mismatch(token, "a number", path);
  }
  return {};
}

Status Decoder::DecodeString(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token == Token::kString) {
    As<Str>(out) = arena_.Copy(reader_.text());
  } else if (token == Token::kBytes) {
    As<Str>(out) = arena_.Copy(codec::BytesAsText(reader_));
  } else {
    return Mismatch(token, "a string", path);
  }
  return {};
}

Status Decoder::DecodeBinary(Token token, char* out, const Path& path) {
  auto& binary = As<Binary>(out);
  std::string_view content;
  std::optional<std::string> decoded;
  switch (token) {
    case Token::kNull:
      binary = Binary();
      return {};
    case Token::kBytes:
      content = reader_.text();
      break;
    case Token::kString: {
      if (reader_.string_form() == codec::StringForm::kTextString) {
        KeepMismatch("text string", "a byte string", path);
        return {};
      }
      size_t bad_offset = 0;
      decoded = Base64Decode(reader_.text(), &bad_offset);
      if (!decoded) {
        bool cbor = reader_.string_form() == codec::StringForm::kByteString;
        KeepTypeError(fmt::format("{}illegal base64 data at input byte {}",
                                  cbor ? "cbor: failed to decode base64 from byte string: " : "",
                                  bad_offset));
        return {};
      }
      content = *decoded;
      break;
    }
    case Token::kBeginList:
      return DecodeByteList(out, path);
    default:
      return Mismatch(token, "a base64 string", path);
  }
  std::string_view copy = arena_.Copy(content);
  binary = Binary{copy.data(), copy.size()};
  return {};
}

// Binary data may also come as a list of small numbers.
Status Decoder::DecodeByteList(char* out, const Path& path) {
  std::string bytes;
  while (true) {
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kEndList) break;
    int64_t value = token == Token::kInt ? reader_.int_value() : 0;
    bool fits = token == Token::kNull || (token == Token::kInt && value >= 0 && value <= 255);
    if (!fits) {
      PINTLE_RETURN_IF_ERROR(Mismatch(token, "a number from 0 to 255", path.Index(bytes.size())));
    }
    bytes += static_cast<char>(value);
  }
  std::string_view copy = arena_.Copy(bytes);
  As<Binary>(out) = Binary{copy.data(), copy.size()};
  return {};
}

Status Decoder::DecodeAny(Token token, char* out) {
  if (token == Token::kNull) return {};
  PINTLE_TRY(As<Any>(out), codec::ReadValueFrom(token, reader_, arena_));
  return {};
}

template <typename T>
Status Decoder::DecodeTime(Token token, Result<T> (*parse)(std::string_view), char* out,
                           const Path& path) {
  if (token == Token::kNull) {
    As<T>(out) = T();
    return {};
  }
  if (token != Token::kString) {
    bool own_decoder = std::exchange(own_decoder_, true);
    Status status = Mismatch(token, "a time as a string", path);
    own_decoder_ = own_decoder;
    return status;
  }
  Result<T> time = parse(reader_.text());
  if (time) {
    As<T>(out) = *time;
  } else if (!value_error_) {
    value_error_ = std::move(time).error();
  }
  return {};
}

template <typename T>
Status Decoder::DecodeUint(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kInt && token != Token::kDouble) return Mismatch(token, "an integer", path);
  // Numbers beyond int64 come as doubles.
  auto value = ParseUint64(reader_.text());
  if (!value) return MismatchNumber("an integer that is not negative", path);
  constexpr uint64_t kMost = std::numeric_limits<T>::max();
  uint64_t most = type.bits != 0 ? (uint64_t{1} << type.bits) - 1 : kMost;
  if (*value > most) return MismatchNumber(WidthName(type), path);
  As<T>(out) = static_cast<T>(*value);
  return {};
}

Status Decoder::DecodeFloat(Token token, char* out, const Path& path) {
  double value = As<float>(out);
  PINTLE_RETURN_IF_ERROR(DecodeDouble(token, reinterpret_cast<char*>(&value), path));
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    return MismatchNumber("a 32-bit number", path);
  }
  As<float>(out) = static_cast<float>(value);
  return {};
}

Status Decoder::DecodeDuration(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kString) return OwnMismatch(token, "a duration as a string", path);
  auto duration = ParseDuration(reader_.text());
  if (duration) {
    As<Duration>(out).nanoseconds = duration->count();
  } else if (!value_error_) {
    value_error_ = std::move(duration).error();
  }
  return {};
}

Status Decoder::DecodeQuantity(Token token, char* out, const Path& path) {
  if (token == Token::kNull) {
    As<Quantity>(out) = Quantity();
    return {};
  }
  bool number = token == Token::kInt || token == Token::kDouble;
  if (token != Token::kString && !(number && reader_.lenient_numbers())) {
    return OwnMismatch(token, "a quantity", path);
  }
  if (IsPlainQuantity(reader_.text())) {
    As<Quantity>(out).text = arena_.Copy(reader_.text());
    return {};
  }
  auto text = CanonicalQuantity(reader_.text());
  if (text) {
    As<Quantity>(out).text = arena_.Copy(*text);
  } else if (!value_error_) {
    value_error_ = std::move(text).error();
  }
  return {};
}

Status Decoder::DecodeIntOrString(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token == Token::kString) {
    As<IntOrString>(out) = IntOrString::FromText(arena_.Copy(reader_.text()));
    return {};
  }
  int64_t value = token == Token::kInt ? reader_.int_value() : 0;
  bool fits = token == Token::kInt && value >= std::numeric_limits<int32_t>::min() &&
              value <= std::numeric_limits<int32_t>::max();
  if (!fits) return OwnMismatch(token, "a 32-bit integer or a string", path);
  As<IntOrString>(out) = IntOrString::FromInt(static_cast<int32_t>(value));
  return {};
}

Status Decoder::OwnMismatch(Token token, std::string_view expected, const Path& path) {
  bool own_decoder = std::exchange(own_decoder_, true);
  Status status = Mismatch(token, expected, path);
  own_decoder_ = own_decoder;
  return status;
}

void Decoder::KeepTypeError(std::string message) {
  if (!kept_error()) kept_error() = Error(Reason::kBadRequest, std::move(message));
}

Status Decoder::Mismatch(Token token, std::string_view expected, const Path& path) {
  KeepMismatch(TokenName(token), expected, path);
  return SkipRest(token);
}

Status Decoder::MismatchNumber(std::string_view expected, const Path& path) {
  KeepMismatch(fmt::format("number {}", Shortened(reader_.text())), expected, path);
  return {};
}

void Decoder::KeepMismatch(std::string_view what, std::string_view expected, const Path& path) {
  if (kept_error()) return;
  std::string place = path.empty() ? "" : " into field " + Quoted(path.ToString());
  KeepTypeError(fmt::format("cannot decode {}{}: expected {}", what, place, expected));
}

Status Decoder::SkipRest(Token token) {
  if (!IsContainer(token)) return {};
  for (size_t open = 1; open > 0;) {
    PINTLE_TRY(token, reader_.Next());
    if (IsContainer(token)) ++open;
    if (token == Token::kEndList || token == Token::kEndObject) --open;
  }
  return {};
}

bool Decoder::TooDeep(const Path& path) {
  if (depth_ < kMaxTypedDepth) return false;
  if (!value_error_) {
    value_error_ =
        Error(Reason::kBadRequest, fmt::format("nested deeper than {} levels, in field {}",
                                               kMaxTypedDepth, Quoted(Shortened(path.ToString()))));
  }
  return true;
}

}  // namespace

Status Decode(codec::Reader& reader, const TypeInfo& type, void* out, Arena& arena,
              field::Findings* findings) {
  // Collected apart, because an error leaves the caller's as they were.
  std::optional<field::Findings> collected;
  if (findings != nullptr) collected = *findings;
  Decoder decoder(reader, arena, collected ? &*collected : nullptr);
  PINTLE_RETURN_IF_ERROR(decoder.Run(type, static_cast<char*>(out)));
  if (findings != nullptr) *findings = std::move(*collected);
  return {};
}

}  // namespace pintle::typeinfo
