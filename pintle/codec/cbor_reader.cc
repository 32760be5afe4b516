#include "pintle/codec/cbor_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/rfc3339.h"

namespace pintle::codec {
namespace {

using cbor::Head;
using cbor::Major;
using cbor::MajorName;

std::unexpected<Error> TypeError(Major major, std::string_view type, std::string_view detail = {}) {
  std::string message =
      fmt::format("cbor: cannot unmarshal {} into Go value of type {}", MajorName(major), type);
  if (!detail.empty()) message += fmt::format(" ({})", detail);
  return BadRequest(std::move(message));
}

// The decimal form of an integer item; -1 - argument need not fit 64 bits.
std::string IntText(const Head& head) {
  if (head.major == Major::kPositive) return std::to_string(head.argument);
  if (head.argument == UINT64_MAX) return "-18446744073709551616";
  return "-" + std::to_string(head.argument + 1);
}

std::optional<int64_t> IntValue(const Head& head) {
  if (head.argument > INT64_MAX) return std::nullopt;
  auto argument = static_cast<int64_t>(head.argument);
  return head.major == Major::kPositive ? argument : -1 - argument;
}

bool IsString(const Head& head) {
  return head.major == Major::kBytes || head.major == Major::kText;
}

}  // namespace

Result<size_t> CborItemLength(std::string_view bytes) {
  if (bytes.empty()) return BadRequest("EOF");
  size_t at = 0;
  PINTLE_RETURN_IF_ERROR(cbor::SkipItem(bytes, at));
  return at;
}

Status CborReader::Prepare() {
  prepared_ = true;
  PINTLE_TRY(size_t size, CborItemLength(input_));
  if (size == input_.size()) return {};
  return BadRequest(fmt::format("cbor: {} bytes of extraneous data starting at index {}",
                                input_.size() - size, size));
}

Result<Token> CborReader::Next() {
  if (!prepared_) PINTLE_RETURN_IF_ERROR(Prepare());
  if (frames_.empty()) {
    if (done_) return Token::kEnd;
    done_ = true;
    return ReadValue();
  }
  Frame& frame = frames_.back();
  if (frame.is_map && frame.value_next) {
    frame.value_next = false;
    return ReadValue();
  }
  if (AtContainerEnd(frame)) return CloseContainer();
  if (!frame.indefinite) --frame.remaining;
  return frame.is_map ? ReadKey(frame) : ReadValue();
}

Status CborReader::Skip() {
  if (!prepared_) PINTLE_RETURN_IF_ERROR(Prepare());
  if (frames_.empty()) {
    done_ = true;
  } else {
    Frame& frame = frames_.back();
    frame.value_next = false;
    if (!frame.is_map && !frame.indefinite) --frame.remaining;
  }
  return cbor::SkipItem(input_, at_);
}

bool CborReader::AtContainerEnd(Frame& frame) {
  if (!frame.indefinite) return frame.remaining == 0;
  if (!cbor::IsBreakAt(input_, at_)) return false;
  ++at_;
  return true;
}

Token CborReader::CloseContainer() {
  bool is_map = frames_.back().is_map;
  if (is_map) keys_.Close();
  frames_.pop_back();
  return is_map ? Token::kEndObject : Token::kEndList;
}

// Reads the head behind any tags; `binary` is what byte strings here are taken for.
Head CborReader::ReadTags(BinaryMode& binary, std::optional<uint64_t>& time_tag) {
  for (;;) {
    Head head = cbor::TakeHead(input_, at_);
    if (head.major != Major::kTag) return head;
    switch (head.argument) {
      case cbor::kTagBase64Url:
        binary = BinaryText::kBase64Url;
        break;
      case cbor::kTagBase64:
        binary = BinaryText::kBase64;
        break;
      case cbor::kTagHex:
        binary = BinaryText::kHexLower;
        break;
      case cbor::kTagTimeText:
      case cbor::kTagTimeNumber:
        time_tag = head.argument;
        return cbor::TakeHead(input_, at_);
      default:
        break;
    }
  }
}

Result<Token> CborReader::ReadKey(Frame& frame) {
  BinaryMode binary = frame.binary;
  std::optional<uint64_t> time_tag;
  Head head = ReadTags(binary, time_tag);
  if (time_tag) {
    PINTLE_RETURN_IF_ERROR(ReadTime(*time_tag, head));
  } else if (!IsString(head)) {
    return TypeError(head.major, "string");
  } else {
    PINTLE_TRY(text_, ReadString(head));
  }
  if (!time_tag && binary && head.major == Major::kBytes) {
    binary_text_ = *binary;
    made_ = BytesAsText(*this);
    text_ = made_;
  }
  if (text_.data() == made_.data()) text_ = made_keys_.emplace_back(text_);
  if (keys_.Add(text_) != KeyTracker<ShorterFirst>::Seen::kNever) {
    return BadRequest(fmt::format("cbor: found duplicate map key {} at map element index {}",
                                  Quoted(text_), frame.pairs_read));
  }
  ++frame.pairs_read;
  frame.value_next = true;
  return Token::kKey;
}

Result<Token> CborReader::ReadValue() {
  BinaryMode binary = frames_.empty() ? std::nullopt : frames_.back().binary;
  std::optional<uint64_t> time_tag;
  Head head = ReadTags(binary, time_tag);
  if (time_tag) {
    PINTLE_RETURN_IF_ERROR(ReadTime(*time_tag, head));
    return Token::kString;
  }
  switch (head.major) {
    case Major::kPositive:
    case Major::kNegative:
      return ReadInt(head);
    case Major::kBytes:
    case Major::kText: {
      PINTLE_TRY(text_, ReadString(head));
      if (!binary || head.major == Major::kText) return Token::kString;
      binary_text_ = *binary;
      return Token::kBytes;
    }
    case Major::kArray:
    case Major::kMap:
      return Open(head, binary);
    default:
      return ReadPrimitive(head);
  }
}

Token CborReader::Open(const Head& head, BinaryMode binary) {
  Frame frame;
  frame.is_map = head.major == Major::kMap;
  frame.indefinite = head.indefinite();
  frame.remaining = head.argument;
  frame.binary = binary;
  frames_.push_back(frame);
  if (!frame.is_map) return Token::kBeginList;
  keys_.Open();
  return Token::kBeginObject;
}

Result<Token> CborReader::ReadInt(const Head& head) {
  auto value = IntValue(head);
  made_ = IntText(head);
  text_ = made_;
  if (!value) {
    return TypeError(head.major, "int64", fmt::format("{} overflows Go's int64", made_));
  }
  int_ = *value;
  return Token::kInt;
}

Result<Token> CborReader::ReadPrimitive(const Head& head) {
  if (head.is_float()) {
    double_ = cbor::FloatValue(head);
    made_.clear();
    AppendDouble(made_, double_);
    text_ = made_;
    return Token::kDouble;
  }
  if (head.argument == (cbor::kNull & 0x1f)) return Token::kNull;
  bool_ = head.argument == (cbor::kTrue & 0x1f);
  if (bool_ || head.argument == (cbor::kFalse & 0x1f)) return Token::kBool;
  return BadRequest(
      fmt::format("cbor: data item of cbor type primitives is not accepted by protocol: "
                  "simple value {} is not recognized",
                  head.argument));
}

Result<std::string_view> CborReader::ReadString(const Head& head) {
  bool check_utf8 = head.major == Major::kText;
  auto take = [&](size_t size) -> Result<std::string_view> {
    std::string_view content = input_.substr(at_, size);
    at_ += size;
    if (check_utf8 && !IsValidUtf8(content)) return BadRequest("cbor: invalid UTF-8 string");
    return content;
  };
  if (!head.indefinite()) return take(head.argument);
  made_.clear();
  while (!cbor::IsBreakAt(input_, at_)) {
    Head chunk = cbor::TakeHead(input_, at_);
    PINTLE_TRY(std::string_view content, take(chunk.argument));
    made_ += content;
  }
  ++at_;
  return std::string_view(made_);
}

Status CborReader::ReadTime(uint64_t tag, const Head& head) {
  if (tag == cbor::kTagTimeNumber) return ReadTimeNumber(head);
  if (head.major != Major::kText) {
    return BadRequest(fmt::format("cbor: tag number 0 must be followed by text string, got {}",
                                  MajorName(head.major)));
  }
  PINTLE_TRY(std::string_view text, ReadString(head));
  auto normal = NormalizeRfc3339(text);
  if (!normal) {
    return BadRequest(
        fmt::format("cbor: cannot set {} for time.Time: {}", text, normal.error().message()));
  }
  made_ = *std::move(normal);
  text_ = made_;
  return {};
}

Status CborReader::ReadTimeNumber(const Head& head) {
  int64_t seconds = 0;
  int32_t nanoseconds = 0;
  if (head.is_float()) {
    double whole = 0;
    double fraction = std::modf(cbor::FloatValue(head), &whole);
    // Any year that prints is far inside; outside of int64 the conversion would be undefined.
    constexpr double kFarOutside = 1e15;
    whole = std::min(std::max(whole, -kFarOutside), kFarOutside);
    seconds = static_cast<int64_t>(whole);
    nanoseconds = static_cast<int32_t>(fraction * 1e9);
  } else if (head.major == Major::kPositive || head.major == Major::kNegative) {
    auto value = IntValue(head);
    if (!value) {
      return TypeError(head.major, "time.Time",
                       fmt::format("{} overflows Go's int64", IntText(head)));
    }
    seconds = *value;
  } else {
    return BadRequest(fmt::format(
        "cbor: tag number 1 must be followed by integer or floating-point number, got {}",
        MajorName(head.major)));
  }
  made_ = FormatRfc3339(seconds, nanoseconds);
  text_ = made_;
  if (!made_.empty()) return {};
  return BadRequest(
      "cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: "
      "Time.MarshalText: year outside of range [0,9999]");
}

}  // namespace pintle::codec
