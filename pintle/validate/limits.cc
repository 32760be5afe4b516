#include "pintle/validate/limits.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

template <typename T>
bool CheckMinimum(const field::Path& path, const T* value, int64_t limit,
                  field::ErrorList& errors) {
  if (value == nullptr || *value >= limit) return false;
  errors.push_back(
      field::Invalid(path, *value, fmt::format("must be greater than or equal to {}", limit))
          .WithOrigin("minimum"));
  return true;
}

template <typename T>
bool CheckMaximum(const field::Path& path, const T* value, int64_t limit,
                  field::ErrorList& errors) {
  if (value == nullptr || *value <= limit) return false;
  errors.push_back(
      field::Invalid(path, *value, fmt::format("must be less than or equal to {}", limit))
          .WithOrigin("maximum"));
  return true;
}

// An invalid byte counts as one character.
int64_t CountCharacters(std::string_view text) {
  int64_t count = 0;
  while (!text.empty()) {
    uint32_t code_point = 0;
    text.remove_prefix(std::max<size_t>(1, DecodeUtf8(text, &code_point)));
    ++count;
  }
  return count;
}

}  // namespace

bool Minimum(const field::Path& path, const int32_t* value, int64_t limit,
             field::ErrorList& errors) {
  return CheckMinimum(path, value, limit, errors);
}
bool Minimum(const field::Path& path, const int64_t* value, int64_t limit,
             field::ErrorList& errors) {
  return CheckMinimum(path, value, limit, errors);
}
bool Maximum(const field::Path& path, const int32_t* value, int64_t limit,
             field::ErrorList& errors) {
  return CheckMaximum(path, value, limit, errors);
}
bool Maximum(const field::Path& path, const int64_t* value, int64_t limit,
             field::ErrorList& errors) {
  return CheckMaximum(path, value, limit, errors);
}

bool MinLength(const field::Path& path, const std::string_view* value, int64_t limit,
               field::ErrorList& errors) {
  if (value == nullptr || CountCharacters(*value) >= limit) return false;
  errors.push_back(field::TooShort(path, limit).WithOrigin("minLength"));
  return true;
}

bool MaxLength(const field::Path& path, const std::string_view* value, int64_t limit,
               field::ErrorList& errors) {
  if (value == nullptr || CountCharacters(*value) <= limit) return false;
  errors.push_back(field::TooLongCharacters(path, limit).WithOrigin("maxLength"));
  return true;
}

bool MaxBytes(const field::Path& path, const std::string_view* value, int64_t limit,
              field::ErrorList& errors) {
  if (value == nullptr || static_cast<int64_t>(value->size()) <= limit) return false;
  errors.push_back(field::TooLong(path, limit).WithOrigin("maxBytes"));
  return true;
}

bool MinItemCount(const field::Path& path, int64_t count, int64_t limit, field::ErrorList& errors) {
  if (count >= limit) return false;
  errors.push_back(field::TooFew(path, count, limit).WithOrigin("minItems"));
  return true;
}

bool MaxItemCount(const field::Path& path, int64_t count, int64_t limit, field::ErrorList& errors) {
  if (count <= limit) return false;
  errors.push_back(field::TooMany(path, count, limit).WithOrigin("maxItems"));
  return true;
}

}  // namespace pintle::validate
