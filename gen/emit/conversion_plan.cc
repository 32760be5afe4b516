#include "gen/emit/conversion_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/model/gate_markers.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kByHand = "pintle:convertByHand";
constexpr std::string_view kHubField = "pintle:hubField";
constexpr std::string_view kAdvice =
    "name it with +pintle:hubField, or mark the type +pintle:convertByHand and write its ToHub and "
    "FromHub";

std::string HubName(const Field& field) {
  std::vector<std::string> names = MarkerValues(field.doc, kHubField);
  return names.empty() ? field.go_name : names.back();
}

std::set<std::string> GatesOf(const Field& field) {
  std::set<std::string> gates;
  for (GateMarker& marker : GateMarkersOf(field.doc)) gates.insert(std::move(marker.gate));
  return gates;
}

const Field* FindGoName(const Named& named, std::string_view name) {
  auto found = std::ranges::find(named.fields, name, &Field::go_name);
  return found != named.fields.end() ? &*found : nullptr;
}

bool IsStruct(const Named& named) {
  return named.type != nullptr && named.type->is_struct() && named.type->named == &named;
}

// The package that `package` is converted to and from, or null after a message.
const Package* ConversionHub(const Package& package, const Model& model, Diagnostics& diagnostics) {
  for (const Package& other : model.packages()) {
    bool named =
        other.import_path == package.conversion_hub || other.folder == package.conversion_hub;
    if (!named) continue;
    if (&other != &package && other.generated && !other.as_needed) return &other;
  }
  std::vector<std::string> candidates;
  for (const Package& other : model.packages()) {
    if (&other != &package) candidates.push_back(other.import_path);
  }
  std::string message = fmt::format("the hub {} is not among the packages of this run",
                                    Quoted(package.conversion_hub));
  if (auto nearest = NearestName(package.conversion_hub, candidates)) {
    message += fmt::format("; did you mean {}?", Quoted(*nearest));
  }
  diagnostics.Add(package.conversion_hub_position, message);
  return nullptr;
}

}  // namespace

ConversionPlan::ConversionPlan(const Package& spoke, const Model& model, Diagnostics& diagnostics)
    : hub_(ConversionHub(spoke, model, diagnostics)) {
  if (hub_ == nullptr) return;
  FindStructs(spoke, diagnostics);
  for (StructPair& pair : structs_) FindFields(pair, diagnostics);
  FindLayouts();
  CheckGates(spoke, diagnostics);
}

void ConversionPlan::FindStructs(const Package& spoke, Diagnostics& diagnostics) {
  for (const Named& named : spoke.types) {
    if (!IsStruct(named)) continue;
    bool by_hand = HasMarker(named.doc, kByHand);
    auto found = hub_->by_name.find(named.name);
    if (found != hub_->by_name.end() && IsStruct(*found->second)) {
      by_spoke_[&named] = structs_.size();
      structs_.push_back({.spoke = &named, .hub = found->second, .by_hand = by_hand});
    } else if (by_hand) {
      diagnostics.Add(named.position,
                      fmt::format("{} is marked +{}, and the hub {} has no struct of this name",
                                  named.name, kByHand, hub_->folder));
    }
  }
}

const Field* ConversionPlan::Counterpart(const StructPair& pair, const Field& field,
                                         Diagnostics& diagnostics) const {
  std::string name = HubName(field);
  if (const Field* found = FindGoName(*pair.hub, name)) return found;
  bool renamed = name != field.go_name;
  if (pair.by_hand && !renamed) return nullptr;
  std::string message;
  if (renamed) {
    message = fmt::format("{} of the hub {} has no field {}", pair.hub->name, hub_->folder, name);
    std::vector<std::string> candidates;
    for (const Field& other : pair.hub->fields) candidates.push_back(other.go_name);
    if (auto nearest = NearestName(name, candidates)) {
      message += fmt::format("; did you mean {}?", *nearest);
    }
  } else {
    message = fmt::format("{} of {} has no counterpart in the hub {}; {}", field.go_name,
                          pair.spoke->name, hub_->folder, kAdvice);
  }
  diagnostics.Add(field.position, message);
  return nullptr;
}

void ConversionPlan::FindFields(StructPair& pair, Diagnostics& diagnostics) {
  std::set<const Field*> used;
  for (const Field& field : pair.spoke->fields) {
    const Field* hub = Counterpart(pair, field, diagnostics);
    if (hub == nullptr) continue;
    used.insert(hub);
    if (IsTypeMeta(field)) continue;
    if (Convertible(*field.type, *hub->type)) {
      pair.fields.push_back({&field, hub});
    } else if (!pair.by_hand) {
      diagnostics.Add(field.position,
                      fmt::format("{} of {} is {} here and {} in the hub {}; mark the type "
                                  "+{} and write its ToHub and FromHub",
                                  field.go_name, pair.spoke->name, GoTypeName(*field.type),
                                  GoTypeName(*hub->type), hub_->folder, kByHand));
    }
  }
  if (pair.by_hand) return;
  for (const Field& field : pair.hub->fields) {
    if (used.contains(&field) || IsTypeMeta(field)) continue;
    diagnostics.Add(
        pair.spoke->position,
        fmt::format("{} of the hub {} has the field {}, which {} has not; {}", pair.hub->name,
                    hub_->folder, field.go_name, pair.spoke->name, kAdvice));
  }
}

void ConversionPlan::CheckGates(const Package& spoke, Diagnostics& diagnostics) const {
  std::set<std::string> in_hub;
  for (const Named& named : hub_->types) {
    for (const Field& field : named.fields) in_hub.merge(GatesOf(field));
  }
  for (const Named& named : spoke.types) {
    auto found = by_spoke_.find(&named);
    for (const Field& field : named.fields) {
      const Field* hub = found != by_spoke_.end()
                             ? FindGoName(*structs_[found->second].hub, HubName(field))
                             : nullptr;
      const std::set<std::string> gates = hub != nullptr ? GatesOf(*hub) : in_hub;
      for (const GateMarker& marker : GateMarkersOf(field.doc)) {
        if (gates.contains(marker.gate)) continue;
        std::string where = hub != nullptr ? fmt::format("{} of {} in", hub->go_name,
                                                         structs_[found->second].hub->name)
                                           : "no field of";
        diagnostics.Add(
            marker.position,
            fmt::format("{} the hub {} is {}marked +featureGate={}, and that is where "
                        "it counts",
                        where, hub_->folder, hub != nullptr ? "not " : "", marker.gate));
      }
    }
  }
}

const StructPair* ConversionPlan::Find(const Type& spoke, const Type& hub) const {
  auto found = by_spoke_.find(spoke.named);
  if (found == by_spoke_.end() || structs_[found->second].hub != hub.named) return nullptr;
  return &structs_[found->second];
}

bool ConversionPlan::SameType(const Type& spoke, const Type& hub) {
  if (spoke.kind != hub.kind) return false;
  if (spoke.is_struct()) return spoke.named == hub.named;
  return spoke.element == nullptr || SameType(*spoke.element, *hub.element);
}

bool ConversionPlan::Convertible(const Type& spoke, const Type& hub) const {
  if (spoke.kind != hub.kind) return false;
  if (spoke.is_struct()) return spoke.named == hub.named || Find(spoke, hub) != nullptr;
  return spoke.element == nullptr || Convertible(*spoke.element, *hub.element);
}

bool ConversionPlan::SameLayout(const Type& spoke, const Type& hub) const {
  if (spoke.kind != hub.kind) return false;
  if (spoke.is_struct() && spoke.named != hub.named) {
    const StructPair* pair = Find(spoke, hub);
    return pair != nullptr && pair->same_layout;
  }
  return spoke.element == nullptr || SameLayout(*spoke.element, *hub.element);
}

// Whether the members are in the same order and each has the layout of the other.
bool ConversionPlan::SameMembers(const StructPair& pair) const {
  if (pair.by_hand || pair.spoke->fields.size() != pair.hub->fields.size() ||
      pair.fields.size() != pair.spoke->fields.size()) {
    return false;
  }
  for (size_t i = 0; i < pair.fields.size(); ++i) {
    if (pair.fields[i].spoke != &pair.spoke->fields[i]) return false;
    if (pair.fields[i].hub != &pair.hub->fields[i]) return false;
    if (!SameLayout(*pair.fields[i].spoke->type, *pair.fields[i].hub->type)) return false;
  }
  return true;
}

// Structs may refer to each other in circles: all are taken for alike until one is not.
void ConversionPlan::FindLayouts() {
  for (StructPair& pair : structs_) pair.same_layout = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (StructPair& pair : structs_) {
      if (!pair.same_layout || SameMembers(pair)) continue;
      pair.same_layout = false;
      changed = true;
    }
  }
}

}  // namespace pintle::gen
