#include "pintle/api/openapi/v3_protobuf.h"

#include <string_view>

#include "pintle/api/openapi/protobuf.h"

namespace pintle::api {
namespace openapi_protobuf {
namespace {

constexpr Field kReferenceFields[] = {
    {"$ref", 1, WriteString}, {"summary", 2, WriteString}, {"description", 3, WriteString}};

template <WriteField Write>
void WriteOrReference(ProtoWriter& out, int number, const Value& value) {
  WriteChoice<Write>(out, number, value, kReferenceFields);
}

void WriteSchema(ProtoWriter& out, int number, const Value& value);
constexpr WriteField WriteSchemaOrReference = WriteOrReference<WriteSchema>;

void WriteAdditionalProperties(ProtoWriter& out, int number, const Value& value) {
  WriteMessage(out, number, [&] {
    if (value.is_bool()) {
      out.Bool(2, value.as_bool());
    } else {
      WriteSchemaOrReference(out, 1, value);
    }
  });
}

// A choice, so that zero and false are written too.
void WriteDefault(ProtoWriter& out, int number, const Value& value) {
  enum { kNumber = 1, kBoolean = 2, kString = 3 };
  WriteMessage(out, number, [&] {
    if (value.is_int()) out.Double(kNumber, static_cast<double>(value.as_int()));
    if (value.is_double()) out.Double(kNumber, value.as_double());
    if (value.is_bool()) out.Bool(kBoolean, value.as_bool());
    if (value.is_string()) out.String(kString, value.as_string());
  });
}

void WriteDiscriminator(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"propertyName", 1, WriteString},
                               {"mapping", 2, WriteMap<WriteString>}};
  WriteObject(out, number, value, kFields, /*extensions=*/3);
}

constexpr Field kSchemaFields[] = {
    {"nullable", 1, WriteBool},
    {"discriminator", 2, WriteDiscriminator},
    {"readOnly", 3, WriteBool},
    {"writeOnly", 4, WriteBool},
    {"externalDocs", 6, WriteExternalDocs},
    {"example", 7, WriteAny},
    {"deprecated", 8, WriteBool},
    {"title", 9, WriteString},
    {"multipleOf", 10, WriteDouble},
    {"maximum", 11, WriteDouble},
    {"exclusiveMaximum", 12, WriteBool},
    {"minimum", 13, WriteDouble},
    {"exclusiveMinimum", 14, WriteBool},
    {"maxLength", 15, WriteInt},
    {"minLength", 16, WriteInt},
    {"pattern", 17, WriteString},
    {"maxItems", 18, WriteInt},
    {"minItems", 19, WriteInt},
    {"uniqueItems", 20, WriteBool},
    {"maxProperties", 21, WriteInt},
    {"minProperties", 22, WriteInt},
    {"required", 23, WriteStrings},
    {"enum", 24, WriteEach<WriteAny>},
    {"type", 25, WriteString},
    {"allOf", 26, WriteEach<WriteSchemaOrReference>},
    {"oneOf", 27, WriteEach<WriteSchemaOrReference>},
    {"anyOf", 28, WriteEach<WriteSchemaOrReference>},
    {"not", 29, WriteSchema},
    {"items", 30, WriteWrapped<WriteEach<WriteSchemaOrReference>>},
    {"properties", 31, WriteMap<WriteSchemaOrReference>},
    {"additionalProperties", 32, WriteAdditionalProperties},
    {"default", 33, WriteDefault},
    {"description", 34, WriteString},
    {"format", 35, WriteString},
};

void WriteSchema(ProtoWriter& out, int number, const Value& value) {
  WriteObject(out, number, value, kSchemaFields, /*extensions=*/36);
}

void WriteExample(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"summary", 1, WriteString},
                               {"description", 2, WriteString},
                               {"value", 3, WriteAny},
                               {"externalValue", 4, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/5);
}

constexpr WriteField WriteExamples = WriteMap<WriteOrReference<WriteExample>>;

void WriteMediaType(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"schema", 1, WriteSchemaOrReference},
                               {"example", 2, WriteAny},
                               {"examples", 3, WriteExamples}};
  WriteObject(out, number, value, kFields, /*extensions=*/5);
}

constexpr WriteField WriteContent = WriteMap<WriteMediaType>;

void WriteHeader(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"description", 1, WriteString}, {"required", 2, WriteBool},
      {"deprecated", 3, WriteBool},    {"allowEmptyValue", 4, WriteBool},
      {"style", 5, WriteString},       {"explode", 6, WriteBool},
      {"allowReserved", 7, WriteBool}, {"schema", 8, WriteSchemaOrReference},
      {"example", 9, WriteAny},        {"examples", 10, WriteExamples},
      {"content", 11, WriteContent}};
  WriteObject(out, number, value, kFields, /*extensions=*/12);
}

constexpr WriteField WriteHeaders = WriteMap<WriteOrReference<WriteHeader>>;

void WriteParameter(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"name", 1, WriteString},        {"in", 2, WriteString},
      {"description", 3, WriteString}, {"required", 4, WriteBool},
      {"deprecated", 5, WriteBool},    {"allowEmptyValue", 6, WriteBool},
      {"style", 7, WriteString},       {"explode", 8, WriteBool},
      {"allowReserved", 9, WriteBool}, {"schema", 10, WriteSchemaOrReference},
      {"example", 11, WriteAny},       {"examples", 12, WriteExamples},
      {"content", 13, WriteContent}};
  WriteObject(out, number, value, kFields, /*extensions=*/14);
}

void WriteRequestBody(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"description", 1, WriteString}, {"content", 2, WriteContent}, {"required", 3, WriteBool}};
  WriteObject(out, number, value, kFields, /*extensions=*/4);
}

void WriteResponse(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"description", 1, WriteString}, {"headers", 2, WriteHeaders}, {"content", 3, WriteContent}};
  WriteObject(out, number, value, kFields, /*extensions=*/5);
}

void WriteResponses(ProtoWriter& out, int number, const Value& value) {
  enum { kDefault = 1, kNamed = 2, kExtensions = 3 };
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    for (const Member& member : value.members()) {
      if (member.key() == "default") {
        WriteOrReference<WriteResponse>(out, kDefault, member.value);
      } else if (!IsExtension(member)) {
        WriteEntry<WriteOrReference<WriteResponse>>(out, kNamed, member);
      }
    }
    WriteExtensions(out, kExtensions, value);
  });
}

constexpr WriteField WriteParameters = WriteEach<WriteOrReference<WriteParameter>>;

void WriteOperation(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"tags", 1, WriteStrings},
                               {"summary", 2, WriteString},
                               {"description", 3, WriteString},
                               {"externalDocs", 4, WriteExternalDocs},
                               {"operationId", 5, WriteString},
                               {"parameters", 6, WriteParameters},
                               {"requestBody", 7, WriteOrReference<WriteRequestBody>},
                               {"responses", 8, WriteResponses},
                               {"deprecated", 10, WriteBool},
                               {"security", 11, WriteSecurity}};
  WriteObject(out, number, value, kFields, /*extensions=*/13);
}

void WritePathItem(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"$ref", 1, WriteString},        {"summary", 2, WriteString},
      {"description", 3, WriteString}, {"get", 4, WriteOperation},
      {"put", 5, WriteOperation},      {"post", 6, WriteOperation},
      {"delete", 7, WriteOperation},   {"options", 8, WriteOperation},
      {"head", 9, WriteOperation},     {"patch", 10, WriteOperation},
      {"trace", 11, WriteOperation},   {"parameters", 13, WriteParameters}};
  WriteObject(out, number, value, kFields, /*extensions=*/14);
}

void WritePaths(ProtoWriter& out, int number, const Value& value) {
  WriteEntriesAndExtensions<WritePathItem>(out, number, value, /*entries=*/1, /*extensions=*/2);
}

void WriteSecurityScheme(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"type", 1, WriteString},
                               {"description", 2, WriteString},
                               {"name", 3, WriteString},
                               {"in", 4, WriteString},
                               {"scheme", 5, WriteString},
                               {"bearerFormat", 6, WriteString},
                               {"openIdConnectUrl", 8, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/9);
}

void WriteComponents(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"schemas", 1, WriteMap<WriteSchemaOrReference>},
      {"responses", 2, WriteMap<WriteOrReference<WriteResponse>>},
      {"parameters", 3, WriteMap<WriteOrReference<WriteParameter>>},
      {"examples", 4, WriteExamples},
      {"requestBodies", 5, WriteMap<WriteOrReference<WriteRequestBody>>},
      {"headers", 6, WriteHeaders},
      {"securitySchemes", 7, WriteMap<WriteOrReference<WriteSecurityScheme>>}};
  WriteObject(out, number, value, kFields, /*extensions=*/10);
}

void WriteInfo(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"title", 1, WriteString},          {"description", 2, WriteString},
                               {"termsOfService", 3, WriteString}, {"contact", 4, WriteContact},
                               {"license", 5, WriteLicense},       {"version", 6, WriteString},
                               {"summary", 8, WriteString}};
  WriteObject(out, number, value, kFields, /*extensions=*/7);
}

constexpr Field kDocumentFields[] = {{"openapi", 1, WriteString},
                                     {"info", 2, WriteInfo},
                                     {"paths", 4, WritePaths},
                                     {"components", 5, WriteComponents},
                                     {"security", 6, WriteSecurity},
                                     {"tags", 7, WriteEach<WriteTag>},
                                     {"externalDocs", 8, WriteExternalDocs}};
constexpr int kDocumentExtensions = 9;

}  // namespace
}  // namespace openapi_protobuf

std::string OpenApiV3Protobuf(const Value& document) {
  std::string bytes;
  if (!document.is_object()) return bytes;
  codec::ProtoWriter out(bytes);
  openapi_protobuf::WriteFields(out, openapi_protobuf::kDocumentFields, document);
  openapi_protobuf::WriteExtensions(out, openapi_protobuf::kDocumentExtensions, document);
  return bytes;
}

}  // namespace pintle::api
