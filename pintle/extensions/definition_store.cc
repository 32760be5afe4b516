#include "pintle/extensions/definition_store.h"

#include <utility>

#include "pintle/base/log.h"
#include "pintle/object/read/decode.h"

namespace pintle::extensions {

DefinitionStore::DefinitionStore(write::World& world,
                                 std::shared_ptr<const api::ServedResource> definitions)
    : world_(world), definitions_(std::move(definitions)) {
  internal_strategy_.allow_unconditional_update = true;
}

storage::CachedObjectPtr DefinitionStore::Find(std::string_view name) const {
  return definitions_->cache->Current()->Find(definitions_->definition->Key("", name));
}

std::optional<write::Object> DefinitionStore::Decode(const storage::CachedObject& stored) const {
  auto decoded =
      object::DecodeStored(definitions_->definition->kind, stored.stored(), stored.mod_revision());
  if (decoded) return std::move(*decoded);
  LogError("a CustomResourceDefinition cannot be read",
           {{"key", stored.key()}, {"error", decoded.error().message()}});
  return std::nullopt;
}

std::optional<write::Object> DefinitionStore::Read(std::string_view name) const {
  storage::CachedObjectPtr found = Find(name);
  if (found == nullptr) return std::nullopt;
  return Decode(*found);
}

bool DefinitionStore::Has(std::string_view name, std::string_view uid) const {
  storage::CachedObjectPtr found = Find(name);
  return found != nullptr && found->header().uid == uid;
}

void DefinitionStore::ForEach(
    const std::function<void(const write::Object& definition)>& visit) const {
  auto snapshot = definitions_->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    if (std::optional<write::Object> definition = Decode(*at.value())) visit(*definition);
  }
}

std::vector<std::string> DefinitionStore::Names() const {
  std::vector<std::string> names;
  const size_t prefix = definitions_->definition->storing.key_prefix.size();
  auto snapshot = definitions_->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    names.emplace_back(std::string_view(at.key()).substr(prefix));
  }
  return names;
}

Task<Result<write::Outcome>> DefinitionStore::Change(std::string name, Edit edit) {
  const write::ResourceDefinition& definition = *definitions_->definition;
  write::Request request = write::OwnRequest(definition, write::Verb::kUpdate, "v1");
  request.what.name = std::move(name);
  request.what.subresource = "status";
  const write::Rules rules = write::RulesOf(world_, definition, internal_strategy_);
  write::Edit change = [&](const write::Object& current, const write::Drawn&,
                           write::Warnings&) -> Result<write::Object> {
    write::Object object = current.Copy();
    edit(object.arena(), object.As<Definition>());
    return object;
  };
  write::Warnings warnings;
  auto changing = write::Commit(world_, request, rules, write::EditBy(std::move(change)), warnings);
  Result<write::Outcome> outcome = co_await changing;
  co_return outcome;
}

}  // namespace pintle::extensions
