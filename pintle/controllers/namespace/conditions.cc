#include "pintle/controllers/namespace/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pintle::controllers {
namespace {

using apis::core::v1::Namespace;
using apis::core::v1::NamespaceCondition;

struct Condition {
  std::string_view type;
  bool holds = false;
  std::string_view reason;
  std::string message;
};

Condition ContentFailure(const NamespaceContent& content) {
  std::string_view type = apis::core::v1::kNamespaceDeletionContentFailure;
  if (content.failures.empty()) {
    return {type, false, "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization"};
  }
  return {type, true, "ContentDeletionFailed",
          fmt::format("Failed to delete all resource types, {} remaining: {}",
                      content.failures.size(), fmt::join(content.failures, ", "))};
}

Condition ContentRemaining(const NamespaceContent& content) {
  std::string_view type = apis::core::v1::kNamespaceContentRemaining;
  if (content.remaining.empty()) {
    return {type, false, "ContentRemoved", "All content successfully removed"};
  }
  std::vector<std::string> parts;
  for (const RemainingObjects& each : content.remaining) {
    const write::ResourceDefinition& definition = *each.resource->definition;
    parts.push_back(fmt::format("{}.{} has {} resource instances", definition.names.plural,
                                definition.names.group, each.count));
  }
  std::ranges::sort(parts);
  return {type, true, "SomeResourcesRemain",
          fmt::format("Some resources are remaining: {}", fmt::join(parts, ", "))};
}

Condition FinalizersRemaining(const NamespaceContent& content) {
  std::string_view type = apis::core::v1::kNamespaceFinalizersRemaining;
  if (content.finalizers.empty()) {
    return {type, false, "ContentHasNoFinalizers", "All content-preserving finalizers finished"};
  }
  std::vector<std::string> parts;
  for (const auto& [finalizer, count] : content.finalizers) {
    parts.push_back(fmt::format("{} in {} resource instances", finalizer, count));
  }
  return {type, true, "SomeFinalizersRemain",
          fmt::format("Some content in the namespace has finalizers remaining: {}",
                      fmt::join(parts, ", "))};
}

bool SetCondition(Arena& arena, Namespace& ns, const Condition& condition, int64_t now_seconds) {
  std::string_view status = condition.holds ? "True" : "False";
  NamespaceCondition* found = nullptr;
  for (NamespaceCondition& each : ns.status.conditions) {
    if (each.type == condition.type) found = &each;
  }
  if (found != nullptr && found->status == status && found->reason == condition.reason &&
      found->message == condition.message) {
    return false;
  }
  if (found == nullptr) {
    found = &ns.status.conditions.Append(arena);
    found->type = arena.Copy(condition.type);
  }
  if (found->status != status) {
    found->last_transition_time = typeinfo::Time::FromSeconds(now_seconds);
  }
  found->status = arena.Copy(status);
  found->reason = arena.Copy(condition.reason);
  found->message = arena.Copy(condition.message);
  return true;
}

}  // namespace

bool SetConditions(Arena& arena, Namespace& ns, const NamespaceContent& content,
                   int64_t now_seconds) {
  // What is served is known here without asking anybody, so the first two never hold.
  const Condition conditions[] = {
      {apis::core::v1::kNamespaceDeletionDiscoveryFailure, false, "ResourcesDiscovered",
       "All resources successfully discovered"},
      {apis::core::v1::kNamespaceDeletionGroupVersionParsingFailure, false, "ParsedGroupVersions",
       "All legacy kube types successfully parsed"},
      ContentFailure(content),
      ContentRemaining(content),
      FinalizersRemaining(content),
  };
  bool changed = false;
  for (const Condition& condition : conditions) {
    changed |= SetCondition(arena, ns, condition, now_seconds);
  }
  return changed;
}

}  // namespace pintle::controllers
