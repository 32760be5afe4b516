#pragma once

#include <string_view>

#include "pintle/validate/access.h"

// Limits of numbers, texts and lists. Absent values pass.
namespace pintle::validate {

// +k8s:minimum, +k8s:maximum
bool Minimum(const field::Path& path, const int32_t* value, int64_t limit,
             field::ErrorList& errors);
bool Minimum(const field::Path& path, const int64_t* value, int64_t limit,
             field::ErrorList& errors);
bool Maximum(const field::Path& path, const int32_t* value, int64_t limit,
             field::ErrorList& errors);
bool Maximum(const field::Path& path, const int64_t* value, int64_t limit,
             field::ErrorList& errors);

// +k8s:minLength, +k8s:maxLength: in code points. +k8s:maxBytes.
bool MinLength(const field::Path& path, const std::string_view* value, int64_t limit,
               field::ErrorList& errors);
bool MaxLength(const field::Path& path, const std::string_view* value, int64_t limit,
               field::ErrorList& errors);
bool MaxBytes(const field::Path& path, const std::string_view* value, int64_t limit,
              field::ErrorList& errors);

// +k8s:minItems, +k8s:maxItems
bool MinItemCount(const field::Path& path, int64_t count, int64_t limit, field::ErrorList& errors);
bool MaxItemCount(const field::Path& path, int64_t count, int64_t limit, field::ErrorList& errors);
template <typename T>
bool MinItems(const field::Path& path, const typeinfo::List<T>* value, int64_t limit,
              field::ErrorList& errors) {
  return value != nullptr && MinItemCount(path, static_cast<int64_t>(value->size()), limit, errors);
}
template <typename T>
bool MaxItems(const field::Path& path, const typeinfo::List<T>* value, int64_t limit,
              field::ErrorList& errors) {
  return value != nullptr && MaxItemCount(path, static_cast<int64_t>(value->size()), limit, errors);
}

}  // namespace pintle::validate
