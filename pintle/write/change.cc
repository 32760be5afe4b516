#include "pintle/write/change.h"

#include <utility>

#include "pintle/object/status.h"
#include "pintle/write/stages/identity.h"

namespace pintle::write {
namespace {

// The body of a PUT in the place of `current`.
Result<Object> Replaced(const Request& request, const Rules& rules, const Object& body,
                        const Object* current) {
  Object object = body.Copy();
  PINTLE_RETURN_IF_ERROR(CheckNames(request, rules.resource, object));
  std::string_view uid = current != nullptr ? current->meta().uid : std::string_view();
  PINTLE_RETURN_IF_ERROR(CheckUid(request, rules.resource, object, uid));
  if (current != nullptr) return object;
  if (!rules.strategy.allow_create_on_update) {
    return object::NotFound(rules.resource.name(), request.what.name);
  }
  // It is of what was there once.
  object.meta().resource_version = {};
  return object;
}

}  // namespace

Change CreateOf(Object body) {
  Change change;
  change.expects = Expects::kAbsent;
  change.whole = true;
  change.make = [body = std::move(body)](const Object*, const Drawn&,
                                         Warnings&) mutable -> Task<Result<Object>> {
    co_return std::move(body);
  };
  return change;
}

Change ReplaceBy(const Request& request, const Rules& rules, const Object& body) {
  Change change;
  change.expects = Expects::kEither;
  change.whole = true;
  change.make = [&request, &rules, &body](const Object* current, const Drawn&,
                                          Warnings&) -> Task<Result<Object>> {
    co_return Replaced(request, rules, body, current);
  };
  return change;
}

Change EditBy(Edit edit) {
  Change change;
  change.make = [edit = std::move(edit)](const Object* current, const Drawn& drawn,
                                         Warnings& warnings) mutable -> Task<Result<Object>> {
    co_return edit(*current, drawn, warnings);
  };
  return change;
}

Change EndBy(DeleteOptions options) {
  Change change;
  change.end = std::move(options);
  return change;
}

}  // namespace pintle::write
