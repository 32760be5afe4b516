#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/attributes.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/object/object.h"
#include "pintle/object/status.h"

namespace pintle::admission {

enum class Operation : uint8_t { kCreate, kUpdate, kDelete };

// A write on its way in. `object` is null for deletions, `old_object` for creations.
struct Attributes {
  // Who asks for what; outlives it.
  const auth::Attributes& request;
  Operation operation = Operation::kCreate;
  std::string_view kind = {};
  // The object's: that of a request to make one is not known before, or not even then.
  std::string name = {};
  object::Object* object = nullptr;
  const object::Object* old_object = nullptr;
  bool dry_run = false;

  object::ResourceName resource() const { return {request.group, request.resource}; }
  // Whether it is a write to objects of this resource themselves, not to an endpoint of theirs.
  bool IsFor(std::string_view group, std::string_view plural) const {
    return request.resource == plural && request.group == group && request.subresource.empty();
  }
};

// 403 `pods "a" is forbidden: <why>`. An object whose name is still to be made is named by what it
// will begin with.
std::unexpected<Error> Forbid(const Attributes& attributes, std::string_view why);

// The two passes of admission.
enum class Pass : uint8_t { kMutate, kValidate };

// One admission plugin. Called from any thread; Mutate may change `object`, Validate may not.
class Plugin {
 public:
  virtual ~Plugin() = default;
  virtual std::string_view name() const = 0;
  // Whether it has something to do in this pass; else it is not asked.
  virtual bool TakesPart(Pass) const { return true; }
  virtual Task<Status> Mutate(Attributes& attributes);
  virtual Task<Status> Validate(const Attributes& attributes);
};

// Is told how long admission takes, for metrics. Thread-safe.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void PluginDone(std::string_view plugin, Pass pass, Operation operation, bool rejected,
                          std::chrono::nanoseconds took) = 0;
  // A whole pass, over all plugins.
  virtual void PassDone(Pass pass, Operation operation, bool rejected,
                        std::chrono::nanoseconds took) = 0;
};

// The plugins in their fixed order: all mutate, then (after validation of the object) all validate;
// the first error ends the pass.
class Chain {
 public:
  void Add(std::unique_ptr<Plugin> plugin) { plugins_.push_back(std::move(plugin)); }
  // Tells of everything from now on; `observer` outlives the chain.
  void Observe(Observer& observer) { observer_ = &observer; }
  Task<Status> Mutate(Attributes& attributes) const;
  Task<Status> Validate(const Attributes& attributes) const;

 private:
  // The plugins one after the other: `ask` makes the task of one.
  template <typename Ask>
  Task<Status> Run(Pass pass, Operation operation, Ask ask) const;

  std::vector<std::unique_ptr<Plugin>> plugins_;
  Observer* observer_ = nullptr;
};

}  // namespace pintle::admission
