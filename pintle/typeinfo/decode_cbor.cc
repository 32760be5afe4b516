#include <algorithm>
#include <bitset>
#include <cstring>
#include <limits>

#include "pintle/base/duration_text.h"
#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/codec/cbor_parser.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/json_plan.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/map_builder.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

using codec::CborParser;
namespace cbor = codec::cbor;

// Objects nested deeper are left to Decode.
constexpr int kMaxDepth = 64;
// Room made for a list on the word of its head alone; beyond it the list grows as items come.
constexpr size_t kMaxReservedBytes = 64 * 1024;

// Reads objects in which every member is known, comes once and is of the right type, written as
// Kubernetes programs write them: see CborParser. Methods read what starts at `at` and return the
// end of it, or null to give up: Decode then reads the input again and says what there is to say.
// They rely on `out` being default, so that null means to leave it so. `plan` is that of the struct
// a type is or holds.
class CborDecoder {
 public:
  CborDecoder(std::string_view bytes, Arena& arena, codec::CborText text)
      : input_(bytes, arena, text), arena_(arena) {}

  bool Run(const TypeInfo& type, char* out) {
    At at = input_.start();
    if (input_.Left(at) > codec::kCborPrefix.size() &&
        std::memcmp(at, codec::kCborPrefix.data(), codec::kCborPrefix.size()) == 0) {
      at += codec::kCborPrefix.size();
    }
    at = Read(type, JsonPlanIn(type), at, Context{0, 0}, out);
    return at == input_.end();
  }

 private:
  using At = CborParser::At;
  using Context = CborParser::Context;
  using Major = cbor::Major;

  // Most of a document is strings: they are read in line, and nothing else is.
  [[gnu::always_inline]] At Read(const TypeInfo& type, const JsonPlan* plan, At at, Context context,
                                 char* out) {
    if (at == input_.end()) [[unlikely]]
      return nullptr;
    if (type.kind == Kind::kString && CborParser::IsString(*at)) {
      return input_.String(at + 1, *at, As<Str>(out));
    }
    return ReadOther(type, plan, at, context, out);
  }
  [[gnu::noinline]] At ReadOther(const TypeInfo& type, const JsonPlan* plan, At at, Context context,
                                 char* out);
  [[gnu::noinline]] At ReadRare(const TypeInfo& type, At at, Context context, char* out);
  [[gnu::noinline]] At Struct(const JsonPlan& plan, At at, Context context, char* out);
  [[gnu::noinline]] At ListItems(const TypeInfo& element, const JsonPlan* plan, At at,
                                 Context context, RawList& list);
  [[gnu::noinline]] At MapEntries(const TypeInfo& element, const JsonPlan* plan, At at,
                                  Context context, RawList& map);
  At Union(const TypeInfo& type, At at, Context context, char* out);
  template <typename T>
  At Integer(const TypeInfo& type, At at, T& out);
  At Real(At at, double& out);
  At Amount(At at, Quantity& out);
  At Either(At at, IntOrString& out);
  At Bytes(At at, Binary& out);
  At Length(At at, Duration& out);
  template <typename T>
  At Instant(Result<T> (*parse)(std::string_view), At at, T& out);

  At Text(At at, std::string_view& out) {
    return CborParser::IsString(*at) ? input_.String(at + 1, *at, out) : nullptr;
  }
  // The head of a container of this sort: how many elements it has. Each takes `items` items, and
  // the input must have a byte at least for all of them and those owed.
  At Open(Major major, uint64_t items, At at, Context context, uint64_t& count) {
    if (CborParser::MajorOf(*at) != major || context.depth >= kMaxDepth) return nullptr;
    at = input_.Argument(at + 1, *at, count);
    const uint64_t most = major == Major::kMap ? cbor::kMaxMapPairs : cbor::kMaxArrayElements;
    if (at == nullptr || count > most) return nullptr;
    return items * count + context.owed <= input_.Left(at) ? at : nullptr;
  }

  CborParser input_;
  Arena& arena_;
};

CborDecoder::At CborDecoder::ReadOther(const TypeInfo& type, const JsonPlan* plan, At at,
                                       Context context, char* out) {
  if (*at == cbor::kNull) return type.kind != Kind::kUnion ? at + 1 : nullptr;
  switch (type.kind) {
    case Kind::kStruct:
      return Struct(*plan, at, context, out);
    case Kind::kList:
      return ListItems(*type.element, plan, at, context, As<RawList>(out));
    case Kind::kMap:
      return MapEntries(*type.element, plan, at, context, As<RawList>(out));
    case Kind::kPtr: {
      auto& pointer = As<RawPtr>(out);
      pointer.target = NewZeroed(*type.element, arena_);
      return Read(*type.element, plan, at, context, pointer.target);
    }
    case Kind::kOpt:
      OptSet(type, out) = true;
      return Read(*type.element, plan, at, context, out);
    case Kind::kBool:
      As<bool>(out) = *at == cbor::kTrue;
      return *at == cbor::kTrue || *at == cbor::kFalse ? at + 1 : nullptr;
    case Kind::kInt32:
      return Integer(type, at, As<int32_t>(out));
    case Kind::kInt64:
      return Integer(type, at, As<int64_t>(out));
    case Kind::kQuantity:
      return Amount(at, As<Quantity>(out));
    default:
      return ReadRare(type, at, context, out);
  }
}

CborDecoder::At CborDecoder::ReadRare(const TypeInfo& type, At at, Context context, char* out) {
  switch (type.kind) {
    case Kind::kTime:
      return Instant(ParseTime, at, As<Time>(out));
    case Kind::kMicroTime:
      return Instant(ParseMicroTime, at, As<MicroTime>(out));
    case Kind::kIntOrString:
      return Either(at, As<IntOrString>(out));
    case Kind::kAny:
      return input_.Item(at, context, As<Any>(out));
    case Kind::kBinary:
      return Bytes(at, As<Binary>(out));
    case Kind::kUnion:
      return Union(type, at, context, out);
    case Kind::kDouble:
      return Real(at, As<double>(out));
    case Kind::kDuration:
      return Length(at, As<Duration>(out));
    default:
      return nullptr;  // rare, or of another type
  }
}

CborDecoder::At CborDecoder::Struct(const JsonPlan& plan, At at, Context context, char* out) {
  uint64_t count = 0;
  at = Open(Major::kMap, 2, at, context, count);
  if (at == nullptr) return nullptr;
  std::bitset<JsonPlan::kNoField> seen;
  Context inside{context.depth + 1, context.owed + 2 * count};
  for (uint64_t i = 0; i < count; ++i) {
    std::string_view key;
    at = input_.Key(at, key);
    if (at == nullptr) return nullptr;
    const uint8_t index = plan.Find(key);
    if (index == JsonPlan::kNoField || seen[index]) return nullptr;
    seen[index] = true;
    inside.owed -= 2;
    const JsonPlanField& field = plan.fields[index];
    at = Read(*field.type, field.plan, at, inside, out + field.offset);
    if (at == nullptr) return nullptr;
  }
  return at;
}

CborDecoder::At CborDecoder::ListItems(const TypeInfo& element, const JsonPlan* plan, At at,
                                       Context context, RawList& list) {
  uint64_t count = 0;
  at = Open(Major::kArray, 1, at, context, count);
  if (at == nullptr) return nullptr;
  const uint64_t most = std::max<uint64_t>(1, kMaxReservedBytes / element.size);
  Reserve(list, static_cast<uint32_t>(std::min(count, most)), element.size, element.align, arena_);
  Context inside{context.depth + 1, context.owed + count};
  for (uint64_t i = 0; i < count; ++i) {
    --inside.owed;
    if (arena_.spent() || !HasRoom(list, 1, element.size, arena_)) return nullptr;
    char* item = AppendZeroed(list, element.size, element.align, arena_);
    at = Read(element, plan, at, inside, item);
    if (at == nullptr) return nullptr;
  }
  return at;
}

CborDecoder::At CborDecoder::MapEntries(const TypeInfo& element, const JsonPlan* plan, At at,
                                        Context context, RawList& map) {
  uint64_t count = 0;
  at = Open(Major::kMap, 2, at, context, count);
  if (at == nullptr) return nullptr;
  MapBuilder entries(element, arena_);
  Context inside{context.depth + 1, context.owed + 2 * count};
  for (uint64_t i = 0; i < count; ++i) {
    std::string_view key;
    at = input_.Key(at, key);
    if (at == nullptr || arena_.spent()) return nullptr;
    bool repeated = false;
    char* value = entries.Add(key, &repeated);
    if (repeated) return nullptr;
    inside.owed -= 2;
    at = Read(element, plan, at, inside, value);
    if (at == nullptr) return nullptr;
  }
  entries.Finish(map);
  return at;
}

CborDecoder::At CborDecoder::Union(const TypeInfo& type, At at, Context context, char* out) {
  const Major major = CborParser::MajorOf(*at);
  const Kind wanted = major == Major::kArray ? Kind::kList
                      : major == Major::kMap ? Kind::kPtr
                                             : Kind::kBool;
  At end = nullptr;
  for (const FieldInfo& field : type.fields) {
    // An object sets the flag of the union.
    if (wanted == Kind::kPtr && field.type->kind == Kind::kBool) {
      As<bool>(out + field.offset) = true;
    }
    if (field.type->kind != wanted || end != nullptr) continue;
    end = Read(*field.type, JsonPlanIn(*field.type), at, context, out + field.offset);
    if (end == nullptr) return nullptr;
  }
  return end;
}

template <typename T>
CborDecoder::At CborDecoder::Integer(const TypeInfo& type, At at, T& out) {
  const Major major = CborParser::MajorOf(*at);
  if (major != Major::kPositive && major != Major::kNegative) return nullptr;
  uint64_t argument = 0;
  at = input_.Argument(at + 1, *at, argument);
  if (at == nullptr || argument > INT64_MAX) return nullptr;
  auto value = static_cast<int64_t>(argument);
  if (major == Major::kNegative) value = -1 - value;
  constexpr int64_t kLeast = std::numeric_limits<T>::min();
  const int64_t least = type.bits != 0 ? -(int64_t{1} << (type.bits - 1)) : kLeast;
  if (value < least || value > -(least + 1)) return nullptr;
  out = static_cast<T>(value);
  return at;
}

CborDecoder::At CborDecoder::Real(At at, double& out) {
  Value number;
  at = input_.Item(at, Context{0, 0}, number);
  if (at == nullptr || (!number.is_int() && !number.is_double())) return nullptr;
  out = number.is_int() ? static_cast<double>(number.as_int()) : number.as_double();
  return at;
}

CborDecoder::At CborDecoder::Amount(At at, Quantity& out) {
  at = Text(at, out.text);
  if (at == nullptr || IsPlainQuantity(out.text)) return at;
  auto canonical = CanonicalQuantity(out.text);
  if (!canonical) return nullptr;
  if (*canonical != out.text) out.text = arena_.Copy(*canonical);
  return at;
}

CborDecoder::At CborDecoder::Either(At at, IntOrString& out) {
  if (CborParser::IsString(*at)) {
    std::string_view text;
    at = Text(at, text);
    out = IntOrString::FromText(text);
    return at;
  }
  int32_t number = 0;
  at = Integer(kInt32Type, at, number);
  out = IntOrString::FromInt(number);
  return at;
}

// Bytes under a tag that says how they would look as text, or their base64 form in a byte string.
CborDecoder::At CborDecoder::Bytes(At at, Binary& out) {
  uint64_t tag = 0;
  const bool tagged = CborParser::MajorOf(*at) == Major::kTag;
  if (tagged) at = input_.Argument(at + 1, *at, tag);
  if (tagged && (tag < cbor::kTagBase64Url || tag > cbor::kTagHex)) return nullptr;
  if (at == nullptr || at == input_.end()) return nullptr;
  if (CborParser::MajorOf(*at) != Major::kBytes) return nullptr;
  std::string_view content;
  at = input_.Content(at + 1, *at, content);
  if (at == nullptr) return nullptr;
  if (!tagged) {
    auto bytes = Base64Decode(content);
    if (!bytes) return nullptr;
    content = arena_.Copy(*bytes);
  }
  out = Binary{content.data(), content.size()};
  return at;
}

CborDecoder::At CborDecoder::Length(At at, Duration& out) {
  std::string_view text;
  at = Text(at, text);
  if (at == nullptr) return nullptr;
  auto duration = ParseDuration(text);
  if (!duration) return nullptr;
  out.nanoseconds = duration->count();
  return at;
}

template <typename T>
CborDecoder::At CborDecoder::Instant(Result<T> (*parse)(std::string_view), At at, T& out) {
  std::string_view text;
  at = Text(at, text);
  if (at == nullptr) return nullptr;
  Result<T> time = parse(text);
  if (!time) return nullptr;
  out = *time;
  return at;
}

}  // namespace

bool DecodePlainCbor(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                     codec::CborText text) {
  if (bytes.size() > codec::kMaxDocumentBytes) return false;
  if (CborDecoder(bytes, arena, text).Run(type, static_cast<char*>(out))) return true;
  std::memset(out, 0, type.size);
  return false;
}

Status DecodeCbor(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                  field::Findings* findings, codec::CborText text) {
  if (DecodePlainCbor(bytes, type, out, arena, text)) return {};
  codec::CborReader reader(bytes, text);
  return Decode(reader, type, out, arena, findings);
}

}  // namespace pintle::typeinfo
