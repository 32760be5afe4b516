#include "pintle/scheme/scheme.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace pintle::scheme {

const KindVersion* KindInfo::Find(std::string_view version) const {
  auto at = std::ranges::find_if(versions, [&](const KindVersion& entry) {
    return !entry.other_group && entry.version == version;
  });
  return at != versions.end() ? &*at : nullptr;
}

const KindVersion* KindInfo::Find(std::string_view version_group, std::string_view version) const {
  auto at = std::ranges::find_if(versions, [&](const KindVersion& entry) {
    return entry.other_group.value_or(group) == version_group && entry.version == version;
  });
  return at != versions.end() ? &*at : nullptr;
}

const KindVersion& KindInfo::StorageVersion() const {
  const KindVersion* found = Find(storage_group.value_or(group), storage_version);
  assert(found != nullptr);
  return *found;
}

const KindVersion& DefaultStorageVersion(const KindInfo& info, Release oldest) {
  for (const KindVersion& version : info.versions) {
    const Release introduced = version.lifecycle.introduced;
    if (!version.other_group && introduced && introduced <= oldest) return version;
  }
  return info.versions.front();
}

std::string Fault(const KindInfo& info) {
  if (info.hub == nullptr) return "no version is the hub";
  for (const KindVersion& version : info.versions) {
    bool is_hub = version.type == info.hub;
    bool converts = version.to_hub != nullptr && version.from_hub != nullptr;
    bool half = (version.to_hub == nullptr) != (version.from_hub == nullptr);
    if (half) return fmt::format("{} converts one way only", version.version);
    if (!is_hub && !converts) return fmt::format("{} does not convert", version.version);
  }
  const KindVersion* stored =
      info.Find(info.storage_group.value_or(info.group), info.storage_version);
  if (stored == nullptr) return fmt::format("there is no storage version {}", info.storage_version);
  // Of what is no message only kind and version would be stored.
  if (info.stored_format == StoredFormat::kProtobuf && !stored->type->proto_message) {
    return fmt::format("{} is stored as Protobuf, and the fields of {} have no numbers",
                       stored->version, stored->type->name);
  }
  return {};
}

const KindInfo& Scheme::Register(KindInfo info) {
  if (info.gates == nullptr) info.gates = gates_;
  for (const FieldLabel& label : info.field_labels) {
    bool known = std::ranges::any_of(info.indexed_fields, [&](const FieldLabel& other) {
      return other.indexed_name() == label.indexed_name();
    });
    if (!known && !label.unindexed) info.indexed_fields.push_back(label);
  }
  const KindInfo& kept = kinds_.emplace_back(std::move(info));
  by_name_.emplace(std::pair<std::string_view, std::string_view>(kept.group, kept.kind), &kept);
  return kept;
}

const KindInfo* Scheme::Find(std::string_view group, std::string_view kind) const {
  auto at = by_name_.find(std::pair(group, kind));
  return at != by_name_.end() ? at->second : nullptr;
}

ValidationFunction FindValidation(std::span<const validate::Registration> registrations,
                                  const typeinfo::TypeInfo& type) {
  auto at = std::ranges::find_if(
      registrations, [&](const validate::Registration& entry) { return entry.type == &type; });
  return at != registrations.end() ? at->validate : nullptr;
}

}  // namespace pintle::scheme
