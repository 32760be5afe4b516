#include "pintle/cel/assign.h"

#include <fmt/format.h>

#include <charconv>

// Recursion follows types, which nest no deeper than expressions and schemas do.
namespace pintle::cel {
namespace {

constexpr std::string_view kVariablePrefix = "_var";

bool HasVariables(const Type& type) {
  if (type.kind == TypeKind::kParameter) return true;
  for (const TypeRef& parameter : type.parameters) {
    if (HasVariables(*parameter)) return true;
  }
  return false;
}

TypeRef WithParameters(const TypeRef& type, std::vector<TypeRef> parameters) {
  return std::make_shared<const Type>(Type{type->kind, type->name, std::move(parameters)});
}

// What null may stand for besides itself.
bool IsNullable(const Type& type) {
  switch (type.kind) {
    case TypeKind::kNull:
    case TypeKind::kObject:
    case TypeKind::kOpaque:
    case TypeKind::kDuration:
    case TypeKind::kTimestamp:
      return true;
    default:
      return false;
  }
}

bool EqualOrMoreGeneral(const Type& a, const Type& b) {
  if (a.kind == TypeKind::kDyn || a.kind == TypeKind::kParameter) return true;
  if (b.kind == TypeKind::kDyn || b.kind == TypeKind::kParameter) return false;
  if (a.kind != b.kind) return false;
  if (a.kind == TypeKind::kType) return true;
  if (a.name != b.name || a.parameters.size() != b.parameters.size()) return false;
  for (size_t i = 0; i < a.parameters.size(); ++i) {
    if (!EqualOrMoreGeneral(*a.parameters[i], *b.parameters[i])) return false;
  }
  return true;
}

}  // namespace

const TypeRef& MoreGeneral(const TypeRef& a, const TypeRef& b) {
  return EqualOrMoreGeneral(*a, *b) ? a : b;
}

TypeRef Instantiate(const TypeRef& type,
                    std::span<const std::pair<std::string_view, TypeRef>> parameters) {
  if (parameters.empty() || !HasVariables(*type)) return type;
  if (type->kind == TypeKind::kParameter) {
    for (const auto& [name, meaning] : parameters) {
      if (name == type->name) return meaning;
    }
    return type;
  }
  std::vector<TypeRef> replaced;
  for (const TypeRef& parameter : type->parameters) {
    replaced.push_back(Instantiate(parameter, parameters));
  }
  return WithParameters(type, std::move(replaced));
}

TypeRef TypeVariables::Fresh() {
  bound_.emplace_back();
  return ParameterType(fmt::format("{}{}", kVariablePrefix, bound_.size() - 1));
}

size_t TypeVariables::IndexOf(const Type& variable) {
  size_t index = 0;
  std::string_view digits = std::string_view(variable.name).substr(kVariablePrefix.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), index);
  return index;
}

void TypeVariables::Bind(const Type& variable, const TypeRef& type) {
  size_t index = IndexOf(variable);
  undo_.emplace_back(index, bound_[index]);
  bound_[index] = type;
}

void TypeVariables::Undo(size_t mark) {
  while (undo_.size() > mark) {
    bound_[undo_.back().first] = std::move(undo_.back().second);
    undo_.pop_back();
  }
}

bool TypeVariables::Assign(const TypeRef& from, const TypeRef& to) {
  return AssignAll({&from, 1}, {&to, 1});
}

bool TypeVariables::AssignAll(std::span<const TypeRef> from, std::span<const TypeRef> to) {
  undo_.clear();
  if (FitsAll(from, to)) return true;
  Undo(0);
  return false;
}

bool TypeVariables::FitsAll(std::span<const TypeRef> from, std::span<const TypeRef> to) {
  if (from.size() != to.size()) return false;
  for (size_t i = 0; i < from.size(); ++i) {
    if (!Fits(from[i], to[i])) return false;
  }
  return true;
}

bool TypeVariables::Fits(const TypeRef& from, const TypeRef& to) {
  if (to->kind == TypeKind::kParameter) {
    bool was_bound = false;
    if (Unify(from, to, &was_bound)) return true;
    if (was_bound) return false;
  }
  if (from->kind == TypeKind::kParameter) {
    bool was_bound = false;
    return Unify(to, from, &was_bound);
  }
  if (from->kind == TypeKind::kDyn || to->kind == TypeKind::kDyn) return true;
  if (from->kind == TypeKind::kNull) return IsNullable(*to);
  if (to->kind == TypeKind::kNull) return IsNullable(*from);
  if (from->kind != to->kind) return false;
  if (from->kind == TypeKind::kType) return true;
  return from->name == to->name && FitsAll(from->parameters, to->parameters);
}

bool TypeVariables::Unify(const TypeRef& type, const TypeRef& variable, bool* was_bound) {
  if (SameType(*type, *variable)) {
    *was_bound = true;
    return true;
  }
  TypeRef known = bound_[IndexOf(*variable)];
  if (known == nullptr) {
    if (OccursIn(*variable, *type)) return false;
    Bind(*variable, type);
    return true;
  }
  *was_bound = true;
  if (SameType(*type, *known)) return true;
  if (!Fits(type, known)) return false;
  const TypeRef& general = MoreGeneral(type, known);
  if (!OccursIn(*variable, *general)) Bind(*variable, general);
  return true;
}

bool TypeVariables::OccursIn(const Type& variable, const Type& type) const {
  if (SameType(variable, type)) return true;
  if (type.kind == TypeKind::kParameter) {
    const TypeRef& known = bound_[IndexOf(type)];
    return known != nullptr && OccursIn(variable, *known);
  }
  for (const TypeRef& parameter : type.parameters) {
    if (OccursIn(variable, *parameter)) return true;
  }
  return false;
}

TypeRef TypeVariables::Substitute(const TypeRef& type, bool unknown_to_dyn) const {
  if (!HasVariables(*type)) return type;
  if (type->kind == TypeKind::kParameter) {
    const TypeRef& known = bound_[IndexOf(*type)];
    if (known != nullptr) return Substitute(known, unknown_to_dyn);
    return unknown_to_dyn ? DynType() : type;
  }
  std::vector<TypeRef> replaced;
  for (const TypeRef& parameter : type->parameters) {
    replaced.push_back(Substitute(parameter, unknown_to_dyn));
  }
  return WithParameters(type, std::move(replaced));
}

}  // namespace pintle::cel
