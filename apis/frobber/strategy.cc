#include "apis/builtin.h"
#include "apis/frobber/conversion.h"
#include "apis/frobber/internal/types.h"
#include "apis/frobber/v6/types.h"
#include "apis/frobber/v6/validation.h"
#include "apis/frobber/v7beta1/types.h"
#include "apis/frobber/v7beta1/validation.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/write/metadata.h"

namespace pintle::apis {
namespace {

using frobber::internal::Frobber;
using frobber::internal::FrobberSpec;
using write::Context;
using write::Object;

const scheme::KindInfo& RegisterFrobber(scheme::Scheme& scheme) {
  scheme::KindInfo info;
  info.group = "frobber.example";
  info.kind = "Frobber";
  info.hub = &typeinfo::TypeOf<Frobber>();
  info.storage_version = "v6";

  scheme::KindVersion v6;
  v6.version = "v6";
  v6.type = &typeinfo::TypeOf<frobber::v6::Frobber>();
  v6.set_defaults = frobber::DefaultV6;
  v6.to_hub = frobber::V6ToHub;
  v6.from_hub = frobber::HubToV6;
  v6.validation = scheme::FindValidation(frobber::v6::Validations(), *v6.type);

  scheme::KindVersion v7beta1;
  v7beta1.version = "v7beta1";
  v7beta1.type = &typeinfo::TypeOf<frobber::v7beta1::Frobber>();
  v7beta1.set_defaults = frobber::DefaultV7beta1;
  v7beta1.to_hub = frobber::V7beta1ToHub;
  v7beta1.from_hub = frobber::HubToV7beta1;
  v7beta1.validation = scheme::FindValidation(frobber::v7beta1::Validations(), *v7beta1.type);

  info.versions = {v6, v7beta1};
  return scheme.Register(std::move(info));
}

void PrepareUpdate(const Context&, Object& object, const Object& old) {
  auto& now = object.As<Frobber>();
  const auto& before = old.As<Frobber>();
  now.status = before.status;
  if (!typeinfo::SemanticEqual(typeinfo::TypeOf<FrobberSpec>(), &now.spec, &before.spec)) {
    ++now.metadata.generation;
  }
}

}  // namespace

std::vector<write::ResourceDefinition> FrobberResources(scheme::Scheme& scheme) {
  const scheme::KindInfo& kind = RegisterFrobber(scheme);
  write::ResourceDefinition resource;
  resource.group = kind.group;
  resource.plural = "frobbers";
  resource.singular = "frobber";
  resource.versions = {"v6", "v7beta1"};
  resource.verbs = AllVerbs();
  resource.key_prefix = "/registry/frobbers/";
  resource.kind.group = kind.group;
  resource.kind.kind = kind.kind;
  resource.kind.list_kind = "FrobberList";
  resource.kind.storage_version = kind.storage_version;
  resource.kind.typed = &kind;
  write::Strategy& strategy = resource.strategy;
  strategy.name_rule = write::DnsSubdomainName;
  strategy.declarative_only = true;
  strategy.prepare_create = [](const Context&, Object& object) {
    object.As<Frobber>().status = {};
    object.meta().generation = 1;
  };
  strategy.prepare_update = PrepareUpdate;
  write::Strategy status = strategy;
  status.prepare_update = [](const Context&, Object& object, const Object& old) {
    object.As<Frobber>().spec = old.As<Frobber>().spec;
  };
  resource.subresources["status"] = status;
  return {resource};
}

}  // namespace pintle::apis
