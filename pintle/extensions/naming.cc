#include "pintle/extensions/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pintle/extensions/conditions.h"
#include "pintle/typeinfo/equal.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;
using v1::CustomResourceDefinitionNames;

bool Contains(const typeinfo::List<typeinfo::Str>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

// Decides about the names of one definition, each by itself. A name that the definition has already
// for something else is taken too.
class Decision {
 public:
  Decision(const CustomResourceDefinitionNames& had, const TakenNames& taken)
      : had_(had), taken_(taken) {}

  void Resource(std::string_view name, typeinfo::Str& accepted, std::string_view reason) {
    Take(name, accepted, ResourceTaken(name), reason);
  }
  void Kind(std::string_view name, typeinfo::Str& accepted, std::string_view reason) {
    bool used = name == had_.kind || name == had_.list_kind || Asked(taken_.kind, name);
    Take(name, accepted, used, reason);
  }
  // All of them or none.
  void ShortNames(const typeinfo::List<typeinfo::Str>& names,
                  typeinfo::List<typeinfo::Str>& accepted) {
    std::vector<std::string> faults;
    for (std::string_view name : names) {
      if (!Contains(had_.short_names, name) && ResourceTaken(name)) faults.push_back(InUse(name));
    }
    if (faults.empty()) {
      accepted = names;
    } else {
      Refuse("ShortNamesConflict",
             faults.size() == 1 ? faults[0] : fmt::format("[{}]", fmt::join(faults, ", ")));
    }
  }

  // Empty: all names are accepted. Otherwise that of the last one that is not.
  std::string_view reason() const { return reason_; }
  const std::string& message() const { return message_; }

 private:
  static bool Asked(const std::function<bool(std::string_view)>& taken, std::string_view name) {
    return taken && taken(name);
  }
  bool ResourceTaken(std::string_view name) const {
    return name == had_.plural || name == had_.singular || Contains(had_.short_names, name) ||
           Asked(taken_.resource, name);
  }
  static std::string InUse(std::string_view name) {
    return fmt::format("\"{}\" is already in use", name);
  }
  void Take(std::string_view name, typeinfo::Str& accepted, bool used, std::string_view reason) {
    if (name == accepted) return;
    if (used) return Refuse(reason, InUse(name));
    accepted = name;
  }
  void Refuse(std::string_view reason, std::string message) {
    reason_ = reason;
    message_ = std::move(message);
  }

  const CustomResourceDefinitionNames& had_;
  const TakenNames& taken_;
  std::string_view reason_;
  std::string message_;
};

}  // namespace

bool AcceptNames(Arena& arena, CustomResourceDefinition& crd, const TakenNames& taken,
                 int64_t now_seconds) {
  const CustomResourceDefinitionNames before = crd.status.accepted_names;
  const CustomResourceDefinitionNames& requested = crd.spec.names;
  CustomResourceDefinitionNames& accepted = crd.status.accepted_names;
  Decision decision(before, taken);
  decision.Resource(requested.plural, accepted.plural, "PluralConflict");
  decision.Resource(requested.singular, accepted.singular, "SingularConflict");
  decision.ShortNames(requested.short_names, accepted.short_names);
  decision.Kind(requested.kind, accepted.kind, "KindConflict");
  decision.Kind(requested.list_kind, accepted.list_kind, "ListKindConflict");
  accepted.categories = requested.categories;

  bool changed = !typeinfo::SemanticEqual(typeinfo::TypeOf<CustomResourceDefinitionNames>(),
                                          &before, &accepted);
  const bool good = decision.reason().empty();
  changed |= SetCondition(arena, crd, v1::kNamesAccepted,
                          {.status = good ? v1::kConditionTrue : v1::kConditionFalse,
                           .reason = good ? "NoConflicts" : decision.reason(),
                           .message = good ? "no conflicts found" : decision.message()},
                          now_seconds);
  if (HasCondition(crd, v1::kEstablished)) return changed;
  if (good) {
    changed |= SetCondition(arena, crd, v1::kEstablished,
                            {.status = v1::kConditionFalse,
                             .reason = "Installing",
                             .message = "the initial names have been accepted"},
                            now_seconds);
  } else if (FindCondition(crd, v1::kEstablished) == nullptr) {
    changed |= SetCondition(arena, crd, v1::kEstablished,
                            {.status = v1::kConditionFalse,
                             .reason = "NotAccepted",
                             .message = "not all names are accepted"},
                            now_seconds);
  }
  return changed;
}

}  // namespace pintle::extensions
