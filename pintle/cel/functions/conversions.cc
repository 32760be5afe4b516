#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "pintle/base/duration_text.h"
#include "pintle/base/strings.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

constexpr Datum kOverflow = Datum::Error(kIntegerOverflow);
constexpr Datum kUnsignedOverflow = Datum::Error("unsigned integer overflow");

Datum Same(Evaluation&, Arguments arguments) { return arguments[0]; }

Datum TypeOf(Evaluation&, Arguments arguments) { return Datum::Type(TypeName(arguments[0])); }

Datum Failed(Evaluation& evaluation, const Datum& from, std::string_view to) {
  return NewError(evaluation.arena(),
                  fmt::format("type conversion error from '{}' to '{}'", TypeName(from), to));
}

Datum StringToBool(Evaluation& evaluation, Arguments arguments) {
  for (std::string_view word : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (arguments[0].text() == word) return Datum::Bool(true);
  }
  for (std::string_view word : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (arguments[0].text() == word) return Datum::Bool(false);
  }
  return Failed(evaluation, arguments[0], "bool");
}

Datum UintToInt(Evaluation&, Arguments arguments) {
  uint64_t number = arguments[0].as_uint();
  return number > INT64_MAX ? kOverflow : Datum::Int(static_cast<int64_t>(number));
}
Datum DoubleToInt(Evaluation&, Arguments arguments) {
  double number = arguments[0].as_double();
  // The ends themselves do not survive the rounding of doubles.
  if (!(number > -0x1p63 && number < 0x1p63)) return kOverflow;
  return Datum::Int(static_cast<int64_t>(number));
}
Datum StringToInt(Evaluation& evaluation, Arguments arguments) {
  if (auto number = ParseInt64(arguments[0].text())) return Datum::Int(*number);
  return Failed(evaluation, arguments[0], "int");
}
Datum TimestampToInt(Evaluation&, Arguments arguments) { return Datum::Int(arguments[0].as_int()); }

Datum IntToUint(Evaluation&, Arguments arguments) {
  if (arguments[0].as_int() < 0) return kUnsignedOverflow;
  return Datum::Uint(static_cast<uint64_t>(arguments[0].as_int()));
}
Datum DoubleToUint(Evaluation&, Arguments arguments) {
  double number = arguments[0].as_double();
  if (!(number >= 0 && number < 0x1p64)) return kUnsignedOverflow;
  return Datum::Uint(static_cast<uint64_t>(number));
}
Datum StringToUint(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  if (!text.starts_with('+') && !text.starts_with('-')) {
    if (auto number = ParseUint64(text)) return Datum::Uint(*number);
  }
  return Failed(evaluation, arguments[0], "uint");
}

Datum IntToDouble(Evaluation&, Arguments arguments) {
  return Datum::Double(static_cast<double>(arguments[0].as_int()));
}
Datum UintToDouble(Evaluation&, Arguments arguments) {
  return Datum::Double(static_cast<double>(arguments[0].as_uint()));
}
Datum StringToDouble(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  bool signs = text.starts_with("+-");
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty() || signs) {
    return Failed(evaluation, arguments[0], "double");
  }
  return Datum::Double(number);
}

Datum BoolToString(Evaluation&, Arguments arguments) {
  return Datum::String(arguments[0].as_bool() ? "true" : "false");
}
Datum IntToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), fmt::to_string(arguments[0].as_int()));
}
Datum UintToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), fmt::to_string(arguments[0].as_uint()));
}
Datum DoubleToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), ShownNumber(arguments[0].as_double()));
}
Datum BytesToString(Evaluation&, Arguments arguments) {
  if (!IsValidUtf8(arguments[0].text())) {
    return Datum::Error("invalid UTF-8 in bytes, cannot convert to string");
  }
  return Datum::String(arguments[0].text());
}
Datum TimestampToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(),
                   TimestampText(arguments[0].as_int(), arguments[0].nanoseconds()));
}
Datum DurationToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), SecondsText(arguments[0].as_int()));
}

Datum StringToBytes(Evaluation&, Arguments arguments) { return Datum::Bytes(arguments[0].text()); }

Datum StringToDuration(Evaluation& evaluation, Arguments arguments) {
  if (auto duration = ParseDuration(arguments[0].text())) {
    return Datum::Duration(duration->count());
  }
  return Failed(evaluation, arguments[0], "google.protobuf.Duration");
}
Datum IntToDuration(Evaluation&, Arguments arguments) {
  return Datum::Duration(arguments[0].as_int());
}

Datum Ranged(int64_t seconds, uint32_t nanoseconds) {
  if (seconds < kFirstSecond || seconds > kLastSecond) return Datum::Error("timestamp overflow");
  return Datum::Timestamp(seconds, nanoseconds);
}
Datum StringToTimestamp(Evaluation& evaluation, Arguments arguments) {
  if (auto time = ParseTimestamp(arguments[0].text())) {
    return Ranged(time->as_int(), time->nanoseconds());
  }
  return Failed(evaluation, arguments[0], "google.protobuf.Timestamp");
}
Datum IntToTimestamp(Evaluation&, Arguments arguments) { return Ranged(arguments[0].as_int(), 0); }

// A character takes up to this many bytes.
constexpr uint64_t kMostBytes = 4;

Estimate ToBytesEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, {sizes[0].size.least, MultiplyCapped(sizes[0].size.most, kMostBytes)});
  return Scaled(sizes[0].size, kTextFactor);
}
Estimate FromBytesEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, {sizes[0].size.least / kMostBytes, sizes[0].size.most});
  return Scaled(sizes[0].size, kTextFactor);
}

constexpr Row kRows[] = {
    {"type", "type", "(T) type(T)", TypeOf},
    {"dyn", "to_dyn", "(T) dyn", Same},
    {"bool", "bool_to_bool", "(bool) bool", Same},
    {"bool", "string_to_bool", "(string) bool", StringToBool},
    {"int", "int64_to_int64", "(int) int", Same},
    {"int", "uint64_to_int64", "(uint) int", UintToInt},
    {"int", "double_to_int64", "(double) int", DoubleToInt},
    {"int", "string_to_int64", "(string) int", StringToInt},
    {"int", "timestamp_to_int64", "(timestamp) int", TimestampToInt},
    {"int", "duration_to_int64", "(duration) int", TimestampToInt},
    {"uint", "uint64_to_uint64", "(uint) uint", Same},
    {"uint", "int64_to_uint64", "(int) uint", IntToUint},
    {"uint", "double_to_uint64", "(double) uint", DoubleToUint},
    {"uint", "string_to_uint64", "(string) uint", StringToUint},
    {"double", "double_to_double", "(double) double", Same},
    {"double", "int64_to_double", "(int) double", IntToDouble},
    {"double", "uint64_to_double", "(uint) double", UintToDouble},
    {"double", "string_to_double", "(string) double", StringToDouble},
    {"string", "string_to_string", "(string) string", Same},
    {"string", "bool_to_string", "(bool) string", BoolToString},
    {"string", "int64_to_string", "(int) string", IntToString},
    {"string", "uint64_to_string", "(uint) string", UintToString},
    {"string", "double_to_string", "(double) string", DoubleToString},
    {"string", "bytes_to_string", "(bytes) string", BytesToString, TextCost, FromBytesEstimate},
    {"string", "timestamp_to_string", "(timestamp) string", TimestampToString},
    {"string", "duration_to_string", "(duration) string", DurationToString},
    {"bytes", "bytes_to_bytes", "(bytes) bytes", Same},
    {"bytes", "string_to_bytes", "(string) bytes", StringToBytes, TextCost, ToBytesEstimate},
    {"duration", "duration_to_duration", "(duration) duration", Same},
    {"duration", "string_to_duration", "(string) duration", StringToDuration},
    {"duration", "int64_to_duration", "(int) duration", IntToDuration},
    {"timestamp", "timestamp_to_timestamp", "(timestamp) timestamp", Same},
    {"timestamp", "string_to_timestamp", "(string) timestamp", StringToTimestamp},
    {"timestamp", "int64_to_timestamp", "(int) timestamp", IntToTimestamp},
};

}  // namespace

std::span<const Row> ConversionRows() { return kRows; }

}  // namespace pintle::cel
