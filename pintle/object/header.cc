#include "pintle/object/header.h"

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"

namespace pintle::object {
namespace {

std::unique_ptr<codec::Reader> Open(std::string_view stored) {
  if (codec::IsCbor(stored)) return std::make_unique<codec::CborReader>(stored);
  return std::make_unique<codec::JsonReader>(stored);
}

// The `metadata` member (or everything, for kinds with selectable fields) of a stored object;
// members not needed are skipped without building values.
Value ReadParts(const Kind& kind, std::string_view stored, Arena& arena) {
  auto reader = Open(stored);
  if (!kind.selectable_fields.empty()) {
    auto all = codec::ReadValue(*reader, arena, nullptr);
    return all ? *all : Value();
  }
  auto token = reader->Next();
  if (!token || *token != codec::Token::kBeginObject) return Value();
  while (true) {
    token = reader->Next();
    if (!token || *token != codec::Token::kKey) return Value();
    if (reader->text() == "metadata") break;
    if (!reader->Skip()) return Value();
  }
  auto metadata = codec::ReadValue(*reader, arena);
  return metadata ? Value().With(arena, "metadata", *metadata) : Value();
}

}  // namespace

std::string SelectableValue(const Value& document, std::string_view dotted_path) {
  Value at = document;
  for (std::string_view name : Split(dotted_path, '.')) at = at.Find(name);
  if (at.is_null()) return {};
  if (at.is_string()) return std::string(at.as_string());
  return codec::ToJson(at);
}

Header ReadHeader(const Kind& kind, std::string_view stored) {
  Arena arena;
  Value document = ReadParts(kind, stored, arena);
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
  header.fields.emplace_back("metadata.name", header.name);
  header.fields.emplace_back("metadata.namespace", header.namespace_name);
  for (const SelectableField& field : kind.selectable_fields) {
    header.fields.emplace_back(field, SelectableValue(document, field));
  }
  return header;
}

}  // namespace pintle::object
