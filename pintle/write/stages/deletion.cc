#include "pintle/write/stages/deletion.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "pintle/write/stages/metadata.h"

namespace pintle::write {
namespace {

// More than anybody waits, and little enough for every clock.
constexpr int64_t kLongestGraceSeconds = int64_t{100} * 366 * 24 * 3600;

// Kinds that have an end of their own word it as the store does.
std::unexpected<Error> OwnConflict(const ResourceDefinition& resource, const Object& current,
                                   std::string_view what, std::string_view wanted,
                                   std::string_view found) {
  return object::Conflict(resource.name(), current.meta().name,
                          fmt::format("Precondition failed: {0} in precondition: {1}, {0} in "
                                      "object meta: {2}",
                                      what, wanted, found));
}

// Puts the garbage collector's finalizers in the state the options ask for.
void SetGarbageCollectorFinalizers(Propagation by_default, const DeleteOptions& options,
                                   Object& object) {
  if (by_default == Propagation::kUnsupported) return;
  auto& finalizers = object.meta().finalizers;
  auto has = [&](std::string_view name) {
    return std::ranges::find(finalizers, name) != finalizers.end();
  };
  bool orphan = has(kOrphanFinalizer);
  bool foreground = has(kForegroundFinalizer);
  if (options.orphan_dependents) {
    orphan = *options.orphan_dependents;
    foreground = false;
  } else if (options.propagation_policy) {
    orphan = *options.propagation_policy == "Orphan";
    foreground = *options.propagation_policy == "Foreground";
  } else if (!orphan && !foreground) {
    orphan = by_default == Propagation::kOrphan;
  }
  typeinfo::List<typeinfo::Str> kept;
  for (std::string_view finalizer : finalizers) {
    if (finalizer != kOrphanFinalizer && finalizer != kForegroundFinalizer) {
      kept.Append(object.arena(), finalizer);
    }
  }
  if (orphan) kept.Append(object.arena(), kOrphanFinalizer);
  if (foreground) kept.Append(object.arena(), kForegroundFinalizer);
  finalizers = kept;
}

// The object marked as deleted.
void Mark(const ResourceDefinition& resource, const DeleteOptions& options, int64_t now_seconds,
          Object& object) {
  object::ObjectMeta& meta = object.meta();
  const Strategy& strategy = resource.writing.strategy;
  int64_t grace_seconds = 0;
  if (strategy.grace_period) {
    grace_seconds =
        std::min(strategy.grace_period(object, options.grace_period_seconds), kLongestGraceSeconds);
  }
  meta.deletion_timestamp = typeinfo::Time::FromSeconds(now_seconds + grace_seconds);
  // Kinds that have an end of their own only say when it began.
  if (!strategy.mark_deleted) {
    meta.deletion_grace_period_seconds = grace_seconds;
    if (meta.generation > 0) ++meta.generation;
  }
  SetGarbageCollectorFinalizers(strategy.default_propagation, options, object);
  if (strategy.mark_deleted) strategy.mark_deleted(now_seconds, object);
}

// A period that has begun can only become shorter, and never end in the past. Whether it
// has.
bool ShortenGrace(const ResourceDefinition& resource, const DeleteOptions& options,
                  int64_t now_seconds, Object& object) {
  object::ObjectMeta& meta = object.meta();
  if (!resource.writing.strategy.grace_period || !options.grace_period_seconds) return false;
  const int64_t before = meta.deletion_grace_period_seconds.value_or(0);
  int64_t seconds = std::max<int64_t>(*options.grace_period_seconds, 0);
  if (*options.grace_period_seconds < 0) seconds = 1;
  if (seconds >= before) return false;
  const int64_t begun = meta.deletion_timestamp->seconds - before;
  if (seconds != 0 && begun + seconds < now_seconds) seconds = 1;
  meta.deletion_timestamp = typeinfo::Time::FromSeconds(std::max(begun + seconds, now_seconds));
  meta.deletion_grace_period_seconds = seconds;
  return true;
}

bool IsHeld(const ResourceDefinition& resource, const Object& object) {
  if (object.meta().deletion_grace_period_seconds.value_or(0) > 0) return true;
  if (!object.meta().finalizers.empty()) return true;
  return resource.writing.strategy.holds_deletion &&
         resource.writing.strategy.holds_deletion(object);
}

}  // namespace

Status CheckPreconditions(const Rules& rules, const DeleteOptions& options, const Object& current) {
  const ResourceDefinition& resource = rules.resource;
  const object::ObjectMeta& meta = current.meta();
  const bool own = static_cast<bool>(resource.writing.strategy.mark_deleted);
  object::ResourceName name{resource.names.group, resource.kind.kind};
  if (options.precondition_uid && *options.precondition_uid != meta.uid) {
    if (own) return OwnConflict(resource, current, "UID", *options.precondition_uid, meta.uid);
    return object::Conflict(
        name, meta.name,
        fmt::format("the UID in the precondition ({}) does not match the UID in record ({}). The "
                    "object might have been deleted and then recreated",
                    *options.precondition_uid, meta.uid));
  }
  if (options.precondition_resource_version &&
      *options.precondition_resource_version != meta.resource_version) {
    if (own) {
      return OwnConflict(resource, current, "ResourceVersion",
                         *options.precondition_resource_version, meta.resource_version);
    }
    return object::Conflict(
        name, meta.name,
        fmt::format("the ResourceVersion in the precondition ({}) does not match the "
                    "ResourceVersion in record ({}). The object might have been modified",
                    *options.precondition_resource_version, meta.resource_version));
  }
  return {};
}

void WarnOfPropagation(const ResourceDefinition& resource, const DeleteOptions& options,
                       Warnings& warnings) {
  if (options.propagation_policy || options.orphan_dependents) return;
  warnings.Add(std::string(resource.writing.strategy.default_propagation_warning));
}

Ending MarkDeleted(const Rules& rules, const DeleteOptions& options, const Drawn& drawn,
                   Draft& draft) {
  const ResourceDefinition& resource = rules.resource;
  Object& object = draft.object;
  bool changed = true;
  if (object.meta().deletion_timestamp) {
    changed = ShortenGrace(resource, options, drawn.now_seconds, object);
  } else {
    Mark(resource, options, drawn.now_seconds, object);
  }
  if (IsHeld(resource, object)) return changed ? Ending::kMarked : Ending::kUnchanged;
  // Where there is a period the answer shows its end, else what was there.
  if (!resource.writing.strategy.grace_period) object = draft.old->Copy();
  return Ending::kRemoved;
}

bool EndsDeletion(const Rules& rules, const Draft& draft) {
  if (draft.old == nullptr) return false;
  const object::ObjectMeta& old = draft.old->meta();
  if (!draft.object.meta().finalizers.empty() || !old.deletion_timestamp) return false;
  if (old.deletion_grace_period_seconds.value_or(0) != 0) return false;
  const Strategy& strategy = rules.resource.writing.strategy;
  return !strategy.holds_deletion || !strategy.holds_deletion(draft.object);
}

}  // namespace pintle::write
