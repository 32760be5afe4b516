#include "pintle/write/commit.h"

#include <optional>
#include <string>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/object/stored_alike.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/value/numbers.h"
#include "pintle/write/as_read.h"
#include "pintle/write/judge.h"
#include "pintle/write/stages/identity.h"
#include "pintle/write/stages/metadata.h"
#include "pintle/write/stages/prepare.h"
#include "pintle/write/stages/revision.h"
#include "pintle/write/stages/validation.h"

namespace pintle::write {
namespace {

using Written = Result<storage::WriteResult>;

constexpr int kMaxGenerateAttempts = 8;

// What is done to the store.
enum class Step : uint8_t {
  kNothing,  // it is as it should be, or a dry run got as far as it can
  kLook,     // a dry run: is the key free?
  kCreate,
  kReplace,
  kRemove,
};

// How a claim ends. The store says that it did not write for some failures only.
Claim::End EndOf(const Written& written) {
  if (written) return written->succeeded ? Claim::End::kStored : Claim::End::kRefused;
  const Reason reason = written.error().reason();
  const bool refused = reason == Reason::kBadRequest || reason == Reason::kRequestEntityTooLarge;
  return refused ? Claim::End::kRefused : Claim::End::kUnknown;
}

// 409 for a key that is taken; `generated` if the server made the name.
std::unexpected<Error> Exists(const ResourceDefinition& resource, const Object& object,
                              const std::optional<storage::KeyValue>& taken, bool generated) {
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
  if (taken) {
    auto existing = object::DecodeStored(resource.kind, taken->value, 0);
    if (existing && existing->meta().deletion_timestamp) {
      return std::unexpected(std::move(error.error()).Prefixed("object is being deleted: "));
    }
  }
  return error;
}

// Whether the new state, whose stored form is `bytes`, differs from what is stored in nothing or
// only as 1 and 1.0 do. Most that differ are told apart by their metadata.
bool IsUnchanged(const Draft& draft, const Bytes& bytes, const Bytes& stored) {
  if (bytes.view() == stored.view()) return true;
  const Object& object = draft.object;
  if (object.is_typed() || !typeinfo::SemanticEqual(object.meta(), draft.old->meta())) return false;
  return EqualByNumber(object.content(), draft.old->content()) &&
         object::StoredAlike(bytes.view(), stored.view());
}

// One change on its way to the store, through as many attempts as it takes. Everything it is made
// with outlives it.
class Writer {
 public:
  Writer(World& world, const Request& request, const Rules& rules, Change& change,
         Warnings& warnings)
      : world_(world),
        request_(request),
        at_endpoint_(rules),
        of_resource_(RulesOf(world, rules.resource)),
        change_(change),
        draft_{.warnings = warnings} {}

  // Finds what is there.
  Task<Status> Read();
  // The object as it is to be stored, good and admitted.
  Task<Status> Propose();
  // Whether it is stored; if not, somebody was faster and the next attempt can be made.
  Task<Result<bool>> TakeAndStore();
  // What has to follow, and the object as readers see it, which may fail.
  Task<Result<Outcome>> Publish();

 private:
  bool is_new() const { return draft_.old == nullptr; }
  // What is new is held to the rules of the resource, whatever endpoint it comes in by.
  const Rules& rules() const { return is_new() ? of_resource_ : at_endpoint_; }
  const ResourceDefinition& resource() const { return at_endpoint_.resource; }
  admission::Attributes Admission(admission::Operation operation);

  // The object as mutation leaves it.
  Task<Status> Make();
  Task<Status> Mutate();
  Status JudgeDraft();
  // May who was let change an object make one?
  Status MayCreate();
  Task<Status> ProposeEnd();

  // What is there as the request's version has it; 404 if nothing is and something must be.
  Task<Status> ReadCurrent();
  // Whether the stored form of the draft is of use: of a deletion only if it leaves something.
  bool NeedsBytes() const {
    return !change_.end || (ending_ == Ending::kMarked && !request_.dry_run);
  }
  // What is left to do, now that the draft is as it will be.
  Step DecideStep();
  Task<Written> Store(Step step);
  // What the next attempt starts from; the error if there is none.
  Task<Status> Lose(storage::WriteResult lost);

  World& world_;
  const Request& request_;
  const Rules& at_endpoint_;
  const Rules of_resource_;
  Change& change_;

  std::optional<storage::KeyValue> record_;
  Object current_;  // of the record
  Drawn drawn_;
  Draft draft_;
  // The object as mutation left it, if its name is made up, and how often it was.
  Object mutated_;
  int names_tried_ = 0;
  // What becomes of it.
  Ending ending_ = Ending::kUnchanged;
  bool removed_ = false;
  Bytes bytes_;
  std::optional<storage::Revision> revision_;  // of what was stored
};

admission::Attributes Writer::Admission(admission::Operation operation) {
  const bool ends = operation == admission::Operation::kDelete;
  return {.request = request_.what,
          .operation = operation,
          .kind = resource().kind.kind,
          .name = ends ? request_.what.name : std::string(draft_.object.meta().name),
          .object = ends ? nullptr : &draft_.object,
          .old_object = draft_.old,
          .dry_run = request_.dry_run};
}

Task<Status> Writer::Read() {
  std::string key = resource().Key(request_.what.namespace_name, request_.what.name);
  auto getting = world_.store().Get(std::move(key));
  PINTLE_CO_TRY(storage::GetResult found, co_await getting);
  record_ = std::move(found.record);
  co_return Status();
}

Task<Status> Writer::ReadCurrent() {
  draft_.old = nullptr;
  if (!record_) {
    if (change_.expects != Expects::kPresent) co_return Status();
    co_return object::NotFound(resource().name(), request_.what.name);
  }
  auto reading =
      FromStored(resource(), record_->value, record_->mod_revision, request_.what.version);
  PINTLE_CO_TRY(current_, co_await reading);
  draft_.old = &current_;
  EndStage(request_.stages, "read");
  co_return Status();
}

Task<Status> Writer::Make() {
  auto reading = ReadCurrent();
  PINTLE_CO_RETURN_IF_ERROR(co_await reading);
  auto making = change_.make(draft_.old, drawn_, draft_.warnings);
  PINTLE_CO_TRY(draft_.object, co_await making);
  if (!is_new()) {
    EndStage(request_.stages, "change");
    // Strategies and fix-ups let the new state share parts of the old one.
    draft_.object.arena().Keep(current_.shared_arena());
  }
  PINTLE_CO_RETURN_IF_ERROR(CheckIdentity(request_, rules(), draft_));
  if (change_.whole) {
    DedupOwnerReferences(draft_.object, OwnersSeen::kInRequest, draft_.warnings);
  }
  auto mutating = Mutate();
  PINTLE_CO_RETURN_IF_ERROR(co_await mutating);
  if (!is_new()) PINTLE_CO_RETURN_IF_ERROR(CheckRevision(rules(), draft_));
  co_return Status();
}

Task<Status> Writer::Mutate() {
  auto attributes =
      Admission(is_new() ? admission::Operation::kCreate : admission::Operation::kUpdate);
  auto mutating = world_.admission().Mutate(attributes);
  PINTLE_CO_RETURN_IF_ERROR(co_await mutating);
  DedupOwnerReferences(draft_.object, OwnersSeen::kAfterAdmission, draft_.warnings);
  EndStage(request_.stages, "mutate");
  // What the next name is made up for; mutating admission is not asked again.
  if (is_new() && GeneratesName(draft_.object)) mutated_ = draft_.object.Fork();
  co_return Status();
}

Status Writer::JudgeDraft() {
  Verdict verdict = Judge(request_, rules(), drawn_, draft_);
  if (verdict.differences > 0) {
    const std::string identifier = ValidationIdentifier(request_, rules(), draft_);
    for (size_t i = 0; i < verdict.differences; ++i) world_.observer().Mismatch(identifier);
    LogWarning(
        "declarative and hand-written validation disagree",
        {{"identifier", identifier}, {"differences", static_cast<uint64_t>(verdict.differences)}});
  }
  if (!verdict.faults.empty()) {
    return InvalidObject(resource(), draft_.object, verdict.faults);
  }
  EndStage(request_.stages, "validate");
  return {};
}

Status Writer::MayCreate() {
  if (change_.expects != Expects::kEither) return {};
  auth::Attributes creation = request_.what;
  creation.verb = auth::VerbName(Verb::kCreate);
  auth::Decision decision = world_.Authorize(creation);
  if (decision.allowed()) return {};
  return std::unexpected(auth::DenialError(creation, decision.reason));
}

Task<Status> Writer::Propose() {
  drawn_ = record_ ? world_.DrawForChange() : world_.DrawForNew();
  if (change_.end) {
    auto ending = ProposeEnd();
    Status ended = co_await ending;
    co_return ended;
  }
  if (mutated_) {
    draft_.object = mutated_.Fork();
  } else {
    auto making = Make();
    PINTLE_CO_RETURN_IF_ERROR(co_await making);
  }
  PINTLE_CO_RETURN_IF_ERROR(JudgeDraft());
  if (is_new()) PINTLE_CO_RETURN_IF_ERROR(MayCreate());
  auto attributes =
      Admission(is_new() ? admission::Operation::kCreate : admission::Operation::kUpdate);
  auto validating = world_.admission().Validate(attributes);
  PINTLE_CO_RETURN_IF_ERROR(co_await validating);
  EndStage(request_.stages, "admit");
  if (is_new()) {
    PINTLE_CO_RETURN_IF_ERROR(CheckPathName(draft_.object.meta().name));
    if (!request_.dry_run) PINTLE_CO_RETURN_IF_ERROR(CheckNoRevision(draft_));
  }
  co_return Status();
}

// Admission comes first: it decides whether there is a deletion.
Task<Status> Writer::ProposeEnd() {
  auto reading = ReadCurrent();
  PINTLE_CO_RETURN_IF_ERROR(co_await reading);
  PINTLE_CO_RETURN_IF_ERROR(CheckPreconditions(rules(), *change_.end, current_));
  auto attributes = Admission(admission::Operation::kDelete);
  auto mutating = world_.admission().Mutate(attributes);
  PINTLE_CO_RETURN_IF_ERROR(co_await mutating);
  auto validating = world_.admission().Validate(attributes);
  PINTLE_CO_RETURN_IF_ERROR(co_await validating);
  EndStage(request_.stages, "admit");
  draft_.object = current_.Copy();
  ending_ = MarkDeleted(rules(), *change_.end, drawn_, draft_);
  co_return Status();
}

Step Writer::DecideStep() {
  if (is_new()) return request_.dry_run ? Step::kLook : Step::kCreate;
  if (change_.end) {
    removed_ = ending_ == Ending::kRemoved;
    if (ending_ == Ending::kUnchanged) return Step::kNothing;
  } else {
    removed_ = EndsDeletion(rules(), draft_);
    if (!removed_ && IsUnchanged(draft_, bytes_, record_->value)) {
      bytes_ = record_->value;
      return Step::kNothing;
    }
  }
  if (request_.dry_run) return Step::kNothing;
  return removed_ ? Step::kRemove : Step::kReplace;
}

Task<Written> Writer::Store(Step step) {
  storage::Store& store = world_.store();
  const int64_t ttl_seconds = resource().storing.ttl_seconds;
  if (step == Step::kReplace) {
    return store.Update(record_->key, record_->mod_revision, bytes_, ttl_seconds);
  }
  if (step == Step::kRemove) return store.Delete(record_->key, record_->mod_revision);
  const object::ObjectMeta& meta = draft_.object.meta();
  std::string key = resource().Key(meta.namespace_, meta.name);
  if (step == Step::kCreate) return store.Create(std::move(key), bytes_, ttl_seconds);
  return [](storage::Store& store, std::string key) -> Task<Written> {
    auto reading = store.Get(std::move(key));
    PINTLE_CO_TRY(storage::GetResult found, co_await reading);
    storage::WriteResult would;
    would.succeeded = !found.record.has_value();
    would.current = std::move(found.record);
    co_return would;
  }(store, std::move(key));
}

Task<Result<bool>> Writer::TakeAndStore() {
  Claim claim;
  if (!change_.end && rules().strategy.allocate) {
    auto taking = rules().strategy.allocate(world_, request_, draft_.object, draft_.old);
    PINTLE_CO_TRY(claim, co_await taking);
  }
  if (NeedsBytes()) {
    auto encoding = ToStored(resource(), draft_.object);
    Result<Bytes> encoded = co_await encoding;
    if (!encoded) {
      if (claim) co_await claim.Settle(Claim::End::kRefused);
      co_return std::unexpected(encoded.error());
    }
    bytes_ = std::move(*encoded);
  }
  const Step step = DecideStep();
  if (step == Step::kNothing) {
    if (claim) co_await claim.Settle(Claim::End::kRefused);
    co_return true;
  }
  auto storing = Store(step);
  Written written = co_await storing;
  EndStage(request_.stages, "store");
  if (claim) co_await claim.Settle(request_.dry_run ? Claim::End::kRefused : EndOf(written));
  if (!written) co_return std::unexpected(written.error());
  if (!written->succeeded) {
    auto losing = Lose(std::move(*written));
    PINTLE_CO_RETURN_IF_ERROR(co_await losing);
    co_return false;
  }
  if (!request_.dry_run) revision_ = written->revision;
  co_return true;
}

Task<Status> Writer::Lose(storage::WriteResult lost) {
  const bool generated = static_cast<bool>(mutated_);
  // Another name is made up; what has this one is another object.
  if (generated && ++names_tried_ < kMaxGenerateAttempts) co_return Status();
  record_ = std::move(lost.current);
  if (!is_new()) co_return Status();
  if (change_.expects == Expects::kEither) {
    // Somebody else has made it meanwhile: then it is changed.
    if (!record_) {
      auto reading = Read();
      PINTLE_CO_RETURN_IF_ERROR(co_await reading);
    }
    if (record_) co_return Status();
  }
  co_return Exists(resource(), draft_.object, record_, generated);
}

Task<Result<Outcome>> Writer::Publish() {
  Object& object = draft_.object;
  const ResourceDefinition& resource = at_endpoint_.resource;
  Outcome outcome{.created = is_new(), .removed = removed_};
  if (revision_) {
    object.meta().resource_version = object.arena().Copy(std::to_string(*revision_));
    if (removed_ && resource.writing.strategy.release) {
      auto releasing = resource.writing.strategy.release(world_, object);
      co_await releasing;
    }
    if (resource.storing.on_written) {
      auto telling = resource.storing.on_written(object, removed_);
      co_await telling;
    }
  }
  if (change_.end) {
    outcome.object = std::move(object);
    co_return outcome;
  }
  auto reading = AsRead(resource, std::move(object), bytes_, request_.what.version);
  PINTLE_CO_TRY(outcome.object, co_await reading);
  co_return outcome;
}

}  // namespace

Rules RulesOf(const World& world, const ResourceDefinition& resource, const Strategy& strategy) {
  return {resource, strategy, world.gates(), world.disabled_fields()};
}

Rules RulesOf(const World& world, const ResourceDefinition& resource) {
  return RulesOf(world, resource, resource.writing.strategy);
}

Task<Result<Outcome>> Commit(World& world, const Request& request, const Rules& rules,
                             Change change, Warnings& warnings) {
  if (change.end) WarnOfPropagation(rules.resource, *change.end, warnings);
  Writer writer(world, request, rules, change, warnings);
  if (change.expects != Expects::kAbsent) {
    auto reading = writer.Read();
    PINTLE_CO_RETURN_IF_ERROR(co_await reading);
  }
  for (;;) {
    auto proposing = writer.Propose();
    PINTLE_CO_RETURN_IF_ERROR(co_await proposing);
    // Admission may have taken long. What is stored is followed to its end, wanted or not.
    PINTLE_CO_RETURN_IF_ERROR(CheckWanted(request.cancellation));
    auto storing = writer.TakeAndStore();
    PINTLE_CO_TRY(bool stored, co_await storing);
    if (!stored) {
      PINTLE_CO_RETURN_IF_ERROR(CheckWanted(request.cancellation));
      continue;
    }
    auto publishing = writer.Publish();
    Result<Outcome> outcome = co_await publishing;
    co_return outcome;
  }
}

}  // namespace pintle::write
