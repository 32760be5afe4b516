#include "pintle/object/encode.h"

#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/yaml.h"
#include "pintle/object/read/read.h"
#include "pintle/scheme/type_functions.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::object {
namespace {

std::string ApiVersion(const Kind& kind, std::string_view version) {
  return scheme::GroupVersion{kind.group, std::string(version)}.Text();
}

std::string ApiVersion(const Kind& kind, const scheme::KindVersion& version) {
  return scheme::GroupVersion{version.other_group.value_or(kind.group), version.version}.Text();
}

// A shallow copy of the object's struct in `version`, with apiVersion and kind set.
const void* ToSpoke(const Kind& kind, const Object& object, const scheme::KindVersion& version,
                    bool type_meta, Arena& arena) {
  const typeinfo::TypeInfo& type = *version.type;
  auto* spoke = static_cast<char*>(arena.Allocate(type.size, type.align));
  std::memset(spoke, 0, type.size);
  if (version.from_hub != nullptr) {
    version.from_hub(arena, object.data(), spoke);
  } else {
    std::memcpy(spoke, object.data(), type.size);
  }
  if (kind.typed->write_fixes != nullptr) {
    scheme::FunctionContext context{.arena = arena, .gates = kind.typed->gates};
    kind.typed->write_fixes->Apply(type, context, spoke);
  }
  auto set = [&](std::string_view name, std::string_view value) {
    const typeinfo::JsonField* field = typeinfo::FindJsonField(type, name);
    *reinterpret_cast<typeinfo::Str*>(spoke + field->offset) = arena.Copy(value);
  };
  set("apiVersion", type_meta ? ApiVersion(kind, version) : std::string());
  set("kind", type_meta ? kind.kind : std::string());
  return spoke;
}

// The document of a custom resource.
Value DynamicDocument(const Kind& kind, const Object& object, std::string_view version,
                      Arena& arena) {
  Value content = Relabelled(kind, object, version, arena);
  std::vector<Member> members;
  members.reserve(content.size() + 3);
  members.push_back({"apiVersion", Value::String(arena, ApiVersion(kind, version))});
  members.push_back({"kind", Value::String(arena, object.kind())});
  members.push_back(
      {"metadata", typeinfo::ToValue(typeinfo::TypeOf<ObjectMeta>(), &object.meta(), arena)});
  members.insert(members.end(), content.members().begin(), content.members().end());
  return Value::Object(arena, std::move(members));
}

}  // namespace

Value ToDocument(const Kind& kind, const Object& object, std::string_view version, Arena& arena) {
  if (!kind.is_typed()) return DynamicDocument(kind, object, version, arena);
  const scheme::KindVersion& spoke = *kind.typed->Find(version);
  return typeinfo::ToValue(*spoke.type, ToSpoke(kind, object, spoke, true, arena), arena);
}

namespace {

// One version of a compiled-in kind.
std::string EncodeSpokeAs(const Kind& kind, const Object& object,
                          const scheme::KindVersion& version, bool type_meta, MediaType media,
                          bool pretty) {
  Arena scratch;
  const void* spoke = ToSpoke(kind, object, version, type_meta, scratch);
  if (media == MediaType::kProtobuf && !type_meta) {
    return typeinfo::EncodeProtobufMessage(*version.type, spoke);
  }
  return EncodeStructAs(*version.type, spoke, media, pretty);
}

}  // namespace

std::string EncodeAs(const Kind& kind, const Object& object, std::string_view version,
                     bool type_meta, MediaType media, bool pretty) {
  if (kind.is_typed()) {
    return EncodeSpokeAs(kind, object, *kind.typed->Find(version), type_meta, media, pretty);
  }
  Arena scratch;
  return EncodeValueAs(DynamicDocument(kind, object, version, scratch), media, pretty);
}

std::string EncodeStructAs(const typeinfo::TypeInfo& type, const void* data, MediaType media,
                           bool pretty) {
  std::string out;
  switch (media) {
    case MediaType::kJson: {
      if (!pretty) return typeinfo::EncodeJson(type, data);
      codec::JsonWriter writer(out, codec::JsonStyle::kPretty);
      typeinfo::Encode(type, data, writer);
      break;
    }
    case MediaType::kCbor: {
      out = codec::kCborPrefix;
      codec::CborWriter writer(out);
      typeinfo::Encode(type, data, writer);
      break;
    }
    case MediaType::kYaml: {
      Arena arena;
      return codec::ToYaml(typeinfo::ToValue(type, data, arena));
    }
    case MediaType::kProtobuf:
      return typeinfo::EncodeProtobuf(type, data);
  }
  return out;
}

std::string EncodeValueAs(const Value& value, const typeinfo::TypeInfo& type, MediaType media,
                          bool pretty) {
  if (media != MediaType::kProtobuf) return EncodeValueAs(value, media, pretty);
  Arena arena;
  void* data = typeinfo::NewZeroed(type, arena);
  // What the server has made itself fits its type.
  Status read = typeinfo::FromValue(value, type, data, arena, nullptr);
  assert(read);
  static_cast<void>(read);
  return typeinfo::EncodeProtobuf(type, data);
}

std::string EncodeValueAs(const Value& value, MediaType media, bool pretty) {
  switch (media) {
    case MediaType::kJson:
      return pretty ? codec::ToPrettyJson(value) : codec::ToJson(value);
    case MediaType::kCbor:
      return std::string(codec::kCborPrefix) + codec::ToCbor(value);
    case MediaType::kYaml:
      return codec::ToYaml(value);
    case MediaType::kProtobuf:
      break;
  }
  return {};
}

std::string EncodeStored(const Kind& kind, const Object& object) {
  Object stored = object;
  std::string_view revision = stored.meta().resource_version;
  stored.meta().resource_version = {};
  std::string out = kind.is_typed() ? EncodeSpokeAs(kind, stored, kind.typed->StorageVersion(),
                                                    true, kind.StoredMedia(), false)
                                    : EncodeAs(kind, stored, kind.storage_version, true,
                                               kind.StoredMedia(), false);
  stored.meta().resource_version = revision;
  return out;
}

}  // namespace pintle::object
