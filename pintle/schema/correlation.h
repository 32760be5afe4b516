#pragma once

#include <map>
#include <string>

#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

// Whether a value is the same in the old and the new object. Lists of type map compare by key, in
// any order. An object with a member that has no schema counts as changed.
bool Unchanged(const Structural& schema, const Value& old_value, const Value& new_value);

// Finds the old element for each element of a list: the one with the same keys, in lists of type
// map. Elements of other lists have none. The values must outlive it.
class ElementCorrelation {
 public:
  ElementCorrelation(const Structural& schema, const Value* old_list, const Value& new_list);
  // Null if there is none.
  const Value* OldElement(const Value& element) const;

 private:
  const Structural& schema_;
  std::map<std::string, const Value*> old_elements_;
};

}  // namespace pintle::schema
