#include "pintle/object/header.h"

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_reader.h"
#include "pintle/object/encode.h"
#include "pintle/object/protobuf_fields.h"
#include "pintle/object/read/decode.h"

namespace pintle::object {
namespace {

bool HasIndex(const Kind& kind) {
  return kind.is_typed() ? !kind.typed->indexed_fields.empty() : !kind.selectable_fields.empty();
}

// A stored object that is no Protobuf; null if it cannot be read. All of it: that is faster than to
// pass over what is not needed, for the fast parsers know nothing else.
Value ReadDocument(std::string_view stored, Arena& arena) {
  auto document =
      codec::IsCbor(stored) ? codec::ParseCbor(stored, arena) : codec::ParseJson(stored, arena);
  return document ? *document : Value();
}

std::optional<std::string> DocumentValue(const Value& document, std::string_view dotted_path) {
  Value at = document;
  for (std::string_view name : Split(dotted_path, '.')) at = at.Find(name);
  if (at.is_null()) return std::nullopt;
  if (at.is_string()) return std::string(at.as_string());
  return codec::ToJson(at);
}

// What a field that is not in the bytes is printed as: structs have no absent flags and numbers.
std::string_view AbsentValue(const typeinfo::TypeInfo& root, std::string_view dotted_path) {
  const typeinfo::TypeInfo* type = &root;
  for (std::string_view step : Split(dotted_path, '.')) {
    if (type->kind == typeinfo::Kind::kPtr) type = type->element;
    const typeinfo::JsonField* field = typeinfo::FindJsonField(*type, step);
    if (field == nullptr) return {};
    type = field->field->type;
  }
  switch (type->kind) {
    case typeinfo::Kind::kBool:
      return "false";
    case typeinfo::Kind::kInt32:
    case typeinfo::Kind::kInt64:
      return "0";
    default:
      return {};
  }
}

// Adds the index of a compiled-in kind; `read` gives the value at a path.
template <typename Read>
void AddIndex(const Kind& kind, const Read& read, Header& header) {
  const typeinfo::TypeInfo& type = *kind.typed->StorageVersion().type;
  for (const scheme::FieldLabel& field : kind.typed->indexed_fields) {
    std::optional<std::string> value = read(field.value_path());
    if ((!value || value->empty()) && !field.otherwise.empty()) value = read(field.otherwise);
    if (!value) value = AbsentValue(type, field.value_path());
    header.fields.emplace_back(field.indexed_name(), std::move(*value));
  }
}

void AddNames(Header& header) {
  header.fields.emplace_back("metadata.name", header.name);
  header.fields.emplace_back("metadata.namespace", header.namespace_name);
}

// The index speaks of the storage version: objects in another one are converted first.
bool NeedsConversion(const Kind& kind, std::string_view api_version) {
  return kind.is_typed() && HasIndex(kind) && api_version != kind.Storage().Text();
}

Header ReadConverted(const Kind& kind, std::string_view stored) {
  auto object = DecodeStored(kind, Bytes(std::string(stored)), 0);
  return object ? ReadHeader(kind, EncodeStored(kind, *object)) : Header();
}

Header ReadProtobufHeader(const Kind& kind, std::string_view stored) {
  auto envelope = codec::ReadProtobufEnvelope(stored);
  scheme::GroupVersion version;
  if (!envelope || !kind.is_typed() ||
      !scheme::GroupVersion::Parse(envelope->api_version, &version)) {
    return {};
  }
  if (NeedsConversion(kind, envelope->api_version)) return ReadConverted(kind, stored);
  const scheme::KindVersion* spoke = kind.typed->Find(version.group, version.version);
  Header header;
  if (spoke == nullptr || !ReadProtobufMeta(*spoke->type, envelope->raw, header)) return {};
  AddNames(header);
  AddIndex(
      kind, [&](std::string_view path) { return ProtobufValue(*spoke->type, envelope->raw, path); },
      header);
  return header;
}

}  // namespace

std::string SelectableValue(const Value& document, std::string_view dotted_path) {
  return DocumentValue(document, dotted_path).value_or("");
}

Header ReadHeader(const Kind& kind, std::string_view stored) {
  if (codec::IsProtobuf(stored)) return ReadProtobufHeader(kind, stored);
  Arena arena;
  Value document = ReadDocument(stored, arena);
  if (document.is_object() && NeedsConversion(kind, document.FindString("apiVersion"))) {
    return ReadConverted(kind, stored);
  }
  Value metadata = document.Find("metadata");
  Header header;
  header.name = metadata.FindString("name");
  header.namespace_name = metadata.FindString("namespace");
  header.uid = metadata.FindString("uid");
  Value labels = metadata.Find("labels");
  if (labels.is_object()) {
    for (const Member& label : labels.members()) {
      if (label.value.is_string()) header.labels.emplace_back(label.key(), label.value.as_string());
    }
  }
  AddNames(header);
  if (kind.is_typed()) {
    AddIndex(kind, [&](std::string_view path) { return DocumentValue(document, path); }, header);
  }
  for (const SelectableField& field : kind.selectable_fields) {
    header.fields.emplace_back(field, SelectableValue(document, field));
  }
  return header;
}

}  // namespace pintle::object
