#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/cel/type.h"

namespace pintle::cel {

// What the type variables of one expression stand for, found out as its calls are checked. Type
// variables are kParameter types that Fresh() made.
class TypeVariables {
 public:
  TypeRef Fresh();

  // Whether a value of type `from` may stand where `to` is expected. If so, variables of both are
  // bound accordingly; if not, nothing changes.
  bool Assign(const TypeRef& from, const TypeRef& to);
  // The same for all at once; false if the numbers differ.
  bool AssignAll(std::span<const TypeRef> from, std::span<const TypeRef> to);

  // The type with what is known of its variables put in; with `unknown_to_dyn` the others become
  // dyn.
  TypeRef Substitute(const TypeRef& type, bool unknown_to_dyn) const;

 private:
  using Binding = std::pair<size_t, TypeRef>;

  static size_t IndexOf(const Type& variable);
  bool Fits(const TypeRef& from, const TypeRef& to);
  bool FitsAll(std::span<const TypeRef> from, std::span<const TypeRef> to);
  // Binds `variable` so that `type` fits. `was_bound` says whether it had a meaning before.
  bool Unify(const TypeRef& type, const TypeRef& variable, bool* was_bound);
  bool OccursIn(const Type& variable, const Type& type) const;
  void Bind(const Type& variable, const TypeRef& type);
  void Undo(size_t mark);

  std::vector<TypeRef> bound_;  // by number of the variable; null: unknown
  std::vector<Binding> undo_;
};

// The more general of two types of which one fits the other.
const TypeRef& MoreGeneral(const TypeRef& a, const TypeRef& b);

// A signature's type with its own parameters replaced.
TypeRef Instantiate(const TypeRef& type,
                    std::span<const std::pair<std::string_view, TypeRef>> parameters);

}  // namespace pintle::cel
