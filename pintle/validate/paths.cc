#include "pintle/validate/paths.h"

#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

constexpr int64_t kMaxFileMode = 0777;

}  // namespace

void NoBacksteps(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  for (std::string_view element : Split(text, '/')) {
    if (element == "..") {
      errors.push_back(field::Invalid(path, text, "must not contain '..'"));
      return;
    }
  }
}

void RelativePath(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  if (text.starts_with('/')) {
    errors.push_back(field::Invalid(path, text, "must be a relative path"));
  }
  NoBacksteps(path, text, errors);
}

void LocalPath(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  RelativePath(path, text, errors);
  if (text.starts_with("..") && !text.starts_with("../")) {
    errors.push_back(field::Invalid(path, text, "must not start with '..'"));
  }
}

void FileMode(const field::Path& path, int64_t mode, field::ErrorList& errors) {
  if (mode < 0 || mode > kMaxFileMode) {
    errors.push_back(
        field::Invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive"));
  }
}

}  // namespace pintle::validate
