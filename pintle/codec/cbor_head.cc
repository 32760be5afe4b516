#include "pintle/codec/cbor_head.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "pintle/codec/token.h"

namespace pintle::codec::cbor {
namespace {

std::unexpected<Error> Truncated() { return BadRequest("unexpected EOF"); }
std::unexpected<Error> UnexpectedBreak() { return BadRequest("cbor: unexpected \"break\" code"); }

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
      return UnexpectedBreak();
    default:
      return BadRequest(fmt::format("cbor: invalid additional information {} for type {}",
                                    head.info, MajorName(head.major)));
  }
}

// A container (or the document) whose elements are being scanned.
struct Open {
  bool indefinite;
  bool is_map;
  int depth;  // nesting level of its elements
  uint64_t
      remaining;  // elements still to come, keys and values each counted; seen ones if indefinite
};

class ItemScanner {
 public:
  ItemScanner(std::string_view input, size_t at) : input_(input), at_(at) {}

  Status Run() {
    open_.reserve(kUsualDepth);
    open_.push_back(Open{false, false, 0, 1});
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.indefinite ? IsBreakAt(input_, at_) : top.remaining == 0) {
        PINTLE_RETURN_IF_ERROR(Close());
        continue;
      }
      top.remaining += top.indefinite ? 1 : -1;
      PINTLE_RETURN_IF_ERROR(CheckCount(top));
      PINTLE_RETURN_IF_ERROR(ScanOne(top.depth));
    }
    return {};
  }
  size_t at() const { return at_; }

 private:
  Status Close() {
    Open top = open_.back();
    if (top.indefinite) {
      if (top.is_map && top.remaining % 2 == 1) return UnexpectedBreak();
      ++at_;
    }
    open_.pop_back();
    return {};
  }

  // Counts of indefinite containers; definite ones are checked as they open.
  static Status CheckCount(const Open& top) {
    if (!top.indefinite) return {};
    return CheckLimit(top.is_map, top.is_map ? (top.remaining + 1) / 2 : top.remaining);
  }

  static Status CheckLimit(bool is_map, uint64_t count) {
    if (is_map && count > kMaxMapPairs) {
      return BadRequest(fmt::format("cbor: exceeded max number of key-value pairs {} for CBOR map",
                                    kMaxMapPairs));
    }
    if (!is_map && count > kMaxArrayElements) {
      return BadRequest(fmt::format("cbor: exceeded max number of elements {} for CBOR array",
                                    kMaxArrayElements));
    }
    return {};
  }

  static Status CheckDepth(int depth) {
    if (depth <= kMaxDepth) return {};
    return BadRequest(fmt::format("cbor: exceeded max nested level {}", kMaxDepth));
  }

  // Reads a head that nothing is known about.
  Status Take(Head& head) {
    // A head of one byte cannot be wrong.
    bool plain = at_ < input_.size() && (static_cast<uint8_t>(input_[at_]) & 0x1f) < kOneByte;
    if (!plain) PINTLE_RETURN_IF_ERROR(CheckHead(input_, at_));
    head = TakeHead(input_, at_);
    return {};
  }

  Status ScanOne(int depth) {
    Head head;
    PINTLE_RETURN_IF_ERROR(Take(head));
    if (head.major == Major::kTag) PINTLE_RETURN_IF_ERROR(ScanTags(head, depth));
    switch (head.major) {
      case Major::kBytes:
      case Major::kText:
        return head.indefinite() ? ScanChunks(head.major) : SkipContent(head);
      case Major::kArray:
      case Major::kMap:
        return OpenContainer(head, depth + 1);
      default:
        return {};
    }
  }

  // Directly nested tags, each a nesting level after the first. `head` becomes that of their
  // content.
  Status ScanTags(Head& head, int& depth) {
    for (;;) {
      if (at_ == input_.size()) return Truncated();
      if (head.argument == kTagPositiveBignum || head.argument == kTagNegativeBignum) {
        return BadRequest("cbor: data item of cbor type tag is not accepted by protocol: bignum");
      }
      PINTLE_RETURN_IF_ERROR(Take(head));
      if (head.major != Major::kTag) return {};
      PINTLE_RETURN_IF_ERROR(CheckDepth(++depth));
    }
  }

  Status OpenContainer(const Head& head, int depth) {
    bool is_map = head.major == Major::kMap;
    PINTLE_RETURN_IF_ERROR(CheckDepth(depth));
    if (head.indefinite()) {
      open_.push_back(Open{true, is_map, depth, 0});
      return {};
    }
    if (head.argument > INT64_MAX) {
      return BadRequest(
          fmt::format("cbor: {} length {} is too large, it would cause integer overflow",
                      MajorName(head.major), head.argument));
    }
    PINTLE_RETURN_IF_ERROR(CheckLimit(is_map, head.argument));
    open_.push_back(Open{false, is_map, depth, is_map ? 2 * head.argument : head.argument});
    return {};
  }

  Status SkipContent(const Head& head) {
    if (head.argument > INT64_MAX) {
      return BadRequest(fmt::format("cbor: {} length {} is too large, causing integer overflow",
                                    MajorName(head.major), head.argument));
    }
    if (head.argument > input_.size() - at_) return Truncated();
    at_ += head.argument;
    return {};
  }

  Status ScanChunks(Major major) {
    while (!IsBreakAt(input_, at_)) {
      if (at_ == input_.size()) return Truncated();
      Major chunk = MajorAt(input_, at_);
      if (chunk != major) {
        return BadRequest(fmt::format("cbor: wrong element type {} for indefinite-length {}",
                                      MajorName(chunk), MajorName(major)));
      }
      Head head;
      PINTLE_RETURN_IF_ERROR(Take(head));
      if (head.indefinite()) {
        return BadRequest(fmt::format("cbor: indefinite-length {} chunk is not definite-length",
                                      MajorName(major)));
      }
      PINTLE_RETURN_IF_ERROR(SkipContent(head));
    }
    ++at_;
    return {};
  }

  static constexpr size_t kUsualDepth = 16;

  std::string_view input_;
  size_t at_;
  std::vector<Open> open_;
};

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

Status CheckHead(std::string_view input, size_t at) {
  if (at >= input.size()) return Truncated();
  auto first = static_cast<uint8_t>(input[at]);
  Head head{static_cast<Major>(first >> 5), static_cast<uint8_t>(first & 0x1f), 0};
  if (head.info < kOneByte) return {};
  if (head.info == kIndefinite) return CheckIndefinite(head);
  if (head.info > kEightBytes) {
    return BadRequest(fmt::format("cbor: invalid additional information {} for type {}", head.info,
                                  MajorName(head.major)));
  }
  size_t width = size_t{1} << (head.info - kOneByte);
  if (input.size() - at - 1 < width) return Truncated();
  if (head.major != Major::kPrimitive) return {};
  return CheckPrimitive(TakeHead(input, at));
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

Status SkipItem(std::string_view input, size_t& at) {
  ItemScanner scanner(input, at);
  PINTLE_RETURN_IF_ERROR(scanner.Run());
  at = scanner.at();
  return {};
}

}  // namespace pintle::codec::cbor
