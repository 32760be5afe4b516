#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/task.h"
#include "pintle/field/errors.h"
#include "pintle/object/object.h"
#include "pintle/resource/claim.h"
#include "pintle/resource/context.h"

namespace pintle::write {

// What becomes of an object's dependents if the request that deletes it does not say.
enum class Propagation : uint8_t {
  kBackground,
  kOrphan,
  kUnsupported,  // nobody ever depends on such objects
};

// What of the metadata the rules of a kind look at in an update. All of it is looked at for every
// kind before that, so that clients get a fault as often as it is found.
enum class MetaUpdateRules : uint8_t {
  kChange,  // the change
  kObject,  // the object as if it were new
  kBoth,
  kNone,
};

// Messages why a name (or, with `prefix`, a generateName) is not acceptable; none if it is.
using NameRule = std::vector<std::string> (*)(std::string_view name, bool prefix);

// What tables cannot say about writing one kind at one endpoint. Every member has a default; empty
// functions do nothing. Strategies are shared by all requests: they keep no state.
struct Strategy {
  NameRule name_rule = nullptr;  // default: anything that can be a path segment
  // PUT creates an object that is not there.
  bool allow_create_on_update = false;
  // PUT without resourceVersion replaces whatever is there.
  bool allow_unconditional_update = true;
  // A deletion answers with the object instead of a Status.
  bool delete_returns_object = false;
  // Rules are only declarative: they answer whatever the gates say.
  bool declarative_only = false;
  MetaUpdateRules meta_update_rules = MetaUpdateRules::kChange;

  // Before validation: reset what the client does not own at this endpoint, set generation, drop
  // gated fields.
  std::function<void(const Context&, Object&)> prepare_create;
  std::function<void(const Context&, Object&, const Object& old)> prepare_update;
  // Faults of the object beyond metadata.
  std::function<field::ErrorList(const Context&, const Object&)> validate;
  std::function<field::ErrorList(const Context&, const Object&, const Object& old)> validate_update;
  // `old` is null on creation.
  std::function<void(const Context&, const Object&, const Object* old)> warn;
  // The last change before storing.
  std::function<void(Object&)> canonicalize;

  // Deletion: changes to make when an object is first marked as deleted, and whether something
  // other than metadata.finalizers still holds it.
  std::function<void(int64_t now_seconds, Object&)> mark_deleted;
  std::function<bool(const Object&)> holds_deletion;
  Propagation default_propagation = Propagation::kBackground;
  // Told to those who leave it at that; empty: nothing.
  std::string_view default_propagation_warning = {};
  // Seconds an object gets to end by itself; `requested` is what the request says. Without the
  // function there are none.
  std::function<int64_t(const Object&, std::optional<int64_t> requested)> grace_period;

  // What an object is given from a stock that all servers share, such as addresses: taken after
  // validation, right before the object is stored, and given back when it is gone. `old` is null on
  // creation. In a dry run nothing is taken.
  std::function<Task<Result<Claim>>(World&, const Request&, Object&, const Object* old)> allocate;
  std::function<Task<void>(World&, const Object& removed)> release;
};

}  // namespace pintle::write
