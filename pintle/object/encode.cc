#include "pintle/object/encode.h"

#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/yaml.h"
#include "pintle/object/coerce.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::object {
namespace {

std::string ApiVersion(const Kind& kind, std::string_view version) {
  return scheme::GroupVersion{kind.group, std::string(version)}.Text();
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
  auto set = [&](std::string_view name, std::string_view value) {
    const typeinfo::JsonField* field = typeinfo::FindJsonField(type, name);
    *reinterpret_cast<typeinfo::Str*>(spoke + field->offset) = arena.Copy(value);
  };
  set("apiVersion", type_meta ? ApiVersion(kind, version.version) : std::string());
  set("kind", type_meta ? kind.kind : std::string());
  return spoke;
}

// The document of a custom resource.
Value DynamicDocument(const Kind& kind, const Object& object, std::string_view version,
                      Arena& arena) {
  Value content = ConvertContent(kind, object, version, arena);
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

void Encode(const Kind& kind, const Object& object, std::string_view version, bool type_meta,
            codec::Writer& writer) {
  Arena scratch;
  if (kind.is_typed()) {
    const scheme::KindVersion& spoke = *kind.typed->Find(version);
    typeinfo::Encode(*spoke.type, ToSpoke(kind, object, spoke, type_meta, scratch), writer);
  } else {
    codec::WriteValue(DynamicDocument(kind, object, version, scratch), writer);
  }
}

namespace {

// Runs `write` with a writer for the format.
template <typename Write>
std::string WriteAs(MediaType media, bool pretty, const Write& write) {
  std::string out;
  switch (media) {
    case MediaType::kJson: {
      codec::JsonWriter writer(out,
                               pretty ? codec::JsonStyle::kPretty : codec::JsonStyle::kCompact);
      write(writer);
      break;
    }
    case MediaType::kCbor: {
      out = codec::kCborPrefix;
      codec::CborWriter writer(out);
      write(writer);
      break;
    }
    case MediaType::kYaml: {
      Arena arena;
      codec::ValueWriter writer(arena);
      write(writer);
      return codec::ToYaml(writer.Take());
    }
  }
  return out;
}

}  // namespace

std::string EncodeAs(const Kind& kind, const Object& object, std::string_view version,
                     bool type_meta, MediaType media, bool pretty) {
  return WriteAs(media, pretty,
                 [&](codec::Writer& writer) { Encode(kind, object, version, type_meta, writer); });
}

std::string EncodeStructAs(const typeinfo::TypeInfo& type, const void* data, MediaType media,
                           bool pretty) {
  return WriteAs(media, pretty,
                 [&](codec::Writer& writer) { typeinfo::Encode(type, data, writer); });
}

std::string EncodeValueAs(const Value& value, MediaType media, bool pretty) {
  switch (media) {
    case MediaType::kJson:
      return pretty ? codec::ToPrettyJson(value) : codec::ToJson(value);
    case MediaType::kCbor:
      return std::string(codec::kCborPrefix) + codec::ToCbor(value);
    case MediaType::kYaml:
      return codec::ToYaml(value);
  }
  return {};
}

std::string EncodeStored(const Kind& kind, const Object& object) {
  Object stored = object;
  std::string_view revision = stored.meta().resource_version;
  stored.meta().resource_version = {};
  MediaType media = !kind.is_typed() && kind.store_cbor ? MediaType::kCbor : MediaType::kJson;
  std::string out = EncodeAs(kind, stored, kind.storage_version, true, media, false);
  stored.meta().resource_version = revision;
  return out;
}

}  // namespace pintle::object
