#pragma once

#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/types.h"
#include "pintle/validate/operation.h"
#include "pintle/value/numbers.h"

// How generated validation sees the fields of a struct: every rule gets a pointer to the value,
// null if it is absent.
namespace pintle::validate {

template <typename T>
const T* Get(const T& value) {
  return &value;
}
template <typename T>
const T* Get(const typeinfo::Opt<T>& value) {
  return value.set ? &value.value : nullptr;
}
template <typename T>
const T* Get(const typeinfo::Ptr<T>& value) {
  return value.get();
}

// Semantic equality: nil and empty lists and maps are equal. Structs go through their tables, the
// rest is compared in place.
template <typename T>
bool Equal(const T& a, const T& b) {
  if constexpr (requires { a == b; }) {
    return a == b;
  } else {
    return typeinfo::SemanticEqual(a, b);
  }
}
inline bool Equal(const typeinfo::Binary& a, const typeinfo::Binary& b) {
  return a.view() == b.view();
}
// By amount: what was stored as JSON has 1 for 1.0.
inline bool Equal(const Value& a, const Value& b) { return EqualByNumber(a, b); }
template <typename T>
bool Equal(const typeinfo::Opt<T>& a, const typeinfo::Opt<T>& b);
template <typename T>
bool Equal(const typeinfo::Ptr<T>& a, const typeinfo::Ptr<T>& b);
template <typename T>
bool Equal(const typeinfo::List<T>& a, const typeinfo::List<T>& b);
template <typename T>
bool Equal(const typeinfo::Map<T>& a, const typeinfo::Map<T>& b);

template <typename T>
bool EqualPointees(const T* a, const T* b) {
  return a == nullptr || b == nullptr ? a == b : Equal(*a, *b);
}
template <typename T>
bool Equal(const typeinfo::Opt<T>& a, const typeinfo::Opt<T>& b) {
  return EqualPointees(Get(a), Get(b));
}
template <typename T>
bool Equal(const typeinfo::Ptr<T>& a, const typeinfo::Ptr<T>& b) {
  return EqualPointees(Get(a), Get(b));
}
template <typename T>
bool Equal(const typeinfo::List<T>& a, const typeinfo::List<T>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!Equal(a[i], b[i])) return false;
  }
  return true;
}
template <typename T>
bool Equal(const typeinfo::Map<T>& a, const typeinfo::Map<T>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a.data[i].key != b.data[i].key || !Equal(a.data[i].value, b.data[i].value)) return false;
  }
  return true;
}

// Ratcheting: what an update did not change is not validated again. `correlated` says that the
// owner of the value has an old state at all.
template <typename T>
bool Unchanged(const Operation& operation, bool correlated, const T* value, const T* old) {
  return operation.is_update() && correlated && EqualPointees(value, old);
}

// Whether a value counts as given: not the zero value, not an empty list or map. What is behind a
// pointer counts by being there.
template <typename T>
bool IsSet(const T& value) {
  if constexpr (requires { value.set; }) {
    return value.set;
  } else if constexpr (requires { value.is_null(); }) {
    return !value.is_null();
  } else if constexpr (requires { value.target; }) {
    return value.target != nullptr;
  } else if constexpr (requires { value.is_nil(); }) {
    if constexpr (requires { value.count; }) {
      return value.count != 0;
    } else {
      return value.size != 0;
    }
  } else {
    return value != T();
  }
}

}  // namespace pintle::validate
