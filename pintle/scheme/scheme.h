#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/features/feature_gates.h"
#include "pintle/field/errors.h"
#include "pintle/scheme/field_labels.h"
#include "pintle/scheme/lifecycle.h"
#include "pintle/scheme/names.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/validate/operation.h"

namespace pintle::scheme {

class TypeFunctions;

// The generated declarative validation of a type.
using ValidationFunction = decltype(validate::Registration::validate);

// Writes into a value-initialised target and may share data with the source.
using ConvertFunction = void (*)(Arena& arena, const void* from, void* to);

// Faults of an object in the form of one version that its hub form does not show any more.
using FormFunction = field::ErrorList (*)(const void* spoke);

// One version ("spoke") of a compiled-in kind. There is no conversion for a spoke that is the hub
// itself.
struct KindVersion {
  std::string version;
  const typeinfo::TypeInfo* type = nullptr;
  const typeinfo::TypeInfo* list_type = nullptr;
  ConvertFunction to_hub = nullptr;
  ConvertFunction from_hub = nullptr;
  FormFunction check_form = nullptr;
  // The generated declarative validation of this version.
  ValidationFunction validation = nullptr;
  Lifecycle lifecycle = {};
  // The group, where it is not the kind's: objects that two groups serve are read in the versions
  // of both.
  std::optional<std::string> other_group = {};
};

// How objects of a compiled-in kind are stored. All formats are always readable.
enum class StoredFormat : uint8_t { kProtobuf, kJson };

// A compiled-in kind: every version converts to and from one hub form, in which objects are handled
// inside the server. Where there is one version, it is the hub.
struct KindInfo {
  std::string group;
  std::string kind;
  const typeinfo::TypeInfo* hub = nullptr;
  std::vector<KindVersion> versions;  // in order of preference
  std::string storage_version;
  std::optional<std::string> storage_group;  // where it is not `group`
  StoredFormat stored_format = StoredFormat::kProtobuf;
  // What field selectors may name besides metadata.
  std::vector<FieldLabel> field_labels;
  bool label_errors_name_kind = false;  // as Job does
  // Of these, each name that has values once; filled in by Register.
  std::vector<FieldLabel> indexed_fields;
  bool namespaced = true;

  // Run over what is decoded, in its version: first `defaults`, which fill in what the author left
  // out, then `read_fixes`, which may fail; `write_fixes` run before a version is encoded. Null:
  // nothing to do. See apis/defaulting.h.
  const TypeFunctions* defaults = nullptr;
  const TypeFunctions* read_fixes = nullptr;
  const TypeFunctions* write_fixes = nullptr;
  // What these functions see of the server; null: every gate has its default.
  const features::FeatureGates* gates = nullptr;

  // A version of the kind's own group; null if there is none.
  const KindVersion* Find(std::string_view version) const;
  // A version of any group.
  const KindVersion* Find(std::string_view version_group, std::string_view version) const;
  const KindVersion& StorageVersion() const;
};

// The version objects of a kind are stored in, unless its row says: the most preferred one that the
// oldest compatible release knows too, else the most preferred.
const KindVersion& DefaultStorageVersion(const KindInfo& info,
                                         Release oldest = kOldestCompatibleRelease);

// What is wrong with a kind's versions; empty if nothing is. A version is the hub, or converts to
// it and from it; the storage version is one of them.
std::string Fault(const KindInfo& info);

// The compiled-in kinds. Filled at start-up, then read by any number of threads.
class Scheme {
 public:
  // Gates for the functions of all kinds that are registered later. Must outlive the scheme.
  void UseGates(const features::FeatureGates& gates) { gates_ = &gates; }
  // References stay valid as long as the scheme. A kind with a Fault must not be registered.
  const KindInfo& Register(KindInfo info);
  const KindInfo* Find(std::string_view group, std::string_view kind) const;
  const std::deque<KindInfo>& kinds() const { return kinds_; }

 private:
  std::deque<KindInfo> kinds_;
  const features::FeatureGates* gates_ = nullptr;
  // By group and kind, which are views of the kinds.
  std::map<std::pair<std::string_view, std::string_view>, const KindInfo*> by_name_;
};

// Looks up the generated validation function for `type`; null if the type has no rules.
ValidationFunction FindValidation(std::span<const validate::Registration> registrations,
                                  const typeinfo::TypeInfo& type);

}  // namespace pintle::scheme
