#include "pintle/object/read/coerce.h"

#include <algorithm>
#include <optional>

#include "pintle/schema/defaults.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/open_api.h"
#include "pintle/scheme/type_functions.h"
#include "pintle/typeinfo/value_bridge.h"
#include "pintle/value/numbers.h"

namespace pintle::object {
namespace {

using apis::meta::v1::PartialObjectMetadata;

constexpr std::string_view kTypeMembers[] = {"apiVersion", "kind", "metadata"};

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

// Decodes `metadata`, which lives as long as the arena: if there is anything to say about it, as
// part of a document, so that findings read `metadata.x`.
Result<ObjectMeta*> DecodeMeta(const Value& metadata, Arena& arena, field::Findings* findings) {
  auto* partial = arena.New<PartialObjectMetadata>();
  if (typeinfo::FromPlainValue(metadata, typeinfo::TypeOf<ObjectMeta>(), &partial->metadata,
                               arena)) {
    return &partial->metadata;
  }
  Value document = Value().With(arena, "metadata", WithIntegers(metadata, arena));
  PINTLE_RETURN_IF_ERROR(typeinfo::FromValue(document, typeinfo::TypeOf<PartialObjectMetadata>(),
                                             partial, arena, findings));
  return &partial->metadata;
}

// The same, dropping members that do not decode.
ObjectMeta* DecodeMetaLeniently(const Value& metadata, Arena& arena) {
  if (auto whole = DecodeMeta(metadata, arena, nullptr)) return *whole;
  std::vector<Member> kept;
  if (metadata.is_object()) {
    for (const Member& member : metadata.members()) {
      Value one = Value().With(arena, member.key(), member.value);
      if (DecodeMeta(one, arena, nullptr)) kept.push_back(member);
    }
  }
  return *DecodeMeta(Value::SortedObject(arena, kept), arena, nullptr);
}

bool IsOfKind(const Kind& kind, std::string_view api_version, const Value& root) {
  scheme::GroupVersion sent;
  return scheme::GroupVersion::Parse(api_version, &sent) && sent.group == kind.group &&
         root.FindString("kind") == kind.kind;
}

const schema::Structural& SchemaOrEmpty(const Kind& kind, std::string_view version) {
  const schema::Structural* found = kind.SchemaOf(version);
  static const schema::Structural kEmpty;
  return found != nullptr ? *found : kEmpty;
}

// All of them, other than what decoding finds.
void AddUnknown(const std::vector<std::string>& paths, field::Findings& findings) {
  field::Findings more;
  more.Unlimited();
  for (const std::string& path : paths) more.Unknown(path);
  findings.Append(std::move(more));
}

Value WithoutTypeMembers(const Value& root, Arena& arena) {
  if (!root.is_object()) return root;
  std::vector<Member> members;
  members.reserve(root.size());
  for (const Member& member : root.members()) {
    if (std::ranges::find(kTypeMembers, member.key()) == std::end(kTypeMembers)) {
      members.push_back(member);
    }
  }
  return Value::SortedObject(arena, members);
}

// What `value` has beyond `other`; nothing if `other` has all of it. Elements of lists keep their
// places.
std::optional<Value> Beyond(Arena& arena, const Value& value, const Value& other) {
  if (schema::SameData(value, other)) return std::nullopt;
  if (value.is_list() && other.is_list() && value.size() == other.size()) {
    std::vector<Value> items;
    bool more = false;
    for (size_t i = 0; i < value.size(); ++i) {
      std::optional<Value> item = Beyond(arena, value.items()[i], other.items()[i]);
      more |= item.has_value();
      items.push_back(item.value_or(Value::EmptyObject()));
    }
    return more ? std::optional(Value::List(arena, items)) : std::nullopt;
  }
  if (value.is_object() && other.is_object()) {
    std::vector<Member> members;
    for (const Member& member : value.members()) {
      const Value* same = other.FindPtr(member.key());
      std::optional<Value> rest = same ? Beyond(arena, member.value, *same) : member.value;
      if (rest) members.push_back({member.key(), *rest});
    }
    return members.empty() ? std::nullopt : std::optional(Value::SortedObject(arena, members));
  }
  return value == other ? std::nullopt : std::optional(value);
}

std::string_view VersionOf(std::string_view api_version) {
  size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
}

}  // namespace

schema::TidiedMetadata TidyMetadata(Arena& arena, const Value& metadata,
                                    schema::MalformedFields malformed) {
  schema::TidiedMetadata out;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<ObjectMeta>();
  if (malformed == schema::MalformedFields::kDrop) {
    out.metadata = typeinfo::ToValue(type, DecodeMetaLeniently(metadata, arena), arena);
    return out;
  }
  field::Findings findings;
  findings.Unlimited();
  auto meta = DecodeMeta(metadata, arena, &findings);
  if (!meta) {
    out.error = meta.error().message();
    return out;
  }
  constexpr std::string_view kLead = "metadata.";
  for (const field::Finding& finding : findings.items()) {
    if (finding.path.starts_with(kLead)) {
      out.unknown_paths.push_back(finding.path.substr(kLead.size()));
    }
  }
  out.metadata = typeinfo::ToValue(type, *meta, arena);
  return out;
}

Result<CoerceResult> CoerceRequest(const Kind& kind, std::string_view api_version,
                                   const Value& document, const std::shared_ptr<Arena>& arena) {
  CoerceResult out;
  Value root = document;
  PINTLE_TRY(ObjectMeta * meta, DecodeMeta(root.Find("metadata"), *arena, &out.findings));
  if (IsOfKind(kind, api_version, root)) {
    const schema::Structural& schema = SchemaOrEmpty(kind, VersionOf(api_version));
    if (!kind.preserve_unknown_fields) {
      std::vector<std::string> pruned;
      root = schema::Prune(*arena, schema, root, kind.prune_mode, true, &pruned);
      AddUnknown(pruned, out.findings);
      root = schema::DropNulls(*arena, schema, root);
    }
    schema::TidyResult embedded = schema::TidyEmbedded(
        *arena, schema, root, field::Path(), true, TidyMetadata, schema::MalformedFields::kFail);
    if (embedded.error) return BadRequest(embedded.error->Text());
    root = embedded.object;
    AddUnknown(embedded.unknown_paths, out.findings);
    if (!kind.preserve_unknown_fields) root = schema::ApplyDefaults(*arena, schema, root);
  }
  out.object =
      Object::Dynamic(arena, arena->Copy(api_version), arena->Copy(root.FindString("kind")), meta,
                      WithoutTypeMembers(root, *arena));
  return out;
}

Object CoerceStored(const Kind& kind, std::string_view api_version, const Value& document,
                    const std::shared_ptr<Arena>& arena) {
  Value root = document;
  ObjectMeta* meta = DecodeMetaLeniently(root.Find("metadata"), *arena);
  if (meta->generation == 0) meta->generation = 1;
  const schema::Structural& schema = SchemaOrEmpty(kind, VersionOf(api_version));
  if (!kind.preserve_unknown_fields) {
    root = schema::Prune(*arena, schema, root, kind.prune_mode, true, nullptr);
    root = schema::DropNulls(*arena, schema, root);
  }
  root = schema::TidyEmbedded(*arena, schema, root, field::Path(), true, TidyMetadata,
                              schema::MalformedFields::kDrop)
             .object;
  if (!kind.preserve_unknown_fields) root = schema::ApplyDefaults(*arena, schema, root);
  return Object::Dynamic(arena, arena->Copy(api_version), arena->Copy(kind.kind), meta,
                         WithoutTypeMembers(root, *arena));
}

Result<Object> CoerceConverted(const Kind& kind, std::string_view api_version,
                               const Value& document, const std::shared_ptr<Arena>& arena) {
  Value root = document;
  PINTLE_TRY(ObjectMeta * meta, DecodeMeta(root.Find("metadata"), *arena, nullptr));
  const schema::Structural& schema = SchemaOrEmpty(kind, VersionOf(api_version));
  root = schema::Prune(*arena, schema, root, kind.prune_mode, true, nullptr);
  root = schema::DropNulls(*arena, schema, root);
  schema::TidyResult embedded = schema::TidyEmbedded(*arena, schema, root, field::Path(), true,
                                                     TidyMetadata, schema::MalformedFields::kFail);
  if (embedded.error) return Fail(Reason::kUnknown, embedded.error->Text());
  return Object::Dynamic(arena, arena->Copy(api_version), arena->Copy(kind.kind), meta,
                         WithoutTypeMembers(embedded.object, *arena));
}

Value ConvertContent(const Kind& kind, const Object& object, std::string_view version,
                     Arena& arena) {
  Value content = object.content();
  if (VersionOf(object.api_version()) == version || kind.preserve_unknown_fields) return content;
  const schema::Structural& schema = SchemaOrEmpty(kind, version);
  content = schema::Prune(arena, schema, content, kind.prune_mode, true, nullptr);
  return schema::DropNulls(arena, schema, content);
}

std::vector<std::string> LostWhenStored(const Kind& kind, const Object& object) {
  const std::string_view version = VersionOf(object.api_version());
  std::vector<std::string> lost;
  if (kind.is_typed() || kind.converter != nullptr || kind.preserve_unknown_fields ||
      version == kind.storage_version) {
    return lost;
  }
  Arena arena;
  const schema::Structural& storage = SchemaOrEmpty(kind, kind.storage_version);
  const Value& content = object.content();
  Value kept = schema::Prune(arena, storage, content, kind.prune_mode, true, &lost);
  if (lost.empty()) return lost;
  lost.clear();
  const Value filled = schema::ApplyDefaults(arena, SchemaOrEmpty(kind, version), kept);
  if (std::optional<Value> written = Beyond(arena, content, filled)) {
    schema::Prune(arena, storage, *written, kind.prune_mode, true, &lost);
  }
  return lost;
}

Result<Object> ToHub(const scheme::KindInfo& kind, const scheme::KindVersion& version,
                     std::shared_ptr<Arena> arena, void* spoke) {
  scheme::FunctionContext context{.arena = *arena, .gates = kind.gates};
  if (kind.defaults != nullptr) {
    PINTLE_RETURN_IF_ERROR(kind.defaults->Run(*version.type, context, spoke));
  }
  if (kind.read_fixes != nullptr) {
    PINTLE_RETURN_IF_ERROR(kind.read_fixes->Run(*version.type, context, spoke));
  }
  if (version.to_hub == nullptr) return Object::Typed(std::move(arena), *version.type, spoke);
  void* hub = arena->Allocate(kind.hub->size, kind.hub->align);
  std::memset(hub, 0, kind.hub->size);
  version.to_hub(*arena, spoke, hub);
  return Object::Typed(std::move(arena), *kind.hub, hub);
}

}  // namespace pintle::object
