#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "apis/validation_options.h"
#include "pintle/base/few.h"
#include "pintle/resource/definition.h"
#include "pintle/scheme/rows.h"

// Compiled-in resources as rows of constant tables: one row says all there is to say about a
// resource, functions beside it what cannot be said in a row.
//
//   constexpr ResourceRow kResources[] = {
//       {.kind = {.kind = "Lease", .versions = {scheme::Version<Lease, LeaseList>({"v1"})}},
//        .plural = "leases",
//        .table = LeaseTable,
//        .create_on_update = true,
//        .validate = ValidateBy<ValidateLease>},
//   };
namespace pintle::apis {

// Names of fields, dotted, of structs only: `status`, `spec.finalizers`.
using FieldNames = Few<std::string_view, 6>;

using PrepareCreateFunction = void (*)(const write::Context&, write::Object&);
using PrepareUpdateFunction = void (*)(const write::Context&, write::Object&,
                                       const write::Object& old);
using ValidateFunction = field::ErrorList (*)(const write::Context&, const write::Object&);
using ValidateUpdateFunction = field::ErrorList (*)(const write::Context&, const write::Object&,
                                                    const write::Object& old);

using VirtualCreateFunction = Task<Result<std::optional<write::Object>>> (*)(
    write::EndpointWorld&, const write::Request&, const write::ResourceDefinition&,
    write::Object body, write::Warnings&);

// An endpoint for the same object with other rules: `status`. What is left out is as for the
// object.
struct SubresourceRow {
  std::string_view name;
  // Not changed here: kept from the old object.
  FieldNames keep_on_update = {};
  PrepareUpdateFunction prepare_update = nullptr;  // after that
  ValidateUpdateFunction validate_update = nullptr;
  write::MetaUpdateRules meta_update_rules = write::MetaUpdateRules::kChange;
  write::Verbs verbs = write::kSubresourceVerbs;
};

// In the order in which rows are read.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct ResourceRow {
  scheme::KindRow kind;
  std::string_view plural;
  std::string_view singular = {};  // empty: the kind in small letters
  Few<std::string_view, 3> short_names = {};
  Few<std::string_view, 2> categories = {};
  write::Verbs verbs = write::Verbs::All();

  write::Table (*table)() = nullptr;  // null: Name and Created At

  write::NameRule name_rule = nullptr;  // null: DNS subdomains
  bool create_on_update = false;
  bool unconditional_update = true;
  bool delete_returns_object = false;
  bool declarative_only = false;
  write::MetaUpdateRules meta_update_rules = write::MetaUpdateRules::kChange;

  // On creation these are emptied, on an update kept from the old object, whatever the client sent.
  FieldNames clear_on_create = {};
  FieldNames keep_on_update = {};
  // metadata.generation is 1 on creation and grows when one of these changes.
  FieldNames generation_of = {};
  // Also when a list that was not given is given empty, or the other way round.
  bool strict_generation = false;
  // Run after that, but before generations are compared.
  PrepareCreateFunction prepare_create = nullptr;
  PrepareUpdateFunction prepare_update = nullptr;
  ValidateFunction validate = nullptr;
  ValidateUpdateFunction validate_update = nullptr;  // null: as `validate`
  void (*warn)(const write::Context&, const write::Object&, const write::Object* old) = nullptr;
  void (*canonicalize)(write::Object&) = nullptr;
  void (*mark_deleted)(int64_t now_seconds, write::Object&) = nullptr;
  bool (*holds_deletion)(const write::Object&) = nullptr;
  write::Propagation default_propagation = write::Propagation::kBackground;
  std::string_view default_propagation_warning = {};
  int64_t (*grace_period)(const write::Object&, std::optional<int64_t> requested) = nullptr;
  // Answers a POST; nothing is stored.
  VirtualCreateFunction create = nullptr;
  Few<SubresourceRow, 5> subresources = {};
};

// The usual status endpoint, and what the object's own endpoint leaves to it.
inline constexpr SubresourceRow kStatus = {.name = "status", .keep_on_update = {"spec"}};

// The same, where it leaves the metadata that clients set to the object's own endpoint.
inline constexpr SubresourceRow kStatusAlone = {
    .name = "status",
    .keep_on_update = {"spec", "metadata.labels", "metadata.annotations", "metadata.finalizers",
                       "metadata.ownerReferences"}};

// Registers the kind of a row and makes its definition.
write::ResourceDefinition Define(scheme::Scheme& scheme, std::string_view group,
                                 const ResourceRow& row);
std::vector<write::ResourceDefinition> DefineAll(scheme::Scheme& scheme, std::string_view group,
                                                 std::span<const ResourceRow> rows);

// Functions over a kind's struct as what rows take.
namespace internal {

// What the gates of the request's server make of the rules.
inline ValidationOptions OptionsOf(const write::Context& context) {
  return ValidationOptions::From(context.gates);
}

template <auto function>
struct Adapter;

template <typename T, field::ErrorList (*function)(const T&)>
struct Adapter<function> {
  static field::ErrorList Validate(const write::Context&, const write::Object& object) {
    return function(object.As<T>());
  }
};

template <typename T, field::ErrorList (*function)(const T&, const T&)>
struct Adapter<function> {
  static field::ErrorList ValidateUpdate(const write::Context&, const write::Object& object,
                                         const write::Object& old) {
    return function(object.As<T>(), old.As<T>());
  }
};

template <typename T, field::ErrorList (*function)(const T&, const ValidationOptions&)>
struct Adapter<function> {
  static field::ErrorList Validate(const write::Context& context, const write::Object& object) {
    return function(object.As<T>(), OptionsOf(context));
  }
};

template <typename T, field::ErrorList (*function)(const T&, const T&, ValidationOptions)>
struct Adapter<function> {
  static field::ErrorList ValidateUpdate(const write::Context& context, const write::Object& object,
                                         const write::Object& old) {
    return function(object.As<T>(), old.As<T>(), OptionsOf(context));
  }
};

template <typename T, field::ErrorList (*function)(const T&, const T&, const ValidationOptions&)>
struct Adapter<function> {
  static field::ErrorList ValidateUpdate(const write::Context& context, const write::Object& object,
                                         const write::Object& old) {
    return function(object.As<T>(), old.As<T>(), OptionsOf(context));
  }
};

}  // namespace internal

// `field::ErrorList ValidateLease(const Lease&)`; with `const ValidationOptions&` after it where
// the rules depend on gates.
template <auto function>
inline constexpr ValidateFunction ValidateBy = internal::Adapter<function>::Validate;
// `field::ErrorList ValidateLeaseUpdate(const Lease& lease, const Lease& old)`
template <auto function>
inline constexpr ValidateUpdateFunction ValidateUpdateBy =
    internal::Adapter<function>::ValidateUpdate;

}  // namespace pintle::apis
