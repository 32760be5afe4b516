#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/write/admit.h"
#include "pintle/write/allocation.h"
#include "pintle/write/as_read.h"
#include "pintle/write/stages/metadata.h"
#include "pintle/write/stages/validation.h"
#include "pintle/write/write_path.h"

namespace pintle::write {
namespace {

constexpr size_t kSuffixBytes = 5;
// A generated name is at most a DNS label: 58 bytes of the prefix and the suffix.
constexpr size_t kMaxGeneratedPrefixBytes = 58;
constexpr int kMaxGenerateAttempts = 8;

// Stage: everything between admission and storage that needs no waiting.
Status Prepare(World& world, Context& context, const ResourceDefinition& resource, Object& object,
               bool generate) {
  object::ObjectMeta& meta = object.meta();
  Arena& arena = object.arena();
  meta.uid = arena.Copy(world.NewUid());
  meta.creation_timestamp = typeinfo::Time::FromSeconds(world.clock().NowSeconds());
  if (generate) {
    std::string name(meta.generate_name.substr(0, kMaxGeneratedPrefixBytes));
    meta.name = arena.Copy(name + world.RandomSuffix(kSuffixBytes));
  }
  const Strategy& strategy = resource.strategy;
  if (object.is_typed()) {
    world.disabled_fields().Drop(object.type(), object.data(), nullptr);
  }
  if (strategy.prepare_create) strategy.prepare_create(context, object);
  field::ErrorList errors = ValidateMeta(meta, resource, strategy.name_rule);
  field::Append(errors, ValidateObject(world, context, resource, strategy, object, nullptr));
  if (!errors.empty()) return InvalidObject(resource, object, errors);
  if (strategy.warn) strategy.warn(context, object, nullptr);
  if (strategy.canonicalize) strategy.canonicalize(object);
  return {};
}

// What is new has no revision; zero is none, and what is no number is nothing.
Status CheckNoRevision(const Object& object) {
  if (ParseUint64(object.meta().resource_version).value_or(0) == 0) return {};
  return BadRequest("resourceVersion should not be set on objects to be created");
}

// Writes what is new; in a dry run it only looks whether the key is free.
Task<Result<storage::WriteResult>> StoreNew(World& world, bool dry_run, std::string key,
                                            Bytes bytes, int64_t ttl_seconds) {
  if (!dry_run) {
    auto creating = world.store().Create(std::move(key), std::move(bytes), ttl_seconds);
    Result<storage::WriteResult> created = co_await creating;
    co_return created;
  }
  auto reading = world.store().Get(std::move(key));
  PINTLE_CO_TRY(storage::GetResult found, co_await reading);
  storage::WriteResult would;
  would.succeeded = !found.record.has_value();
  would.current = std::move(found.record);
  co_return would;
}

// 409 for a key that is taken; `generated` if the server made the name.
std::unexpected<Error> Exists(const ResourceDefinition& resource, const Object& object,
                              const storage::WriteResult& result, bool generated) {
  auto error = object::AlreadyExists(resource.name(), object.meta().name);
  if (generated) {
    ErrorDetails details = *error.error().details();
    details.retry_after_seconds = 1;
    return std::unexpected(
        Error(Reason::kAlreadyExists,
              error.error().message() +
                  ", the server was not able to generate a unique name for the object")
            .WithDetails(std::move(details)));
  }
  if (result.current) {
    auto existing = object::DecodeStored(resource.kind, result.current->value, 0);
    if (existing && existing->meta().deletion_timestamp) {
      return std::unexpected(std::move(error.error()).Prefixed("object is being deleted: "));
    }
  }
  return error;
}

}  // namespace

Status TakeAsNew(const Context& context, const ResourceDefinition& resource, Object& object) {
  object::ObjectMeta& meta = object.meta();
  meta.uid = {};
  meta.creation_timestamp = {};
  meta.deletion_timestamp.reset();
  meta.deletion_grace_period_seconds.reset();
  meta.self_link = {};
  if (!resource.namespaced) {
    meta.namespace_ = {};
    return {};
  }
  if (meta.namespace_.empty()) {
    meta.namespace_ = object.arena().Copy(context.namespace_name);
    return {};
  }
  if (meta.namespace_ != context.namespace_name) {
    return BadRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  return {};
}

Task<Result<WriteOutcome>> Create(World& world, Context& context,
                                  const ResourceDefinition& resource, Object object) {
  UseWorld(world, context);
  PINTLE_CO_RETURN_IF_ERROR(TakeAsNew(context, resource, object));
  DedupOwnerReferences(object, OwnersSeen::kInRequest, context.warnings);

  auto attributes =
      AdmissionAttributes(context, resource, admission::Operation::kCreate, &object, nullptr);
  Status admitted = co_await world.admission().Mutate(attributes);
  if (!admitted) co_return std::unexpected(admitted.error());
  DedupOwnerReferences(object, OwnersSeen::kAfterAdmission, context.warnings);
  EndStage(context.stages, "mutate");

  bool generate = object.meta().name.empty() && !object.meta().generate_name.empty();
  // What was allocated under a name that is taken is given back: the next attempt must not ask for
  // it again, which another may have by then.
  Object unallocated;
  if (generate && resource.strategy.allocate) unallocated = object.Copy();
  for (int attempt = 1;; ++attempt) {
    PINTLE_CO_RETURN_IF_ERROR(Prepare(world, context, resource, object, generate));
    EndStage(context.stages, "validate");
    attributes.name = object.meta().name;
    Status valid = co_await world.admission().Validate(attributes);
    if (!valid) co_return std::unexpected(valid.error());
    EndStage(context.stages, "admit");
    PINTLE_CO_RETURN_IF_ERROR(CheckPathName(object.meta().name));
    if (!context.dry_run) PINTLE_CO_RETURN_IF_ERROR(CheckNoRevision(object));

    Allocation allocation;
    if (resource.strategy.allocate) {
      auto allocating = resource.strategy.allocate(world, context, object, nullptr);
      Result<Allocation> taken = co_await std::move(allocating);
      if (!taken) co_return std::unexpected(taken.error());
      allocation = std::move(*taken);
    }
    std::string key = resource.Key(object.meta().namespace_, object.meta().name);
    auto storing = ToStored(resource, object);
    PINTLE_CO_TRY(Bytes bytes, co_await storing);
    auto writing = StoreNew(world, context.dry_run, key, bytes, resource.ttl_seconds);
    Result<storage::WriteResult> written = co_await writing;
    EndStage(context.stages, "store");
    if (!written && allocation && IsRefusal(written.error())) co_await allocation(false);
    if (!written) co_return std::unexpected(written.error());
    if (allocation) co_await allocation(written->succeeded);
    if (written->succeeded) {
      if (!context.dry_run) {
        object.meta().resource_version = object.arena().Copy(std::to_string(written->revision));
      }
      WriteOutcome outcome;
      auto reading = AsRead(resource, std::move(object), bytes, context.version);
      PINTLE_CO_TRY(outcome.object, co_await reading);
      outcome.created = true;
      if (resource.on_written && !context.dry_run) {
        co_await resource.on_written(outcome.object, false);
      }
      co_return outcome;
    }
    if (!generate || attempt == kMaxGenerateAttempts) {
      co_return Exists(resource, object, *written, generate);
    }
    if (unallocated) object = unallocated.Copy();
  }
}

}  // namespace pintle::write
