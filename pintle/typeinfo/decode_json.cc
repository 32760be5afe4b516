#include <bitset>
#include <cmath>
#include <limits>

#include "pintle/base/duration_text.h"
#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/codec/json_parser.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_text.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/map_builder.h"
#include "pintle/typeinfo/member_search.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

// Types with more members, and objects nested deeper, are left to Decode.
constexpr size_t kMaxMembers = 256;
constexpr int kMaxDepth = 64;

// Reads objects in which every member is known, comes once and is of the right type. Methods
// return false to give up: Decode then reads the text again and says what there is to say. They
// rely on `out` being default, so that null means to leave it so.
class JsonDecoder {
 public:
  JsonDecoder(std::string_view text, Arena& arena) : text_(text, arena, 0), arena_(arena) {}

  bool Run(const TypeInfo& type, char* out) {
    text_.SkipSpace();
    if (!Read(type, out)) return false;
    text_.SkipSpace();
    return text_.AtEnd();
  }

 private:
  // Most of a document is strings: they are read in line, and nothing else is, so that they cost no
  // call and no saved registers.
  [[gnu::always_inline]] bool Read(const TypeInfo& type, char* out) {
    if (type.kind == Kind::kString && text_.Peek() == '"') return text_.String(As<Str>(out));
    return ReadOther(type, out);
  }
  [[gnu::noinline]] bool ReadOther(const TypeInfo& type, char* out);
  [[gnu::noinline]] bool ReadRare(const TypeInfo& type, char* out);
  [[gnu::noinline]] bool Struct(const TypeInfo& type, char* out);
  [[gnu::noinline]] bool ListItems(const TypeInfo& element, RawList& list);
  [[gnu::noinline]] bool MapEntries(const TypeInfo& element, RawList& map);
  bool Union(const TypeInfo& type, char* out);
  bool Pointer(const TypeInfo& element, RawPtr& pointer);
  bool Bool(bool& out);
  template <typename T>
  bool Integer(const TypeInfo& type, T& out);
  bool Real(double& out);
  bool Amount(Quantity& out);
  bool Either(IntOrString& out);
  bool Bytes(Binary& out);
  bool Dynamic(Any& out);
  template <typename T>
  bool Instant(Result<T> (*parse)(std::string_view), T& out);

  bool String(std::string_view& out) { return text_.Peek() == '"' && text_.String(out); }
  // Goes past `mark` and the space behind it.
  bool Take(char mark) {
    if (text_.Peek() != mark) return false;
    text_.Advance();
    text_.SkipSpace();
    return true;
  }
  // Behind an element: true if another one follows, else the container must end with `bracket`.
  bool More(char bracket, bool& good) {
    text_.SkipSpace();
    if (Take(',')) return true;
    good = text_.Peek() == bracket;
    text_.Advance();
    return false;
  }

  codec::JsonText text_;
  Arena& arena_;
  int depth_ = 0;
};

bool JsonDecoder::ReadOther(const TypeInfo& type, char* out) {
  if (text_.Peek() == 'n') return type.kind != Kind::kUnion && text_.Literal("null");
  switch (type.kind) {
    case Kind::kStruct:
      return Struct(type, out);
    case Kind::kList:
      return ListItems(*type.element, As<RawList>(out));
    case Kind::kMap:
      return MapEntries(*type.element, As<RawList>(out));
    case Kind::kPtr:
      return Pointer(*type.element, As<RawPtr>(out));
    case Kind::kOpt:
      OptSet(type, out) = true;
      return Read(*type.element, out);
    case Kind::kBool:
      return Bool(As<bool>(out));
    case Kind::kInt32:
      return Integer(type, As<int32_t>(out));
    case Kind::kInt64:
      return Integer(type, As<int64_t>(out));
    case Kind::kQuantity:
      return Amount(As<Quantity>(out));
    default:
      return ReadRare(type, out);
  }
}

bool JsonDecoder::ReadRare(const TypeInfo& type, char* out) {
  switch (type.kind) {
    case Kind::kTime:
      return Instant(ParseTime, As<Time>(out));
    case Kind::kMicroTime:
      return Instant(ParseMicroTime, As<MicroTime>(out));
    case Kind::kIntOrString:
      return Either(As<IntOrString>(out));
    case Kind::kAny:
      return Dynamic(As<Any>(out));
    case Kind::kBinary:
      return Bytes(As<Binary>(out));
    case Kind::kUnion:
      return Union(type, out);
    case Kind::kDouble:
      return Real(As<double>(out));
    case Kind::kDuration: {
      std::string_view text;
      if (!String(text)) return false;
      auto duration = ParseDuration(text);
      if (duration) As<Duration>(out).nanoseconds = duration->count();
      return duration.has_value();
    }
    default:
      return false;  // rare, or of another type
  }
}

bool JsonDecoder::Struct(const TypeInfo& type, char* out) {
  if (depth_ >= kMaxDepth || type.json_fields.size() > kMaxMembers || !Take('{')) return false;
  if (text_.Peek() == '}') return text_.Advance(), true;
  ++depth_;
  std::bitset<kMaxMembers> seen;
  size_t next = 0;
  bool good = true;
  do {
    std::string_view key;
    if (!String(key)) return false;
    const JsonField* member = FindJsonFieldFrom(type, key, next);
    if (member == nullptr || seen[next - 1]) return false;
    seen[next - 1] = true;
    text_.SkipSpace();
    if (!Take(':') || !Read(*member->field->type, out + member->offset)) return false;
  } while (More('}', good));
  --depth_;
  return good;
}

bool JsonDecoder::ListItems(const TypeInfo& element, RawList& list) {
  if (depth_ >= kMaxDepth || !Take('[')) return false;
  if (text_.Peek() == ']') {
    Reserve(list, 0, element.size, element.align, arena_);
    return text_.Advance(), true;
  }
  ++depth_;
  bool good = true;
  do {
    if (arena_.spent() || !HasRoom(list, 1, element.size, arena_)) return false;
    char* item = AppendZeroed(list, element.size, element.align, arena_);
    if (!Read(element, item)) return false;
  } while (More(']', good));
  --depth_;
  return good;
}

bool JsonDecoder::MapEntries(const TypeInfo& element, RawList& map) {
  if (depth_ >= kMaxDepth || !Take('{')) return false;
  MapBuilder entries(element, arena_);
  bool good = true;
  if (text_.Peek() == '}') {
    text_.Advance();
  } else {
    ++depth_;
    do {
      std::string_view key;
      bool repeated = false;
      if (!String(key) || arena_.spent()) return false;
      char* value = entries.Add(key, &repeated);
      text_.SkipSpace();
      if (repeated || !Take(':') || !Read(element, value)) return false;
    } while (More('}', good));
    --depth_;
  }
  entries.Finish(map);
  return good;
}

bool JsonDecoder::Union(const TypeInfo& type, char* out) {
  char first = text_.Peek();
  Kind wanted = first == '[' ? Kind::kList : first == '{' ? Kind::kPtr : Kind::kBool;
  bool chosen = false;
  for (const FieldInfo& field : type.fields) {
    // An object sets the flag of the union.
    if (wanted == Kind::kPtr && field.type->kind == Kind::kBool)
      As<bool>(out + field.offset) = true;
    if (field.type->kind != wanted || chosen) continue;
    chosen = true;
    if (!Read(*field.type, out + field.offset)) return false;
  }
  return chosen;
}

bool JsonDecoder::Pointer(const TypeInfo& element, RawPtr& pointer) {
  pointer.target = NewZeroed(element, arena_);
  return Read(element, pointer.target);
}

bool JsonDecoder::Bool(bool& out) {
  out = text_.Peek() == 't';
  return text_.Literal(out ? "true" : "false");
}

template <typename T>
bool JsonDecoder::Integer(const TypeInfo& type, T& out) {
  Value number;
  if (!text_.Number(number) || !number.is_int()) return false;
  constexpr int64_t kLeast = std::numeric_limits<T>::min();
  int64_t least = type.bits != 0 ? -(int64_t{1} << (type.bits - 1)) : kLeast;
  if (number.as_int() < least || number.as_int() > -(least + 1)) return false;
  out = static_cast<T>(number.as_int());
  return true;
}

bool JsonDecoder::Real(double& out) {
  Value number;
  if (!text_.Number(number)) return false;
  out = number.is_int() ? static_cast<double>(number.as_int()) : number.as_double();
  return true;
}

bool JsonDecoder::Amount(Quantity& out) {
  if (text_.Peek() == '"') {
    if (!text_.String(out.text)) return false;
  } else {
    const char* start = text_.place();
    Value number;
    if (!text_.Number(number)) return false;
    out.text = {start, text_.place()};
  }
  if (IsPlainQuantity(out.text)) return true;
  auto canonical = CanonicalQuantity(out.text);
  if (!canonical) return false;
  if (*canonical != out.text) out.text = arena_.Copy(*canonical);
  return true;
}

bool JsonDecoder::Either(IntOrString& out) {
  std::string_view text;
  if (text_.Peek() == '"') {
    if (!text_.String(text)) return false;
    out = IntOrString::FromText(text);
    return true;
  }
  int32_t number = 0;
  if (!Integer(kInt32Type, number)) return false;
  out = IntOrString::FromInt(number);
  return true;
}

bool JsonDecoder::Bytes(Binary& out) {
  std::string_view text;
  if (!String(text)) return false;
  auto bytes = Base64Decode(text);
  if (!bytes) return false;
  std::string_view copy = arena_.Copy(*bytes);
  out = Binary{copy.data(), copy.size()};
  return true;
}

bool JsonDecoder::Dynamic(Any& out) {
  codec::JsonParser parser(text_, arena_, static_cast<size_t>(depth_));
  if (!parser.ParseValue(out)) return false;
  text_ = parser.text();
  return true;
}

template <typename T>
bool JsonDecoder::Instant(Result<T> (*parse)(std::string_view), T& out) {
  std::string_view text;
  if (!String(text)) return false;
  Result<T> time = parse(text);
  if (time) out = *time;
  return time.has_value();
}

}  // namespace

bool DecodePlainJson(std::string_view text, const TypeInfo& type, void* out, Arena& arena) {
  if (text.size() > codec::kMaxDocumentBytes) return false;
  if (JsonDecoder(text, arena).Run(type, static_cast<char*>(out))) return true;
  std::memset(out, 0, type.size);
  return false;
}

Status DecodeJson(std::string_view text, const TypeInfo& type, void* out, Arena& arena,
                  field::Findings* findings) {
  if (DecodePlainJson(text, type, out, arena)) return {};
  codec::JsonReader reader(text);
  return Decode(reader, type, out, arena, findings);
}

}  // namespace pintle::typeinfo
