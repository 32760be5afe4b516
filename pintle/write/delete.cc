#include <fmt/format.h>

#include <algorithm>

#include "pintle/write/admit.h"
#include "pintle/write/as_read.h"
#include "pintle/write/stages/metadata.h"
#include "pintle/write/write_path.h"

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

Status CheckPreconditions(const ResourceDefinition& resource, const DeleteOptions& options,
                          const Object& current) {
  const object::ObjectMeta& meta = current.meta();
  const bool own = static_cast<bool>(resource.strategy.mark_deleted);
  object::ResourceName name{resource.group, resource.kind.kind};
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

// Stage: the object marked as deleted.
void MarkDeleted(const Clock& clock, const ResourceDefinition& resource,
                 const DeleteOptions& options, Object& object) {
  object::ObjectMeta& meta = object.meta();
  const Strategy& strategy = resource.strategy;
  int64_t grace_seconds = 0;
  if (strategy.grace_period) {
    grace_seconds =
        std::min(strategy.grace_period(object, options.grace_period_seconds), kLongestGraceSeconds);
  }
  meta.deletion_timestamp = typeinfo::Time::FromSeconds(clock.NowSeconds() + grace_seconds);
  // Kinds that have an end of their own only say when it began.
  if (!strategy.mark_deleted) {
    meta.deletion_grace_period_seconds = grace_seconds;
    if (meta.generation > 0) ++meta.generation;
  }
  SetGarbageCollectorFinalizers(strategy.default_propagation, options, object);
  if (strategy.mark_deleted) strategy.mark_deleted(clock, object);
}

// Stage: a period that has begun can only become shorter, and never end in the past. Whether it
// has.
bool ShortenGrace(const Clock& clock, const ResourceDefinition& resource,
                  const DeleteOptions& options, Object& object) {
  object::ObjectMeta& meta = object.meta();
  if (!resource.strategy.grace_period || !options.grace_period_seconds) return false;
  const int64_t before = meta.deletion_grace_period_seconds.value_or(0);
  int64_t seconds = std::max<int64_t>(*options.grace_period_seconds, 0);
  if (*options.grace_period_seconds < 0) seconds = 1;
  if (seconds >= before) return false;
  const int64_t begun = meta.deletion_timestamp->seconds - before;
  const int64_t now = clock.NowSeconds();
  if (seconds != 0 && begun + seconds < now) seconds = 1;
  meta.deletion_timestamp = typeinfo::Time::FromSeconds(std::max(begun + seconds, now));
  meta.deletion_grace_period_seconds = seconds;
  return true;
}

bool IsHeld(const ResourceDefinition& resource, const Object& object) {
  if (object.meta().deletion_grace_period_seconds.value_or(0) > 0) return true;
  if (!object.meta().finalizers.empty()) return true;
  return resource.strategy.holds_deletion && resource.strategy.holds_deletion(object);
}

}  // namespace

void WarnOfPropagation(const ResourceDefinition& resource, const DeleteOptions& options,
                       Warnings& warnings) {
  if (options.propagation_policy || options.orphan_dependents) return;
  warnings.Add(std::string(resource.strategy.default_propagation_warning));
}

Task<Result<DeleteOutcome>> Delete(World& world, Context& context,
                                   const ResourceDefinition& resource, DeleteOptions options) {
  WarnOfPropagation(resource, options, context.warnings);
  const std::string key = resource.Key(context.namespace_name, context.name);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  std::optional<storage::KeyValue> record = std::move(found->record);
  for (;;) {
    if (!record) co_return object::NotFound(resource.name(), context.name);
    auto reading = FromStored(resource, record->value, record->mod_revision, context.version);
    PINTLE_CO_TRY(Object current, co_await reading);
    EndStage(context.stages, "read");
    PINTLE_CO_RETURN_IF_ERROR(CheckPreconditions(resource, options, current));
    auto attributes =
        AdmissionAttributes(context, resource, admission::Operation::kDelete, nullptr, &current);
    Status admitted = co_await world.admission().Mutate(attributes);
    if (admitted) admitted = co_await world.admission().Validate(attributes);
    if (!admitted) co_return std::unexpected(admitted.error());
    EndStage(context.stages, "admit");

    Object object = current.Copy();
    bool pending = object.meta().deletion_timestamp.set;
    bool changed = true;
    if (pending) {
      changed = ShortenGrace(world.clock(), resource, options, object);
    } else {
      MarkDeleted(world.clock(), resource, options, object);
    }
    DeleteOutcome outcome;
    outcome.removed = !IsHeld(resource, object);
    // Where there is a period the answer shows its end, else what was there.
    if (outcome.removed && !resource.strategy.grace_period) object = current.Copy();
    if (context.dry_run || (!changed && !outcome.removed)) {
      outcome.object = std::move(object);
      co_return outcome;
    }
    const storage::Revision expected = record->mod_revision;
    Result<storage::WriteResult> written = Fail(Reason::kUnknown, "");
    if (outcome.removed) {
      written = co_await world.store().Delete(key, expected);
    } else {
      auto storing = ToStored(resource, object);
      PINTLE_CO_TRY(Bytes bytes, co_await storing);
      written = co_await world.store().Update(key, expected, bytes, resource.ttl_seconds);
    }
    EndStage(context.stages, "store");
    if (!written) co_return std::unexpected(written.error());
    if (written->succeeded) {
      outcome.object = std::move(object);
      outcome.object.meta().resource_version =
          outcome.object.arena().Copy(std::to_string(written->revision));
      if (outcome.removed && resource.strategy.release) {
        co_await resource.strategy.release(world, outcome.object);
      }
      if (resource.on_written) co_await resource.on_written(outcome.object, outcome.removed);
      co_return outcome;
    }
    record = std::move(written->current);
  }
}

}  // namespace pintle::write
