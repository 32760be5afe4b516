#include "pintle/write/stages/validation.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "pintle/base/strings.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::write {
namespace {

using field::ErrorList;

// Declarative errors of the object as the request's version; nullopt if that has no rules.
std::optional<ErrorList> RunDeclarative(const Context& context, const Rules& rules,
                                        const Draft& draft) {
  if (!draft.object.is_typed()) return std::nullopt;
  const auth::Attributes& what = context.request.what;
  const scheme::KindVersion* version = rules.resource.kind.typed->Find(what.version);
  if (version == nullptr || version->validation == nullptr) return std::nullopt;
  Arena arena;
  auto spoke = [&](const Object& hub) -> const void* {
    if (version->from_hub == nullptr) return hub.data();
    void* out = arena.Allocate(version->type->size, version->type->align);
    std::memset(out, 0, version->type->size);
    version->from_hub(arena, hub.data(), out);
    return out;
  };
  validate::Operation operation;
  operation.type = draft.old == nullptr ? validate::Operation::Type::kCreate
                                        : validate::Operation::Type::kUpdate;
  operation.subresource = what.subresource;
  operation.gates = &rules.gates;
  return version->validation(operation, spoke(draft.object),
                             draft.old != nullptr ? spoke(*draft.old) : nullptr);
}

// What two errors have in common that match.
using Fault = std::tuple<field::ErrorType, std::string_view, std::string_view>;

Fault FaultOf(const field::Error& error) { return {error.type, error.field, error.origin}; }

// Invalid says too little: without an origin nobody can tell which rule it is of.
bool CanMatch(const field::Error& error) {
  return error.type != field::ErrorType::kInvalid || !error.origin.empty();
}

// Takes out the hand-written errors that the declarative ones, which are returned, say as well. One
// that was said to be covered and was not found stays: it is all that keeps the object out.
void DropTwins(ErrorList& hand_written, const ErrorList& declarative) {
  std::set<Fault> returned;
  for (const field::Error& error : declarative) returned.insert(FaultOf(error));
  hand_written.EraseIf([&](const field::Error& error) {
    return error.covered && CanMatch(error) && returned.contains(FaultOf(error));
  });
}

}  // namespace

size_t CountMismatches(const ErrorList& hand_written, const ErrorList& declarative) {
  // Of what is not kept nobody can say what it is like.
  if (hand_written.more() > 0 || declarative.more() > 0) return 0;
  std::map<Fault, size_t> unmatched;
  for (const field::Error& error : declarative) ++unmatched[FaultOf(error)];
  std::set<Fault> seen;
  size_t mismatches = 0;
  for (const field::Error& error : hand_written) {
    if (!error.covered) continue;
    if (!CanMatch(error)) {
      ++mismatches;
      continue;
    }
    if (!seen.insert(FaultOf(error)).second) continue;
    if (unmatched.erase(FaultOf(error)) == 0) ++mismatches;
  }
  for (const auto& [fault, count] : unmatched) mismatches += count;
  return mismatches;
}

Verdict ValidateObject(const Context& context, const Rules& rules, const Draft& draft) {
  Verdict verdict;
  const Strategy& strategy = rules.strategy;
  if (draft.old == nullptr) {
    if (strategy.validate) verdict.faults = strategy.validate(context, draft.object);
  } else if (strategy.validate_update) {
    verdict.faults = strategy.validate_update(context, draft.object, *draft.old);
  }
  if (!strategy.declarative_only && !rules.gates.Enabled("DeclarativeValidation")) return verdict;
  std::optional<ErrorList> declarative = RunDeclarative(context, rules, draft);
  // Where no rules are generated there is nothing to compare with.
  if (!declarative) return verdict;
  if (strategy.declarative_only) {
    field::Append(verdict.faults, std::move(*declarative));
    return verdict;
  }
  verdict.differences = CountMismatches(verdict.faults, *declarative);
  if (rules.gates.Enabled("DeclarativeValidationTakeover")) {
    DropTwins(verdict.faults, *declarative);
    field::Append(verdict.faults, std::move(*declarative));
  }
  return verdict;
}

Verdict Validate(const Context& context, const Rules& rules, const Draft& draft) {
  const object::ObjectMeta& meta = draft.object.meta();
  ErrorList faults =
      draft.old == nullptr
          ? ValidateMeta(meta, rules.resource, rules.strategy.name_rule)
          : ValidateUpdatedMeta(meta, draft.old->meta(), rules.resource, rules.strategy);
  Verdict verdict = ValidateObject(context, rules, draft);
  field::Append(faults, std::move(verdict.faults));
  verdict.faults = std::move(faults);
  return verdict;
}

std::string ValidationIdentifier(const Request& request, const Rules& rules, const Draft& draft) {
  std::string out = ToLower(rules.resource.kind.kind);
  if (!request.what.subresource.empty()) out += "_" + request.what.subresource;
  return out + (draft.old != nullptr ? "_update" : "_create");
}

std::unexpected<Error> InvalidObject(const ResourceDefinition& resource, const Object& object,
                                     const ErrorList& errors) {
  std::string_view kind = object.is_typed() || object.kind().empty()
                              ? std::string_view(resource.kind.kind)
                              : object.kind();
  return std::unexpected(
      field::InvalidStatus(resource.names.group, kind, object.meta().name, errors));
}

}  // namespace pintle::write
