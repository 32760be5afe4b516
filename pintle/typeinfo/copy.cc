#include "pintle/typeinfo/copy.h"

#include <cstring>

#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {
namespace {

// Turns the shallow copy at `object` into a deep one: whatever it refers to is copied into the
// arena.
void Detach(const TypeInfo& type, char* object, Arena& arena);

// Gives the list storage of its own with the same bytes.
void CopyStorage(RawList& list, size_t stride, size_t align, Arena& arena) {
  auto* data = static_cast<char*>(arena.Allocate(stride * list.count, align));
  if (list.count != 0) std::memcpy(data, list.data, stride * list.count);
  list = RawList{data, list.count, list.count};
}

void DetachList(const TypeInfo& element, RawList& list, Arena& arena) {
  if (list.data == nullptr) return;
  CopyStorage(list, element.size, element.align, arena);
  for (uint32_t i = 0; i < list.count; ++i) Detach(element, list.At(i, element.size), arena);
}

void DetachMap(const TypeInfo& element, RawList& map, Arena& arena) {
  if (map.data == nullptr) return;
  size_t stride = MapEntrySize(element);
  CopyStorage(map, stride, alignof(Str), arena);
  for (uint32_t i = 0; i < map.count; ++i) {
    char* entry = map.At(i, stride);
    EntryKey(entry) = arena.Copy(EntryKey(entry));
    Detach(element, entry + kMapValueOffset, arena);
  }
}

void DetachBinary(Binary& binary, Arena& arena) {
  if (!binary.is_nil()) binary.data = arena.Copy(binary.view()).data();
}

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
        Detach(*field.type, object + field.offset, arena);
      }
      break;
    case Kind::kOpt:
      Detach(*type.element, object, arena);
      break;
    case Kind::kPtr:
      if (auto& pointer = As<RawPtr>(object); pointer.target != nullptr) {
        char* target = static_cast<char*>(arena.Allocate(type.element->size, type.element->align));
        DeepCopy(*type.element, pointer.target, target, arena);
        pointer.target = target;
      }
      break;
    case Kind::kList:
      DetachList(*type.element, As<RawList>(object), arena);
      break;
    case Kind::kMap:
      DetachMap(*type.element, As<RawList>(object), arena);
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
  Detach(type, static_cast<char*>(to), arena);
}

}  // namespace pintle::typeinfo
