#pragma once

#include <string>

#include "gen/tags/rules.h"

namespace pintle::gen {

// Writes checks as statements. The surrounding code has `op`, `errors`, `at` (a path), `value` and
// `before` (pointers), and for fields `member`; `return` leaves the element.
class CheckWriter {
 public:
  CheckWriter(const Package& package, const Rules& rules) : package_(package), rules_(rules) {}

  // All checks of an element: the default cohort, then the named ones.
  std::string Statements(const Checks& checks, const std::string& indent) const;
  // The call of the type's own validation, for its elements if it is a list or map without a name;
  // `keys` match those of a list with old ones. Empty if there is nothing to check.
  std::string TypeCall(const Type& type, const std::optional<ElementKeys>& keys,
                       const std::string& indent) const;

 private:
  std::string Cohort(const Checks& checks, const std::string& name,
                     const std::string& indent) const;
  std::string Call(const Check& check, const std::string& indent) const;

  const Package& package_;
  const Rules& rules_;
};

}  // namespace pintle::gen
