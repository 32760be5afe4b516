#include "pintle/extensions/naming.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "pintle/typeinfo/equal.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;
using v1::CustomResourceDefinitionNames;

struct Conflict {
  std::string_view reason;
  std::string message;
};

// Names the other definitions of the group hold.
struct UsedNames {
  std::set<std::string_view> resources;
  std::set<std::string_view> kinds;
};

UsedNames Collect(const std::vector<const CustomResourceDefinition*>& others) {
  UsedNames used;
  for (const CustomResourceDefinition* other : others) {
    const CustomResourceDefinitionNames& names = other->status.accepted_names;
    used.resources.insert(names.plural);
    used.resources.insert(names.singular);
    used.resources.insert(names.short_names.begin(), names.short_names.end());
    used.kinds.insert(names.kind);
    used.kinds.insert(names.list_kind);
  }
  used.resources.erase("");
  used.kinds.erase("");
  return used;
}

// Takes each requested name that is free; the conflict reported is the last one.
bool Accept(const CustomResourceDefinitionNames& requested, const UsedNames& used,
            CustomResourceDefinitionNames& accepted, Conflict& conflict) {
  bool ok = true;
  auto take = [&](std::string_view name, typeinfo::Str& target,
                  const std::set<std::string_view>& taken, std::string_view reason) {
    if (name == target || !taken.contains(name)) {
      target = name;
    } else {
      conflict = {reason, fmt::format("\"{}\" is already in use", name)};
      ok = false;
    }
  };
  take(requested.plural, accepted.plural, used.resources, "PluralConflict");
  take(requested.singular, accepted.singular, used.resources, "SingularConflict");
  bool short_names_free = true;
  for (std::string_view name : requested.short_names) {
    if (!used.resources.contains(name)) continue;
    short_names_free = false;
    conflict = {"ShortNamesConflict", fmt::format("\"{}\" is already in use", name)};
    ok = false;
  }
  if (short_names_free) accepted.short_names = requested.short_names;
  take(requested.kind, accepted.kind, used.kinds, "KindConflict");
  take(requested.list_kind, accepted.list_kind, used.kinds, "ListKindConflict");
  accepted.categories = requested.categories;
  return ok;
}

}  // namespace

bool HasCondition(const CustomResourceDefinition& crd, std::string_view type) {
  for (const auto& condition : crd.status.conditions) {
    if (condition.type == type) return condition.status == v1::kConditionTrue;
  }
  return false;
}

bool SetCondition(Arena& arena, CustomResourceDefinition& crd, std::string_view type,
                  std::string_view status, std::string_view reason, std::string_view message,
                  int64_t now_seconds) {
  v1::CustomResourceDefinitionCondition* found = nullptr;
  for (auto& condition : crd.status.conditions) {
    if (condition.type == type) found = &condition;
  }
  if (found == nullptr) {
    found = &crd.status.conditions.Append(arena);
    found->type = arena.Copy(type);
  } else if (found->status == status && found->reason == reason && found->message == message) {
    return false;
  }
  if (found->status != status) {
    found->last_transition_time = typeinfo::Time::FromSeconds(now_seconds);
  }
  found->status = arena.Copy(status);
  found->reason = arena.Copy(reason);
  found->message = arena.Copy(message);
  return true;
}

bool AcceptNames(Arena& arena, CustomResourceDefinition& crd,
                 const std::vector<const CustomResourceDefinition*>& others, int64_t now_seconds) {
  CustomResourceDefinitionNames before = crd.status.accepted_names;
  Conflict conflict;
  bool accepted = Accept(crd.spec.names, Collect(others), crd.status.accepted_names, conflict);
  bool changed = !typeinfo::SemanticEqual(typeinfo::TypeOf<CustomResourceDefinitionNames>(),
                                          &before, &crd.status.accepted_names);
  if (accepted) {
    changed |= SetCondition(arena, crd, v1::kNamesAccepted, v1::kConditionTrue, "NoConflicts",
                            "no conflicts found", now_seconds);
    if (!HasCondition(crd, v1::kEstablished)) {
      changed |=
          SetCondition(arena, crd, v1::kEstablished, v1::kConditionTrue, "InitialNamesAccepted",
                       "the initial names have been accepted", now_seconds);
    }
    return changed;
  }
  changed |= SetCondition(arena, crd, v1::kNamesAccepted, v1::kConditionFalse, conflict.reason,
                          conflict.message, now_seconds);
  if (!HasCondition(crd, v1::kEstablished)) {
    changed |= SetCondition(arena, crd, v1::kEstablished, v1::kConditionFalse, "NotAccepted",
                            "not all names are accepted", now_seconds);
  }
  return changed;
}

}  // namespace pintle::extensions
