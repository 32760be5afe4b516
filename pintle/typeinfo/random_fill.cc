#include "pintle/typeinfo/random_fill.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/map_builder.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/value/value.h"

namespace pintle::typeinfo {
namespace {

constexpr int kMaxItems = 3;
constexpr int kMaxStringPieces = 6;
constexpr int kMaxAnyDepth = 2;

// Whether a value is null when encoded: a set Opt or Ptr to it would read back as unset.
bool WritesNull(const TypeInfo& type, const char* value) {
  if (type.kind == Kind::kAny) return As<Any>(value).is_null();
  if (type.kind == Kind::kBinary) return As<Binary>(value).is_nil();
  if (type.kind == Kind::kList || type.kind == Kind::kMap) {
    return As<RawList>(value).data == nullptr;
  }
  if (type.kind != Kind::kUnion) return false;
  return std::ranges::all_of(type.fields, [&](const FieldInfo& field) {
    const char* at = value + field.offset;
    return field.type->kind == Kind::kList  ? As<RawList>(at).count == 0
           : field.type->kind == Kind::kPtr ? As<RawPtr>(at).target == nullptr
                                            : false;
  });
}

class Filler {
 public:
  Filler(Arena& arena, std::mt19937_64& random) : arena_(arena), random_(random) {}

  void Fill(const TypeInfo& type, char* out, int depth);

 private:
  // 0 to `limit` - 1.
  uint64_t Below(uint64_t limit) { return random_() % limit; }
  bool OneIn(uint64_t n) { return Below(n) == 0; }

  // Small numbers and the extremes as often as any.
  template <typename T>
  T Integer();
  double Double() { return static_cast<double>(Integer<int32_t>()) + Below(2) * 0.5; }
  Str String();
  Str EnumOrString(const TypeInfo& type);
  Value AnyValue(int depth);
  Time Instant(bool micro);
  Str Amount();

  void FillStruct(const TypeInfo& type, char* out, int depth);
  void FillUnion(const TypeInfo& type, char* out, int depth);
  void FillList(const TypeInfo& element, RawList& list, int depth);
  void FillMap(const TypeInfo& element, char* out, int depth);
  void FillOpt(const TypeInfo& type, char* out, int depth);
  void FillPtr(const TypeInfo& element, RawPtr& pointer, int depth);
  void FillBinary(Binary& binary);

  Arena& arena_;
  std::mt19937_64& random_;
};

template <typename T>
T Filler::Integer() {
  switch (Below(4)) {
    case 0:
      return static_cast<T>(Below(3)) - 1;
    case 1:
      return OneIn(2) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    default:
      return static_cast<T>(random_());
  }
}

Str Filler::String() {
  constexpr std::array<std::string_view, 10> kPieces = {
      "a", "name", "0", "-", "/", "\"\\", "<&>", "\n\x01", "\xc3\xa9", "\xf0\x9f\x9a\x80"};
  std::string text;
  for (uint64_t i = Below(kMaxStringPieces); i > 0; --i) text += kPieces[Below(kPieces.size())];
  return arena_.Copy(text);
}

Str Filler::EnumOrString(const TypeInfo& type) {
  if (type.enum_values.empty()) return String();
  return OneIn(4) ? Str() : type.enum_values[Below(type.enum_values.size())];
}

Value Filler::AnyValue(int depth) {
  switch (Below(depth > 0 ? 7 : 5)) {
    case 0:
      return Value();
    case 1:
      return Value(OneIn(2));
    case 2:
      return Value(Integer<int64_t>());
    case 3:
      return Value(static_cast<double>(Integer<int32_t>()) +
                   0.5);  // an integral one would read back as int
    case 4:
      return Value(String());
    case 5: {
      std::vector<Value> items(Below(kMaxItems + 1));
      for (Value& item : items) item = AnyValue(depth - 1);
      return Value::List(arena_, items);
    }
    default: {
      std::vector<Member> members(Below(kMaxItems + 1));
      for (Member& member : members) member = Member{String(), AnyValue(depth - 1)};
      return Value::Object(arena_, std::move(members));
    }
  }
}

Time Filler::Instant(bool micro) {
  auto microseconds = static_cast<int32_t>(micro ? Below(1'000'000) : 0);
  const uint64_t since_first = Below(kMaxTimeSeconds - kMinTimeSeconds);
  return Time{kMinTimeSeconds + static_cast<int64_t>(since_first), microseconds * 1000, true};
}

// In the form that reading gives it.
Str Filler::Amount() {
  constexpr std::array<std::string_view, 5> kSuffixes = {"", "m", "k", "Mi", "e3"};
  std::string text = std::to_string(Integer<int32_t>());
  text += kSuffixes[Below(kSuffixes.size())];
  return arena_.Copy(CanonicalQuantity(text).value_or("0"));
}

void Filler::FillStruct(const TypeInfo& type, char* out, int depth) {
  for (const FieldInfo& field : type.fields) {
    if (!OneIn(4)) Fill(*field.type, out + field.offset, depth);
  }
}

void Filler::FillUnion(const TypeInfo& type, char* out, int depth) {
  const FieldInfo& chosen = type.fields[Below(type.fields.size())];
  Fill(*chosen.type, out + chosen.offset, depth);
  bool object =
      chosen.type->kind == Kind::kPtr && As<RawPtr>(out + chosen.offset).target != nullptr;
  for (const FieldInfo& field : type.fields) {
    // An object sets the flag of the union.
    if (object && field.type->kind == Kind::kBool) As<bool>(out + field.offset) = true;
  }
}

void Filler::FillOpt(const TypeInfo& type, char* out, int depth) {
  if (OneIn(3)) return;
  Fill(*type.element, out, depth);
  OptSet(type, out) = !WritesNull(*type.element, out);
}

void Filler::FillPtr(const TypeInfo& element, RawPtr& pointer, int depth) {
  if (depth <= 0 || OneIn(3)) return;
  char* target = NewZeroed(element, arena_);
  Fill(element, target, depth - 1);
  if (!WritesNull(element, target)) pointer.target = target;
}

void Filler::FillList(const TypeInfo& element, RawList& list, int depth) {
  if (depth <= 0) return;
  Reserve(list, 0, element.size, element.align, arena_);
  for (uint64_t i = Below(kMaxItems + 1); i > 0; --i) {
    Fill(element, AppendZeroed(list, element.size, element.align, arena_), depth - 1);
  }
}

void Filler::FillMap(const TypeInfo& element, char* out, int depth) {
  if (depth <= 0) return;
  MapBuilder entries(element, arena_);
  bool repeated = false;
  for (uint64_t i = Below(kMaxItems + 1); i > 0; --i) {
    Fill(element, entries.Add(String(), &repeated), depth - 1);
  }
  entries.Finish(As<RawList>(out));
}

void Filler::FillBinary(Binary& binary) {
  std::string bytes(Below(kMaxStringPieces), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random_());
  std::string_view copy = arena_.Copy(bytes);
  binary = Binary{copy.data(), copy.size()};
}

void Filler::Fill(const TypeInfo& type, char* out, int depth) {
  switch (type.kind) {
    case Kind::kBool:
      As<bool>(out) = OneIn(2);
      break;
    case Kind::kInt32:
      As<int32_t>(out) = Integer<int32_t>() >> (type.bits != 0 ? 32 - type.bits : 0);
      break;
    case Kind::kInt64:
      As<int64_t>(out) = Integer<int64_t>();
      break;
    case Kind::kUint32:
      As<uint32_t>(out) =
          static_cast<uint32_t>(Integer<int32_t>()) >> (type.bits != 0 ? 32 - type.bits : 0);
      break;
    case Kind::kUint64:
      // Readers tell numbers beyond int64 from others only in text formats.
      As<uint64_t>(out) = static_cast<uint64_t>(Integer<int64_t>()) >> 1;
      break;
    case Kind::kFloat:
      As<float>(out) = static_cast<float>(Integer<int16_t>()) + 0.5F;
      break;
    case Kind::kDouble:
      As<double>(out) = Double();
      break;
    case Kind::kString:
      As<Str>(out) = EnumOrString(type);
      break;
    case Kind::kBinary:
      FillBinary(As<Binary>(out));
      break;
    case Kind::kAny:
      As<Any>(out) = AnyValue(kMaxAnyDepth);
      break;
    case Kind::kTime:
      As<Time>(out) = Instant(false);
      break;
    case Kind::kMicroTime:
      As<MicroTime>(out) = MicroTime{Instant(true)};
      break;
    case Kind::kDuration:
      As<Duration>(out).nanoseconds = Integer<int64_t>();
      break;
    case Kind::kQuantity:
      As<Quantity>(out).text = Amount();
      break;
    case Kind::kIntOrString:
      As<IntOrString>(out) =
          OneIn(2) ? IntOrString::FromInt(Integer<int32_t>()) : IntOrString::FromText(String());
      break;
    case Kind::kStruct:
      FillStruct(type, out, depth);
      break;
    case Kind::kUnion:
      FillUnion(type, out, depth);
      break;
    case Kind::kOpt:
      FillOpt(type, out, depth);
      break;
    case Kind::kPtr:
      FillPtr(*type.element, As<RawPtr>(out), depth);
      break;
    case Kind::kList:
      FillList(*type.element, As<RawList>(out), depth);
      break;
    case Kind::kMap:
      FillMap(*type.element, out, depth);
      break;
  }
}

}  // namespace

void RandomFill(const TypeInfo& type, void* out, Arena& arena, std::mt19937_64& random,
                int max_depth) {
  Filler(arena, random).Fill(type, static_cast<char*>(out), max_depth);
}

}  // namespace pintle::typeinfo
