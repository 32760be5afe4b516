#include "pintle/typeinfo/decode.h"

#include <fmt/format.h>

#include <bitset>
#include <optional>
#include <utility>

#include "pintle/base/strings.h"
#include "pintle/codec/token_names.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/member_search.h"
#include "pintle/typeinfo/sort_maps.h"
#include "pintle/typeinfo/token_decoder.h"

namespace pintle::typeinfo {
namespace {

using codec::IsContainer;
using codec::Token;
using field::Path;

// No API struct has half as many members; of members past this one repeats would not be noticed.
constexpr size_t kMaxTrackedMembers = 256;
// Longer numbers and the paths of too deep fields are cut in messages.
constexpr size_t kMaxShownBytes = 64;

std::string Shortened(std::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return fmt::format("{}...", text.substr(0, kMaxShownBytes));
}

// What the reader must be told about a value of this type before it comes.
codec::ReadTarget TargetOf(const TypeInfo& type) {
  const TypeInfo& content = type.kind == Kind::kOpt ? *type.element : type;
  return content.kind == Kind::kAny ? codec::ReadTarget::kDynamic : codec::ReadTarget::kField;
}

// What the arena was given is spent: who gave it says what that means.
std::unexpected<Error> TooMuch() { return BadRequest("takes too much room when it is read"); }

const FieldInfo* FieldOfKind(const TypeInfo& type, Kind kind) {
  for (const FieldInfo& field : type.fields) {
    if (field.type->kind == kind) return &field;
  }
  return nullptr;
}

}  // namespace

Status TokenDecoder::Run(const TypeInfo& type, char* out) {
  PINTLE_RETURN_IF_ERROR(DecodeNext(type, out, Path()));
  PINTLE_RETURN_IF_ERROR(reader_.Next());  // kEnd, or an error for what follows the document
  if (value_error_) return std::unexpected(std::move(*value_error_));
  if (type_error_) return std::unexpected(std::move(*type_error_));
  if (unsorted_) SortMaps(type, out, arena_);
  return {};
}

Status TokenDecoder::DecodeNext(const TypeInfo& type, char* out, const Path& path) {
  reader_.ReadFor(TargetOf(type));
  PINTLE_TRY(Token token, reader_.Next());
  return DecodeFrom(token, type, out, path);
}

Status TokenDecoder::DecodeFrom(Token token, const TypeInfo& type, char* out, const Path& path) {
  switch (type.kind) {
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
    default:
      return DecodeScalar(token, type, out, path);
  }
}

Status TokenDecoder::DecodeOpt(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) {
    std::memset(out, 0, type.size);
    return {};
  }
  OptSet(type, out) = true;
  return DecodeFrom(token, *type.element, out, path);
}

Status TokenDecoder::DecodePtr(Token token, const TypeInfo& type, char* out, const Path& path) {
  auto& pointer = As<RawPtr>(out);
  if (token == Token::kNull) {
    pointer.target = nullptr;
    return {};
  }
  if (pointer.target == nullptr) pointer.target = NewZeroed(*type.element, arena_);
  return DecodeFrom(token, *type.element, pointer.target, path);
}

Status TokenDecoder::DecodeStruct(Token token, const TypeInfo& type, char* out, const Path& path) {
  if (token == Token::kNull) return {};
  if (token != Token::kBeginObject) return Mismatch(token, "an object", path);
  if (TooDeep(path)) return SkipRest(token);
  ++depth_;
  PINTLE_RETURN_IF_ERROR(DecodeMembers(type, out, path));
  --depth_;
  return {};
}

Status TokenDecoder::DecodeMembers(const TypeInfo& type, char* out, const Path& path) {
  std::bitset<kMaxTrackedMembers> seen;
  size_t next = 0;
  while (true) {
    reader_.ReadFor(codec::ReadTarget::kStructKey);
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kEndObject) return {};
    const JsonField* member = FindJsonFieldFrom(type, reader_.text(), next);
    if (member == nullptr) {
      if (findings_ != nullptr) findings_->Unknown(path.Child(reader_.text()));
      PINTLE_RETURN_IF_ERROR(reader_.Skip());
      continue;
    }
    Path child = path.Child(member->field->name);
    size_t index = member - type.json_fields.data();
    if (index < kMaxTrackedMembers) {
      if (seen[index] && findings_ != nullptr) findings_->Duplicate(child);
      seen[index] = true;
    }
    PINTLE_RETURN_IF_ERROR(DecodeNext(*member->field->type, out + member->offset, child));
  }
}

Status TokenDecoder::DecodeUnion(Token token, const TypeInfo& type, char* out, const Path& path) {
  std::memset(out, 0, type.size);  // a union is replaced, never merged
  const FieldInfo* flag = FieldOfKind(type, Kind::kBool);
  const FieldInfo* chosen = token == Token::kBeginList     ? FieldOfKind(type, Kind::kList)
                            : token == Token::kBeginObject ? FieldOfKind(type, Kind::kPtr)
                            : token == Token::kBool        ? flag
                                                           : nullptr;
  field::Findings* findings = findings_;
  if (findings_ != nullptr) findings_ = &drops_;
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

Status TokenDecoder::DecodeList(Token token, const TypeInfo& type, char* out, const Path& path) {
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
    if (arena_.spent() || !HasRoom(list, 1, element.size, arena_)) return TooMuch();
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

Status TokenDecoder::DecodeMap(Token token, const TypeInfo& type, char* out, const Path& path) {
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
  if (!entries.Finish(map)) unsorted_ = true;
  return {};
}

Status TokenDecoder::DecodeEntries(const TypeInfo& element, MapBuilder& entries, const Path& path) {
  while (true) {
    reader_.ReadFor(codec::ReadTarget::kField);
    PINTLE_TRY(Token token, reader_.Next());
    if (token == Token::kEndObject) return {};
    if (arena_.spent()) return TooMuch();
    Str key = arena_.Copy(reader_.text());
    Path child = path.Child(key);
    bool repeated = false;
    char* value = entries.Add(key, &repeated);
    if (repeated && findings_ != nullptr) findings_->Duplicate(child);
    PINTLE_RETURN_IF_ERROR(DecodeNext(element, value, child));
  }
}

Status TokenDecoder::OwnMismatch(Token token, std::string_view expected, const Path& path) {
  bool own_decoder = std::exchange(own_decoder_, true);
  Status status = Mismatch(token, expected, path);
  own_decoder_ = own_decoder;
  return status;
}

void TokenDecoder::KeepTypeError(std::string message) {
  if (!kept_error()) kept_error() = Error(Reason::kBadRequest, std::move(message));
}

Status TokenDecoder::Mismatch(Token token, std::string_view expected, const Path& path) {
  KeepMismatch(codec::TypeNameOf(token), expected, path);
  return SkipRest(token);
}

Status TokenDecoder::MismatchNumber(std::string_view expected, const Path& path) {
  KeepMismatch(fmt::format("number {}", Shortened(reader_.text())), expected, path);
  return {};
}

void TokenDecoder::KeepMismatch(std::string_view what, std::string_view expected,
                                const Path& path) {
  if (kept_error()) return;
  std::string place = path.empty() ? "" : " into field " + Quoted(path.ToString());
  KeepTypeError(fmt::format("cannot decode {}{}: expected {}", what, place, expected));
}

Status TokenDecoder::SkipRest(Token token) {
  if (!IsContainer(token)) return {};
  for (size_t open = 1; open > 0;) {
    PINTLE_TRY(token, reader_.Next());
    if (IsContainer(token)) ++open;
    if (token == Token::kEndList || token == Token::kEndObject) --open;
  }
  return {};
}

bool TokenDecoder::TooDeep(const Path& path) {
  if (depth_ < kMaxTypedDepth) return false;
  if (!value_error_) {
    value_error_ =
        Error(Reason::kBadRequest, fmt::format("nested deeper than {} levels, in field {}",
                                               kMaxTypedDepth, Quoted(Shortened(path.ToString()))));
  }
  return true;
}

Status Decode(codec::Reader& reader, const TypeInfo& type, void* out, Arena& arena,
              field::Findings* findings) {
  // Collected apart, because an error leaves the caller's as they were.
  std::optional<field::Findings> collected;
  if (findings != nullptr) collected = *findings;
  TokenDecoder decoder(reader, arena, collected ? &*collected : nullptr);
  PINTLE_RETURN_IF_ERROR(decoder.Run(type, static_cast<char*>(out)));
  if (findings == nullptr) return {};
  *findings = std::move(*collected);
  findings->AddDrops(decoder.drops());
  return {};
}

}  // namespace pintle::typeinfo
