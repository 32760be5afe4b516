#include "pintle/typeinfo/copy.h"

#include <cstdint>
#include <cstring>

#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {
namespace {

// Whether texts and dynamic values are copied too.
enum class Texts : uint8_t { kCopied, kShared };

// Turns the shallow copy at `object` into a deep one: whatever it refers to is copied into the
// arena.
template <Texts texts>
void Detach(const TypeInfo& type, char* object, Arena& arena);

constexpr uint64_t Bit(Kind kind) { return uint64_t{1} << static_cast<unsigned>(kind); }

// Kinds whose values refer to nothing ...
constexpr uint64_t kPlain = Bit(Kind::kBool) | Bit(Kind::kInt32) | Bit(Kind::kInt64) |
                            Bit(Kind::kUint32) | Bit(Kind::kUint64) | Bit(Kind::kFloat) |
                            Bit(Kind::kDouble) | Bit(Kind::kTime) | Bit(Kind::kMicroTime) |
                            Bit(Kind::kDuration);
// ... and those that refer to nothing but texts.
constexpr uint64_t kTexts = Bit(Kind::kString) | Bit(Kind::kQuantity) | Bit(Kind::kIntOrString) |
                            Bit(Kind::kBinary) | Bit(Kind::kAny);

// Whether values of a kind are whole as they are.
template <Texts texts>
bool IsWhole(Kind kind) {
  constexpr uint64_t kWhole = texts == Texts::kShared ? kPlain | kTexts : kPlain;
  return (kWhole & Bit(kind)) != 0;
}

// Whether a value is: of most fields of most objects, which are not set.
template <Texts texts>
bool IsWhole(const TypeInfo& type, char* object) {
  if (IsWhole<texts>(type.kind)) return true;
  if (type.kind == Kind::kPtr) return As<RawPtr>(object).target == nullptr;
  if (type.kind == Kind::kOpt) return IsWhole<texts>(type.element->kind);
  return (type.kind == Kind::kList || type.kind == Kind::kMap) &&
         As<RawList>(object).data == nullptr;
}

// Gives the list storage of its own with the same bytes.
void CopyStorage(RawList& list, size_t stride, size_t align, Arena& arena) {
  auto* data = static_cast<char*>(arena.Allocate(stride * list.count, align));
  if (list.count != 0) std::memcpy(data, list.data, stride * list.count);
  list = RawList{data, list.count, list.count};
}

template <Texts texts>
void DetachList(const TypeInfo& element, RawList& list, Arena& arena) {
  if (list.data == nullptr) return;
  CopyStorage(list, element.size, element.align, arena);
  if (IsWhole<texts>(element.kind)) return;
  for (uint32_t i = 0; i < list.count; ++i) Detach<texts>(element, list.At(i, element.size), arena);
}

template <Texts texts>
void DetachMap(const TypeInfo& element, RawList& map, Arena& arena) {
  if (map.data == nullptr) return;
  size_t stride = MapEntrySize(element);
  CopyStorage(map, stride, alignof(Str), arena);
  if (texts == Texts::kShared && IsWhole<texts>(element.kind)) return;
  for (uint32_t i = 0; i < map.count; ++i) {
    char* entry = map.At(i, stride);
    if constexpr (texts == Texts::kCopied) EntryKey(entry) = arena.Copy(EntryKey(entry));
    Detach<texts>(element, entry + kMapValueOffset, arena);
  }
}

void DetachBinary(Binary& binary, Arena& arena) {
  if (!binary.is_nil()) binary.data = arena.Copy(binary.view()).data();
}

template <Texts texts>
void Detach(const TypeInfo& type, char* object, Arena& arena) {
  switch (type.kind) {
    case Kind::kString:
      As<Str>(object) = arena.Copy(As<Str>(object));
      break;
    case Kind::kQuantity:
      As<Quantity>(object).text = arena.Copy(As<Quantity>(object).text);
      break;
    case Kind::kIntOrString:
      As<IntOrString>(object).text = arena.Copy(As<IntOrString>(object).text);
      break;
    case Kind::kBinary:
      DetachBinary(As<Binary>(object), arena);
      break;
    case Kind::kAny:
      As<Any>(object) = As<Any>(object).Clone(arena);
      break;
    case Kind::kStruct:
    case Kind::kUnion:
      for (const FieldInfo& field : type.fields) {
        char* value = object + field.offset;
        if (!IsWhole<texts>(*field.type, value)) Detach<texts>(*field.type, value, arena);
      }
      break;
    case Kind::kOpt:
      Detach<texts>(*type.element, object, arena);
      break;
    case Kind::kPtr:
      if (auto& pointer = As<RawPtr>(object); pointer.target != nullptr) {
        char* target = static_cast<char*>(arena.Allocate(type.element->size, type.element->align));
        std::memcpy(target, pointer.target, type.element->size);
        Detach<texts>(*type.element, target, arena);
        pointer.target = target;
      }
      break;
    case Kind::kList:
      DetachList<texts>(*type.element, As<RawList>(object), arena);
      break;
    case Kind::kMap:
      DetachMap<texts>(*type.element, As<RawList>(object), arena);
      break;
    case Kind::kBool:
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
    case Kind::kFloat:
    case Kind::kDouble:
    case Kind::kTime:
    case Kind::kMicroTime:
    case Kind::kDuration:
      break;
  }
}

}  // namespace

void DeepCopy(const TypeInfo& type, const void* from, void* to, Arena& arena) {
  std::memcpy(to, from, type.size);
  Detach<Texts::kCopied>(type, static_cast<char*>(to), arena);
}

void CopyStructure(const TypeInfo& type, const void* from, void* to, Arena& arena) {
  std::memcpy(to, from, type.size);
  Detach<Texts::kShared>(type, static_cast<char*>(to), arena);
}

}  // namespace pintle::typeinfo
