#pragma once

#include <map>
#include <set>

#include "gen/tags/check.h"

namespace pintle::gen {

// The checks of one declared type.
struct TypeRules {
  Checks type;
  std::vector<Checks> fields;  // as many as the type has fields
};

// The checks of all types of a run. Tags are looked at everywhere, so that a misspelt one is found
// also where it would have no effect; they count in packages that ask for validation.
class Rules {
 public:
  Rules(const Model& model, Diagnostics& diagnostics);

  const TypeRules& Of(const Named& named) const { return rules_.at(&named); }
  // Whether there is anything to check in a value of this type, at any depth.
  bool Has(const Named& named) const { return with_checks_.contains(&named); }
  bool Has(const Type& type) const;

 private:
  void Read(const Package& package, Diagnostics& diagnostics);
  bool HasOwn(const Named& named) const;

  std::map<const Named*, TypeRules> rules_;
  std::set<const Named*> with_checks_;
};

}  // namespace pintle::gen
