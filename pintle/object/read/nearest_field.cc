#include "pintle/object/read/nearest_field.h"

#include <charconv>
#include <set>
#include <tuple>
#include <vector>

#include "apis/meta/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/codec/position.h"
#include "pintle/schema/structural.h"

namespace pintle::object {
namespace {

using schema::Structural;
using typeinfo::TypeInfo;

// What bounds the search: keys of maps may hold anything, so that a path can be read in many ways.
constexpr size_t kMaxPathBytes = 512;
constexpr size_t kMaxPlaces = 4096;
// Of all places together: schemas may declare tens of thousands at one.
constexpr size_t kMaxMembers = 4096;
// Comparing names takes the product of their lengths.
constexpr size_t kMaxNameBytes = 64;

// What is declared at a place: a compiled-in type, or a node of a schema.
struct Declared {
  const TypeInfo* type = nullptr;
  const Structural* schema = nullptr;
  bool is_resource = false;  // a schema's object that has apiVersion, kind and metadata besides

  friend auto operator<=>(const Declared&, const Declared&) = default;
};

struct Member {
  std::string_view name;
  Declared declared;
};

// The type behind pointers.
const TypeInfo* Target(const TypeInfo* type) {
  while (type->kind == typeinfo::Kind::kPtr || type->kind == typeinfo::Kind::kOpt) {
    type = type->element;
  }
  return type;
}

size_t CountMembers(const Declared& at) {
  return at.type != nullptr ? at.type->json_fields.size() : at.schema->properties.size();
}

std::vector<Member> MembersOf(const Declared& at) {
  std::vector<Member> members;
  if (at.type != nullptr) {
    if (at.type->kind != typeinfo::Kind::kStruct) return members;
    for (const typeinfo::JsonField& member : at.type->json_fields) {
      members.push_back({member.field->name, {.type = Target(member.field->type)}});
    }
    return members;
  }
  if (at.is_resource || at.schema->embedded_resource) {
    members.push_back({"apiVersion", {.type = &typeinfo::kStringType}});
    members.push_back({"kind", {.type = &typeinfo::kStringType}});
    members.push_back({"metadata", {.type = &typeinfo::TypeOf<apis::meta::v1::ObjectMeta>()}});
  }
  for (const schema::Property& property : at.schema->properties) {
    members.push_back({property.name, {.schema = property.schema}});
  }
  return members;
}

// What the elements of a list are declared to be; nothing if it is none.
std::optional<Declared> ElementOf(const Declared& at) {
  if (at.type != nullptr) {
    if (at.type->kind != typeinfo::Kind::kList) return std::nullopt;
    return Declared{.type = Target(at.type->element)};
  }
  if (at.schema->items == nullptr) return std::nullopt;
  return Declared{.schema = at.schema->items};
}

// What the values of a map are declared to be; nothing if it is none.
std::optional<Declared> ValueOf(const Declared& at) {
  if (at.type != nullptr) {
    if (at.type->kind != typeinfo::Kind::kMap) return std::nullopt;
    return Declared{.type = Target(at.type->element)};
  }
  if (at.schema->additional_properties == nullptr) return std::nullopt;
  return Declared{.schema = at.schema->additional_properties};
}

// Follows a path through what is declared, every way it can be read.
class Search {
 public:
  explicit Search(std::string_view path) : path_(path) {}

  std::optional<std::string> Run(const Declared& root) {
    Reach(root, 0);
    while (!pending_.empty() && reached_.size() < kMaxPlaces) {
      auto [at, matched] = pending_.back();
      pending_.pop_back();
      members_seen_ += CountMembers(at);
      if (members_seen_ > kMaxMembers) return std::nullopt;
      Enter(at, matched);
    }
    if (unknown_.size() > kMaxNameBytes) return std::nullopt;
    std::vector<std::string> names;
    for (const Member& member : deepest_) names.emplace_back(member.name);
    return NearestName(unknown_, names);
  }

 private:
  // `at` is declared where the first `matched` bytes of the path lead.
  void Reach(const Declared& at, size_t matched) {
    if (matched < path_.size() && reached_.insert({at, matched}).second) {
      pending_.emplace_back(at, matched);
    }
  }

  void Enter(const Declared& at, size_t matched) {
    std::vector<Member> members = MembersOf(at);
    for (const Member& member : members) {
      if (auto length = codec::MatchMember(path_, matched, member.name)) {
        Reach(member.declared, matched + *length);
      }
    }
    if (auto element = ElementOf(at)) EnterElement(*element, matched);
    if (auto value = ValueOf(at)) EnterValues(*value, matched);
    // The name that nobody knows is what is left at the deepest place.
    if (!members.empty() && (deepest_.empty() || matched >= deepest_at_)) {
      deepest_ = std::move(members);
      deepest_at_ = matched;
      unknown_ = path_.substr(matched);
      if (unknown_.starts_with('.')) unknown_.remove_prefix(1);
    }
  }

  void EnterElement(const Declared& element, size_t matched) {
    std::string_view rest = path_.substr(matched);
    size_t index = 0;
    if (!rest.starts_with('[')) return;
    auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), index);
    size_t length = end - rest.data();
    if (error != std::errc() || !rest.substr(length).starts_with(']')) return;
    Reach(element, matched + length + 1);
  }

  // Of a map's key only the end is known: before a `.` or a `[`, or behind a `]`.
  void EnterValues(const Declared& value, size_t matched) {
    bool bracketed = path_[matched] == '[';
    for (size_t end = matched + 1; end < path_.size(); ++end) {
      bool ends = bracketed ? path_[end - 1] == ']' : path_[end] == '.' || path_[end] == '[';
      if (ends) Reach(value, end);
    }
  }

  std::string_view path_;
  std::set<std::tuple<Declared, size_t>> reached_;
  std::vector<std::pair<Declared, size_t>> pending_;
  size_t members_seen_ = 0;
  std::vector<Member> deepest_;
  size_t deepest_at_ = 0;
  std::string_view unknown_;
};

}  // namespace

std::optional<std::string> NearestField(const Kind& kind, std::string_view version,
                                        std::string_view path) {
  if (path.size() > kMaxPathBytes) return std::nullopt;
  if (kind.is_typed()) {
    const scheme::KindVersion* spoken = kind.typed->Find(version);
    if (spoken == nullptr) return std::nullopt;
    return Search(path).Run({.type = spoken->type});
  }
  const Structural* schema = kind.SchemaOf(version);
  if (schema == nullptr) return std::nullopt;
  return Search(path).Run({.schema = schema, .is_resource = true});
}

}  // namespace pintle::object
