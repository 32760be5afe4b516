#include "pintle/api/openapi/v2_protobuf.h"

#include <string_view>

#include "pintle/api/openapi/protobuf.h"

namespace pintle::api {
namespace openapi_protobuf {
namespace {

void WriteSchema(ProtoWriter& out, int number, const Value& value);

void WriteAdditionalProperties(ProtoWriter& out, int number, const Value& value) {
  WriteMessage(out, number, [&] {
    if (value.is_bool()) {
      out.Bool(2, value.as_bool());
    } else {
      WriteSchema(out, 1, value);
    }
  });
}

constexpr Field kSchemaFields[] = {
    {"$ref", 1, WriteString},
    {"format", 2, WriteString},
    {"title", 3, WriteString},
    {"description", 4, WriteString},
    {"default", 5, WriteAny},
    {"multipleOf", 6, WriteDouble},
    {"maximum", 7, WriteDouble},
    {"exclusiveMaximum", 8, WriteBool},
    {"minimum", 9, WriteDouble},
    {"exclusiveMinimum", 10, WriteBool},
    {"maxLength", 11, WriteInt},
    {"minLength", 12, WriteInt},
    {"pattern", 13, WriteString},
    {"maxItems", 14, WriteInt},
    {"minItems", 15, WriteInt},
    {"uniqueItems", 16, WriteBool},
    {"maxProperties", 17, WriteInt},
    {"minProperties", 18, WriteInt},
    {"required", 19, WriteStrings},
    {"enum", 20, WriteEach<WriteAny>},
    {"additionalProperties", 21, WriteAdditionalProperties},
    {"type", 22, WriteWrapped<WriteStrings>},
    {"items", 23, WriteWrapped<WriteEach<WriteSchema>>},
    {"allOf", 24, WriteEach<WriteSchema>},
    {"properties", 25, WriteMap<WriteSchema>},
    {"discriminator", 26, WriteString},
    {"readOnly", 27, WriteBool},
    {"externalDocs", 29, WriteExternalDocs},
    {"example", 30, WriteAny},
};

void WriteSchema(ProtoWriter& out, int number, const Value& value) {
  WriteObject(out, number, value, kSchemaFields, /*extensions=*/31);
}

void WritePrimitive(ProtoWriter& out, int number, const Value& value);

// What a value outside of bodies may be: the same in the elements of lists, in headers and in
// parameters, where other fields come first.
constexpr Field kPrimitiveFields[] = {
    {"type", 1, WriteString},           {"format", 2, WriteString},
    {"items", 3, WritePrimitive},       {"collectionFormat", 4, WriteString},
    {"default", 5, WriteAny},           {"maximum", 6, WriteDouble},
    {"exclusiveMaximum", 7, WriteBool}, {"minimum", 8, WriteDouble},
    {"exclusiveMinimum", 9, WriteBool}, {"maxLength", 10, WriteInt},
    {"minLength", 11, WriteInt},        {"pattern", 12, WriteString},
    {"maxItems", 13, WriteInt},         {"minItems", 14, WriteInt},
    {"uniqueItems", 15, WriteBool},     {"enum", 16, WriteEach<WriteAny>},
    {"multipleOf", 17, WriteDouble},
};
constexpr int kAfterPrimitive = 18;

void WritePrimitive(ProtoWriter& out, int number, const Value& value) {
  WriteObject(out, number, value, kPrimitiveFields, kAfterPrimitive);
}

void WriteHeader(ProtoWriter& out, int number, const Value& value) {
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    WriteFields(out, kPrimitiveFields, value);
    WriteString(out, kAfterPrimitive, value.Find("description"));
    WriteExtensions(out, kAfterPrimitive + 1, value);
  });
}

void WriteBodyParameter(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"description", 1, WriteString},
                               {"name", 2, WriteString},
                               {"in", 3, WriteString},
                               {"required", 4, WriteBool},
                               {"schema", 5, WriteSchema}};
  WriteObject(out, number, value, kFields, /*extensions=*/6);
}

// A parameter outside of the body. Some places have one field more before the primitive ones.
void WritePlacedParameter(ProtoWriter& out, int number, const Value& value, bool may_be_empty) {
  constexpr Field kFields[] = {{"required", 1, WriteBool},
                               {"in", 2, WriteString},
                               {"description", 3, WriteString},
                               {"name", 4, WriteString}};
  WriteMessage(out, number, [&] {
    WriteFields(out, kFields, value);
    if (may_be_empty) WriteBool(out, 5, value.Find("allowEmptyValue"));
    int shift = may_be_empty ? 5 : 4;
    WriteFields(out, kPrimitiveFields, value, shift);
    WriteExtensions(out, kAfterPrimitive + shift, value);
  });
}

// The parameter stands in a choice of place, which stands in a choice of body or other.
void WriteParameter(ProtoWriter& out, int number, const Value& value) {
  enum { kBody = 1, kNonBody = 2 };
  struct Place {
    std::string_view in;
    int number;
    bool may_be_empty;
  };
  constexpr Place kPlaces[] = {
      {"header", 1, false}, {"formData", 2, true}, {"query", 3, true}, {"path", 4, false}};
  std::string_view in = value.FindString("in");
  if (in == "body") {
    WriteMessage(out, number, [&] { WriteBodyParameter(out, kBody, value); });
  }
  for (const Place& place : kPlaces) {
    if (place.in != in) continue;
    WriteMessage(out, number, [&] {
      WriteMessage(out, kNonBody,
                   [&] { WritePlacedParameter(out, place.number, value, place.may_be_empty); });
    });
  }
}

constexpr Field kReferenceFields[] = {{"$ref", 1, WriteString}, {"description", 2, WriteString}};

template <WriteField Write>
void WriteOrReference(ProtoWriter& out, int number, const Value& value) {
  WriteChoice<Write>(out, number, value, kReferenceFields);
}

constexpr WriteField WriteParameters = WriteEach<WriteOrReference<WriteParameter>>;

void WriteResponse(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"description", 1, WriteString},
                               {"schema", 2, WriteWrapped<WriteSchema>},
                               {"headers", 3, WriteMap<WriteHeader>},
                               {"examples", 4, WriteMap<WriteAny>}};
  WriteObject(out, number, value, kFields, /*extensions=*/5);
}

void WriteResponses(ProtoWriter& out, int number, const Value& value) {
  WriteEntriesAndExtensions<WriteOrReference<WriteResponse>>(out, number, value, /*entries=*/1,
                                                             /*extensions=*/2);
}

void WriteOperation(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {
      {"tags", 1, WriteStrings},        {"summary", 2, WriteString},
      {"description", 3, WriteString},  {"externalDocs", 4, WriteExternalDocs},
      {"operationId", 5, WriteString},  {"produces", 6, WriteStrings},
      {"consumes", 7, WriteStrings},    {"parameters", 8, WriteParameters},
      {"responses", 9, WriteResponses}, {"schemes", 10, WriteStrings},
      {"deprecated", 11, WriteBool},    {"security", 12, WriteSecurity}};
  WriteObject(out, number, value, kFields, /*extensions=*/13);
}

void WritePathItem(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"$ref", 1, WriteString},          {"get", 2, WriteOperation},
                               {"put", 3, WriteOperation},        {"post", 4, WriteOperation},
                               {"delete", 5, WriteOperation},     {"options", 6, WriteOperation},
                               {"head", 7, WriteOperation},       {"patch", 8, WriteOperation},
                               {"parameters", 9, WriteParameters}};
  WriteObject(out, number, value, kFields, /*extensions=*/10);
}

void WritePaths(ProtoWriter& out, int number, const Value& value) {
  WriteEntriesAndExtensions<WritePathItem>(out, number, value, /*entries=*/2, /*extensions=*/1);
}

void WriteSecurityDefinition(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kBasicFields[] = {{"type", 1, WriteString}, {"description", 2, WriteString}};
  constexpr Field kApiKeyFields[] = {{"type", 1, WriteString},
                                     {"name", 2, WriteString},
                                     {"in", 3, WriteString},
                                     {"description", 4, WriteString}};
  enum { kBasic = 1, kApiKey = 2 };
  std::string_view type = value.FindString("type");
  WriteMessage(out, number, [&] {
    if (type == "basic") WriteObject(out, kBasic, value, kBasicFields, /*extensions=*/3);
    if (type == "apiKey") WriteObject(out, kApiKey, value, kApiKeyFields, /*extensions=*/5);
  });
}

void WriteInfo(ProtoWriter& out, int number, const Value& value) {
  constexpr Field kFields[] = {{"title", 1, WriteString},       {"version", 2, WriteString},
                               {"description", 3, WriteString}, {"termsOfService", 4, WriteString},
                               {"contact", 5, WriteContact},    {"license", 6, WriteLicense}};
  WriteObject(out, number, value, kFields, /*extensions=*/7);
}

constexpr Field kDocumentFields[] = {
    {"swagger", 1, WriteString},
    {"info", 2, WriteInfo},
    {"host", 3, WriteString},
    {"basePath", 4, WriteString},
    {"schemes", 5, WriteStrings},
    {"consumes", 6, WriteStrings},
    {"produces", 7, WriteStrings},
    {"paths", 8, WritePaths},
    {"definitions", 9, WriteMap<WriteSchema>},
    {"parameters", 10, WriteMap<WriteParameter>},
    {"responses", 11, WriteMap<WriteResponse>},
    {"security", 12, WriteSecurity},
    {"securityDefinitions", 13, WriteMap<WriteSecurityDefinition>},
    {"tags", 14, WriteEach<WriteTag>},
    {"externalDocs", 15, WriteExternalDocs},
};
constexpr int kDocumentExtensions = 16;

}  // namespace
}  // namespace openapi_protobuf

std::string OpenApiV2Protobuf(const Value& swagger) {
  std::string bytes;
  if (!swagger.is_object()) return bytes;
  codec::ProtoWriter out(bytes);
  openapi_protobuf::WriteFields(out, openapi_protobuf::kDocumentFields, swagger);
  openapi_protobuf::WriteExtensions(out, openapi_protobuf::kDocumentExtensions, swagger);
  return bytes;
}

}  // namespace pintle::api
