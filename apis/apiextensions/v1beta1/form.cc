#include "apis/apiextensions/v1beta1/form.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/apiextensions/v1beta1/same.h"
#include "apis/apiextensions/v1beta1/types.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

using Version = CustomResourceDefinitionVersion;

// That can share what is said at the top, which becomes part of each of them.
constexpr int64_t kMaxSharing = 32;

template <typename T>
bool IsSet(const typeinfo::Ptr<T>& member) {
  return static_cast<bool>(member);
}
template <typename T>
bool IsSet(const typeinfo::List<T>& member) {
  return !member.empty();
}

field::BadValue Shown(const CustomResourceDefinitionSpec& spec) {
  Arena arena;
  Value value = typeinfo::ToValue(typeinfo::TypeOf<CustomResourceDefinitionSpec>(), &spec, arena);
  return field::BadValue::Rendered(codec::ToJson(value.Find("versions")));
}

class FormChecker {
 public:
  explicit FormChecker(const CustomResourceDefinitionSpec& spec) : spec_(spec) {}

  field::ErrorList Run() {
    if (!spec_.versions.empty() && spec_.versions[0].name != spec_.version) {
      errors_.push_back(field::Invalid(path_.Child("version"), spec_.version,
                                       "must match the first version in spec.versions"));
    }
    const bool shared = IsSet(spec_.validation) || IsSet(spec_.subresources) ||
                        IsSet(spec_.additional_printer_columns) || IsSet(spec_.selectable_fields);
    const auto count = static_cast<int64_t>(spec_.versions.size());
    if (shared && count > kMaxSharing) {
      errors_.push_back(field::TooMany(path_.Child("versions"), count, kMaxSharing));
    }
    Setting("validation", spec_.validation, &Version::schema, "schemas");
    Setting("subresources", spec_.subresources, &Version::subresources, "subresources");
    Setting("additionalPrinterColumns", spec_.additional_printer_columns,
            &Version::additional_printer_columns, "additionalPrinterColumns");
    Setting("selectableFields", spec_.selectable_fields, &Version::selectable_fields,
            "selectableFields");
    return std::move(errors_);
  }

 private:
  // One that may stand at the top or with the versions, which call it `plural`.
  template <typename T>
  void Setting(std::string_view name, const T& top, T Version::* member, std::string_view plural) {
    const auto& versions = spec_.versions;
    const bool with_some = std::ranges::any_of(
        versions, [&](const Version& version) { return IsSet(version.*member); });
    if (!with_some) return;
    if (IsSet(top)) {
      errors_.push_back(field::Forbidden(
          path_.Child(name),
          fmt::format("top-level and per-version {} are mutually exclusive", plural)));
    }
    const bool identical = std::ranges::all_of(versions, [&](const Version& version) {
      return IsSet(version.*member) && Same(version.*member, versions[0].*member);
    });
    if (identical) {
      errors_.push_back(field::Invalid(
          path_.Child("versions"), Shown(spec_),
          fmt::format("per-version {} may not all be set to identical values (top-level {} should "
                      "be used instead)",
                      plural, name)));
    }
  }

  const CustomResourceDefinitionSpec& spec_;
  const field::Path path_{"spec"};
  field::ErrorList errors_;
};

}  // namespace

field::ErrorList CheckForm(const void* definition) {
  return FormChecker(static_cast<const CustomResourceDefinition*>(definition)->spec).Run();
}

}  // namespace pintle::apis::apiextensions::v1beta1
