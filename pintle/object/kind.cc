#include "pintle/object/kind.h"

#include <algorithm>

namespace pintle::object {
namespace {

const schema::ServedSchema* FindSchema(const Kind& kind, std::string_view version) {
  auto at = std::ranges::find(kind.schemas, version, &SchemaVersion::version);
  return at != kind.schemas.end() ? at->schema.get() : nullptr;
}

}  // namespace

const schema::Structural* Kind::SchemaOf(std::string_view version) const {
  const schema::ServedSchema* found = FindSchema(*this, version);
  return found != nullptr ? found->structural() : nullptr;
}

const schema::Structural& Kind::SchemaOrEmpty(std::string_view version) const {
  const schema::Structural* found = SchemaOf(version);
  static const schema::Structural kEmpty;
  return found != nullptr ? *found : kEmpty;
}

const schema::RuleSet* Kind::RulesOf(std::string_view version) const {
  const schema::ServedSchema* found = FindSchema(*this, version);
  return found != nullptr ? found->rules() : nullptr;
}

bool Kind::HasVersion(std::string_view version) const {
  if (is_typed()) return typed->Find(version) != nullptr;
  return std::ranges::find(schemas, version, &SchemaVersion::version) != schemas.end();
}

scheme::GroupVersion Kind::Storage() const {
  return {is_typed() ? typed->storage_group.value_or(group) : group, storage_version};
}

MediaType Kind::StoredMedia() const {
  if (!is_typed()) return store_cbor ? MediaType::kCbor : MediaType::kJson;
  return typed->stored_format == scheme::StoredFormat::kProtobuf ? MediaType::kProtobuf
                                                                 : MediaType::kJson;
}

Kind TypedKind(const scheme::KindInfo& info) {
  Kind kind;
  kind.group = info.group;
  kind.kind = info.kind;
  kind.list_kind = info.kind + "List";
  kind.storage_version = info.storage_version;
  kind.typed = &info;
  return kind;
}

}  // namespace pintle::object
