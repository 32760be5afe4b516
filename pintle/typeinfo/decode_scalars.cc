#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pintle/base/duration_text.h"
#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/token_decoder.h"

namespace pintle::typeinfo {
namespace {

// What a number too large for the type should have been.
std::string_view WidthName(const TypeInfo& type) {
  if (type.bits == 8) return "an 8-bit integer";
  return type.bits == 16 ? "a 16-bit integer" : "a 32-bit integer";
}

std::string_view Base64ErrorLead(codec::StringForm form) {
  switch (form) {
    case codec::StringForm::kByteString:
      return "cbor: failed to decode base64 from byte string: ";
    case codec::StringForm::kTextString:
      return "cbor: failed to decode base64 from text string: ";
    case codec::StringForm::kPlain:
      break;
  }
  return "";
}

}  // namespace

Status TokenDecoder::DecodeBool(Token token, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kBool) return Mismatch(token, "a boolean", path);
  As<bool>(out) = reader_.bool_value();
  return {};
}

template <typename T>
Status TokenDecoder::DecodeInt(Token token, const TypeInfo& type, char* out, const Path& path) {
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

Status TokenDecoder::DecodeDouble(Token token, char* out, const Path& path) {
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

Status TokenDecoder::DecodeString(Token token, char* out, const Path& path) {
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

Status TokenDecoder::DecodeBinary(Token token, char* out, const Path& path) {
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
      size_t bad_offset = 0;
      decoded = Base64Decode(reader_.text(), &bad_offset);
      if (!decoded) {
        KeepTypeError(fmt::format("{}illegal base64 data at input byte {}",
                                  Base64ErrorLead(reader_.string_form()), bad_offset));
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
Status TokenDecoder::DecodeByteList(char* out, const Path& path) {
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

Status TokenDecoder::DecodeAny(Token token, char* out) {
  if (token == Token::kNull) return {};
  PINTLE_TRY(As<Any>(out), codec::ReadValueFrom(token, reader_, arena_));
  return {};
}

template <typename T>
Status TokenDecoder::DecodeTime(Token token, Result<T> (*parse)(std::string_view), char* out,
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
Status TokenDecoder::DecodeUint(Token token, const TypeInfo& type, char* out, const Path& path) {
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

Status TokenDecoder::DecodeFloat(Token token, char* out, const Path& path) {
  double value = As<float>(out);
  PINTLE_RETURN_IF_ERROR(DecodeDouble(token, reinterpret_cast<char*>(&value), path));
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    return MismatchNumber("a 32-bit number", path);
  }
  As<float>(out) = static_cast<float>(value);
  return {};
}

Status TokenDecoder::DecodeDuration(Token token, char* out, const Path& path) {
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

Status TokenDecoder::DecodeQuantity(Token token, char* out, const Path& path) {
  if (token == Token::kNull) {
    As<Quantity>(out) = Quantity();
    return {};
  }
  if (token != Token::kString && token != Token::kInt && token != Token::kDouble) {
    return OwnMismatch(token, "a quantity", path);
  }
  const std::string_view written = TrimSpace(reader_.text());
  if (IsPlainQuantity(written)) {
    As<Quantity>(out).text = arena_.Copy(written);
    return {};
  }
  auto text = CanonicalQuantity(written);
  if (text) {
    As<Quantity>(out).text = arena_.Copy(*text);
  } else if (!value_error_) {
    value_error_ = std::move(text).error();
  }
  return {};
}

Status TokenDecoder::DecodeIntOrString(Token token, char* out, const Path& path) {
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

Status TokenDecoder::DecodeScalar(Token token, const TypeInfo& type, char* out, const Path& path) {
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
    default:
      return {};  // containers are not read here
  }
}

}  // namespace pintle::typeinfo
