#include "apis/resource_row.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "apis/defaulting.h"
#include "pintle/base/strings.h"
#include "pintle/resource/key_prefix.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis {
namespace {

using write::Context;
using write::Object;

// A field of a kind's struct.
struct Place {
  uint32_t offset = 0;
  const typeinfo::TypeInfo* type = nullptr;

  void* In(const Object& object) const { return static_cast<char*>(object.data()) + offset; }
};

std::vector<Place> Find(const typeinfo::TypeInfo& hub, const FieldNames& names) {
  std::vector<Place> places;
  for (std::string_view name : names) {
    Place place{0, &hub};
    for (std::string_view step : Split(name, '.')) {
      const typeinfo::JsonField* field = typeinfo::FindJsonField(*place.type, step);
      assert(field != nullptr);
      place.offset += field->offset;
      place.type = field->field->type;
    }
    places.push_back(place);
  }
  return places;
}

void Clear(const std::vector<Place>& places, Object& object) {
  for (const Place& place : places) std::memset(place.In(object), 0, place.type->size);
}

void Keep(const std::vector<Place>& places, Object& object, const Object& old) {
  Clear(places, object);
  for (const Place& place : places) {
    typeinfo::DeepCopy(*place.type, place.In(old), place.In(object), object.arena());
  }
}

bool Differ(const std::vector<Place>& places, bool strict, const Object& object,
            const Object& old) {
  return std::ranges::any_of(places, [&](const Place& place) {
    const void* now = place.In(object);
    const void* before = place.In(old);
    return !(strict ? typeinfo::StrictEqual(*place.type, now, before)
                    : typeinfo::SemanticEqual(*place.type, now, before));
  });
}

write::Strategy MakeStrategy(const typeinfo::TypeInfo& hub, const ResourceRow& row) {
  write::Strategy strategy;
  strategy.name_rule = row.name_rule != nullptr ? row.name_rule : write::DnsSubdomainName;
  strategy.allow_create_on_update = row.create_on_update;
  strategy.allow_unconditional_update = row.unconditional_update;
  strategy.delete_returns_object = row.delete_returns_object;
  strategy.declarative_only = row.declarative_only;
  strategy.meta_update_rules = row.meta_update_rules;
  bool counts = !row.generation_of.empty();
  strategy.prepare_create = [cleared = Find(hub, row.clear_on_create), counts,
                             more = row.prepare_create](const Context& context, Object& object) {
    Clear(cleared, object);
    if (counts) object.meta().generation = 1;
    if (more != nullptr) more(context, object);
  };
  strategy.prepare_update = [kept = Find(hub, row.keep_on_update),
                             counted = Find(hub, row.generation_of), strict = row.strict_generation,
                             more = row.prepare_update](const Context& context, Object& object,
                                                        const Object& old) {
    Keep(kept, object, old);
    if (more != nullptr) more(context, object, old);
    if (Differ(counted, strict, object, old)) ++object.meta().generation;
  };
  if (row.validate != nullptr) strategy.validate = row.validate;
  if (row.validate_update != nullptr) {
    strategy.validate_update = row.validate_update;
  } else if (row.validate != nullptr) {
    strategy.validate_update = [validate = row.validate](const Context& context,
                                                         const Object& object, const Object&) {
      return validate(context, object);
    };
  }
  if (row.warn != nullptr) strategy.warn = row.warn;
  if (row.canonicalize != nullptr) strategy.canonicalize = row.canonicalize;
  if (row.mark_deleted != nullptr) strategy.mark_deleted = row.mark_deleted;
  if (row.holds_deletion != nullptr) strategy.holds_deletion = row.holds_deletion;
  strategy.default_propagation = row.default_propagation;
  strategy.default_propagation_warning = row.default_propagation_warning;
  if (row.grace_period != nullptr) strategy.grace_period = row.grace_period;
  return strategy;
}

write::Strategy MakeSubresource(const typeinfo::TypeInfo& hub, const write::Strategy& strategy,
                                const SubresourceRow& row) {
  write::Strategy out = strategy;
  out.prepare_update = [kept = Find(hub, row.keep_on_update), more = row.prepare_update](
                           const Context& context, Object& object, const Object& old) {
    Keep(kept, object, old);
    if (more != nullptr) more(context, object, old);
  };
  if (row.validate_update != nullptr) out.validate_update = row.validate_update;
  out.meta_update_rules = row.meta_update_rules;
  out.warn = nullptr;  // of what this endpoint does not change
  return out;
}

void AddVersions(const scheme::KindInfo& info, const scheme::KindRow& row,
                 write::ResourceDefinition& resource) {
  for (const scheme::VersionRow& version : row.versions) {
    if (!scheme::IsServed(version)) continue;
    std::string name(version.version);
    std::string warning =
        scheme::DeprecationWarning({info.group, name, info.kind}, version.lifecycle);
    if (!warning.empty()) resource.serving.deprecations.emplace(name, std::move(warning));
    resource.serving.versions.push_back(std::move(name));
  }
}

}  // namespace

write::ResourceDefinition Define(scheme::Scheme& scheme, std::string_view group,
                                 const ResourceRow& row) {
  scheme::KindInfo made = scheme::MakeKind(group, row.kind);
  made.defaults = &Defaults();
  made.read_fixes = &ReadFixes();
  made.write_fixes = &WriteFixes();
  const scheme::KindInfo& info = scheme.Register(std::move(made));
  write::ResourceDefinition resource;
  resource.names.group = group;
  resource.names.plural = row.plural;
  resource.names.singular = row.singular.empty() ? ToLower(info.kind) : std::string(row.singular);
  resource.names.short_names.assign(row.short_names.begin(), row.short_names.end());
  resource.names.categories.assign(row.categories.begin(), row.categories.end());
  resource.names.namespaced = row.kind.namespaced;
  resource.serving.verbs = row.verbs;
  AddVersions(info, row.kind, resource);
  resource.kind = object::TypedKind(info);
  resource.storing.key_prefix = write::KeyPrefix(group, row.plural);
  resource.writing.strategy = MakeStrategy(*info.hub, row);
  for (const SubresourceRow& subresource : row.subresources) {
    resource.writing.subresources[std::string(subresource.name)] = {
        .strategy = MakeSubresource(*info.hub, resource.writing.strategy, subresource),
        .versions = {},
        .verbs = subresource.verbs};
  }
  if (row.create != nullptr) resource.actions.create = row.create;
  if (row.table != nullptr) resource.tables.usual = row.table();
  return resource;
}

std::vector<write::ResourceDefinition> DefineAll(scheme::Scheme& scheme, std::string_view group,
                                                 std::span<const ResourceRow> rows) {
  std::vector<write::ResourceDefinition> out;
  for (const ResourceRow& row : rows) {
    write::ResourceDefinition resource = Define(scheme, group, row);
    // Objects of a kind of which no version is left can still be read from the store.
    if (!resource.serving.versions.empty()) out.push_back(std::move(resource));
  }
  return out;
}

}  // namespace pintle::apis
