#pragma once

#include "pintle/field/errors.h"
#include "pintle/object/object.h"
#include "pintle/resource/definition.h"
#include "pintle/resource/warnings.h"

// The rules every object's metadata obeys.
namespace pintle::write {

// The garbage collector's finalizers: leave the dependents alone, or delete them first.
inline constexpr std::string_view kOrphanFinalizer = "orphan";
inline constexpr std::string_view kForegroundFinalizer = "foregroundDeletion";

// Anything that can stand in a path: not `.` or `..`, no `/` or `%`.
std::vector<std::string> PathSegmentName(std::string_view name, bool prefix);
std::vector<std::string> DnsSubdomainName(std::string_view name, bool prefix);
std::vector<std::string> DnsLabelName(std::string_view name, bool prefix);

// Faults of `meta` by itself. Finalizers of most compiled-in kinds must be standard or have a
// domain.
field::ErrorList ValidateMeta(const object::ObjectMeta& meta, const ResourceDefinition& resource,
                              NameRule name_rule);
// Adds the faults of the metadata of a resource inside an object, which may be in any namespace and
// need not have a name.
void ValidateEmbeddedMeta(const Value& metadata, const field::Path& path, field::ErrorList& errors);
// Faults of the change from `old` to `meta`.
field::ErrorList ValidateMetaUpdate(const object::ObjectMeta& meta, const object::ObjectMeta& old);
// The faults an update is refused for: those of every object, then those of its kind.
field::ErrorList ValidateUpdatedMeta(const object::ObjectMeta& meta, const object::ObjectMeta& old,
                                     const ResourceDefinition& resource, const Strategy& strategy);

// When owner references were looked at, which the warning tells.
enum class OwnersSeen : uint8_t { kInRequest, kAfterAdmission };
// Removes owner references that are exactly equal, with a warning.
void DedupOwnerReferences(Object& object, OwnersSeen seen, Warnings& warnings);

}  // namespace pintle::write
