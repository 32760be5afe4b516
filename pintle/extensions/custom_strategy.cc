#include "pintle/extensions/custom_strategy.h"

#include <fmt/format.h>

#include "pintle/object/encode.h"
#include "pintle/schema/coerce.h"
#include "pintle/schema/validate.h"
#include "pintle/write/metadata.h"

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
  std::string api_version = scheme::GroupVersion{kind.group, context.version}.Text();
  if (object.api_version() != api_version) {
    errors.push_back(field::Invalid(Path("apiVersion"), object.api_version(),
                                    fmt::format("must be {}", api_version)));
  }
  return errors;
}

// The object as it was before, in the version of the request.
ErrorList ValidateBySchema(const object::Kind& kind, const Context& context, const Object& object,
                           const Object* old) {
  ErrorList errors;
  const schema::Structural* schema = kind.SchemaOf(context.version);
  if (schema == nullptr) return errors;
  Arena arena;
  Value document = object::ToDocument(kind, object, context.version, arena);
  Value before = old != nullptr ? object::ToDocument(kind, *old, context.version, arena) : Value();
  const Value* previous = old != nullptr ? &before : nullptr;
  schema::Validate(*schema, document, previous, Path(), errors);
  schema::ValidateEmbedded(*schema, document, Path(), true, {}, errors);
  schema::ValidateListTypes(*schema, document, previous, Path(), errors);
  return errors;
}

ErrorList Validate(const object::Kind& kind, const Context& context, const Object& object,
                   const Object* old) {
  ErrorList errors = CheckType(kind, context, object);
  if (!errors.empty()) return errors;
  return ValidateBySchema(kind, context, object, old);
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
  Value document = object::ToDocument(kind, old, context.version, arena);
  for (std::string_view name : {"apiVersion", "kind", "metadata"}) {
    document = document.Without(arena, name);
  }
  return document;
}

}  // namespace

write::Strategy CustomStrategy(const CustomStrategyOptions& options) {
  write::Strategy strategy;
  const object::Kind* kind = options.kind;
  strategy.name_rule = write::DnsSubdomainName;
  strategy.allow_unconditional_update = false;
  strategy.prepare_create = [options](const Context& context, Object& object) {
    if (options.status_versions.contains(context.version)) {
      object.set_content(object.content().Without(object.arena(), "status"));
    }
    object.meta().generation = 1;
  };
  strategy.prepare_update = [options](const Context& context, Object& object, const Object& old) {
    Arena& arena = object.arena();
    Value before = OldContent(*options.kind, context, old, arena);
    if (options.status_versions.contains(context.version)) {
      object.set_content(WithStatusOf(arena, object.content(), before));
    }
    if (object.content() != before) ++object.meta().generation;
  };
  strategy.validate = [kind](const Context& context, const Object& object) {
    return Validate(*kind, context, object, nullptr);
  };
  strategy.validate_update = [kind](const Context& context, const Object& object,
                                    const Object& old) {
    return Validate(*kind, context, object, &old);
  };
  return strategy;
}

write::Strategy CustomStatusStrategy(const CustomStrategyOptions& options) {
  write::Strategy strategy = CustomStrategy(options);
  strategy.prepare_update = [options](const Context& context, Object& object, const Object& old) {
    Arena& arena = object.arena();
    Value before = OldContent(*options.kind, context, old, arena);
    object.set_content(WithStatusOf(arena, before, object.content()));
    // Everything but the status stays as it was.
    auto revision = object.meta().resource_version;
    object.meta() = old.meta();
    object.meta().resource_version = revision;
  };
  return strategy;
}

}  // namespace pintle::extensions
