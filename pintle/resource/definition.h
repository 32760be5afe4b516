#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/verb.h"
#include "pintle/base/task.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/object/status.h"
#include "pintle/resource/endpoint.h"
#include "pintle/resource/strategy.h"
#include "pintle/value/value.h"

namespace pintle::write {

using auth::Verb;
using auth::Verbs;

// What it is called: for everybody.
struct Names {
  std::string group;
  std::string plural;
  std::string singular;
  std::vector<std::string> short_names;
  std::vector<std::string> categories;
  bool namespaced = true;
};

// Where and how it is offered: for routing, discovery and OpenAPI.
struct Serving {
  // In order of preference.
  std::vector<std::string> versions;
  Verbs verbs;
  // Warnings for versions that are deprecated.
  std::map<std::string, std::string, std::less<>> deprecations;
  // The definition of a custom resource is going away: no object can be created any more. `verbs`
  // is what discovery says meanwhile; objects can still be changed, or their finalizers would hold
  // them for ever.
  bool terminating = false;
  // Custom resources: the schema of a version as its author wrote it, for publication; null if it
  // has none.
  std::function<Document(std::string_view version)> published_schema;
};

// How it lies in the store: for the write path and the caches. What is only answered (reviews,
// component statuses) has a place too, and nothing is put there.
struct Storing {
  // `/registry/configmaps/`
  std::string key_prefix = {};
  // Objects disappear when they have not been written for so long; 0: never.
  int64_t ttl_seconds = 0;
  // After every change that was stored, before it is acknowledged; `deleted` when the object is
  // gone.
  std::function<Task<void>(const Object& object, bool deleted)> on_written = nullptr;
};

inline constexpr Verbs kSubresourceVerbs = {Verb::kGet, Verb::kPatch, Verb::kUpdate};

// An endpoint below an object for the same object under other rules: `status`.
struct Subresource {
  Strategy strategy;
  // Versions of the resource that have it; empty: all.
  std::vector<std::string> versions;
  Verbs verbs = kSubresourceVerbs;
};

// The rules by which it is written.
struct Writing {
  Strategy strategy;
  std::map<std::string, Subresource, std::less<>> subresources;
};

// What is answered by functions.
struct Actions {
  // `scale`, `binding`: another kind at an endpoint of the object.
  std::map<std::string, Endpoint, std::less<>> endpoints;
  // Answers a POST of a resource of which nothing is stored.
  CreateFunction create;
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

// The tables of a resource. One without columns: Name and Created At.
struct Tables {
  Table usual;
  // Versions whose table is another one.
  std::map<std::string, Table, std::less<>> by_version;
};

// A resource as it is served, a member for each job. Immutable; shared by the registry and by
// requests in flight.
struct ResourceDefinition {
  // Compiled in one place: it is large and made in many.
  ResourceDefinition();
  ResourceDefinition(const ResourceDefinition& other);
  ResourceDefinition(ResourceDefinition&& other) noexcept;
  ResourceDefinition& operator=(const ResourceDefinition& other);
  ResourceDefinition& operator=(ResourceDefinition&& other) noexcept;
  ~ResourceDefinition();

  Names names;
  Serving serving;
  // How its objects are read and written.
  object::Kind kind;
  Storing storing;
  Writing writing;
  Actions actions;
  Tables tables;

  object::ResourceName name() const { return {names.group, names.plural}; }
  // Whether a subresource or endpoint of the resource is there in a version.
  bool InVersion(std::string_view subresource, std::string_view version) const;
  // The key of an object ...
  std::string Key(std::string_view namespace_name, std::string_view name) const;
  // ... and where the keys of one namespace, or of all, start.
  std::string Prefix(std::string_view namespace_name) const;
};

}  // namespace pintle::write
