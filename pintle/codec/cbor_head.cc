#include "pintle/codec/cbor_head.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <optional>

namespace pintle::codec::cbor {
namespace {

double HalfValue(uint16_t bits) {
  int exponent = bits >> 10 & 0x1f;
  int mantissa = bits & 0x3ff;
  double magnitude = 0;
  if (exponent == 0) {
    magnitude = std::ldexp(mantissa, -24);
  } else if (exponent != 0x1f) {
    magnitude = std::ldexp(mantissa + 0x400, exponent - 25);
  } else {
    magnitude = mantissa == 0 ? INFINITY : NAN;
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// Simple values and floats that are never accepted.
Status CheckPrimitive(const Head& head) {
  if (head.info == kOneByte && head.argument < 32) {
    return BadRequest(
        fmt::format("cbor: invalid simple value {} for type primitives", head.argument));
  }
  if (!head.is_float()) return {};
  double value = FloatValue(head);
  if (std::isfinite(value)) return {};
  return BadRequest(
      fmt::format("cbor: data item of cbor type primitives is not accepted by protocol: "
                  "floating-point {}",
                  std::isnan(value) ? "NaN" : "infinity"));
}

Status CheckIndefinite(const Head& head) {
  switch (head.major) {
    case Major::kBytes:
    case Major::kText:
    case Major::kArray:
    case Major::kMap:
      return {};
    case Major::kPrimitive:
      return BadRequest("cbor: unexpected \"break\" code");
    default:
      return BadRequest(fmt::format("cbor: invalid additional information {} for type {}",
                                    head.info, MajorName(head.major)));
  }
}

// The binary16 bits of a binary32 value, if it has any without loss.
std::optional<uint16_t> HalfBits(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  int exponent = static_cast<int>(bits >> 23 & 0xff) - 127;
  uint32_t mantissa = bits & 0x7fffff;
  if (exponent == -127 && mantissa == 0) return sign;
  if (exponent >= -14 && exponent <= 15) {
    if ((mantissa & 0x1fff) != 0) return std::nullopt;
    return static_cast<uint16_t>(sign | (exponent + 15) << 10 | mantissa >> 13);
  }
  if (exponent < -24 || exponent > 15) return std::nullopt;
  // Subnormal: the implicit bit becomes part of the mantissa, which counts units of 2^-24.
  int shift = -1 - exponent;  // 14 for 2^-15, 23 for 2^-24
  mantissa |= 0x800000;
  if ((mantissa & ((uint32_t{1} << shift) - 1)) != 0) return std::nullopt;
  return static_cast<uint16_t>(sign | mantissa >> shift);
}

}  // namespace

std::string_view MajorName(Major major) {
  constexpr std::array<std::string_view, 8> kNames = {"positive integer",
                                                      "negative integer",
                                                      "byte string",
                                                      "UTF-8 text string",
                                                      "array",
                                                      "map",
                                                      "tag",
                                                      "primitives"};
  return kNames[static_cast<size_t>(major)];
}

Result<bool> CheckHead(std::string_view input, size_t at) {
  auto first = static_cast<uint8_t>(input[at]);
  Head head{static_cast<Major>(first >> 5), static_cast<uint8_t>(first & 0x1f), 0};
  if (head.info < kOneByte) return true;
  if (head.info == kIndefinite) {
    PINTLE_RETURN_IF_ERROR(CheckIndefinite(head));
    return true;
  }
  if (head.info > kEightBytes) {
    return BadRequest(fmt::format("cbor: invalid additional information {} for type {}", head.info,
                                  MajorName(head.major)));
  }
  size_t width = size_t{1} << (head.info - kOneByte);
  if (input.size() - at - 1 < width) return false;
  if (head.major == Major::kPrimitive) {
    PINTLE_RETURN_IF_ERROR(CheckPrimitive(TakeHead(input, at)));
  }
  return true;
}

double FloatValue(const Head& head) {
  switch (head.info) {
    case kTwoBytes:
      return HalfValue(static_cast<uint16_t>(head.argument));
    case kFourBytes:
      return std::bit_cast<float>(static_cast<uint32_t>(head.argument));
    default:
      return std::bit_cast<double>(head.argument);
  }
}

char* PutFloat(char* out, double value) {
  // Beyond the range of float the conversion would be undefined.
  bool in_float_range = std::abs(value) <= 3.4028234663852886e38;
  auto single = in_float_range ? static_cast<float>(value) : 0.0F;
  if (!in_float_range || static_cast<double>(single) != value) {
    *out++ = static_cast<char>(kDoubleFloat);
    return PutBigEndian(out, std::bit_cast<uint64_t>(value), 8);
  }
  if (auto half = HalfBits(single)) {
    *out++ = static_cast<char>(kHalfFloat);
    return PutBigEndian(out, *half, 2);
  }
  *out++ = static_cast<char>(kSingleFloat);
  return PutBigEndian(out, std::bit_cast<uint32_t>(single), 4);
}

}  // namespace pintle::codec::cbor
