#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/scheme/names.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/validate/operation.h"

namespace pintle::scheme {

// The generated declarative validation of a type.
using ValidationFunction = decltype(validate::Registration::validate);

// One version ("spoke") of a compiled-in kind. Functions may be null: no defaults; and for a spoke
// that is the hub itself no conversion.
struct KindVersion {
  std::string version;
  const typeinfo::TypeInfo* type = nullptr;
  // Fills in what the client left out; idempotent; runs on every decode.
  void (*set_defaults)(Arena& arena, void* spoke) = nullptr;
  // Both write into a value-initialised target and may share data with the source.
  void (*to_hub)(Arena& arena, const void* spoke, void* hub) = nullptr;
  void (*from_hub)(Arena& arena, const void* hub, void* spoke) = nullptr;
  // The generated declarative validation of this version.
  ValidationFunction validation = nullptr;
};

// A compiled-in kind: every version converts to and from one hub form, in which objects are handled
// inside the server. Where there is one version, it is the hub.
struct KindInfo {
  std::string group;
  std::string kind;
  const typeinfo::TypeInfo* hub = nullptr;
  std::vector<KindVersion> versions;  // in order of preference
  std::string storage_version;

  const KindVersion* Find(std::string_view version) const;
};

// The compiled-in kinds. Filled at start-up, then read by any number of threads.
class Scheme {
 public:
  // References stay valid as long as the scheme.
  const KindInfo& Register(KindInfo info);
  const KindInfo* Find(std::string_view group, std::string_view kind) const;

 private:
  std::deque<KindInfo> kinds_;
};

// Looks up the generated validation function for `type`; null if the type has no rules.
ValidationFunction FindValidation(std::span<const validate::Registration> registrations,
                                  const typeinfo::TypeInfo& type);

}  // namespace pintle::scheme
