#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/user.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/object/object.h"
#include "pintle/object/status.h"

namespace pintle::admission {

enum class Operation : uint8_t { kCreate, kUpdate, kDelete };

// A write on its way in. `object` is null for deletions, `old_object` for creations.
struct Attributes {
  Operation operation = Operation::kCreate;
  object::ResourceName resource;
  std::string version;
  std::string kind;
  std::string subresource;
  std::string namespace_name;
  std::string name;
  object::Object* object = nullptr;
  const object::Object* old_object = nullptr;
  const auth::User* user = nullptr;
  bool dry_run = false;
};

// One admission plugin. Called from any thread; Mutate may change `object`, Validate may not.
class Plugin {
 public:
  virtual ~Plugin() = default;
  virtual std::string_view name() const = 0;
  virtual Task<Status> Mutate(Attributes& attributes);
  virtual Task<Status> Validate(const Attributes& attributes);
};

// The plugins in their fixed order: all mutate, then (after validation of the object) all validate;
// the first error ends the pass.
class Chain {
 public:
  void Add(std::unique_ptr<Plugin> plugin) { plugins_.push_back(std::move(plugin)); }
  Task<Status> Mutate(Attributes& attributes) const;
  Task<Status> Validate(const Attributes& attributes) const;

 private:
  std::vector<std::unique_ptr<Plugin>> plugins_;
};

}  // namespace pintle::admission
