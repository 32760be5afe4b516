#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/task.h"
#include "pintle/registry/registry.h"
#include "pintle/write/commit.h"
#include "pintle/write/world.h"

namespace pintle::extensions {

// The CustomResourceDefinitions in the store, for the parts of the server that keep them. Reads are
// not older than what this server has written. Thread-safe.
class DefinitionStore {
 public:
  using Definition = apis::apiextensions::v1::CustomResourceDefinition;
  // `definitions` is the served resource of the definitions themselves.
  DefinitionStore(write::World& world, std::shared_ptr<const api::ServedResource> definitions);

  // Null if there is none of this name.
  storage::CachedObjectPtr Find(std::string_view name) const;
  // Nothing if it is not there, or cannot be read.
  std::optional<write::Object> Read(std::string_view name) const;
  // Whether this very definition is there; another one may have its name.
  bool Has(std::string_view name, std::string_view uid) const;
  // All that can be read, one after the other.
  void ForEach(const std::function<void(const write::Object& definition)>& visit) const;
  std::vector<std::string> Names() const;

  // Changes a definition as the server itself: nothing is reset or validated. `edit` runs again
  // after every lost race.
  using Edit = std::function<void(Arena&, Definition&)>;
  Task<Result<write::Outcome>> Change(std::string name, Edit edit);

  const std::shared_ptr<const api::ServedResource>& resource() const { return definitions_; }
  const Clock& clock() const { return world_.clock(); }

 private:
  std::optional<write::Object> Decode(const storage::CachedObject& stored) const;

  write::World& world_;
  const std::shared_ptr<const api::ServedResource> definitions_;
  write::Strategy internal_strategy_;
};

}  // namespace pintle::extensions
