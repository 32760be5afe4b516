// v1beta1 states schema, subresources, columns and selectable fields once for all versions where
// they are the same; v1, the hub, states them with every version.
#include "apis/apiextensions/v1beta1/conversion.h"

#include "apis/apiextensions/v1beta1/same.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

// What stands at the top goes to all versions.
template <typename T, typename HubT>
void Spread(Arena& arena, const typeinfo::Ptr<T>& top,
            typeinfo::List<v1::CustomResourceDefinitionVersion>& versions,
            typeinfo::Ptr<HubT> v1::CustomResourceDefinitionVersion::* member) {
  if (!top) return;
  for (auto& version : versions) ToHub(arena, *top, (version.*member = {}).Ensure(arena));
}
template <typename T, typename HubT>
void Spread(Arena& arena, const typeinfo::List<T>& top,
            typeinfo::List<v1::CustomResourceDefinitionVersion>& versions,
            typeinfo::List<HubT> v1::CustomResourceDefinitionVersion::* member) {
  if (top.empty()) return;
  auto converted = typeinfo::ConvertList<HubT>(
      arena, top, [&](const T& from, HubT& to) { ToHub(arena, from, to); });
  for (auto& version : versions) version.*member = converted;
}

// What is the same in all versions goes to the top.
template <typename Member>
void Gather(typeinfo::List<CustomResourceDefinitionVersion>& versions,
            Member CustomResourceDefinitionVersion::* member, Member& top) {
  if (versions.empty()) return;
  for (const CustomResourceDefinitionVersion& version : versions) {
    if (!Same(version.*member, versions[0].*member)) return;
  }
  top = versions[0].*member;
  for (CustomResourceDefinitionVersion& version : versions) version.*member = {};
}

}  // namespace

void ToHub(Arena& arena, const CustomResourceConversion& from, v1::CustomResourceConversion& to) {
  SameFieldsToHub(arena, from, to);
  if (!from.webhook_client_config && from.conversion_review_versions.empty()) return;
  v1::WebhookConversion& webhook = to.webhook.Ensure(arena);
  if (from.webhook_client_config) {
    ToHub(arena, *from.webhook_client_config, webhook.client_config.Ensure(arena));
  }
  webhook.conversion_review_versions = from.conversion_review_versions;
}

void FromHub(Arena& arena, const v1::CustomResourceConversion& from, CustomResourceConversion& to) {
  SameFieldsFromHub(arena, from, to);
  if (!from.webhook) return;
  if (from.webhook->client_config) {
    FromHub(arena, *from.webhook->client_config, to.webhook_client_config.Ensure(arena));
  }
  to.conversion_review_versions = from.webhook->conversion_review_versions;
}

void ToHub(Arena& arena, const CustomResourceDefinitionSpec& from,
           v1::CustomResourceDefinitionSpec& to) {
  SameFieldsToHub(arena, from, to);
  to.preserve_unknown_fields = from.preserve_unknown_fields.value_or(true);
  to.versions = to.versions.Clone(arena);
  if (to.versions.empty() && !from.version.empty()) {
    to.versions.Append(arena, {.name = from.version, .served = true, .storage = true});
  }
  using Version = v1::CustomResourceDefinitionVersion;
  Spread(arena, from.validation, to.versions, &Version::schema);
  Spread(arena, from.subresources, to.versions, &Version::subresources);
  Spread(arena, from.additional_printer_columns, to.versions, &Version::additional_printer_columns);
  Spread(arena, from.selectable_fields, to.versions, &Version::selectable_fields);
}

void FromHub(Arena& arena, const v1::CustomResourceDefinitionSpec& from,
             CustomResourceDefinitionSpec& to) {
  SameFieldsFromHub(arena, from, to);
  to.preserve_unknown_fields = from.preserve_unknown_fields;
  if (to.versions.empty()) return;
  to.version = to.versions[0].name;
  to.versions = to.versions.Clone(arena);
  using Version = CustomResourceDefinitionVersion;
  Gather(to.versions, &Version::schema, to.validation);
  Gather(to.versions, &Version::subresources, to.subresources);
  Gather(to.versions, &Version::additional_printer_columns, to.additional_printer_columns);
  Gather(to.versions, &Version::selectable_fields, to.selectable_fields);
}

}  // namespace pintle::apis::apiextensions::v1beta1
