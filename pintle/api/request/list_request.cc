#include "pintle/api/request/list_request.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle::api {
namespace {

// The name in the index of a field that objects can be selected by.
Result<std::string> IndexedLabel(const write::ResourceDefinition& resource,
                                 std::string_view label) {
  if (resource.kind.is_typed()) {
    PINTLE_TRY(std::string_view name, scheme::ConvertFieldLabel(*resource.kind.typed, label));
    return std::string(name);
  }
  bool known = label == "metadata.name" ||
               (label == "metadata.namespace" && resource.names.namespaced) ||
               std::ranges::find(resource.kind.selectable_fields, label) !=
                   resource.kind.selectable_fields.end();
  if (!known) return BadRequest(fmt::format("field label not supported: {}", label));
  return std::string(label);
}

}  // namespace

Result<ListRequest> ListRequest::Parse(const Exchange& exchange, bool watch) {
  const write::ResourceDefinition& resource = exchange.definition();
  ListRequest list;
  PINTLE_TRY(list.options, ParseListOptions(exchange.query, watch));
  PINTLE_TRY(list.labels, LabelSelector::Parse(list.options.label_selector));
  PINTLE_TRY(list.fields, FieldSelector::Parse(list.options.field_selector));
  PINTLE_RETURN_IF_ERROR(CheckListOptions(list.options));
  auto convert = [&](std::string_view label) { return IndexedLabel(resource, label); };
  PINTLE_RETURN_IF_ERROR(list.fields.Convert(convert));
  if (const std::string& name = exchange.asked.what.name; !name.empty()) {
    // A watch of one object, by the old form of path.
    const std::string* pinned = list.fields.Pinned("metadata.name");
    if (!list.fields.empty() && (pinned == nullptr || *pinned != name)) {
      return BadRequest("fieldSelector metadata.name doesn't match requested name");
    }
    if (pinned == nullptr) list.fields.Pin("metadata.name", name);
  }
  list.prefix =
      resource.Prefix(exchange.asked.what.in_namespace ? exchange.asked.what.namespace_name : "");
  list.limit = list.options.limit;

  const std::string& version = list.options.resource_version;
  if (!list.options.continue_token.empty() && !watch) {
    PINTLE_TRY(ContinueToken token, DecodeContinue(list.options.continue_token));
    if (!version.empty() && version != "0") {
      return BadRequest("specifying resource version is not allowed when using continue");
    }
    list.start = list.prefix + token.start;
    // -1: go on at the newest revision.
    if (token.revision > 0) list.exact_revision = token.revision;
    list.latest = token.revision <= 0;
    return list;
  }
  PINTLE_TRY(uint64_t revision, ParseResourceVersion(version));
  if (revision == 0) {
    // `0` is served from the cache whole, as the reference does.
    if (version == "0" && !watch) list.limit = 0;
    list.latest = version.empty();
    return list;
  }
  bool exact = list.options.resource_version_match == "Exact" ||
               (list.options.resource_version_match.empty() && list.limit > 0 && !watch);
  list.min_revision = static_cast<int64_t>(revision);
  if (exact) list.exact_revision = static_cast<int64_t>(revision);
  return list;
}

storage::ListQuery ListRequest::Query() const {
  storage::ListQuery query;
  query.prefix = prefix;
  query.start = start;
  query.limit = static_cast<size_t>(std::max<int64_t>(limit, 0));
  query.freshness = Freshness();
  query.exact_revision = exact_revision;
  if (HasSelector()) {
    query.matches = [this](const storage::ObjectHeader& header) { return Matches(header); };
  }
  return query;
}

std::string ListRequest::TokenAfter(std::string_view key, int64_t revision) const {
  return EncodeContinue({revision, std::string(key.substr(prefix.size()))});
}

std::unexpected<Error> ListRequest::Expired() const {
  if (options.continue_token.empty()) {
    return Fail(Reason::kExpired, "The resourceVersion for the provided list is too old.");
  }
  std::string position = start.substr(prefix.size());
  while (position.ends_with('\0')) position.pop_back();
  return std::unexpected(
      Error(
          Reason::kExpired,
          "The provided continue parameter is too old to display a consistent list result. You can "
          "start a new list without the continue parameter, or use the continue token in this "
          "response to retrieve the remainder of the results. Continuing with the provided token "
          "results in an inconsistent list - objects that were created, modified, or deleted "
          "between the time the first chunk was returned and now may show up in the list.")
          .WithContinue(EncodeContinue({-1, position})));
}

}  // namespace pintle::api
