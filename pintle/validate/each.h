#pragma once

#include <string_view>

#include "pintle/validate/access.h"
#include "pintle/validate/element_set.h"

// Rules that apply other rules to parts of a value. `check` is called with a path, the part and its
// old state (null if it has none), and returns whether it failed.
namespace pintle::validate {

// +k8s:eachVal on a list as a whole. Elements are not matched with old ones: once the list changed,
// all are checked.
template <typename T, typename Check>
bool EachValue(const Operation&, const field::Path& path, const typeinfo::List<T>* value,
               const typeinfo::List<T>*, Check check) {
  if (value == nullptr) return false;
  bool failed = false;
  for (size_t i = 0; i < value->size(); ++i) {
    const field::Path at = path.Index(i);
    using Element = std::remove_pointer_t<decltype(Get((*value)[i]))>;
    failed |= check(at, Get((*value)[i]), static_cast<Element*>(nullptr));
  }
  return failed;
}

// On a list whose elements are told apart: what an update leaves alone is not checked again. An
// element is matched with the old one of the same keys; without keys only an equal one is the same.
template <typename T, typename Check>
bool EachValue(const Operation& operation, const field::Path& path, const typeinfo::List<T>* value,
               const typeinfo::List<T>* old, ElementKeys keys, Check check) {
  if (value == nullptr) return false;
  ElementSet before(typeinfo::TypeOf<T>(), keys);
  if (operation.is_update() && old != nullptr) {
    for (const T& element : *old) before.Add(&element);
  }
  bool failed = false;
  for (size_t i = 0; i < value->size(); ++i) {
    const T& element = (*value)[i];
    const T* match = static_cast<const T*>(before.Find(&element));
    if (Unchanged(operation, match != nullptr, &element, match)) continue;
    const field::Path at = path.Index(i);
    failed |= check(at, &element, match);
  }
  return failed;
}

// On a map: a value is matched with the old value of its key.
template <typename T, typename Check>
bool EachValue(const Operation& operation, const field::Path& path, const typeinfo::Map<T>* value,
               const typeinfo::Map<T>* old, Check check) {
  if (value == nullptr) return false;
  bool failed = false;
  for (const auto& entry : *value) {
    const T* before = old != nullptr ? old->Find(entry.key) : nullptr;
    using Element = std::remove_pointer_t<decltype(Get(entry.value))>;
    Element* inner_before = before != nullptr ? Get(*before) : nullptr;
    if (Unchanged(operation, before != nullptr, Get(entry.value), inner_before)) continue;
    const field::Path at = path.Key(entry.key);
    failed |= check(at, Get(entry.value), inner_before);
  }
  return failed;
}

// +k8s:subfield: `member` returns the field of a struct.
template <typename T, typename Member, typename Check>
bool Subfield(const Operation& operation, const field::Path& path, const T* value, const T* old,
              std::string_view name, Member member, Check check) {
  if (value == nullptr) return false;
  const auto& inner = member(*value);
  const auto* inner_old = old != nullptr ? &member(*old) : nullptr;
  if (Unchanged(operation, old != nullptr, &inner, inner_old)) return false;
  const field::Path at = path.Child(name);
  return check(at, inner, inner_old);
}

}  // namespace pintle::validate
