#pragma once

#include <span>
#include <string_view>

#include "pintle/codec/protobuf_writer.h"
#include "pintle/value/value.h"

// What the Protobuf forms of both OpenAPI versions are written with. Every message has a table of
// its members with their field numbers and the function that writes such a member. Fields that have
// their default value are left out, as in any proto3 encoder, except where one of several
// alternatives is meant by it.
namespace pintle::api::openapi_protobuf {

using codec::ProtoWriter;

// Deeper messages are left out, which bounds the recursion below. One level of a schema takes three
// or four of messages, and what is published is cut long before.
inline constexpr size_t kMaxMessageDepth = 3000;

using WriteField = void (*)(ProtoWriter& out, int number, const Value& value);

struct Field {
  std::string_view key;
  int number;
  WriteField write;
};

// `shift` is added to every field number.
void WriteFields(ProtoWriter& out, std::span<const Field> fields, const Value& object,
                 int shift = 0);

void WriteMessage(ProtoWriter& out, int number, const auto& body) {
  if (out.depth() < kMaxMessageDepth) out.Message(number, body);
}

void WriteString(ProtoWriter& out, int number, const Value& value);
void WriteBool(ProtoWriter& out, int number, const Value& value);
void WriteInt(ProtoWriter& out, int number, const Value& value);
void WriteDouble(ProtoWriter& out, int number, const Value& value);
// Also the empty string: an element is there whatever it is.
void WriteStringElement(ProtoWriter& out, int number, const Value& value);
// A value of any type, as YAML text; JSON is YAML.
void WriteAny(ProtoWriter& out, int number, const Value& value);

// A list whose elements are written by `Write`; a single one may stand without a list.
template <WriteField Write>
void WriteEach(ProtoWriter& out, int number, const Value& value) {
  if (!value.is_list()) return Write(out, number, value);
  for (const Value& item : value.items()) Write(out, number, item);
}

inline constexpr WriteField WriteStrings = WriteEach<WriteStringElement>;

// A message whose field 1 is written by `Write`.
template <WriteField Write>
void WriteWrapped(ProtoWriter& out, int number, const Value& value) {
  WriteMessage(out, number, [&] { Write(out, 1, value); });
}

template <WriteField Write>
void WriteEntry(ProtoWriter& out, int number, const Member& member) {
  WriteMessage(out, number, [&] {
    out.String(1, member.key());
    Write(out, 2, member.value);
  });
}

inline bool IsExtension(const Member& member) { return member.key().starts_with("x-"); }

void WriteExtensions(ProtoWriter& out, int number, const Value& object);

// A map with free names, such as `definitions`.
template <WriteField Write>
void WriteMap(ProtoWriter& out, int number, const Value& value) {
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    for (const Member& member : value.members()) WriteEntry<Write>(out, 1, member);
  });
}

// Named entries and extensions beside each other.
template <WriteField Write>
void WriteEntriesAndExtensions(ProtoWriter& out, int number, const Value& value, int entries,
                               int extensions) {
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    for (const Member& member : value.members()) {
      if (!IsExtension(member)) WriteEntry<Write>(out, entries, member);
    }
    WriteExtensions(out, extensions, value);
  });
}

// An object with the members of a table and extensions.
void WriteObject(ProtoWriter& out, int number, const Value& value, std::span<const Field> fields,
                 int extensions);

// A choice of the thing itself, written by `Write`, and a reference with the members of a table.
template <WriteField Write>
void WriteChoice(ProtoWriter& out, int number, const Value& value,
                 std::span<const Field> reference) {
  enum { kItself = 1, kReference = 2 };
  if (!value.is_object()) return;
  WriteMessage(out, number, [&] {
    if (value.Has("$ref")) {
      WriteMessage(out, kReference, [&] { WriteFields(out, reference, value); });
    } else {
      Write(out, kItself, value);
    }
  });
}

// Messages that are the same in both versions.
void WriteExternalDocs(ProtoWriter& out, int number, const Value& value);
void WriteContact(ProtoWriter& out, int number, const Value& value);
void WriteLicense(ProtoWriter& out, int number, const Value& value);
void WriteTag(ProtoWriter& out, int number, const Value& value);
inline constexpr WriteField WriteSecurity = WriteEach<WriteMap<WriteWrapped<WriteStrings>>>;

}  // namespace pintle::api::openapi_protobuf
