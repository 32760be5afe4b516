#include "pintle/validate/shown.h"

#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::validate {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

constexpr std::string_view kMetaPackage = "io.k8s.apimachinery.";

bool IsMeta(const TypeInfo& type) { return type.package.starts_with(kMetaPackage); }

// Types do not contain themselves, but for schemas, which are meta data of their own.
class Shower {
 public:
  explicit Shower(codec::JsonWriter& writer) : writer_(writer) {}

  void Show(const TypeInfo& type, const void* value) {
    const auto* bytes = static_cast<const char*>(value);
    if (type.kind == Kind::kStruct && !IsMeta(type)) {
      writer_.BeginObject();
      ShowFields(type, bytes);
      writer_.EndObject();
    } else if (type.kind == Kind::kPtr) {
      const char* target = typeinfo::As<typeinfo::RawPtr>(value).target;
      target != nullptr ? Show(*type.element, target) : writer_.Null();
    } else if (type.kind == Kind::kList) {
      ShowList(*type.element, typeinfo::As<typeinfo::RawList>(value));
    } else if (type.kind == Kind::kMap) {
      ShowMap(*type.element, typeinfo::As<typeinfo::RawList>(value));
    } else {
      typeinfo::Encode(type, value, writer_);
    }
  }

 private:
  void ShowFields(const TypeInfo& type, const char* object) {
    for (const FieldInfo& field : type.fields) {
      const char* value = object + field.offset;
      // Embedded metadata is at the level of its owner.
      if (field.type->kind == Kind::kStruct && IsMeta(*field.type) &&
          field.go_name == field.type->name) {
        ShowWireFields(*field.type, value);
      } else if (field.inlined) {
        ShowFields(*field.type, value);
      } else {
        writer_.Key(field.go_name);
        Show(*field.type, value);
      }
    }
  }

  void ShowWireFields(const TypeInfo& type, const char* object) {
    for (const typeinfo::JsonField& member : type.json_fields) {
      const char* value = object + member.offset;
      if (typeinfo::IsOmitted(*member.field, value)) continue;
      writer_.Key(member.field->name);
      typeinfo::Encode(*member.field->type, value, writer_);
    }
  }

  void ShowList(const TypeInfo& element, const typeinfo::RawList& list) {
    if (list.data == nullptr) return writer_.Null();
    writer_.BeginList();
    for (size_t i = 0; i < list.count; ++i) Show(element, list.At(i, element.size));
    writer_.EndList();
  }

  void ShowMap(const TypeInfo& element, const typeinfo::RawList& map) {
    if (map.data == nullptr) return writer_.Null();
    writer_.BeginObject();
    for (size_t i = 0; i < map.count; ++i) {
      const char* entry = map.At(i, typeinfo::MapEntrySize(element));
      writer_.Key(typeinfo::As<std::string_view>(entry));
      Show(element, entry + typeinfo::kMapValueOffset);
    }
    writer_.EndObject();
  }

  codec::JsonWriter& writer_;
};

}  // namespace

field::BadValue ShownObject(const TypeInfo& type, const void* object) {
  std::string out;
  codec::JsonWriter writer(out);
  Shower(writer).Show(type, object);
  return field::BadValue::Rendered(std::move(out));
}

}  // namespace pintle::validate
