#pragma once

#include "pintle/validate/access.h"
#include "pintle/validate/element_set.h"
#include "pintle/validate/format.h"

namespace pintle::validate {

// An element that is the same as one before it; the error shows all of it.
field::Error DuplicateElement(const field::Path& path, const typeinfo::TypeInfo& type,
                              const void* element, TextType text);

// +k8s:listType=set and =map, +k8s:unique: no two elements of the list may be the same.
// `text` says what elements that are texts are.
template <typename T>
bool Unique(const field::Path& path, const typeinfo::List<T>* value, ElementKeys keys,
            field::ErrorList& errors, TextType text = TextType::kPlain) {
  if (value == nullptr || value->size() < 2) return false;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<T>();
  ElementSet seen(type, keys);
  bool failed = false;
  for (size_t i = 0; i < value->size(); ++i) {
    const T& element = (*value)[i];
    if (seen.Add(&element)) continue;
    errors.push_back(DuplicateElement(path.Index(i), type, &element, text));
    failed = true;
  }
  return failed;
}

}  // namespace pintle::validate
