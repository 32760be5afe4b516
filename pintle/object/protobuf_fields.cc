#include "pintle/object/protobuf_fields.h"

#include <algorithm>

#include "apis/meta/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/codec/protobuf_reader.h"

namespace pintle::object {
namespace {

using codec::ProtoReader;
using codec::ProtoWire;
using typeinfo::FieldInfo;
using TypeKind = typeinfo::Kind;
using typeinfo::TypeInfo;

// A field as it stands in a message.
struct RawField {
  ProtoWire wire = ProtoWire::kBytes;
  uint64_t number = 0;     // kVarint
  std::string_view bytes;  // kBytes
};

// Calls `take(field number, field)` for every field written as a number or as bytes; false if the
// message cannot be read.
template <typename Take>
bool EachField(std::string_view message, const Take& take) {
  ProtoReader reader(message);
  while (!reader.AtEnd()) {
    uint32_t number = 0;
    RawField field;
    if (!reader.Tag(number, field.wire)) return false;
    if (field.wire == ProtoWire::kVarint) {
      if (!reader.Varint(field.number)) return false;
    } else if (field.wire == ProtoWire::kBytes) {
      if (!reader.Bytes(field.bytes)) return false;
    } else {
      if (!reader.Skip(field.wire)) return false;
      continue;
    }
    take(number, field);
  }
  return true;
}

// The last of the fields with this number: the one that counts.
std::optional<RawField> Last(std::string_view message, uint32_t number) {
  std::optional<RawField> found;
  bool whole = EachField(message, [&](uint32_t at, const RawField& field) {
    if (at == number) found = field;
  });
  return whole ? found : std::nullopt;
}

const FieldInfo* FindField(const TypeInfo& type, std::string_view name) {
  auto at = std::ranges::find_if(
      type.fields, [&](const FieldInfo& field) { return !field.inlined && field.name == name; });
  return at != type.fields.end() ? &*at : nullptr;
}

uint32_t NumberOf(const TypeInfo& type, std::string_view name) {
  return FindField(type, name)->proto_number;
}

struct MetaNumbers {
  const TypeInfo& type = typeinfo::TypeOf<apis::meta::v1::ObjectMeta>();
  uint32_t name = NumberOf(type, "name");
  uint32_t namespace_name = NumberOf(type, "namespace");
  uint32_t uid = NumberOf(type, "uid");
  uint32_t labels = NumberOf(type, "labels");
};

void AddLabel(std::string_view entry, Header& header) {
  std::string key;
  std::string value;
  EachField(entry, [&](uint32_t number, const RawField& field) {
    if (number == codec::kMapEntryKey) key = field.bytes;
    if (number == codec::kMapEntryValue) value = field.bytes;
  });
  header.labels.emplace_back(std::move(key), std::move(value));
}

// In key order, of equal keys the last; writers keep the order, so there is mostly nothing to do.
void SortLabels(Header& header) {
  using Label = std::pair<std::string, std::string>;
  auto& labels = header.labels;
  if (std::ranges::is_sorted(labels, std::ranges::less_equal{}, &Label::first)) return;
  std::ranges::reverse(labels);
  std::ranges::stable_sort(labels, {}, &Label::first);
  auto rest = std::ranges::unique(labels, {}, &Label::first);
  labels.erase(rest.begin(), rest.end());
}

// The message that an inlined struct is inside the one of its owner.
struct Place {
  const TypeInfo* type;
  std::string_view message;
};

// Finds a field by its JSON name, in the struct or in one inlined into it; moves `place` to where
// it is. Null if there is no such field.
const FieldInfo* Locate(Place& place, std::string_view name) {
  if (const FieldInfo* field = FindField(*place.type, name)) return field;
  for (const FieldInfo& inlined : place.type->fields) {
    if (!inlined.inlined || inlined.proto_number == 0) continue;
    if (FindField(*inlined.type, name) == nullptr) continue;
    auto inside = Last(place.message, inlined.proto_number);
    place = {inlined.type, inside ? inside->bytes : std::string_view()};
    return FindField(*place.type, name);
  }
  return nullptr;
}

std::optional<std::string> Printed(const TypeInfo& type, const RawField& field) {
  switch (type.kind) {
    case TypeKind::kString:
      return std::string(field.bytes);
    case TypeKind::kBool:
      return field.number != 0 ? "true" : "false";
    case TypeKind::kInt32:
    case TypeKind::kInt64:
      return std::to_string(static_cast<int64_t>(field.number));
    case TypeKind::kOpt:
      return Printed(*type.element, field);
    default:
      return std::nullopt;
  }
}

}  // namespace

bool ReadProtobufMeta(const TypeInfo& type, std::string_view message, Header& header) {
  static const MetaNumbers kNumbers;
  auto metadata = Last(message, NumberOf(type, "metadata"));
  if (!metadata) return false;
  bool whole = EachField(metadata->bytes, [&](uint32_t number, const RawField& field) {
    if (number == kNumbers.name) header.name = field.bytes;
    if (number == kNumbers.namespace_name) header.namespace_name = field.bytes;
    if (number == kNumbers.uid) header.uid = field.bytes;
    if (number == kNumbers.labels) AddLabel(field.bytes, header);
  });
  if (whole) SortLabels(header);
  return whole;
}

std::optional<std::string> ProtobufValue(const TypeInfo& type, std::string_view message,
                                         std::string_view dotted_path) {
  Place place{&type, message};
  std::optional<RawField> found;
  for (std::string_view step : Split(dotted_path, '.')) {
    if (place.type->kind == TypeKind::kPtr) place.type = place.type->element;
    const FieldInfo* field = Locate(place, step);
    if (field == nullptr || field->proto_number == 0) return std::nullopt;
    found = Last(place.message, field->proto_number);
    if (!found) return std::nullopt;
    place = {field->type, found->bytes};
  }
  return found ? Printed(*place.type, *found) : std::nullopt;
}

}  // namespace pintle::object
