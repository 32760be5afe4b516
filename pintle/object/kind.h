#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/object/media_type.h"
#include "pintle/schema/prune.h"
#include "pintle/schema/served_schema.h"
#include "pintle/scheme/scheme.h"

namespace pintle::object {

// One version of a custom resource.
struct SchemaVersion {
  std::string version;
  // Null: no schema, which prunes everything unless the kind preserves unknown fields.
  std::shared_ptr<const schema::ServedSchema> schema;
};

class Converter;
class Object;

// A field that selectors may use besides metadata.name and metadata.namespace, as a dotted path.
using SelectableField = std::string;

// Everything needed to read and write objects of one kind, compiled-in or custom. Immutable once
// made.
struct Kind {
  std::string group;
  std::string kind;
  std::string list_kind;
  std::string storage_version;
  std::vector<SelectableField> selectable_fields;

  // Compiled-in kinds.
  const scheme::KindInfo* typed = nullptr;
  // Gives an object that an old release stored what every object has now; empty: nothing to do.
  std::function<void(Object& object)> complete_stored;

  // Custom resources.
  std::vector<SchemaVersion> schemas;
  // Who converts between versions; null: only apiVersion changes.
  std::shared_ptr<const Converter> converter;
  bool preserve_unknown_fields = false;
  schema::PruneMode prune_mode = schema::PruneMode::kKep;
  // Store as CBOR (else JSON); both are always readable.
  bool store_cbor = false;
  // Grows whenever the definition changes, so that encodings made under an older one are not
  // reused.
  uint64_t epoch = 0;

  bool is_typed() const { return typed != nullptr; }
  // The schema of a version; null if there is none. What is needed first is compiled first.
  const schema::Structural* SchemaOf(std::string_view version) const;
  // The same, with a schema that knows no field where there is none.
  const schema::Structural& SchemaOrEmpty(std::string_view version) const;
  // Its validation rules; null if there are none.
  const schema::RuleSet* RulesOf(std::string_view version) const;
  bool HasVersion(std::string_view version) const;
  // The version objects are stored in, with its group.
  scheme::GroupVersion Storage() const;
  MediaType StoredMedia() const;
};

// Of a compiled-in kind, which must outlive it.
Kind TypedKind(const scheme::KindInfo& info);

}  // namespace pintle::object
