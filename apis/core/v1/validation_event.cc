#include "apis/core/v1/validation_event.h"

#include <fmt/format.h>

#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxMessageBytes = 1024;
constexpr std::string_view kOtherNamespace = "does not match event.namespace";

void RequiredShort(std::string_view name, Str text, ErrorList& errors) {
  Path path(name);
  validate::NotEmpty(path, text, errors);
  if (text.size() > kMaxNameBytes) {
    errors.push_back(field::Invalid(path, "", "can have at most 128 characters"));
  }
}

void ValidateOldStyle(const Event& event, ErrorList& errors) {
  Str object = event.involved_object.namespace_;
  Str own = event.metadata.namespace_;
  bool good = object.empty() ? own.empty() || own == "default" : object == own;
  if (!good) {
    errors.push_back(field::Invalid(Path("involvedObject.namespace"), object, kOtherNamespace));
  }
}

void ValidateTimed(const Event& event, std::string_view controller, ErrorList& errors) {
  Str own = event.metadata.namespace_;
  if (event.involved_object.namespace_.empty() && own != "default" && own != "kube-system") {
    errors.push_back(field::Invalid(Path("involvedObject.namespace"),
                                    event.involved_object.namespace_, kOtherNamespace));
  }
  Path path(controller);
  validate::NotEmpty(path, event.reporting_component, errors);
  validate::Form(path, event.reporting_component, validate::IsQualifiedName, errors);
  RequiredShort("reportingInstance", event.reporting_instance, errors);
  RequiredShort("action", event.action, errors);
  RequiredShort("reason", event.reason, errors);
  if (event.message.size() > kMaxMessageBytes) {
    errors.push_back(field::Invalid(Path("message"), "", "can have at most 1024 characters"));
  }
}

void ValidateCommon(const Event& event, std::string_view controller, ErrorList& errors) {
  if (event.event_time) {
    ValidateTimed(event, controller, errors);
  } else {
    ValidateOldStyle(event, errors);
  }
  validate::FormIfGiven(Path("namespace"), event.metadata.namespace_, validate::IsDns1123Subdomain,
                        errors);
}

void ValidateSeries(const Event& event, ErrorList& errors) {
  if (!event.series) return;
  if (event.series->count < 2) {
    errors.push_back(field::Invalid(Path("series.count"), "", "should be at least 2"));
  }
  if (!event.series->last_observed_time) {
    errors.push_back(field::Required(Path("series.lastObservedTime")));
  }
}

bool SameMicroseconds(const typeinfo::MicroTime& a, const typeinfo::MicroTime& b) {
  return a.set == b.set && a.seconds == b.seconds && a.nanoseconds / 1000 == b.nanoseconds / 1000;
}

}  // namespace

ErrorList ValidateEvent(const Event& event) {
  ErrorList errors;
  ValidateCommon(event, "reportingComponent", errors);
  return errors;
}

ErrorList ValidateEventUpdate(const Event& event, const Event& /*old*/) {
  return ValidateEvent(event);
}

ErrorList ValidateNewStyleEvent(const Event& event) {
  ErrorList errors;
  ValidateCommon(event, "reportingController", errors);
  ValidateSeries(event, errors);
  if (!event.event_time) errors.push_back(field::Required(Path("eventTime")));
  if (event.type != "Normal" && event.type != "Warning") {
    errors.push_back(
        field::Invalid(Path("type"), "", fmt::format("has invalid value: {}", event.type)));
  }
  auto unset = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Invalid(Path(name), "", "needs to be unset"));
  };
  unset(bool(event.first_timestamp), "firstTimestamp");
  unset(bool(event.last_timestamp), "lastTimestamp");
  unset(event.count != 0, "count");
  unset(!event.source.component.empty() || !event.source.host.empty(), "source");
  return errors;
}

ErrorList ValidateNewStyleEventUpdate(const Event& event, const Event& old) {
  ErrorList errors;
  ValidateCommon(event, "reportingController", errors);
  if (!validate::Equal(event.series, old.series)) ValidateSeries(event, errors);
  validate::Unchanged(Path("involvedObject"), event.involved_object, old.involved_object, errors);
  validate::Unchanged(Path("reason"), event.reason, old.reason, errors);
  validate::Unchanged(Path("message"), event.message, old.message, errors);
  validate::Unchanged(Path("source"), event.source, old.source, errors);
  validate::Unchanged(Path("firstTimestamp"), event.first_timestamp, old.first_timestamp, errors);
  validate::Unchanged(Path("lastTimestamp"), event.last_timestamp, old.last_timestamp, errors);
  validate::Unchanged(Path("count"), event.count, old.count, errors);
  validate::Unchanged(Path("type"), event.type, old.type, errors);
  if (!SameMicroseconds(event.event_time, old.event_time)) {
    errors.push_back(field::Invalid(Path("eventTime"), validate::Shown(event.event_time),
                                    validate::kImmutableText));
  }
  validate::Unchanged(Path("action"), event.action, old.action, errors);
  validate::Unchanged(Path("related"), event.related, old.related, errors);
  validate::Unchanged(Path("reportingController"), event.reporting_component,
                      old.reporting_component, errors);
  validate::Unchanged(Path("reportingInstance"), event.reporting_instance, old.reporting_instance,
                      errors);
  return errors;
}

}  // namespace pintle::apis::core::v1
