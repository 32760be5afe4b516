#pragma once

#include <string_view>

#include "pintle/resource/definition.h"

// What resources differ in besides their rules, each under a name of its own: who asks does not ask
// where the resource comes from.
namespace pintle::write {

// Its kind is part of the program, not defined by a CustomResourceDefinition. For what cannot be
// said of one resource: whose types, and whose rules of order, are meant.
bool IsCompiledIn(const ResourceDefinition& resource);
// Objects and lists of that version have a Protobuf form: there are numbers for all their fields.
bool HasProtobuf(const ResourceDefinition& resource, std::string_view version);
// There are tables that say how lists are merged.
bool HasStrategicMerge(const ResourceDefinition& resource);
// Items of its lists have apiVersion and kind.
bool ItemsCarryKind(const ResourceDefinition& resource);
// What a write answers is what was stored, read again: its schema may have changed the object.
bool AnswersAsStored(const ResourceDefinition& resource);
// What it does not offer is not there as a path, or not with that method. Of others a path below an
// object names an object, and verbs are refused by name.
bool IsRoutedByPath(const ResourceDefinition& resource);
// Media types are taken letter for letter, and the ones that a request lists are looked at first.
bool MatchesTypesExactly(const ResourceDefinition& resource);
// Lists say `continue` though nothing follows.
bool ListsAlwaysContinue(const ResourceDefinition& resource);
// Discovery says in which version its objects are stored: they are, or were.
bool HasStorageVersion(const ResourceDefinition& resource);
// Finalizers may have any qualified or unqualified name.
bool HasFreeFinalizers(const ResourceDefinition& resource);

}  // namespace pintle::write
