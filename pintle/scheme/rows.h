#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "pintle/base/few.h"
#include "pintle/scheme/lifecycle_of.h"
#include "pintle/scheme/scheme.h"

// Kinds as rows of constant tables.
namespace pintle::scheme {

using TypeOfFunction = const typeinfo::TypeInfo& (*)();

// One version of a kind; see Version() for the usual ones.
struct VersionRow {
  std::string_view version = {};
  TypeOfFunction type = nullptr;
  TypeOfFunction list_type = nullptr;
  // Left out for the hub.
  ConvertFunction to_hub = nullptr;
  ConvertFunction from_hub = nullptr;
  FormFunction check_form = nullptr;
  // The generated `Validations` of the package.
  std::span<const validate::Registration> (*validations)() = nullptr;
  // Version() fills in what is left out from the tags of the type.
  Lifecycle lifecycle = {};
  // Served from the release on that removes it, too.
  bool outlives_removal = false;
  // Of an API that has releases of its own, and so no lifecycle here.
  bool third_party = false;
  // Not served: only read from the store, or stored.
  bool stored_only = false;
  // Of another group that serves the same objects; implies stored_only.
  std::optional<std::string_view> other_group = {};

  constexpr bool may_be_served() const { return !stored_only && !other_group; }
};

// Whether the version is served in that release.
constexpr bool IsServed(const VersionRow& row, Release current = kCurrentRelease) {
  const Lifecycle& life = row.lifecycle;
  const bool gone = life.removed && life.removed <= current && !row.outlives_removal;
  return row.may_be_served() && life.introduced <= current && !gone;
}

// Not constant, so that a table in which it is called does not compile.
void AServedVersionNeedsItsLifecycle();

// The versions of a kind. One that may be served and does not say when it was introduced does not
// compile: it could become preferred, or stored, in the release that brings it.
class VersionRows : public Few<VersionRow, 4> {
 public:
  constexpr VersionRows() = default;
  constexpr VersionRows(std::initializer_list<VersionRow> rows) : Few(rows) {
    for (const VersionRow& row : rows) {
      const bool known = row.third_party || row.lifecycle.introduced;
      if (row.may_be_served() && !known) AServedVersionNeedsItsLifecycle();
    }
  }
};

// Version<Lease, LeaseList>({.version = "v1"}); without a list for what is never listed.
template <typename T, typename List = void>
constexpr VersionRow Version(VersionRow row) {
  row.type = &typeinfo::TypeOf<T>;
  if constexpr (!std::is_void_v<List>) row.list_type = &typeinfo::TypeOf<List>;
  // A version that is stored only may be in the form of another one, whose tags are not its own.
  if (row.stored_only) return row;
  const Lifecycle& tags = kLifecycleOf<T>;
  Lifecycle& life = row.lifecycle;
  if (!life.introduced) life.introduced = tags.introduced;
  if (!life.deprecated) life.deprecated = tags.deprecated;
  if (!life.removed) life.removed = tags.removed;
  if (life.replacement.empty()) life.replacement = tags.replacement;
  return row;
}

// The same for a version that is not the hub, with the generated conversions of its package.
template <typename T, typename List, typename Hub>
constexpr VersionRow ConvertedVersion(VersionRow row) {
  row.to_hub = [](Arena& arena, const void* spoke, void* hub) {
    ToHub(arena, *static_cast<const T*>(spoke), *static_cast<Hub*>(hub));
  };
  row.from_hub = [](Arena& arena, const void* hub, void* spoke) {
    FromHub(arena, *static_cast<const Hub*>(hub), *static_cast<T*>(spoke));
  };
  return Version<T, List>(row);
}

struct KindRow {
  std::string_view kind = {};
  // In order of preference: a new version goes behind those that are there.
  VersionRows versions = {};
  // An internal form; else the first version that has no conversion is the hub.
  TypeOfFunction hub = nullptr;
  // Empty: see DefaultStorageVersion.
  std::string_view storage_version = {};
  std::optional<std::string_view> storage_group = {};
  StoredFormat stored_format = StoredFormat::kProtobuf;
  std::span<const FieldLabel> field_labels = {};
  bool label_errors_name_kind = false;
  bool namespaced = true;
};

// A row whose kind has a Fault ends the program: better no server than one that loses objects.
KindInfo MakeKind(std::string_view group, const KindRow& row);

}  // namespace pintle::scheme
