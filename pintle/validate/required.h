#pragma once

#include "pintle/validate/access.h"

// +k8s:required, +k8s:optional, +k8s:forbidden. As all rules, each returns whether it failed. These
// look at the field itself, so that a pointer to zero counts as given.
namespace pintle::validate {

template <typename Field>
bool Required(const field::Path& path, const Field& value, field::ErrorList& errors) {
  if (IsSet(value)) return false;
  errors.push_back(field::Required(path));
  return true;
}

// "Fails" silently on an absent value: nothing else is checked then.
template <typename Field>
bool Optional(const Field& value) {
  return !IsSet(value);
}

template <typename Field>
bool Forbidden(const field::Path& path, const Field& value, field::ErrorList& errors) {
  if (!IsSet(value)) return false;
  errors.push_back(field::Forbidden(path));
  return true;
}

}  // namespace pintle::validate
