#include "pintle/resource/capabilities.h"

#include <algorithm>

namespace pintle::write {
namespace {

// The groups of what extends the API.
constexpr std::string_view kExtensions[] = {"admissionregistration.k8s.io", "apiextensions.k8s.io",
                                            "apiregistration.k8s.io"};

}  // namespace

// A custom kind has an entry for each version, whether that has a schema or not.
bool IsCompiledIn(const ResourceDefinition& resource) { return resource.kind.schemas.empty(); }

bool HasProtobuf(const ResourceDefinition& resource, std::string_view version) {
  if (!resource.kind.is_typed()) return false;
  const scheme::KindVersion* found = resource.kind.typed->Find(version);
  if (found == nullptr || !found->type->proto_message) return false;
  return found->list_type == nullptr || found->list_type->proto_message;
}

bool HasStrategicMerge(const ResourceDefinition& resource) { return IsCompiledIn(resource); }

bool ItemsCarryKind(const ResourceDefinition& resource) { return !IsCompiledIn(resource); }

bool AnswersAsStored(const ResourceDefinition& resource) { return !IsCompiledIn(resource); }

bool IsRoutedByPath(const ResourceDefinition& resource) { return IsCompiledIn(resource); }

bool MatchesTypesExactly(const ResourceDefinition& resource) { return IsCompiledIn(resource); }

bool ListsAlwaysContinue(const ResourceDefinition& resource) { return !IsCompiledIn(resource); }

// Of a kind that nobody can create (component statuses) nothing is stored, nor of one that only
// answers; one whose definition is going away has objects from before.
bool HasStorageVersion(const ResourceDefinition& resource) {
  if (resource.actions.create) return false;
  return resource.serving.verbs.Has(Verb::kCreate) || resource.serving.terminating;
}

// What extends the API has finalizers as free as what it adds.
bool HasFreeFinalizers(const ResourceDefinition& resource) {
  return !IsCompiledIn(resource) || std::ranges::count(kExtensions, resource.names.group) > 0;
}

}  // namespace pintle::write
