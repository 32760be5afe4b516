#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "pintle/base/few.h"
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
  Lifecycle lifecycle = {};
  // Not served: only read from the store, or stored.
  bool stored_only = false;
  // Of another group that serves the same objects; implies stored_only.
  std::optional<std::string_view> other_group = {};
};

// Version<Lease, LeaseList>({.version = "v1"}).
template <typename T, typename List>
constexpr VersionRow Version(VersionRow row) {
  row.type = &typeinfo::TypeOf<T>;
  row.list_type = &typeinfo::TypeOf<List>;
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
  // In order of preference.
  Few<VersionRow, 4> versions = {};
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
