#include "pintle/extensions/name_index.h"

#include "pintle/extensions/conditions.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

void Insert(std::set<std::string, std::less<>>& names, std::string_view name) {
  if (!name.empty()) names.emplace(name);
}

}  // namespace

NameIndex::Names NameIndex::NamesOf(const CustomResourceDefinition& crd) {
  const v1::CustomResourceDefinitionNames& accepted = crd.status.accepted_names;
  Names names;
  Insert(names.resources, accepted.plural);
  Insert(names.resources, accepted.singular);
  for (std::string_view name : accepted.short_names) Insert(names.resources, name);
  Insert(names.kinds, accepted.kind);
  Insert(names.kinds, accepted.list_kind);
  return names;
}

bool NameIndex::TakenByOther(const Holders& holders, std::string_view name, const Entry& self) {
  auto [at, end] = holders.equal_range(std::string(name));
  for (; at != end; ++at) {
    if (at->second != &self) return true;
  }
  return false;
}

void NameIndex::Hold(Group& group, const Entry& entry) {
  for (const Names* names : {&entry.noted, &entry.claimed}) {
    for (const std::string& name : names->resources) group.resources.emplace(name, &entry);
    for (const std::string& name : names->kinds) group.kinds.emplace(name, &entry);
  }
}

void NameIndex::Drop(Group& group, const Entry& entry) {
  auto drop = [&](Holders& holders, const std::string& name) {
    auto [at, end] = holders.equal_range(name);
    while (at != end) at = at->second == &entry ? holders.erase(at) : std::next(at);
  };
  for (const Names* names : {&entry.noted, &entry.claimed}) {
    for (const std::string& name : names->resources) drop(group.resources, name);
    for (const std::string& name : names->kinds) drop(group.kinds, name);
  }
}

std::shared_ptr<NameIndex::Entry> NameIndex::Ensure(const CustomResourceDefinition& crd) {
  Group& group = groups_[std::string(crd.spec.group)];
  std::shared_ptr<Entry>& entry = group.definitions[std::string(crd.metadata.name)];
  if (entry == nullptr) {
    entry = std::make_shared<Entry>();
    entry->group = crd.spec.group;
    entry->name = crd.metadata.name;
  }
  return entry;
}

void NameIndex::Remove(Entry& entry) {
  auto group = groups_.find(entry.group);
  Drop(group->second, entry);
  entry.gone = true;
  group->second.refused.erase(entry.name);
  group->second.definitions.erase(std::string(entry.name));
  if (group->second.definitions.empty()) groups_.erase(group);
}

void NameIndex::Note(const CustomResourceDefinition& crd, int64_t revision) {
  std::scoped_lock lock(mutex_);
  std::shared_ptr<Entry> entry = Ensure(crd);
  if (entry->known && revision < entry->revision) return;
  Group& group = groups_.find(entry->group)->second;
  Drop(group, *entry);
  entry->known = true;
  entry->revision = revision;
  entry->noted = NamesOf(crd);
  Hold(group, *entry);
  const CustomResourceDefinitionCondition* accepted = FindCondition(crd, v1::kNamesAccepted);
  const bool refused = accepted != nullptr && accepted->status == v1::kConditionFalse &&
                       !crd.metadata.deletion_timestamp;
  if (refused) {
    group.refused.insert(entry->name);
  } else {
    group.refused.erase(entry->name);
  }
}

void NameIndex::Forget(const CustomResourceDefinition& crd) {
  std::scoped_lock lock(mutex_);
  std::shared_ptr<Entry> entry = Ensure(crd);
  Remove(*entry);
}

std::shared_ptr<void> NameIndex::Claim(Arena& arena, CustomResourceDefinition& crd,
                                       int64_t now_seconds) {
  std::scoped_lock lock(mutex_);
  std::shared_ptr<Entry> entry = Ensure(crd);
  Group& group = groups_.find(entry->group)->second;
  TakenNames taken;
  taken.resource = [&](std::string_view name) {
    return TakenByOther(group.resources, name, *entry);
  };
  taken.kind = [&](std::string_view name) { return TakenByOther(group.kinds, name, *entry); };
  AcceptNames(arena, crd, taken, now_seconds);
  Drop(group, *entry);
  ++entry->claims;
  Names names = NamesOf(crd);
  entry->claimed.resources.merge(names.resources);
  entry->claimed.kinds.merge(names.kinds);
  Hold(group, *entry);
  // Whoever frees a name while this is being written must look at this definition again.
  if (!HasCondition(crd, v1::kNamesAccepted)) group.refused.insert(entry->name);
  return std::shared_ptr<void>(entry.get(), [this, entry](void*) { Settle(*entry); });
}

void NameIndex::Settle(Entry& entry) {
  std::scoped_lock lock(mutex_);
  if (--entry.claims > 0 || entry.gone) return;
  if (!entry.known) return Remove(entry);  // it was never stored
  Group& group = groups_.find(entry.group)->second;
  Drop(group, entry);
  entry.claimed = {};
  Hold(group, entry);
}

std::vector<std::string> NameIndex::Refused(std::string_view group) const {
  std::scoped_lock lock(mutex_);
  auto found = groups_.find(group);
  if (found == groups_.end()) return {};
  return {found->second.refused.begin(), found->second.refused.end()};
}

}  // namespace pintle::extensions
