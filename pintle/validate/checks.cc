#include "pintle/validate/checks.h"

#include <fmt/format.h>

namespace pintle::validate {

field::Error InvalidValue(const field::Path& path, std::string_view text) {
  return {.type = field::ErrorType::kInvalid,
          .field = path.ToString(),
          .body = fmt::format("Invalid value: {}", text)};
}

void AddMessages(const field::Path& path, const field::BadValue& value, const Messages& messages,
                 field::ErrorList& errors) {
  for (const std::string& message : messages) {
    errors.push_back(field::Invalid(path, value, message));
  }
}

bool NotEmpty(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  if (text.empty()) errors.push_back(field::Required(path));
  return !text.empty();
}

void NonNegative(const field::Path& path, int64_t number, field::ErrorList& errors) {
  if (number < 0) {
    errors.push_back(field::Invalid(path, number, "must be greater than or equal to 0"));
  }
}

void Positive(const field::Path& path, int64_t number, field::ErrorList& errors) {
  if (number <= 0) errors.push_back(field::Invalid(path, number, "must be greater than zero"));
}

void InRange(const field::Path& path, int64_t number, int64_t first, int64_t last,
             field::ErrorList& errors) {
  if (number < first || number > last) {
    errors.push_back(field::Invalid(
        path, number, fmt::format("must be between {} and {}, inclusive", first, last)));
  }
}

void OneOf(const field::Path& path, std::string_view text,
           std::span<const std::string_view> supported, field::ErrorList& errors) {
  if (std::find(supported.begin(), supported.end(), text) != supported.end()) return;
  errors.push_back(
      field::NotSupported(path, NamedText(text), {supported.begin(), supported.end()}));
}

void RequiredOneOf(const field::Path& path, std::string_view text, Supported supported,
                   field::ErrorList& errors) {
  if (NotEmpty(path, text, errors)) OneOf(path, text, supported, errors);
}

}  // namespace pintle::validate
