#include "pintle/scheme/rows.h"

#include <cstdlib>

#include "pintle/base/log.h"

namespace pintle::scheme {
namespace {

KindVersion MakeVersion(const VersionRow& row) {
  KindVersion out;
  out.version = row.version;
  out.type = &row.type();
  if (row.list_type != nullptr) out.list_type = &row.list_type();
  out.to_hub = row.to_hub;
  out.check_form = row.check_form;
  out.from_hub = row.from_hub;
  if (row.validations != nullptr) out.validation = FindValidation(row.validations(), *out.type);
  out.lifecycle = row.lifecycle;
  if (row.other_group) out.other_group = *row.other_group;
  return out;
}

}  // namespace

void AServedVersionNeedsItsLifecycle() { std::abort(); }

KindInfo MakeKind(std::string_view group, const KindRow& row) {
  KindInfo info;
  info.group = group;
  info.kind = row.kind;
  if (row.hub != nullptr) info.hub = &row.hub();
  for (const VersionRow& version : row.versions) {
    info.versions.push_back(MakeVersion(version));
    if (info.hub == nullptr && version.to_hub == nullptr) info.hub = info.versions.back().type;
  }
  if (row.storage_group) info.storage_group = *row.storage_group;
  info.storage_version = row.storage_version;
  if (info.storage_version.empty()) info.storage_version = DefaultStorageVersion(info).version;
  info.stored_format = row.stored_format;
  info.field_labels.assign(row.field_labels.begin(), row.field_labels.end());
  info.label_errors_name_kind = row.label_errors_name_kind;
  info.namespaced = row.namespaced;
  if (std::string fault = Fault(info); !fault.empty()) {
    LogError("a kind cannot be registered", {{"kind", info.kind}, {"fault", fault}});
    std::abort();
  }
  return info;
}

}  // namespace pintle::scheme
