#include <cmath>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

constexpr Datum kOverflow = Datum::Error(kIntegerOverflow);
constexpr Datum kUnsignedOverflow = Datum::Error("unsigned integer overflow");
constexpr Datum kDivisionByZero = Datum::Error("division by zero");
constexpr Datum kModulusByZero = Datum::Error("modulus by zero");

enum class Operator : uint8_t { kAdd, kSubtract, kMultiply };

// Whether the result fits.
template <Operator kOperator, typename T>
bool Compute(T a, T b, T* result) {
  if constexpr (kOperator == Operator::kAdd) return !__builtin_add_overflow(a, b, result);
  if constexpr (kOperator == Operator::kSubtract) return !__builtin_sub_overflow(a, b, result);
  return !__builtin_mul_overflow(a, b, result);
}

template <Operator kOperator>
Datum Int(Evaluation&, Arguments arguments) {
  int64_t result = 0;
  bool fits = Compute<kOperator>(arguments[0].as_int(), arguments[1].as_int(), &result);
  return fits ? Datum::Int(result) : kOverflow;
}

template <Operator kOperator>
Datum Uint(Evaluation&, Arguments arguments) {
  uint64_t result = 0;
  bool fits = Compute<kOperator>(arguments[0].as_uint(), arguments[1].as_uint(), &result);
  return fits ? Datum::Uint(result) : kUnsignedOverflow;
}

template <Operator kOperator>
Datum Double(Evaluation&, Arguments arguments) {
  double a = arguments[0].as_double();
  double b = arguments[1].as_double();
  if constexpr (kOperator == Operator::kAdd) return Datum::Double(a + b);
  if constexpr (kOperator == Operator::kSubtract) return Datum::Double(a - b);
  return Datum::Double(a * b);
}

Datum NegateInt(Evaluation&, Arguments arguments) {
  if (arguments[0].as_int() == INT64_MIN) return kOverflow;
  return Datum::Int(-arguments[0].as_int());
}
Datum NegateDouble(Evaluation&, Arguments arguments) {
  return Datum::Double(-arguments[0].as_double());
}

Datum DivideInt(Evaluation&, Arguments arguments) {
  int64_t a = arguments[0].as_int();
  int64_t b = arguments[1].as_int();
  if (b == 0) return kDivisionByZero;
  if (a == INT64_MIN && b == -1) return kOverflow;
  return Datum::Int(a / b);
}
Datum DivideUint(Evaluation&, Arguments arguments) {
  if (arguments[1].as_uint() == 0) return kDivisionByZero;
  return Datum::Uint(arguments[0].as_uint() / arguments[1].as_uint());
}
Datum DivideDouble(Evaluation&, Arguments arguments) {
  return Datum::Double(arguments[0].as_double() / arguments[1].as_double());
}
Datum ModuloInt(Evaluation&, Arguments arguments) {
  int64_t a = arguments[0].as_int();
  int64_t b = arguments[1].as_int();
  if (b == 0) return kModulusByZero;
  if (a == INT64_MIN && b == -1) return kOverflow;
  return Datum::Int(a % b);
}
Datum ModuloUint(Evaluation&, Arguments arguments) {
  if (arguments[1].as_uint() == 0) return kModulusByZero;
  return Datum::Uint(arguments[0].as_uint() % arguments[1].as_uint());
}

std::string_view Joined(Evaluation& evaluation, std::string_view a, std::string_view b) {
  char* text = evaluation.arena().Room<char>(a.size() + b.size());
  std::ranges::copy(b, std::ranges::copy(a, text).out);
  return {text, a.size() + b.size()};
}
Datum AddString(Evaluation& evaluation, Arguments arguments) {
  return Datum::String(Joined(evaluation, arguments[0].text(), arguments[1].text()));
}
Datum AddBytes(Evaluation& evaluation, Arguments arguments) {
  return Datum::Bytes(Joined(evaluation, arguments[0].text(), arguments[1].text()));
}
Datum AddList(Evaluation& evaluation, Arguments arguments) {
  if (SizeOf(arguments[0]) + SizeOf(arguments[1]) > kMostElements) {
    return evaluation.Exceed();
  }
  return arguments[0].list().Plus(evaluation.arena(), arguments[1].list());
}

uint64_t JoinCost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[0]) + SizeOf(arguments[1]), kTextFactor);
}
Estimate JoinEstimate(Sizes sizes, Estimate* result_size) {
  Estimate size = Sum(sizes[0].size, sizes[1].size);
  SetSize(result_size, size);
  return Scaled(size, kTextFactor);
}
Estimate ListEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, Sum(sizes[0].size, sizes[1].size));
  return {1, 1};
}

template <Operator kOperator>
Datum Durations(Evaluation&, Arguments arguments) {
  int64_t result = 0;
  bool fits = Compute<kOperator>(arguments[0].as_int(), arguments[1].as_int(), &result);
  return fits ? Datum::Duration(result) : Datum::Error("duration overflow");
}

__extension__ using Int128 = __int128;

Int128 Nanoseconds(const Datum& timestamp) {
  return Int128{timestamp.as_int()} * kNanosecondsPerSecond + timestamp.nanoseconds();
}

Datum TimestampOf(Int128 nanoseconds) {
  Int128 seconds = nanoseconds / kNanosecondsPerSecond;
  Int128 rest = nanoseconds % kNanosecondsPerSecond;
  if (rest < 0) {
    --seconds;
    rest += kNanosecondsPerSecond;
  }
  if (seconds < kFirstSecond || seconds > kLastSecond) return Datum::Error("timestamp overflow");
  return Datum::Timestamp(static_cast<int64_t>(seconds), static_cast<uint32_t>(rest));
}

Datum AddTimestampDuration(Evaluation&, Arguments arguments) {
  return TimestampOf(Nanoseconds(arguments[0]) + arguments[1].as_int());
}
Datum AddDurationTimestamp(Evaluation&, Arguments arguments) {
  return TimestampOf(Nanoseconds(arguments[1]) + arguments[0].as_int());
}
Datum SubtractTimestampDuration(Evaluation&, Arguments arguments) {
  return TimestampOf(Nanoseconds(arguments[0]) - arguments[1].as_int());
}
Datum SubtractTimestamps(Evaluation&, Arguments arguments) {
  Int128 difference = Nanoseconds(arguments[0]) - Nanoseconds(arguments[1]);
  if (difference > INT64_MAX || difference < INT64_MIN) return Datum::Error("duration overflow");
  return Datum::Duration(static_cast<int64_t>(difference));
}

constexpr Row kRows[] = {
    {"-_", "negate_int64", "(int) int", NegateInt},
    {"-_", "negate_double", "(double) double", NegateDouble},
    {"_+_", "add_int64", "(int, int) int", Int<Operator::kAdd>},
    {"_+_", "add_uint64", "(uint, uint) uint", Uint<Operator::kAdd>},
    {"_+_", "add_double", "(double, double) double", Double<Operator::kAdd>},
    {"_+_", "add_string", "(string, string) string", AddString, JoinCost, JoinEstimate},
    {"_+_", "add_bytes", "(bytes, bytes) bytes", AddBytes, JoinCost, JoinEstimate},
    {"_+_", "add_list", "(list(T), list(T)) list(T)", AddList, nullptr, ListEstimate},
    {"_+_", "add_duration_duration", "(duration, duration) duration", Durations<Operator::kAdd>},
    {"_+_", "add_timestamp_duration", "(timestamp, duration) timestamp", AddTimestampDuration},
    {"_+_", "add_duration_timestamp", "(duration, timestamp) timestamp", AddDurationTimestamp},
    {"_-_", "subtract_int64", "(int, int) int", Int<Operator::kSubtract>},
    {"_-_", "subtract_uint64", "(uint, uint) uint", Uint<Operator::kSubtract>},
    {"_-_", "subtract_double", "(double, double) double", Double<Operator::kSubtract>},
    {"_-_", "subtract_timestamp_timestamp", "(timestamp, timestamp) duration", SubtractTimestamps},
    {"_-_", "subtract_timestamp_duration", "(timestamp, duration) timestamp",
     SubtractTimestampDuration},
    {"_-_", "subtract_duration_duration", "(duration, duration) duration",
     Durations<Operator::kSubtract>},
    {"_*_", "multiply_int64", "(int, int) int", Int<Operator::kMultiply>},
    {"_*_", "multiply_uint64", "(uint, uint) uint", Uint<Operator::kMultiply>},
    {"_*_", "multiply_double", "(double, double) double", Double<Operator::kMultiply>},
    {"_/_", "divide_int64", "(int, int) int", DivideInt},
    {"_/_", "divide_uint64", "(uint, uint) uint", DivideUint},
    {"_/_", "divide_double", "(double, double) double", DivideDouble},
    {"_%_", "modulo_int64", "(int, int) int", ModuloInt},
    {"_%_", "modulo_uint64", "(uint, uint) uint", ModuloUint},
};

}  // namespace

std::span<const Row> ArithmeticRows() { return kRows; }

}  // namespace pintle::cel
