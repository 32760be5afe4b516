#include "pintle/write/stages/validation.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "pintle/base/log.h"
#include "pintle/base/strings.h"

namespace pintle::write {
namespace {

using field::ErrorList;

// Declarative errors of the object as the request's version; nullopt if that has no rules.
std::optional<ErrorList> RunDeclarative(World& world, const Context& context,
                                        const ResourceDefinition& resource, const Object& object,
                                        const Object* old) {
  if (!object.is_typed()) return std::nullopt;
  const scheme::KindVersion* version = resource.kind.typed->Find(context.version);
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
  operation.type =
      old == nullptr ? validate::Operation::Type::kCreate : validate::Operation::Type::kUpdate;
  operation.subresource = context.subresource;
  operation.gates = &world.gates();
  return version->validation(operation, spoke(object), old != nullptr ? spoke(*old) : nullptr);
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
  std::erase_if(hand_written, [&](const field::Error& error) {
    return error.covered && CanMatch(error) && returned.contains(FaultOf(error));
  });
}

// `lease_status_update`
std::string Identifier(const Context& context, const ResourceDefinition& resource, bool update) {
  std::string out = ToLower(resource.kind.kind);
  if (!context.subresource.empty()) out += "_" + context.subresource;
  return out + (update ? "_update" : "_create");
}

}  // namespace

size_t CountMismatches(const ErrorList& hand_written, const ErrorList& declarative) {
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

ErrorList ValidateObject(World& world, const Context& context, const ResourceDefinition& resource,
                         const Strategy& strategy, const Object& object, const Object* old) {
  ErrorList errors;
  if (old == nullptr) {
    if (strategy.validate) errors = strategy.validate(context, object);
  } else if (strategy.validate_update) {
    errors = strategy.validate_update(context, object, *old);
  }
  if (!strategy.declarative_only && !world.gates().Enabled("DeclarativeValidation")) {
    return errors;
  }
  std::optional<ErrorList> declarative = RunDeclarative(world, context, resource, object, old);
  // Where no rules are generated there is nothing to compare with.
  if (!declarative) return errors;
  if (strategy.declarative_only) {
    field::Append(errors, std::move(*declarative));
    return errors;
  }
  size_t mismatches = CountMismatches(errors, *declarative);
  std::string identifier = Identifier(context, resource, old != nullptr);
  for (size_t i = 0; i < mismatches; ++i) world.validation_metrics().Mismatch(identifier);
  if (mismatches > 0) {
    LogWarning("declarative and hand-written validation disagree",
               {{"identifier", identifier}, {"differences", static_cast<uint64_t>(mismatches)}});
  }
  if (world.gates().Enabled("DeclarativeValidationTakeover")) {
    DropTwins(errors, *declarative);
    field::Append(errors, std::move(*declarative));
  }
  return errors;
}

std::unexpected<Error> InvalidObject(const ResourceDefinition& resource, const Object& object,
                                     const ErrorList& errors) {
  std::string_view kind = object.is_typed() || object.kind().empty()
                              ? std::string_view(resource.kind.kind)
                              : object.kind();
  return std::unexpected(field::InvalidStatus(resource.group, kind, object.meta().name, errors));
}

}  // namespace pintle::write
