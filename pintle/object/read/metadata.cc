#include "pintle/object/read/metadata.h"

#include <algorithm>
#include <optional>

#include "pintle/typeinfo/value_bridge.h"
#include "pintle/value/numbers.h"

namespace pintle::object {
namespace {

using apis::meta::v1::PartialObjectMetadata;

// `metadata` with 1 for 1.0. All its numbers are integers, and clients that know but doubles write
// them as such.
Value WithIntegers(const Value& metadata, Arena& arena) {
  if (!metadata.is_object()) return metadata;
  auto is_double = [](const Member& member) { return member.value.is_double(); };
  if (std::ranges::none_of(metadata.members(), is_double)) return metadata;
  std::vector<Member> members;
  members.reserve(metadata.size());
  for (const Member& member : metadata.members()) {
    std::optional<int64_t> whole = AsWhole(member.value);
    members.push_back(whole ? Member(member.key(), Value(*whole)) : member);
  }
  return Value::SortedObject(arena, members);
}

}  // namespace

Result<ObjectMeta*> ReadMetadata(const Value& metadata, Arena& arena, field::Findings* findings) {
  auto* partial = arena.New<PartialObjectMetadata>();
  if (typeinfo::FromPlainValue(metadata, typeinfo::TypeOf<ObjectMeta>(), &partial->metadata,
                               arena)) {
    return &partial->metadata;
  }
  // As part of a document, so that findings and errors name it.
  Value document = Value().With(arena, "metadata", WithIntegers(metadata, arena));
  PINTLE_RETURN_IF_ERROR(typeinfo::FromValue(document, typeinfo::TypeOf<PartialObjectMetadata>(),
                                             partial, arena, findings));
  return &partial->metadata;
}

ObjectMeta* ReadMetadataLeniently(const Value& metadata, Arena& arena) {
  if (auto whole = ReadMetadata(metadata, arena, nullptr)) return *whole;
  std::vector<Member> kept;
  if (metadata.is_object()) {
    for (const Member& member : metadata.members()) {
      Value one = Value().With(arena, member.key(), member.value);
      if (ReadMetadata(one, arena, nullptr)) kept.push_back(member);
    }
  }
  return *ReadMetadata(Value::SortedObject(arena, kept), arena, nullptr);
}

schema::TidiedMetadata TidyMetadata(Arena& arena, const Value& metadata,
                                    schema::MalformedFields malformed, field::Findings* unknown) {
  schema::TidiedMetadata out;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<ObjectMeta>();
  if (malformed == schema::MalformedFields::kDrop) {
    out.metadata = typeinfo::ToValue(type, ReadMetadataLeniently(metadata, arena), arena);
    return out;
  }
  field::Findings found;
  found.Widen();
  auto meta = ReadMetadata(metadata, arena, unknown != nullptr ? &found : nullptr);
  if (!meta) {
    out.error = meta.error().message();
    return out;
  }
  out.metadata = typeinfo::ToValue(type, *meta, arena);
  if (unknown == nullptr) return out;
  for (const field::Finding& finding : found.items()) {
    // A member without a name has no path, and would be told as the metadata itself.
    if (finding.path != "metadata") unknown->Unknown(finding.path);
  }
  unknown->Skip(found.more());
  return out;
}

}  // namespace pintle::object
