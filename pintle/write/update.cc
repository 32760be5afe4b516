#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/stored_alike.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/value/numbers.h"
#include "pintle/write/admit.h"
#include "pintle/write/allocation.h"
#include "pintle/write/as_read.h"
#include "pintle/write/stages/metadata.h"
#include "pintle/write/stages/validation.h"
#include "pintle/write/write_path.h"

namespace pintle::write {
namespace {

// The resourceVersion of the new state is an optimistic lock; 0 is none.
Status CheckRevision(const ResourceDefinition& resource, const Strategy& strategy, Object& object,
                     const Object& current) {
  object::ObjectMeta& meta = object.meta();
  std::optional<uint64_t> revision = 0;
  if (!meta.resource_version.empty()) revision = ParseUint64(meta.resource_version);
  if (!revision) {
    return BadRequest(fmt::format("resourceVersion: Invalid value: {}: must be a whole number",
                                  Quoted(meta.resource_version)));
  }
  if (*revision == 0) {
    if (strategy.allow_unconditional_update) {
      meta.resource_version = current.meta().resource_version;
      return {};
    }
    field::ErrorList errors;
    errors.push_back(field::Invalid(field::Path("metadata.resourceVersion"), int64_t{0},
                                    "must be specified for an update"));
    return std::unexpected(
        field::InvalidStatus(resource.group, resource.plural, meta.name, errors));
  }
  if (revision != ParseUint64(current.meta().resource_version)) {
    return object::ModifiedConflict(resource.name(), meta.name);
  }
  meta.resource_version = current.meta().resource_version;
  return {};
}

// `current` is empty where there is no object.
Status CheckUid(const ResourceDefinition& resource, const std::string& key, const Object& object,
                std::string_view current) {
  std::string_view uid = object.meta().uid;
  if (uid.empty() || uid == current) return {};
  return object::Conflict(
      resource.name(), object.meta().name,
      fmt::format("StorageError: invalid object, Code: 4, Key: {}, ResourceVersion: 0, "
                  "AdditionalErrorMsg: Precondition failed: UID in precondition: {}, UID in object "
                  "meta: {}",
                  key, uid, current));
}

// Stage: the new state's metadata as the server has it.
void RestoreSystemFields(object::ObjectMeta& meta, const object::ObjectMeta& old) {
  if (meta.uid.empty()) meta.uid = old.uid;
  meta.creation_timestamp = old.creation_timestamp;
  if (old.deletion_timestamp) meta.deletion_timestamp = old.deletion_timestamp;
  if (!meta.deletion_grace_period_seconds) {
    meta.deletion_grace_period_seconds = old.deletion_grace_period_seconds;
  }
  meta.self_link = {};
}

// Stage: prepare and validate, no waiting.
Status Prepare(World& world, Context& context, const ResourceDefinition& resource,
               const Strategy& strategy, Object& object, const Object& current) {
  object::ObjectMeta& meta = object.meta();
  const object::ObjectMeta& old = current.meta();
  meta.generation = old.generation;
  if (object.is_typed()) {
    world.disabled_fields().Drop(object.type(), object.data(), current.data());
  }
  if (strategy.prepare_update) strategy.prepare_update(context, object, current);
  RestoreSystemFields(meta, old);
  field::ErrorList errors = ValidateUpdatedMeta(meta, old, resource, strategy);
  field::Append(errors, ValidateObject(world, context, resource, strategy, object, &current));
  if (!errors.empty()) return InvalidObject(resource, object, errors);
  if (strategy.warn) strategy.warn(context, object, &current);
  if (strategy.canonicalize) strategy.canonicalize(object);
  return {};
}

// A terminating object that nothing holds any more goes with this update.
bool EndsDeletion(const ResourceDefinition& resource, const Object& object, const Object& current) {
  const object::ObjectMeta& old = current.meta();
  if (!object.meta().finalizers.empty() || !old.deletion_timestamp) return false;
  if (old.deletion_grace_period_seconds.value_or(0) != 0) return false;
  return !resource.strategy.holds_deletion || !resource.strategy.holds_deletion(object);
}

// Whether the new state, whose stored form is `bytes`, differs from what is stored in nothing or
// only as 1 and 1.0 do. Most that differ are told apart by their metadata.
bool IsUnchanged(const Object& object, const Object& current, const Bytes& bytes,
                 const Bytes& stored) {
  if (bytes.view() == stored.view()) return true;
  if (object.is_typed() || !typeinfo::SemanticEqual(object.meta(), current.meta())) return false;
  return EqualByNumber(object.content(), current.content()) &&
         object::StoredAlike(bytes.view(), stored.view());
}

}  // namespace

Status CheckIdentity(const Context& context, const ResourceDefinition& resource, Object& object) {
  object::ObjectMeta& meta = object.meta();
  if (!resource.namespaced) {
    meta.namespace_ = {};
  } else if (meta.namespace_.empty()) {
    meta.namespace_ = object.arena().Copy(context.namespace_name);
  } else if (meta.namespace_ != context.namespace_name) {
    return BadRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  if (meta.name.empty()) {
    return BadRequest(fmt::format(
        "the name of the object ({} based on URL) was undeterminable: name must be provided",
        context.name));
  }
  if (meta.name != context.name) {
    return BadRequest(
        fmt::format("the name of the object ({}) does not match the name on the URL ({})",
                    meta.name, context.name));
  }
  return {};
}

Task<Result<WriteOutcome>> Update(World& world, Context& context,
                                  const ResourceDefinition& resource, const Strategy& strategy,
                                  Transform transform, UpdateOptions options) {
  UseWorld(world, context);
  const std::string key = resource.Key(context.namespace_name, context.name);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  std::optional<storage::KeyValue> record = std::move(found->record);
  for (;;) {
    if (!record) {
      if (!options.replace || !options.to_create) {
        co_return object::NotFound(resource.name(), context.name);
      }
      Object body = options.to_create();
      PINTLE_CO_RETURN_IF_ERROR(CheckIdentity(context, resource, body));
      PINTLE_CO_RETURN_IF_ERROR(CheckUid(resource, key, body, ""));
      if (!strategy.allow_create_on_update) {
        co_return object::NotFound(resource.name(), context.name);
      }
      body.meta().resource_version = {};
      Result<WriteOutcome> created = co_await Create(world, context, resource, std::move(body));
      if (created || created.error().reason() != Reason::kAlreadyExists) co_return created;
      // Somebody else has made it meanwhile: then it is replaced.
      Result<storage::GetResult> again = co_await world.store().Get(key);
      if (!again) co_return std::unexpected(again.error());
      if (!again->record) co_return created;
      record = std::move(again->record);
    }
    auto reading = FromStored(resource, record->value, record->mod_revision, context.version);
    PINTLE_CO_TRY(Object current, co_await reading);
    EndStage(context.stages, "read");
    PINTLE_CO_TRY(Object object, transform(current));
    EndStage(context.stages, "change");
    // Strategies and fix-ups let the new state share parts of the old one.
    object.arena().Keep(current.shared_arena());
    PINTLE_CO_RETURN_IF_ERROR(CheckIdentity(context, resource, object));
    if (options.replace) {
      PINTLE_CO_RETURN_IF_ERROR(CheckUid(resource, key, object, current.meta().uid));
    }
    if (options.replace) DedupOwnerReferences(object, OwnersSeen::kInRequest, context.warnings);

    auto attributes =
        AdmissionAttributes(context, resource, admission::Operation::kUpdate, &object, &current);
    Status admitted = co_await world.admission().Mutate(attributes);
    if (!admitted) co_return std::unexpected(admitted.error());
    DedupOwnerReferences(object, OwnersSeen::kAfterAdmission, context.warnings);
    EndStage(context.stages, "mutate");
    PINTLE_CO_RETURN_IF_ERROR(CheckRevision(resource, strategy, object, current));
    PINTLE_CO_RETURN_IF_ERROR(Prepare(world, context, resource, strategy, object, current));
    EndStage(context.stages, "validate");
    Status valid = co_await world.admission().Validate(attributes);
    if (!valid) co_return std::unexpected(valid.error());
    EndStage(context.stages, "admit");

    Allocation allocation;
    if (strategy.allocate) {
      auto allocating = strategy.allocate(world, context, object, &current);
      Result<Allocation> taken = co_await std::move(allocating);
      if (!taken) co_return std::unexpected(taken.error());
      allocation = std::move(*taken);
    }
    WriteOutcome outcome;
    outcome.deleted = EndsDeletion(resource, object, current);
    auto storing = ToStored(resource, object);
    PINTLE_CO_TRY(Bytes bytes, co_await storing);
    bool unchanged = !outcome.deleted && IsUnchanged(object, current, bytes, record->value);
    if (unchanged) bytes = record->value;
    if (context.dry_run || unchanged) {
      auto reread = AsRead(resource, std::move(object), bytes, context.version);
      PINTLE_CO_TRY(outcome.object, co_await reread);
      co_return outcome;
    }
    const storage::Revision expected = record->mod_revision;
    Result<storage::WriteResult> written = Fail(Reason::kUnknown, "");
    if (outcome.deleted) {
      written = co_await world.store().Delete(key, expected);
    } else {
      written = co_await world.store().Update(key, expected, bytes, resource.ttl_seconds);
    }
    EndStage(context.stages, "store");
    if (!written && allocation && IsRefusal(written.error())) co_await allocation(false);
    if (!written) co_return std::unexpected(written.error());
    if (allocation) co_await allocation(written->succeeded);
    if (written->succeeded) {
      if (outcome.deleted && resource.strategy.release) {
        co_await resource.strategy.release(world, object);
      }
      object.meta().resource_version = object.arena().Copy(std::to_string(written->revision));
      auto reread = AsRead(resource, std::move(object), bytes, context.version);
      PINTLE_CO_TRY(outcome.object, co_await reread);
      if (resource.on_written) co_await resource.on_written(outcome.object, outcome.deleted);
      co_return outcome;
    }
    record = std::move(written->current);
  }
}

}  // namespace pintle::write
