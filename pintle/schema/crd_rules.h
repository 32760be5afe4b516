#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/schema/crd.h"
#include "pintle/value/value.h"

// The parts ValidateCrd is made of; not for use outside this folder.
namespace pintle::schema {
struct Structural;
}  // namespace pintle::schema

namespace pintle::schema::crd_detail {

// Rules that a stored CustomResourceDefinition may be exempt from.
struct Requirements {
  bool schema = true;
  bool structural = true;
  bool known_types = true;
  bool pruned_defaults = true;
  bool atomic_set_items = true;
  bool usable_list_map_keys = true;
  bool recognized_review_version = true;
  bool immutable_names = false;
  bool limited_selectable_fields = true;
  bool new_defaults = true;  // whether defaults may be set
  // Versions whose schema is as stored: their rules may each cost more than new ones may.
  std::set<std::string, std::less<>> unchanged_schemas;
};

// The settings every version may have. Where all versions have the same, errors speak of the top
// level of the spec, as if it were set there once.
struct Hoisted {
  explicit Hoisted(const Value& spec);
  bool schema = false;
  bool subresources = false;
  bool columns = false;
  bool selectable_fields = false;
};

// The openAPIV3Schema of a version; null Value if it has none.
Value SchemaOf(const Value& version);
bool PreservesUnknownFields(const Value& crd);
bool HasDefaults(const Value& schema);

Requirements RequirementsFor(const Value& crd, const Value* old_crd, const CrdOptions& options);

// `schema` stands at `path`. `unchanged` if it is as stored.
void CheckSchema(const Value& schema, bool status_enabled, bool unchanged, const field::Path& path,
                 const Requirements& requirements, const CrdOptions& options,
                 field::ErrorList& errors);
// Compiles all validation rules of a schema and estimates what they cost. `faults` are what was
// found wrong with the schema otherwise: rules at and above such places are left alone. Each rule
// has a limit of its own if `limit_each`; all together always have one.
field::ErrorList CheckRules(const Structural& schema, const field::Path& path,
                            const field::ErrorList& faults, bool limit_each = true);
void CheckSubresources(const Value& subresources, const field::Path& path,
                       field::ErrorList& errors);
void CheckColumns(const Value& columns, const field::Path& path, field::ErrorList& errors);
void CheckSelectableFields(const Value& fields, const Value& schema, bool limited,
                           const field::Path& path, field::ErrorList& errors);
void CheckConversion(const Value& conversion, bool recognized_review_version,
                     const field::Path& path, field::ErrorList& errors);
void CheckApproval(const Value& crd, const Value* old_crd, field::ErrorList& errors);

}  // namespace pintle::schema::crd_detail
