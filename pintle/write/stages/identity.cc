#include "pintle/write/stages/identity.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"

namespace pintle::write {
namespace {

Status TakeNamespace(const Request& request, const ResourceDefinition& resource, Object& object) {
  object::ObjectMeta& meta = object.meta();
  if (!resource.names.namespaced) {
    meta.namespace_ = {};
  } else if (meta.namespace_.empty()) {
    meta.namespace_ = object.arena().Copy(request.what.namespace_name);
  } else if (meta.namespace_ != request.what.namespace_name) {
    return BadRequest(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  return {};
}

}  // namespace

Status TakeAsNew(const Request& request, const ResourceDefinition& resource, Object& object) {
  object::ObjectMeta& meta = object.meta();
  meta.uid = {};
  meta.creation_timestamp = {};
  meta.deletion_timestamp.reset();
  meta.deletion_grace_period_seconds.reset();
  meta.self_link = {};
  return TakeNamespace(request, resource, object);
}

Status CheckNames(const Request& request, const ResourceDefinition& resource, Object& object) {
  PINTLE_RETURN_IF_ERROR(TakeNamespace(request, resource, object));
  const object::ObjectMeta& meta = object.meta();
  const std::string& name = request.what.name;
  if (meta.name.empty()) {
    return BadRequest(fmt::format(
        "the name of the object ({} based on URL) was undeterminable: name must be provided",
        name));
  }
  if (meta.name != name) {
    return BadRequest(fmt::format(
        "the name of the object ({}) does not match the name on the URL ({})", meta.name, name));
  }
  return {};
}

Status CheckIdentity(const Request& request, const Rules& rules, Draft& draft) {
  return draft.old == nullptr ? TakeAsNew(request, rules.resource, draft.object)
                              : CheckNames(request, rules.resource, draft.object);
}

Status CheckUid(const Request& request, const ResourceDefinition& resource, const Object& object,
                std::string_view current) {
  const object::ObjectMeta& meta = object.meta();
  if (meta.uid.empty() || meta.uid == current) return {};
  return object::Conflict(
      resource.name(), meta.name,
      fmt::format("StorageError: invalid object, Code: 4, Key: {}, ResourceVersion: 0, "
                  "AdditionalErrorMsg: Precondition failed: UID in precondition: {}, UID in object "
                  "meta: {}",
                  resource.Key(request.what.namespace_name, request.what.name), meta.uid, current));
}

Status CheckPathName(std::string_view name) {
  if (name.empty()) return BadRequest("Name parameter required.");
  std::vector<std::string> messages = validate::IsPathSegmentName(name);
  if (messages.empty()) return {};
  return BadRequest(
      fmt::format("Name parameter invalid: {}: {}", Quoted(name), Join(messages, ";")));
}

}  // namespace pintle::write
