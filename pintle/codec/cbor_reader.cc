#include "pintle/codec/cbor_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_scanner.h"
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

bool IsInt(const Head& head) {
  return head.major == Major::kPositive || head.major == Major::kNegative;
}
bool IsString(const Head& head) {
  return head.major == Major::kBytes || head.major == Major::kText;
}

// A time's tag must stand before text, or before a number.
bool TimeContentFits(uint64_t tag, const Head& content) {
  if (tag == cbor::kTagTimeText) return content.major == Major::kText;
  return IsInt(content) || content.is_float();
}

std::unexpected<Error> BadUtf8() { return BadRequest("cbor: invalid UTF-8 string"); }

Status CheckTimeContent(uint64_t tag, const Head& content) {
  if (TimeContentFits(tag, content)) return {};
  return BadRequest(
      fmt::format("cbor: tag number {} must be followed by {}, got {}", tag,
                  tag == cbor::kTagTimeText ? "text string" : "integer or floating-point number",
                  MajorName(content.major)));
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
  if (input_.empty()) return BadRequest("EOF");
  size_t size = 0;
  PINTLE_TRY(bool complete, scanner_.Scan(input_, size));
  if (!complete) return BadRequest("unexpected EOF");
  frames_.reserve(scanner_.deepest());
  if (size == input_.size()) return {};
  return BadRequest(fmt::format("cbor: {} bytes of extraneous data starting at index {}",
                                input_.size() - size, size));
}

Result<Token> CborReader::Next() {
  if (!prepared_) PINTLE_RETURN_IF_ERROR(Prepare());
  Result<Token> token = Advance();
  if (!token) return std::unexpected(Outcome(std::move(token).error()));
  return token;
}

Result<Token> CborReader::Advance() {
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
  if (!frame.is_map) return ReadValue();
  frame.struct_keys = target_ == ReadTarget::kStructKey;
  PINTLE_RETURN_IF_ERROR(ReadKey(frame));
  frame.value_next = true;
  return Token::kKey;
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
  PassItem();
  return {};
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

// Reads the head behind any tags; `binary` is what byte strings here are taken for if no tag says
// otherwise.
CborReader::Tagged CborReader::ReadTags(BinaryMode binary) {
  for (;;) {
    Head head = cbor::TakeHead(input_, at_);
    if (head.major != Major::kTag) return Tagged{head, binary, std::nullopt};
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
        return Tagged{cbor::TakeHead(input_, at_), binary, head.argument};
      default:
        break;
    }
  }
}

Status CborReader::ReadKey(Frame& frame) {
  Tagged key;
  if (!TakeKey(frame, key)) return KeyError(frame, key);
  if (key_repeated_) return std::unexpected(RepeatedKey(frame));
  return {};
}

// The error for the key last read.
Error CborReader::RepeatedKey(const Frame& frame) const {
  return Error(Reason::kBadRequest,
               fmt::format("cbor: found duplicate map key {} at map element index {}",
                           key_is_int_ ? std::string(text_) : Quoted(text_), frame.pairs_read - 1));
}

bool CborReader::TakeKey(Frame& frame, Tagged& key) {
  item_start_ = at_;
  key_begun_ = true;
  key_is_int_ = false;
  key_repeated_ = false;
  ++frame.pairs_read;
  if (frame.struct_keys) {
    key.head = cbor::TakeHead(input_, at_);
    if (!TakeStructKey(key.head)) return false;
  } else {
    key = ReadTags(frame.binary);
    if (key.time_tag && !TimeContentFits(*key.time_tag, key.head)) return false;
    const bool binary = key.binary && key.head.major == Major::kBytes;
    auto text = !IsString(key.head) ? std::nullopt
                : binary            ? ReadString(key.head)
                                    : ReadKeyText(key.head);
    if (!text) return false;
    text_ = *text;
    if (binary) {
      binary_text_ = *key.binary;
      made_ = BytesAsText(*this);
      text_ = made_;
    }
  }
  if (text_.size() > Member::kMaxKeyBytes) return false;
  TrackKey();
  return true;
}

bool CborReader::TakeStructKey(const Head& head) {
  key_is_int_ = IsInt(head);
  if (key_is_int_) {
    // The zero byte makes it another key than the string of its digits.
    made_ = '\0' + IntText(head);
    text_ = made_;
    return true;
  }
  auto text = IsString(head) ? ReadKeyText(head) : std::nullopt;
  if (text) text_ = *text;
  return text.has_value();
}

Status CborReader::KeyError(const Frame& frame, const Tagged& key) const {
  Major major = key.head.major;
  if (key.time_tag) PINTLE_RETURN_IF_ERROR(CheckTimeContent(*key.time_tag, key.head));
  if (!IsString(key.head) && frame.struct_keys) {
    return TypeError(
        major, "string",
        fmt::format("map key is of type {} and cannot be used to match struct field name",
                    MajorName(major)));
  }
  if (!IsString(key.head)) return TypeError(major, "string");
  if (text_.size() > Member::kMaxKeyBytes) return BadRequest("cbor: map key is too long");
  return BadUtf8();
}

void CborReader::TrackKey() {
  std::string_view key = text_;
  if (key.data() == made_.data()) key = made_keys_.emplace_back(key);
  key_repeated_ = keys_.Add(key) != KeyTracker<ShorterFirst>::Seen::kNever;
  text_ = key_is_int_ ? key.substr(1) : key;
}

Result<Token> CborReader::ReadValue() {
  item_start_ = at_;
  key_begun_ = false;
  Tagged value = ReadTags(frames_.empty() ? std::nullopt : frames_.back().binary);
  const Head& head = value.head;
  if (value.time_tag) PINTLE_RETURN_IF_ERROR(CheckTimeContent(*value.time_tag, head));
  if (value.time_tag && target_ == ReadTarget::kDynamic) {
    PINTLE_RETURN_IF_ERROR(ReadTime(*value.time_tag, head));
    string_form_ = StringForm::kTextString;
    return Token::kString;
  }
  switch (head.major) {
    case Major::kPositive:
    case Major::kNegative:
      return ReadInt(head);
    case Major::kBytes:
    case Major::kText: {
      auto text = ReadString(head);
      if (!text) return BadUtf8();
      text_ = *text;
      bool is_text = head.major == Major::kText;
      string_form_ = is_text ? StringForm::kTextString : StringForm::kByteString;
      if (!value.binary || is_text) {
        if (IsBadText(text_)) {
          made_ = ReplaceInvalidUtf8(text_);
          text_ = made_;
        }
        return Token::kString;
      }
      binary_text_ = *value.binary;
      return Token::kBytes;
    }
    case Major::kArray:
    case Major::kMap:
      return Open(head, value.binary);
    default:
      return ReadPrimitive(head);
  }
}

Token CborReader::Open(const Head& head, BinaryMode binary) {
  Frame frame;
  frame.is_map = head.major == Major::kMap;
  frame.indefinite = head.indefinite();
  // The check of the whole input has found it within the limits, which fit.
  frame.remaining = static_cast<uint32_t>(head.argument);
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
  if (!value && target_ != ReadTarget::kDynamic) {
    auto argument = static_cast<double>(head.argument);
    double_ = head.major == Major::kPositive ? argument : -1 - argument;
    return Token::kDouble;
  }
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
    // Never the text of an integer.
    if (made_.find_first_of(".e") == std::string::npos) made_ += ".0";
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

std::optional<std::string_view> CborReader::ReadString(const Head& head) {
  bool check_utf8 = head.major == Major::kText;
  auto take = [&](size_t size) -> std::optional<std::string_view> {
    std::string_view content = input_.substr(at_, size);
    at_ += size;
    if (check_utf8 && !IsValidUtf8(content)) return std::nullopt;
    return content;
  };
  if (!head.indefinite()) return take(head.argument);
  made_.clear();
  while (!cbor::IsBreakAt(input_, at_)) {
    Head chunk = cbor::TakeHead(input_, at_);
    auto content = take(chunk.argument);
    if (!content) return std::nullopt;
    made_ += *content;
  }
  ++at_;
  return std::string_view(made_);
}

std::optional<std::string_view> CborReader::ReadKeyText(const Head& head) {
  auto text = ReadString(head);
  if (text && IsBadText(*text)) return std::nullopt;
  return text;
}

bool CborReader::IsBadText(std::string_view text) const {
  return text_rule_ == CborText::kRepaired && !IsValidUtf8(text);
}

Status CborReader::ReadTime(uint64_t tag, const Head& head) {
  if (tag == cbor::kTagTimeNumber) return ReadTimeNumber(head);
  auto text = ReadString(head);
  if (!text) return BadUtf8();
  auto normal = NormalizeRfc3339(*text);
  if (!normal) {
    return BadRequest(
        fmt::format("cbor: cannot set {} for time.Time: {}", *text, normal.error().message()));
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
  } else {
    auto value = IntValue(head);
    if (!value) {
      return TypeError(head.major, "time.Time",
                       fmt::format("{} overflows Go's int64", IntText(head)));
    }
    seconds = *value;
  }
  made_ = FormatRfc3339(seconds, nanoseconds);
  text_ = made_;
  if (!made_.empty()) return {};
  return BadRequest(
      "cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: "
      "Time.MarshalText: year outside of range [0,9999]");
}

Error CborReader::Outcome(Error error) {
  at_ = item_start_;
  PassItem();
  if (key_begun_) PassItem();  // its value
  bool pass_unread = key_begun_ && key_repeated_;
  while (!frames_.empty()) {
    std::optional<Error> repeated = PassRest(frames_.back());
    // Nothing is looked at behind the first repeat in a map.
    if (repeated && !pass_unread) error = *std::move(repeated);
    pass_unread = false;
    CloseContainer();
  }
  return error;
}

std::optional<Error> CborReader::PassRest(Frame& frame) {
  std::optional<Error> error;
  while (!AtContainerEnd(frame)) {
    if (!frame.indefinite) --frame.remaining;
    if (!frame.is_map) {
      PassItem();
      continue;
    }
    if (!error) {
      // Of faults of keys only a repeat counts here; there can be many others.
      size_t start = at_;
      Tagged key;
      bool taken = TakeKey(frame, key);
      at_ = start;
      if (taken && key_repeated_) error = RepeatedKey(frame);
    }
    PassItem();
    PassItem();
  }
  return error;
}

// The item has been found well-formed, so this cannot fail.
void CborReader::PassItem() {
  const Result<bool> passed = scanner_.Scan(input_, at_);
  static_cast<void>(passed);
}

}  // namespace pintle::codec
