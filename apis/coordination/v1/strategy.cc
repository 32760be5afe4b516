#include "apis/builtin.h"
#include "apis/coordination/v1/types.h"
#include "apis/coordination/v1/validation.h"
#include "apis/coordination/v1/validation_rules.h"
#include "apis/table_cells.h"
#include "pintle/write/key_prefix.h"
#include "pintle/write/metadata.h"

namespace pintle::apis {
namespace {

using coordination::v1::Lease;
using write::Context;
using write::Object;

const scheme::KindInfo& RegisterLease(scheme::Scheme& scheme) {
  scheme::KindInfo info;
  info.group = "coordination.k8s.io";
  info.kind = "Lease";
  info.hub = &typeinfo::TypeOf<Lease>();
  info.storage_version = "v1";
  scheme::KindVersion version;
  version.version = "v1";
  version.type = info.hub;
  version.validation = scheme::FindValidation(coordination::v1::Validations(), *info.hub);
  info.versions.push_back(version);
  return scheme.Register(std::move(info));
}

}  // namespace

std::vector<write::ResourceDefinition> CoordinationV1Resources(scheme::Scheme& scheme) {
  const scheme::KindInfo& kind = RegisterLease(scheme);
  write::ResourceDefinition resource;
  resource.group = kind.group;
  resource.plural = "leases";
  resource.singular = "lease";
  resource.versions = {"v1"};
  resource.verbs = AllVerbs();
  resource.key_prefix = write::KeyPrefix(kind.group, resource.plural);
  resource.kind.group = kind.group;
  resource.kind.kind = kind.kind;
  resource.kind.list_kind = "LeaseList";
  resource.kind.storage_version = kind.storage_version;
  resource.kind.typed = &kind;
  resource.columns = {NameColumn(),
                      {"Holder", "string", "", "HolderIdentity is who holds the lease.", 0},
                      AgeColumn()};
  resource.cells = [](const Object& object, const Value&, Arena& arena, int64_t now) {
    const auto& lease = object.As<Lease>();
    return std::vector<Value>{Value(lease.metadata.name),
                              Value(lease.spec.holder_identity.value_or("")),
                              AgeCell(lease.metadata, arena, now)};
  };
  resource.strategy.name_rule = write::DnsSubdomainName;
  resource.strategy.allow_create_on_update = true;
  resource.strategy.allow_unconditional_update = false;
  resource.strategy.validate = [](const Context&, const Object& object) {
    return coordination::v1::ValidateLease(object.As<Lease>());
  };
  resource.strategy.validate_update = [](const Context&, const Object& object, const Object&) {
    return coordination::v1::ValidateLease(object.As<Lease>());
  };
  return {resource};
}

}  // namespace pintle::apis
