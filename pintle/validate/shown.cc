#include "pintle/validate/shown.h"

#include <algorithm>
#include <vector>

#include "pintle/base/line_diff.h"
#include "pintle/base/strings.h"
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

// Objects are no deeper than their decoder allowed.
class Shower {
 public:
  Shower(codec::JsonWriter& writer, ShownForms forms) : writer_(writer), forms_(forms) {}

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
    auto form = std::ranges::find(forms_, &type, &ShownForm::type);
    if (form == forms_.end()) {
      for (const FieldInfo& field : type.fields) ShowField(field, object);
      return;
    }
    for (std::string_view name : form->order) {
      if (name == form->holder) {
        ShowHolder(*form, object);
      } else {
        ShowField(FieldNamed(type, name), object);
      }
    }
  }

  void ShowField(const FieldInfo& field, const char* object) {
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

  void ShowHolder(const ShownForm& form, const char* object) {
    const FieldInfo& holder = FieldNamed(*form.type, form.holder);
    const char* target = typeinfo::As<typeinfo::RawPtr>(object + holder.offset).target;
    writer_.Key(holder.go_name);
    if (target == nullptr) return writer_.Null();
    writer_.BeginObject();
    for (std::string_view name : form.held) ShowField(FieldNamed(*form.type, name), object);
    ShowFields(*holder.type->element, target);
    writer_.EndObject();
  }

  // A form names fields that there are; a test goes through all.
  static const FieldInfo& FieldNamed(const TypeInfo& type, std::string_view name) {
    return *std::ranges::find(type.fields, name, &FieldInfo::go_name);
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
  ShownForms forms_;
};

std::string ShownText(const TypeInfo& type, const void* object, ShownForms forms,
                      codec::JsonStyle style) {
  std::string out;
  codec::JsonWriter writer(out, style);
  Shower(writer, forms).Show(type, object);
  return out;
}

// The lines of pretty JSON, indented by one space a level instead of two.
std::vector<std::string_view> NarrowLines(std::string_view text) {
  std::vector<std::string_view> lines = Split(text, '\n');
  for (std::string_view& line : lines) line.remove_prefix(line.find_first_not_of(' ') / 2);
  return lines;
}

}  // namespace

field::BadValue ShownObject(const TypeInfo& type, const void* object, ShownForms forms) {
  return field::BadValue::Rendered(ShownText(type, object, forms, codec::JsonStyle::kCompact));
}

std::string ShownDiff(const TypeInfo& type, const void* before, const void* after,
                      ShownForms forms) {
  std::string text_before = ShownText(type, before, forms, codec::JsonStyle::kPretty);
  std::string text_after = ShownText(type, after, forms, codec::JsonStyle::kPretty);
  return UnifiedDiff(NarrowLines(text_before), NarrowLines(text_after));
}

}  // namespace pintle::validate
