#include "pintle/server/bootstrap/system_namespaces.h"

#include "apis/core/v1/types.h"
#include "pintle/write/commit.h"

namespace pintle::server {
namespace {

Task<Status> CreateNamespace(write::World& world, const write::ResourceDefinition& definition,
                             const char* name) {
  using apis::core::v1::Namespace;
  auto arena = std::make_shared<Arena>();
  auto* ns = arena->New<Namespace>();
  ns->metadata.name = name;
  write::Object object = write::Object::Typed(std::move(arena), typeinfo::TypeOf<Namespace>(), ns);
  const write::Request request = write::OwnRequest(definition, write::Verb::kCreate, "v1");
  const write::Rules rules = write::RulesOf(world, definition);
  write::Warnings warnings;
  auto creating =
      write::Commit(world, request, rules, write::CreateOf(std::move(object)), warnings);
  Result<write::Outcome> created = co_await creating;
  // Another server was faster.
  if (!created && created.error().reason() == Reason::kAlreadyExists) co_return Status();
  if (!created) co_return std::unexpected(created.error());
  co_return Status();
}

}  // namespace

Task<Status> EnsureSystemNamespaces(write::World& world, const api::ServedResource& namespaces) {
  for (const char* name : {"kube-system", "kube-public", "kube-node-lease", "default"}) {
    const write::ResourceDefinition& definition = *namespaces.definition;
    if (namespaces.cache->Current()->Find(definition.Key("", name)) != nullptr) continue;
    auto creating = CreateNamespace(world, definition, name);
    Status created = co_await creating;
    if (!created) co_return created;
  }
  co_return Status();
}

}  // namespace pintle::server
