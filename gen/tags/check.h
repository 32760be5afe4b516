#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// When two elements of a list are the same: if they agree in the members with these JSON names, or,
// without names, if they are equal.
using ElementKeys = std::vector<std::string>;

// One check that a tag asks for, ready to be written as a call. All calls return whether they
// failed.
struct Check {
  // Which variables the call takes besides its arguments.
  enum class Form : uint8_t {
    kValue,      // Function(at, value, arguments, errors)
    kMember,     // Function(at, member, errors)
    kPresence,   // Function(member)
    kOperation,  // Function(op, at, errors)
    kEachValue,  // `inner` for every element
    kUnique,     // Function(at, value, keys, errors arguments)
    kSubfield,   // `inner` for a member of the struct
    kOption,     // `inner` if an option is on, or off
    kNote,       // no call: a comment for the reader
  };

  Form form = Form::kValue;
  std::string function = {};   // in pintle::validate; for a note its text
  std::string arguments = {};  // each followed by `, `; of kOption the option's name
  // Runs before the others of its cohort; when it fails, the rest of the cohort is left out.
  bool short_circuit = false;
  // Checks of a named cohort are short-circuited apart from the others.
  std::string cohort = {};
  const Field* subfield = nullptr;
  // How elements are told apart, of kUnique, and of kEachValue if they are matched with old ones.
  std::optional<ElementKeys> keys = {};
  std::shared_ptr<const Check> inner = nullptr;
};

using Checks = std::vector<Check>;

// `inner` for the member of a struct. Checks of one member are a cohort.
Check SubfieldCheck(const Field& member, Check inner);

}  // namespace pintle::gen
