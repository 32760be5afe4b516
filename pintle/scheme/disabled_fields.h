#pragma once

#include <memory>
#include <shared_mutex>
#include <unordered_map>

#include "pintle/features/feature_gates.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::scheme {

// Keeps fields out of objects whose features are off. A field is marked with the features it needs
// in types.go (`+featureGate=X`).
//
// On creation such fields are cleared. On update a field is cleared unless the old object has a
// value in that field, anywhere in it: data that a server wrote while the feature was on survives
// writes of a server for which it is off.
//
// For every type an object starts with, the ways to such fields are worked out once, so that
// objects without any cost a lookup. Any number of threads may use it; `gates` must outlive it.
class DisabledFields {
 public:
  explicit DisabledFields(const features::FeatureGates& gates);
  ~DisabledFields();

  // `object` and `old` are of `type`; `old` is null on creation.
  void Drop(const typeinfo::TypeInfo& type, void* object, const void* old) const;

  // Whether `type` holds, at any depth, a field that is off.
  bool Reaches(const typeinfo::TypeInfo& type) const { return FindPlan(type) != nullptr; }

 private:
  struct Node;
  struct Plan;
  class Planner;

  // Null if nothing is off in `type`.
  const Plan* FindPlan(const typeinfo::TypeInfo& type) const;

  const features::FeatureGates& gates_;
  // Plans never change once they can be found.
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<const typeinfo::TypeInfo*, std::unique_ptr<const Plan>> plans_;
};

}  // namespace pintle::scheme
