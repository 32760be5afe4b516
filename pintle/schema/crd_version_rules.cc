#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/schema/crd_rules.h"
#include "pintle/schema/field_path.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema::crd_detail {
namespace {

constexpr int64_t kMaxSelectableFields = 8;

constexpr std::array<std::string_view, 5> kColumnTypes = {"boolean", "date", "integer", "number",
                                                          "string"};
constexpr std::array<std::string_view, 8> kColumnFormats = {
    "byte", "date", "date-time", "double", "float", "int32", "int64", "password"};

template <size_t size>
std::string OneOf(const std::array<std::string_view, size>& names) {
  return fmt::format("must be one of {}", fmt::join(names, ","));
}

// Reports a path that is not simple and returns whether it is.
bool CheckSimplePath(std::string_view text, const field::Path& path, field::ErrorList& errors) {
  if (text.starts_with('.')) return true;
  errors.push_back(field::Invalid(path, text, "must be a simple json path starting with ."));
  return false;
}

void CheckColumn(const Value& column, const field::Path& path, field::ErrorList& errors) {
  if (column.FindString("name").empty()) errors.push_back(field::Required(path.Child("name")));
  std::string_view type = column.FindString("type");
  if (type.empty()) {
    errors.push_back(field::Required(path.Child("type"), OneOf(kColumnTypes)));
  } else if (std::ranges::count(kColumnTypes, type) == 0) {
    errors.push_back(field::Invalid(path.Child("type"), type, OneOf(kColumnTypes)));
  }
  std::string_view format = column.FindString("format");
  if (!format.empty() && std::ranges::count(kColumnFormats, format) == 0) {
    errors.push_back(field::Invalid(path.Child("format"), format, OneOf(kColumnFormats)));
  }
  std::string_view json_path = column.FindString("jsonPath");
  if (json_path.empty()) {
    errors.push_back(field::Required(path.Child("JSONPath")));
  } else {
    CheckSimplePath(json_path, path.Child("JSONPath"), errors);
  }
}

bool IsSelectable(const Value& schema) {
  std::string_view type = schema.FindString("type");
  return type == "string" || type == "boolean" || type == "integer";
}

}  // namespace

void CheckSubresources(const Value& subresources, const field::Path& path,
                       field::ErrorList& errors) {
  Value scale = subresources.Find("scale");
  if (!scale.is_object()) return;
  field::Path scale_path = path.Child("scale");
  auto check = [&](std::string_view key, std::string_view root) {
    std::string_view text = scale.FindString(key);
    field::Path at = scale_path.Child(key);
    if (text.empty()) {
      errors.push_back(field::Required(at));
    } else if (CheckSimplePath(text, at, errors) && !text.starts_with(fmt::format("{}.", root))) {
      errors.push_back(
          field::Invalid(at, text, fmt::format("should be a json path under {}", root)));
    }
  };
  check("specReplicasPath", ".spec");
  check("statusReplicasPath", ".status");
  std::string_view selector = scale.FindString("labelSelectorPath");
  field::Path at = scale_path.Child("labelSelectorPath");
  if (!selector.empty() && CheckSimplePath(selector, at, errors) &&
      !selector.starts_with(".spec.") && !selector.starts_with(".status.")) {
    errors.push_back(
        field::Invalid(at, selector, "should be a json path under either .spec or .status"));
  }
}

void CheckColumns(const Value& columns, const field::Path& path, field::ErrorList& errors) {
  if (!columns.is_list()) return;
  for (size_t i = 0; i < columns.size(); ++i) {
    CheckColumn(columns.items()[i], path.Index(i), errors);
  }
}

void CheckSelectableFields(const Value& fields, const Value& schema, bool limited,
                           const field::Path& path, field::ErrorList& errors) {
  if (!fields.is_list() || fields.size() == 0) return;
  if (!schema.is_object()) {
    errors.push_back(field::Invalid(
        path, "", "selectableFields may only be set when validations.schema is included"));
    return;
  }
  std::set<std::string_view> distinct;
  for (size_t i = 0; i < fields.size(); ++i) {
    std::string_view text = fields.items()[i].FindString("jsonPath");
    field::Path field_path = path.Index(i);
    field::Path at = field_path.Child("jsonPath");
    if (text.empty()) {
      errors.push_back(field::Required(at));
      continue;
    }
    FieldPathResult found = ResolveFieldPath(schema, text, FieldPathSyntax::kPlain);
    if (found.schema == nullptr) {
      errors.push_back(field::Invalid(at, text, "is an invalid path: " + found.error));
      continue;
    }
    if (text == ".metadata" || text.starts_with(".metadata.")) {
      errors.push_back(field::Invalid(at, text, "must not point to fields in metadata"));
    }
    if (!IsSelectable(*found.schema)) {
      errors.push_back(field::Invalid(at, text,
                                      "must point to a field of type string, boolean or integer. "
                                      "Enum string fields and strings with formats are allowed."));
    }
    if (!distinct.insert(text).second) errors.push_back(field::Duplicate(at, text));
  }
  auto count = static_cast<int64_t>(distinct.size());
  if (limited && count > kMaxSelectableFields) {
    errors.push_back(field::TooMany(path, count, kMaxSelectableFields));
  }
}

}  // namespace pintle::schema::crd_detail
