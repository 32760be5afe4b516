#include "pintle/api/openapi/protobuf.h"

#include "pintle/codec/document.h"

namespace pintle::api::openapi_protobuf {

void WriteFields(ProtoWriter& out, std::span<const Field> fields, const Value& object, int shift) {
  for (const Field& field : fields) {
    const Value* value = object.FindPtr(field.key);
    if (value != nullptr) field.write(out, field.number + shift, *value);
  }
}

void WriteString(ProtoWriter& out, int number, const Value& value) {
  if (value.is_string() && value.size() > 0) out.String(number, value.as_string());
}

void WriteBool(ProtoWriter& out, int number, const Value& value) {
  if (value.is_bool() && value.as_bool()) out.Bool(number, true);
}

void WriteInt(ProtoWriter& out, int number, const Value& value) {
  if (value.is_int() && value.as_int() != 0) out.Int(number, value.as_int());
}

void WriteDouble(ProtoWriter& out, int number, const Value& value) {
  if (!value.is_number()) return;
  double real = value.is_int() ? static_cast<double>(value.as_int()) : value.as_double();
  if (real != 0) out.Double(number, real);
}

void WriteStringElement(ProtoWriter& out, int number, const Value& value) {
  if (value.is_string()) out.String(number, value.as_string());
}

void WriteAny(ProtoWriter& out, int number, const Value& value) {
  constexpr int kYaml = 2;
  WriteMessage(out, number, [&] { out.String(kYaml, codec::ToJson(value) + "\n"); });
}

void WriteExtensions(ProtoWriter& out, int number, const Value& object) {
  for (const Member& member : object.members()) {
    if (IsExtension(member)) WriteEntry<WriteAny>(out, number, member);
  }
}

void WriteObject(ProtoWriter& out, int number, const Value& value, std::span<const Field> fields,
                 int extensions) {
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    WriteFields(out, fields, value);
    WriteExtensions(out, extensions, value);
  });
}

void WriteExternalDocs(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"description", 1, WriteString}, {"url", 2, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/3);
}

void WriteContact(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"name", 1, WriteString}, {"url", 2, WriteString}, {"email", 3, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/4);
}

void WriteLicense(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"name", 1, WriteString}, {"url", 2, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/3);
}

void WriteTag(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"name", 1, WriteString},
                               {"description", 2, WriteString},
                               {"externalDocs", 3, WriteExternalDocs}};
  WriteObject(out, number, value, kFields, /*extensions=*/4);
}

}  // namespace pintle::api::openapi_protobuf
