#include "pintle/extensions/kind/custom_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/losses.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/validate.h"
#include "pintle/value/numbers.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::extensions {
namespace {

using field::ErrorList;
using field::Path;
using write::Context;
using write::Object;

// The object must be what the endpoint serves; nothing else is checked if it is not.
ErrorList CheckType(const object::Kind& kind, const Context& context, const Object& object) {
  ErrorList errors;
  if (object.kind() != kind.kind) {
    errors.push_back(
        field::Invalid(Path("kind"), object.kind(), fmt::format("must be {}", kind.kind)));
  }
  std::string api_version = scheme::GroupVersion{kind.group, context.request.what.version}.Text();
  if (object.api_version() != api_version) {
    errors.push_back(field::Invalid(Path("apiVersion"), object.api_version(),
                                    fmt::format("must be {}", api_version)));
  }
  return errors;
}

// The object and what it was before, as documents in the version of the request.
struct Documents {
  Documents(const object::Kind& kind, const Context& context, const Object& object,
            const Object* old)
      : now(object::ToDocument(kind, object, context.request.what.version, arena)) {
    if (old == nullptr) return;
    before = object::ToDocument(kind, *old, context.request.what.version, arena);
    previous = &before;
  }

  Arena arena;
  Value now;
  Value before;
  const Value* previous = nullptr;  // null on creation
};

void ValidateScale(const CustomStrategyOptions& options, const Context& context,
                   const Object& object, ErrorList& errors) {
  auto scale = options.scale_versions.find(context.request.what.version);
  if (scale == options.scale_versions.end()) return;
  if (context.request.what.subresource != "status")
    ValidateScaleSpec(scale->second, object.content(), errors);
  ValidateScaleStatus(scale->second, object.content(), errors);
}

// The status by its part of the schema.
void ValidateStatus(const schema::Structural& schema, const Documents& documents, ErrorList& errors,
                    const Cancellation* cancellation) {
  const schema::Structural* status = schema.FindProperty("status");
  const Value* now = documents.now.FindPtr("status");
  if (status == nullptr || now == nullptr) return;
  const Value* before =
      documents.previous != nullptr ? documents.previous->FindPtr("status") : nullptr;
  schema::Validate(*status, *now, before, Path("status"), errors, cancellation);
}

ErrorList Validate(const CustomStrategyOptions& options, const Context& context,
                   const Object& object, const Object* old) {
  const object::Kind& kind = *options.kind;
  ErrorList errors = CheckType(kind, context, object);
  if (!errors.empty()) return errors;
  const schema::Structural* schema = kind.SchemaOf(context.request.what.version);
  if (schema == nullptr) {
    ValidateScale(options, context, object, errors);
    return errors;
  }
  Documents documents(kind, context, object, old);
  const bool whole = context.request.what.subresource != "status";
  if (whole) {
    schema::Validate(*schema, documents.now, documents.previous, Path(), errors,
                     context.request.cancellation);
  } else {
    ValidateStatus(*schema, documents, errors, context.request.cancellation);
  }
  ValidateScale(options, context, object, errors);
  if (whole) {
    schema::ValidateEmbedded(*schema, documents.now, Path(), true, write::ValidateEmbeddedMeta,
                             errors);
  }
  schema::ValidateListTypes(*schema, documents.now, documents.previous, Path(), errors);
  if (const schema::RuleSet* rules = kind.RulesOf(context.request.what.version)) {
    // Rules that are broken where the update changed nothing.
    ErrorList forgiven;
    rules->Validate(documents.now, documents.previous, errors, forgiven);
    for (const field::Error& error : forgiven) context.warnings.Add(error.Text());
    context.warnings.AddMore(forgiven.more());
  }
  return errors;
}

// Names that mean the same in every kind.
bool IsStandardFinalizer(std::string_view finalizer) {
  return finalizer == write::kOrphanFinalizer || finalizer == write::kForegroundFinalizer ||
         finalizer == "kubernetes";
}

// Finalizers that others may come to use as well; the object had those of `old` before.
void WarnOfFinalizers(const Context& context, const Object& object, const Object* old) {
  std::set<std::string_view> added(object.meta().finalizers.begin(),
                                   object.meta().finalizers.end());
  if (old != nullptr) {
    for (std::string_view finalizer : old->meta().finalizers) added.erase(finalizer);
  }
  for (std::string_view finalizer : added) {
    if (IsStandardFinalizer(finalizer) || finalizer.find('/') != std::string_view::npos) continue;
    bool domain = finalizer.find('.') != std::string_view::npos;
    context.warnings.Add(
        fmt::format("metadata.finalizers: {}: prefer a domain-qualified finalizer name {}to avoid "
                    "accidental conflicts with other finalizer writers",
                    Quoted(finalizer), domain ? "including a path (/) " : ""));
  }
}

// A body can lose hundreds of thousands; the headers of an answer have room for some.
constexpr size_t kMaxLossesNamed = 20;

// Members that the version of the request has, and the one in which objects are stored has not.
void WarnOfLosses(const object::Kind& kind, const Context& context, const Object& object) {
  const field::Findings lost = object::LostWhenStored(kind, object);
  const size_t named = std::min(lost.size(), kMaxLossesNamed);
  for (size_t i = 0; i < named; ++i) {
    context.warnings.AddOwn(fmt::format(
        "field {} of {} is not stored: {}, in which objects are "
        "stored, does not have it",
        Quoted(lost.items()[i].path), context.request.what.version, kind.storage_version));
  }
  if (const size_t more = lost.size() - named + lost.more(); more > 0) {
    context.warnings.AddOwn(
        fmt::format("{} more fields of {} are not stored", more, context.request.what.version));
  }
}

// `content` with the status of `from`, or without one.
Value WithStatusOf(Arena& arena, const Value& content, const Value& from) {
  const Value* status = from.FindPtr("status");
  return status != nullptr ? content.With(arena, "status", *status)
                           : content.Without(arena, "status");
}

// An old object as the request's version sees it, for comparison and for copying from.
Value OldContent(const object::Kind& kind, const Context& context, const Object& old,
                 Arena& arena) {
  Value document = object::ToDocument(kind, old, context.request.what.version, arena);
  for (std::string_view name : {"apiVersion", "kind", "metadata"}) {
    document = document.Without(arena, name);
  }
  return document;
}

}  // namespace

write::Strategy CustomStrategy(const std::shared_ptr<const CustomStrategyOptions>& options) {
  write::Strategy strategy;
  strategy.name_rule = write::DnsSubdomainName;
  strategy.allow_unconditional_update = false;
  strategy.prepare_create = [options](const Context& context, Object& object) {
    if (options->status_versions.contains(context.request.what.version)) {
      object.set_content(object.content().Without(object.arena(), "status"));
    }
    object.meta().generation = 1;
  };
  strategy.prepare_update = [options](const Context& context, Object& object, const Object& old) {
    Arena& arena = object.arena();
    Value before = OldContent(*options->kind, context, old, arena);
    if (options->status_versions.contains(context.request.what.version)) {
      object.set_content(WithStatusOf(arena, object.content(), before));
    }
    if (!EqualByNumber(object.content(), before)) ++object.meta().generation;
  };
  strategy.validate = [options](const Context& context, const Object& object) {
    return Validate(*options, context, object, nullptr);
  };
  strategy.validate_update = [options](const Context& context, const Object& object,
                                       const Object& old) {
    return Validate(*options, context, object, &old);
  };
  strategy.warn = [options](const Context& context, const Object& object, const Object* old) {
    WarnOfFinalizers(context, object, old);
    if (context.request.tells_losses) WarnOfLosses(*options->kind, context, object);
  };
  return strategy;
}

write::Strategy CustomStatusStrategy(const std::shared_ptr<const CustomStrategyOptions>& options) {
  write::Strategy strategy = CustomStrategy(options);
  strategy.prepare_update = [options](const Context& context, Object& object, const Object& old) {
    Arena& arena = object.arena();
    Value before = OldContent(*options->kind, context, old, arena);
    object.set_content(WithStatusOf(arena, before, object.content()));
    // Everything but the status stays as it was.
    auto revision = object.meta().resource_version;
    object.meta() = old.meta();
    object.meta().resource_version = revision;
  };
  return strategy;
}

}  // namespace pintle::extensions
