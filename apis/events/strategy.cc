#include "apis/builtin.h"
#include "apis/core/v1/cells.h"
#include "apis/core/v1/lifecycle.h"
#include "apis/core/v1/validation_event.h"
#include "apis/events/v1/conversion.h"
#include "apis/events/v1/lifecycle.h"
#include "apis/resource_row.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::events {
namespace {

constexpr std::string_view kGroup = "events.k8s.io";

constexpr scheme::FieldLabel kCoreLabels[] = {
    {"involvedObject.kind"},
    {"involvedObject.namespace"},
    {"involvedObject.name"},
    {"involvedObject.uid"},
    {"involvedObject.apiVersion"},
    {"involvedObject.resourceVersion"},
    {"involvedObject.fieldPath"},
    {"reason"},
    {"reportingComponent"},
    {.label = "source", .path = "source.component", .otherwise = "reportingComponent"},
    {"type"},
};
constexpr scheme::FieldLabel kLabels[] = {
    {"regarding.kind", "involvedObject.kind"},
    {"regarding.namespace", "involvedObject.namespace"},
    {"regarding.name", "involvedObject.name"},
    {"regarding.uid", "involvedObject.uid"},
    {"regarding.apiVersion", "involvedObject.apiVersion"},
    {"regarding.resourceVersion", "involvedObject.resourceVersion"},
    {"regarding.fieldPath", "involvedObject.fieldPath"},
    {"reason"},
    {"reportingController", "reportingComponent"},
    {"type"},
};

constexpr scheme::VersionRow CoreV1(scheme::VersionRow row) {
  row.version = "v1";
  return scheme::Version<core::v1::Event, core::v1::EventList>(row);
}
constexpr scheme::VersionRow EventsV1(scheme::VersionRow row) {
  row.version = "v1";
  return scheme::ConvertedVersion<v1::Event, v1::EventList, core::v1::Event>(row);
}

// One set of objects, stored as core/v1, under two groups.
constexpr ResourceRow kEither = {.kind = {.kind = "Event"},
                                 .plural = "events",
                                 .short_names = {"ev"},
                                 .table = core::v1::EventTable,
                                 .create_on_update = true,
                                 .default_propagation = write::Propagation::kUnsupported};

constexpr ResourceRow CoreEvents() {
  ResourceRow row = kEither;
  row.kind.versions = {CoreV1({}), EventsV1({.other_group = kGroup})};
  row.kind.field_labels = kCoreLabels;
  row.name_rule = write::PathSegmentName;
  row.meta_update_rules = write::MetaUpdateRules::kNone;
  row.validate = ValidateBy<core::v1::ValidateEvent>;
  row.validate_update = ValidateUpdateBy<core::v1::ValidateEventUpdate>;
  return row;
}

constexpr ResourceRow Events() {
  ResourceRow row = kEither;
  row.kind.versions = {EventsV1({}), CoreV1({.other_group = ""})};
  row.kind.storage_version = "v1";
  row.kind.storage_group = "";
  row.kind.field_labels = kLabels;
  row.validate = ValidateBy<core::v1::ValidateNewStyleEvent>;
  row.validate_update = ValidateUpdateBy<core::v1::ValidateNewStyleEventUpdate>;
  return row;
}

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme,
                                                 const BuiltinOptions& options) {
  std::vector<write::ResourceDefinition> resources = {Define(scheme, "", CoreEvents()),
                                                      Define(scheme, kGroup, Events())};
  for (auto& resource : resources) resource.storing.ttl_seconds = options.event_ttl_seconds;
  return resources;
}

}  // namespace pintle::apis::events
