#include "pintle/validate/domains.h"

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::validate {
namespace {

constexpr std::string_view kPathCharacters = "/-._~%!$&'()*+,;=:";

bool IsPathCharacter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         kPathCharacters.find(c) != std::string_view::npos;
}

}  // namespace

void DomainPath(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  if (!NotEmpty(path, text, errors)) return;
  size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) {
    errors.push_back(
        field::Invalid(path, text, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
    return;
  }
  std::string_view host = text.substr(0, slash);
  std::string_view rest = text.substr(slash + 1);
  Form(path, host, IsDns1123Subdomain, errors);
  if (!std::ranges::all_of(rest, IsPathCharacter)) {
    errors.push_back(field::Invalid(path, rest,
                                    "Invalid path (regex used for validation is "
                                    "'[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"));
  }
}

void FullyQualifiedName(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  constexpr size_t kMinSegments = 3;
  if (!NotEmpty(path, text, errors)) return;
  Messages faults = IsDns1123Subdomain(text);
  if (!faults.empty()) {
    errors.push_back(field::Invalid(path, text, Join(faults, ",")));
  } else if (Split(text, '.').size() < kMinSegments) {
    errors.push_back(field::Invalid(
        path, text, "should be a domain with at least three segments separated by dots"));
  }
}

void FullyQualifiedDomainName(const field::Path& path, std::string_view text,
                              field::ErrorList& errors) {
  if (!NotEmpty(path, text, errors)) return;
  std::string_view name = text;
  if (name.ends_with('.')) name.remove_suffix(1);
  Messages faults = IsDns1123Subdomain(name);
  if (!faults.empty()) {
    errors.push_back(field::Invalid(path, name, Join(faults, ",")));
    return;
  }
  std::vector<std::string_view> labels = Split(name, '.');
  if (labels.size() < 2) {
    errors.push_back(field::Invalid(
        path, name, "should be a domain with at least two segments separated by dots"));
    return;
  }
  for (std::string_view label : labels) {
    faults = IsDns1123Label(label);
    if (faults.empty()) continue;
    errors.push_back(field::Invalid(path, label, Join(faults, ",")));
    return;
  }
}

}  // namespace pintle::validate
