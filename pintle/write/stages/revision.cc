#include "pintle/write/stages/revision.h"

#include <fmt/format.h>

#include <optional>

#include "pintle/base/strings.h"

namespace pintle::write {

Status CheckRevision(const Rules& rules, Draft& draft) {
  object::ObjectMeta& meta = draft.object.meta();
  const object::ObjectMeta& old = draft.old->meta();
  std::optional<uint64_t> revision = 0;
  if (!meta.resource_version.empty()) revision = ParseUint64(meta.resource_version);
  if (!revision) {
    return BadRequest(fmt::format("resourceVersion: Invalid value: {}: must be a whole number",
                                  Quoted(meta.resource_version)));
  }
  const ResourceDefinition& resource = rules.resource;
  if (*revision == 0) {
    if (rules.strategy.allow_unconditional_update) {
      meta.resource_version = old.resource_version;
      return {};
    }
    field::ErrorList errors;
    errors.push_back(field::Invalid(field::Path("metadata.resourceVersion"), int64_t{0},
                                    "must be specified for an update"));
    return std::unexpected(
        field::InvalidStatus(resource.names.group, resource.names.plural, meta.name, errors));
  }
  if (revision != ParseUint64(old.resource_version)) {
    return object::ModifiedConflict(resource.name(), meta.name);
  }
  meta.resource_version = old.resource_version;
  return {};
}

Status CheckNoRevision(const Draft& draft) {
  if (ParseUint64(draft.object.meta().resource_version).value_or(0) == 0) return {};
  return BadRequest("resourceVersion should not be set on objects to be created");
}

}  // namespace pintle::write
