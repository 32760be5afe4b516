#pragma once

#include <cstring>

#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::apis {

// Unsets the fields that messages or JSON do not have: TypeMeta, which is in the envelope, and the
// content of Unknown. Nothing else: a field that is in no message is lost where it is stored.
inline void ClearUncommon(const typeinfo::TypeInfo& type, char* object) {
  auto list = [&]() -> typeinfo::RawList& { return typeinfo::As<typeinfo::RawList>(object); };
  using typeinfo::Kind;
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      for (const typeinfo::FieldInfo& field : type.fields) {
        char* at = object + field.offset;
        bool in_envelope = field.inlined && field.proto_number == 0 && field.name == "TypeMeta";
        if (in_envelope || field.name.empty()) {
          std::memset(at, 0, field.type->size);
        } else {
          ClearUncommon(*field.type, at);
        }
      }
      break;
    case Kind::kPtr:
      if (char* target = typeinfo::As<typeinfo::RawPtr>(object).target; target != nullptr) {
        ClearUncommon(*type.element, target);
      }
      break;
    case Kind::kList:
      for (uint32_t i = 0; i < list().count; ++i) {
        ClearUncommon(*type.element, list().At(i, type.element->size));
      }
      break;
    case Kind::kMap:
      for (uint32_t i = 0; i < list().count; ++i) {
        char* entry = list().At(i, typeinfo::MapEntrySize(*type.element));
        ClearUncommon(*type.element, entry + typeinfo::kMapValueOffset);
      }
      break;
    default:
      break;
  }
}

}  // namespace pintle::apis
