#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "pintle/api/registry.h"
#include "pintle/extensions/custom_definition.h"
#include "pintle/write/effects.h"
#include "pintle/write/write_path.h"

namespace pintle::extensions {

// Keeps what is served in step with the CustomResourceDefinitions in the store: accepts names,
// builds resources, removes them. It hears of every change before the change is acknowledged, so a
// resource is served when the POST of its definition returns. Thread-safe; must outlive all
// requests.
class CustomResources {
 public:
  CustomResources(write::Effects& effects, api::RegistryHolder& registry,
                  CustomResourceOptions options, std::shared_ptr<storage::EncodingBudget> budget);

  // The hook for ResourceDefinition::on_written.
  Task<void> OnWritten(const write::Object& definition, bool deleted);
  // A definition was seen in the cache, perhaps written by another server: does what is left to do
  // about its current state. On an executor.
  Task<void> OnSeen(storage::CachedObjectPtr seen);
  // Serves all definitions that are stored; `definitions` is the served resource of the definitions
  // themselves. Called once, before requests come.
  Task<Status> Load(std::shared_ptr<const api::ServedResource> definitions);
  // Goes on with deletions that an earlier process began. Called once, on an executor.
  void ResumeDeletions();

 private:
  using Definition = apis::apiextensions::v1::CustomResourceDefinition;

  // Gives the definition its names and conditions; true if that was stored, in which case OnWritten
  // has run again.
  Task<bool> UpdateStatus(const Definition& crd);
  Task<void> Serve(const write::Object& definition);
  // Gives the other definitions of the group another chance to get the names they want.
  Task<void> ReconsiderOthers(const Definition& crd);
  void BeginFinalize(const Definition& crd);
  // Removes all objects of a deleted definition, then the finalizer that holds it.
  Task<void> Finalize(std::string name, std::string uid,
                      std::shared_ptr<const api::ServedResource> resource);
  // False once the definition is gone, also if another one has its name now.
  bool IsTerminating(const std::string& name, const std::string& uid) const;
  Task<bool> DeleteInstances(const api::ServedResource& resource);
  Task<void> ReleaseFinalizer(std::string name, std::string uid);
  // Changes a definition's status as the server itself.
  Task<Result<write::WriteOutcome>> Change(std::string name,
                                           std::function<bool(Arena&, Definition&)> change);
  std::vector<write::Object> OthersOfGroup(const Definition& crd) const;

  write::Effects& effects_;
  api::RegistryHolder& registry_;
  const CustomResourceOptions options_;
  const std::shared_ptr<storage::EncodingBudget> budget_;
  std::atomic<uint64_t> next_epoch_{1};
  std::shared_ptr<const api::ServedResource> definitions_;  // set by Load, then constant
  write::Strategy internal_strategy_;

  std::mutex mutex_;
  // What was served last for a definition: its revision, so that a late older change does not win,
  // and the generation of its spec.
  struct ServedState {
    int64_t revision = 0;
    int64_t generation = 0;
  };
  // Guarded by mutex_.
  std::map<std::string, ServedState, std::less<>> served_;
  // Guarded by mutex_: uids of the definitions that are being finalized.
  std::set<std::string, std::less<>> finalizing_;
};

}  // namespace pintle::extensions
