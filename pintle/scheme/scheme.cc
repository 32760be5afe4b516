#include "pintle/scheme/scheme.h"

#include <algorithm>

namespace pintle::scheme {

const KindVersion* KindInfo::Find(std::string_view version) const {
  auto at = std::ranges::find(versions, version, &KindVersion::version);
  return at != versions.end() ? &*at : nullptr;
}

const KindInfo& Scheme::Register(KindInfo info) { return kinds_.emplace_back(std::move(info)); }

const KindInfo* Scheme::Find(std::string_view group, std::string_view kind) const {
  auto at = std::ranges::find_if(
      kinds_, [&](const KindInfo& info) { return info.group == group && info.kind == kind; });
  return at != kinds_.end() ? &*at : nullptr;
}

ValidationFunction FindValidation(std::span<const validate::Registration> registrations,
                                  const typeinfo::TypeInfo& type) {
  auto at = std::ranges::find_if(
      registrations, [&](const validate::Registration& entry) { return entry.type == &type; });
  return at != registrations.end() ? at->validate : nullptr;
}

}  // namespace pintle::scheme
