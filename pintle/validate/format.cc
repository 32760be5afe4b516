#include "pintle/validate/format.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"
#include "pintle/validate/enum.h"

namespace pintle::validate {
namespace {

constexpr size_t kPoolNameMaxBytes = 253;
constexpr size_t kQualifierMaxBytes = 63;
constexpr size_t kIdentifierMaxBytes = 32;
constexpr std::string_view kIdentifierText =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of "
    "alphanumeric characters "
    "or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is "
    "'[A-Za-z_][A-Za-z0-9_]*')";

// What is wrong with a value: messages for Invalid errors, limits in bytes for TooLong ones.
struct Faults {
  Messages messages;
  std::vector<size_t> too_long;
};

Messages IsUuid(std::string_view text) {
  bool ok = text.size() == 36;
  for (size_t i = 0; ok && i < text.size(); ++i) {
    bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    char c = text[i];
    ok = dash ? c == '-' : (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
  if (ok) return {};
  return {"must be a lowercase UUID in 8-4-4-4-12 format"};
}

Faults CheckPoolName(std::string_view text) {
  Faults faults;
  if (text.size() > kPoolNameMaxBytes) faults.too_long.push_back(kPoolNameMaxBytes);
  size_t index = 0;
  for (std::string_view segment : Split(text, '/')) {
    if (segment.empty()) {
      faults.messages.push_back(fmt::format("segment {}: must not be empty", index));
    } else {
      for (const std::string& message : IsLongName(segment)) {
        faults.messages.push_back(fmt::format("segment {}: {}", index, message));
      }
    }
    ++index;
  }
  return faults;
}

Messages CheckExtendedResourceName(std::string_view text) {
  Messages messages;
  if (text.find('/') == std::string_view::npos) {
    messages.emplace_back("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
  }
  if (text.find("kubernetes.io/") != std::string_view::npos) {
    messages.emplace_back("must not have \"kubernetes.io/\" domain");
  }
  if (text.starts_with("requests.")) messages.emplace_back("must not have \"requests.\" prefix");
  for (std::string& message : IsQualifiedName("requests." + std::string(text))) {
    messages.push_back(std::move(message));
  }
  return messages;
}

bool IsIdentifier(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return !text.empty();
}

Faults CheckFullyQualifiedName(std::string_view text) {
  Faults faults;
  std::vector<std::string_view> parts = Split(text, '/');
  if (parts.size() == 1) {
    faults.messages.emplace_back(
        "a fully qualified name must be a domain and a name separated by a slash");
  }
  if (parts.size() != 2) return faults;
  if (parts[0].empty()) {
    faults.messages.emplace_back("prefix must not be empty");
  } else {
    if (parts[0].size() > kQualifierMaxBytes) faults.too_long.push_back(kQualifierMaxBytes);
    for (const std::string& message : IsLongName(parts[0]))
      faults.messages.push_back("prefix: " + message);
  }
  if (parts[1].empty()) {
    faults.messages.emplace_back("name must not be empty");
  } else {
    if (parts[1].size() > kIdentifierMaxBytes) faults.too_long.push_back(kIdentifierMaxBytes);
    if (!IsIdentifier(parts[1])) faults.messages.emplace_back(kIdentifierText);
  }
  return faults;
}

Faults Check(NameFormat format, std::string_view text) {
  switch (format) {
    case NameFormat::kShortName:
      return {IsShortName(text), {}};
    case NameFormat::kLongName:
      return {IsLongName(text), {}};
    case NameFormat::kLongNameCaseless:
      return {IsDns1123SubdomainCaseless(text), {}};
    case NameFormat::kLabelKey:
      return {IsQualifiedName(text), {}};
    case NameFormat::kLabelValue:
      return {IsLabelValue(text), {}};
    case NameFormat::kPathSegmentName:
      return {IsPathSegmentName(text), {}};
    case NameFormat::kUuid:
      return {IsUuid(text), {}};
    case NameFormat::kResourcePoolName:
      return CheckPoolName(text);
    case NameFormat::kExtendedResourceName:
      return {CheckExtendedResourceName(text), {}};
    case NameFormat::kResourceFullyQualifiedName:
      return CheckFullyQualifiedName(text);
  }
  return {};
}

constexpr std::string_view kOrigins[] = {
    "format=k8s-short-name",
    "format=k8s-long-name",
    "format=k8s-long-name-caseless",
    "format=k8s-label-key",
    "format=k8s-label-value",
    "format=k8s-path-segment-name",
    "format=k8s-uuid",
    "format=k8s-resource-pool-name",
    "format=k8s-extended-resource-name",
    "format=k8s-resource-fully-qualified-name",
};

}  // namespace

bool Format(const field::Path& path, const std::string_view* value, NameFormat format,
            TextType type, field::ErrorList& errors) {
  if (value == nullptr) return false;
  std::string_view origin = kOrigins[static_cast<size_t>(format)];
  Faults faults = Check(format, *value);
  for (size_t limit : faults.too_long) {
    errors.push_back(field::TooLong(path, static_cast<int64_t>(limit)).WithOrigin(origin));
  }
  for (const std::string& message : faults.messages) {
    field::BadValue shown = type == TextType::kNamed ? NamedText(*value) : field::BadValue(*value);
    errors.push_back(field::Invalid(path, std::move(shown), message).WithOrigin(origin));
  }
  return !faults.messages.empty() || !faults.too_long.empty();
}

}  // namespace pintle::validate
