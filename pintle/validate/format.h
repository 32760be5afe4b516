#pragma once

#include <string_view>

#include "pintle/validate/access.h"

namespace pintle::validate {

// The formats of +k8s:format.
enum class NameFormat : uint8_t {
  kShortName,
  kLongName,
  kLongNameCaseless,
  kLabelKey,
  kLabelValue,
  kPathSegmentName,
  kUuid,
  kResourcePoolName,
  kExtendedResourceName,
  kResourceFullyQualifiedName,
};

// How messages show the value: texts of a named type are shown as JSON.
enum class TextType : uint8_t { kPlain, kNamed };

// +k8s:format. Every rule the value violates is an error of its own.
bool Format(const field::Path& path, const std::string_view* value, NameFormat format,
            TextType type, field::ErrorList& errors);

}  // namespace pintle::validate
