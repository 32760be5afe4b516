#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/task.h"
#include "pintle/field/errors.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/object/status.h"
#include "pintle/resource/claim.h"
#include "pintle/resource/context.h"
#include "pintle/resource/endpoint.h"

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

// A column of a table: what kubectl get shows.
struct Column {
  std::string name;
  std::string type;
  std::string format;
  std::string description;
  int priority = 0;
};

// Cells of one object; `document` is the object as the requested version.
using Cells = std::function<std::vector<Value>(const Object& object, const Value& document,
                                               Arena& arena, int64_t now_seconds)>;

// A list of TableRowConditions: what a row says of its object beside the cells. Null: nothing.
using RowConditions = std::function<Value(const Object& object, Arena& arena)>;

struct Table {
  std::vector<Column> columns;
  Cells cells;
  RowConditions conditions = nullptr;
};

// A resource as it is served: names, verbs, strategy, table. Immutable; shared by the registry and
// by requests in flight.
struct ResourceDefinition {
  // Compiled in one place: it is large and made in many.
  ResourceDefinition();
  ResourceDefinition(const ResourceDefinition& other);
  ResourceDefinition(ResourceDefinition&& other) noexcept;
  ResourceDefinition& operator=(const ResourceDefinition& other);
  ResourceDefinition& operator=(ResourceDefinition&& other) noexcept;
  ~ResourceDefinition();

  std::string group;
  std::string plural;
  std::string singular;
  std::vector<std::string> short_names;
  std::vector<std::string> categories;
  bool namespaced = true;
  std::vector<std::string> verbs;
  // Versions it is served in, in order of preference.
  std::vector<std::string> versions;
  // Warnings for versions that are deprecated.
  std::map<std::string, std::string, std::less<>> deprecations;
  object::Kind kind;
  // `/registry/configmaps/`
  std::string key_prefix;
  // Objects disappear when they have not been written for so long; 0: never.
  int64_t ttl_seconds = 0;
  Strategy strategy;
  // `status`, `finalize`: same object, other rules. All support get, update and patch (`finalize`
  // only update).
  std::map<std::string, Strategy, std::less<>> subresources;
  // `scale`, `binding`: another kind at an endpoint of the object.
  std::map<std::string, Endpoint, std::less<>> endpoints;
  // Those of both kinds that not all versions have, and the versions that do.
  std::map<std::string, std::vector<std::string>, std::less<>> subresource_versions;
  // Nothing of it is stored. POST is answered by `create`, if that is there.
  bool is_virtual = false;
  CreateFunction create;
  // Empty: Name and Created At.
  std::vector<Column> columns;
  Cells cells;
  RowConditions row_conditions;
  // Versions whose table is another one.
  std::map<std::string, Table, std::less<>> version_tables;
  // After every change that was stored, before it is acknowledged; `deleted` when the object is
  // gone.
  std::function<Task<void>(const Object& object, bool deleted)> on_written;
  // Custom resources have no strategic merge patch, and their list items carry apiVersion and kind.
  bool custom = false;
  // The definition of a custom resource is going away: no object can be created any more. `verbs`
  // is what discovery says meanwhile; objects can still be changed, or their finalizers would hold
  // them for ever.
  bool terminating = false;
  // Custom resources: the schema of a version as its author wrote it, for publication; null if it
  // has none.
  std::function<Document(std::string_view version)> published_schema;

  object::ResourceName name() const { return {group, plural}; }
  // Whether a subresource or endpoint of the resource is there in a version.
  bool InVersion(std::string_view subresource, std::string_view version) const;
  std::string Key(std::string_view namespace_name, std::string_view name) const;
  // Where the keys of one namespace, or of all, start.
  std::string Prefix(std::string_view namespace_name) const;
};

}  // namespace pintle::write
