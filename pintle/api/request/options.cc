#include "pintle/api/request/options.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/meta/v1/types.h"
#include "pintle/api/request/attributes.h"
#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/yaml.h"
#include "pintle/field/errors.h"
#include "pintle/scheme/names.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::api {
namespace {

using field::ErrorList;
using field::Path;

constexpr std::string_view kMetaGroup = "meta.k8s.io";
constexpr size_t kMaxFieldManagerBytes = 128;
constexpr std::string_view kTokenVersion = "meta.k8s.io/v1";

// `["foo"]`
field::BadValue QuotedList(const std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  quoted.reserve(values.size());
  for (const std::string& value : values) quoted.push_back(Quoted(value));
  return field::BadValue::Rendered("[" + Join(quoted, ",") + "]");
}

void CheckDryRun(const std::vector<std::string>& values, ErrorList& errors) {
  for (const std::string& value : values) {
    if (value != "All") {
      errors.push_back(field::NotSupported(Path("dryRun"), QuotedList(values), {"All"}));
      return;
    }
  }
}

// Of one character, or a byte that is none: whether messages show it as it is.
bool IsPrintable(std::string_view character) {
  if (character == "\"" || character == "\\" || !IsValidUtf8(character)) return true;
  return Quoted(character).size() == character.size() + 2;
}

void CheckFieldManager(std::string_view manager, ErrorList& errors) {
  if (manager.size() > kMaxFieldManagerBytes) {
    errors.push_back(field::TooLong(Path("fieldManager"), kMaxFieldManagerBytes));
  }
  // Each fault shows all of it.
  for (size_t i = 0; i < manager.size() && errors.WantsMore();) {
    uint32_t code_point = 0;
    const size_t size = std::max<size_t>(1, DecodeUtf8(manager.substr(i), &code_point));
    if (!IsPrintable(manager.substr(i, size))) {
      errors.push_back(field::Invalid(
          Path("fieldManager"), manager,
          fmt::format("invalid character U+{:04X} (at position {})", code_point, i)));
    }
    i += size;
  }
}

Result<FieldValidation> ReadFieldValidation(std::string_view text, ErrorList& errors) {
  if (text.empty() || text == "Warn") return FieldValidation::kWarn;
  if (text == "Strict") return FieldValidation::kStrict;
  if (text == "Ignore") return FieldValidation::kIgnore;
  errors.push_back(
      field::NotSupported(Path("fieldValidation"), text, {"", "Ignore", "Strict", "Warn"}));
  return FieldValidation::kWarn;
}

std::string_view OptionsKind(WriteVerb verb) {
  switch (verb) {
    case WriteVerb::kCreate:
      return "CreateOptions";
    case WriteVerb::kUpdate:
      return "UpdateOptions";
    case WriteVerb::kPatch:
    case WriteVerb::kApply:
      return "PatchOptions";
  }
  return {};
}

Status CheckErrors(std::string_view kind, const ErrorList& errors) {
  if (errors.empty()) return {};
  return std::unexpected(field::InvalidStatus(kMetaGroup, kind, "", errors));
}

// What is wrong with what cannot be read as a number.
std::string_view NumberFault(std::string_view digits) {
  const bool all_digits =
      !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  return all_digits ? "value out of range" : "invalid syntax";
}

Result<std::optional<int64_t>> QueryInteger(const http::Query& query, std::string_view name) {
  auto text = query.First(name);
  if (!text) return std::optional<int64_t>();
  auto value = ParseInt64(*text);
  if (!value) {
    std::string_view digits = *text;
    if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
    return BadRequest(
        fmt::format("strconv.ParseInt: parsing {}: {}", Quoted(*text), NumberFault(digits)));
  }
  return value;
}

void CheckListMatch(const ListOptions& options, ErrorList& errors) {
  Path match("resourceVersionMatch");
  const std::string& value = options.resource_version_match;
  if (!value.empty()) {
    if (options.resource_version.empty()) {
      errors.push_back(field::Forbidden(
          match, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (!options.continue_token.empty()) {
      errors.push_back(
          field::Forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
    }
    if (value != "Exact" && value != "NotOlderThan") {
      errors.push_back(field::NotSupported(match, value, {"Exact", "NotOlderThan", ""}));
    }
    if (value == "Exact" && options.resource_version == "0") {
      errors.push_back(field::Forbidden(
          match, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
    }
  }
  if (options.send_initial_events) {
    errors.push_back(
        field::Forbidden(Path("sendInitialEvents"), "sendInitialEvents is forbidden for list"));
  }
}

void CheckWatchMatch(const ListOptions& options, ErrorList& errors) {
  Path match("resourceVersionMatch");
  const std::string& value = options.resource_version_match;
  if (options.send_initial_events && value != "NotOlderThan") {
    errors.push_back(field::Forbidden(
        match, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (value.empty()) return;
  if (!options.send_initial_events) {
    errors.push_back(field::Forbidden(
        match, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  }
  if (value != "NotOlderThan") {
    errors.push_back(field::NotSupported(match, value, {"NotOlderThan"}));
  }
  if (!options.continue_token.empty()) {
    errors.push_back(
        field::Forbidden(match, "resourceVersionMatch is forbidden when continue is provided"));
  }
}

}  // namespace

Result<WriteOptions> ParseWriteOptions(const http::Query& query, WriteVerb verb) {
  WriteOptions options;
  ErrorList errors;
  if (verb == WriteVerb::kPatch && query.Has("force")) {
    errors.push_back(field::Forbidden(Path("force"), "may not be specified for non-apply patch"));
  }
  options.field_manager = query.First("fieldManager").value_or("");
  if (verb == WriteVerb::kApply && options.field_manager.empty()) {
    errors.push_back(field::Required(Path("fieldManager"), "is required for apply patch"));
  }
  CheckFieldManager(options.field_manager, errors);
  std::vector<std::string> dry_run = query.All("dryRun");
  CheckDryRun(dry_run, errors);
  options.dry_run = !dry_run.empty();
  PINTLE_TRY(options.field_validation,
             ReadFieldValidation(query.First("fieldValidation").value_or(""), errors));
  PINTLE_RETURN_IF_ERROR(CheckErrors(OptionsKind(verb), errors));
  return options;
}

Result<ListOptions> ParseListOptions(const http::Query& query, bool watch) {
  ListOptions options;
  auto text = [&](std::string_view name) { return query.First(name).value_or(""); };
  options.label_selector = text("labelSelector");
  options.field_selector = text("fieldSelector");
  options.resource_version = text("resourceVersion");
  options.resource_version_match = text("resourceVersionMatch");
  options.continue_token = text("continue");
  options.watch = watch;
  options.allow_bookmarks = QueryFlag(query, "allowWatchBookmarks");
  if (query.Has("sendInitialEvents"))
    options.send_initial_events = QueryFlag(query, "sendInitialEvents");
  PINTLE_TRY(options.timeout_seconds, QueryInteger(query, "timeoutSeconds"));
  PINTLE_TRY(std::optional<int64_t> limit, QueryInteger(query, "limit"));
  options.limit = std::max<int64_t>(0, limit.value_or(0));

  bool from_start = options.resource_version.empty() || options.resource_version == "0";
  if (watch && from_start && options.resource_version_match.empty() &&
      !options.send_initial_events) {
    options.send_initial_events = true;
    options.resource_version_match = "NotOlderThan";
  }
  return options;
}

Status CheckListOptions(const ListOptions& options) {
  ErrorList errors;
  if (options.watch) {
    CheckWatchMatch(options, errors);
  } else {
    CheckListMatch(options, errors);
  }
  return CheckErrors("ListOptions", errors);
}

namespace {

Status DecodeDeleteOptions(std::string_view body, object::MediaType media, Arena& arena,
                           apis::meta::v1::DeleteOptions& out, DeleteRequest& request,
                           field::Findings* findings) {
  const auto& type = typeinfo::TypeOf<apis::meta::v1::DeleteOptions>();
  if (media == object::MediaType::kProtobuf) {
    return typeinfo::DecodeProtobuf(body, type, &out, arena, findings);
  }
  if (media == object::MediaType::kYaml) {
    auto first = codec::ParseFirstYaml(body, arena, findings);
    if (!first) return BadRequest(first.error().message());
    request.more_documents = first->more;
    return typeinfo::FromValue(first->value, type, &out, arena, findings);
  }
  Result<Value> parsed = media == object::MediaType::kCbor
                             ? codec::ParseCbor(body, arena, codec::CborText::kRepaired)
                             : codec::ParseJson(body, arena, findings);
  if (!parsed) return BadRequest(parsed.error().message());
  return typeinfo::FromValue(*parsed, type, &out, arena, findings);
}

}  // namespace

Result<DeleteRequest> ParseDeleteOptions(const http::Query& query, std::string_view body,
                                         object::MediaType media, std::string_view group_version,
                                         field::Findings* findings) {
  using apis::meta::v1::DeleteOptions;
  Arena arena;
  DeleteRequest request;
  std::vector<std::string> dry_run;
  if (!body.empty()) {
    auto* decoded = arena.New<DeleteOptions>();
    PINTLE_RETURN_IF_ERROR(DecodeDeleteOptions(body, media, arena, *decoded, request, findings));
    std::string_view kind = decoded->type_meta.kind;
    std::string_view version = decoded->type_meta.api_version;
    bool known_version = version.empty() || version == "v1" || version == "meta.k8s.io/v1" ||
                         version == group_version;
    if ((!kind.empty() && kind != "DeleteOptions") || !known_version) {
      return BadRequest(fmt::format(
          "no kind \"{}\" is registered for version \"{}\" in scheme of options", kind, version));
    }
    if (decoded->grace_period_seconds) {
      request.options.grace_period_seconds = *decoded->grace_period_seconds;
    }
    if (decoded->orphan_dependents) request.options.orphan_dependents = *decoded->orphan_dependents;
    if (decoded->propagation_policy) {
      request.options.propagation_policy = std::string(*decoded->propagation_policy);
    }
    if (decoded->preconditions) {
      if (decoded->preconditions->uid) {
        request.options.precondition_uid = std::string(*decoded->preconditions->uid);
      }
      if (decoded->preconditions->resource_version) {
        request.options.precondition_resource_version =
            std::string(*decoded->preconditions->resource_version);
      }
    }
    for (std::string_view value : decoded->dry_run) dry_run.emplace_back(value);
  } else {
    PINTLE_TRY(request.options.grace_period_seconds, QueryInteger(query, "gracePeriodSeconds"));
    if (query.Has("orphanDependents")) {
      request.options.orphan_dependents = QueryFlag(query, "orphanDependents");
    }
    request.options.propagation_policy = query.First("propagationPolicy");
    dry_run = query.All("dryRun");
  }
  ErrorList errors;
  const auto& policy = request.options.propagation_policy;
  if (policy && request.options.orphan_dependents) {
    errors.push_back(field::Invalid(Path("propagationPolicy"), *policy,
                                    "orphanDependents and deletionPropagation cannot be both set"));
  }
  if (policy && *policy != "Orphan" && *policy != "Background" && *policy != "Foreground") {
    errors.push_back(field::NotSupported(Path("propagationPolicy"), *policy,
                                         {"Foreground", "Background", "Orphan", "nil"}));
  }
  CheckDryRun(dry_run, errors);
  PINTLE_RETURN_IF_ERROR(CheckErrors("DeleteOptions", errors));
  request.dry_run = !dry_run.empty();
  return request;
}

Result<uint64_t> ParseResourceVersion(std::string_view text) {
  if (text.empty()) return uint64_t{0};
  auto value = ParseUint64(text);
  if (!value) {
    return BadRequest(fmt::format(
        "invalid resource version: resourceVersion: Invalid value: {0}: strconv.ParseUint: parsing "
        "{0}: {1}",
        Quoted(text), NumberFault(text)));
  }
  // Revisions have a sign in the store; none ever comes near.
  return std::min<uint64_t>(*value, INT64_MAX);
}

std::string EncodeContinue(const ContinueToken& token) {
  Arena arena;
  Value document = Value::Object(arena, {{"v", Value(kTokenVersion)},
                                         {"rv", Value(token.revision)},
                                         {"start", Value::String(arena, token.start + '\0')}});
  return Base64UrlEncode(codec::ToJson(document));
}

Result<ContinueToken> DecodeContinue(std::string_view text) {
  auto invalid = [](std::string_view why) {
    return BadRequest(fmt::format("invalid continue token: continue key is not valid: {}", why));
  };
  size_t bad_offset = 0;
  auto json = Base64UrlDecode(text, &bad_offset);
  if (!json) return invalid(fmt::format("illegal base64 data at input byte {}", bad_offset));
  Arena arena;
  auto document = codec::ParseJson(*json, arena);
  if (!document) return invalid(document.error().message());
  if (!document->is_object()) return invalid("not a token of this server");
  std::string_view version = document->FindString("v");
  if (version != kTokenVersion) {
    return invalid(
        fmt::format("server does not recognize this encoded version {}", Quoted(version)));
  }
  Value revision = document->Find("rv");
  std::string start(document->FindString("start"));
  if (!revision.is_int() || revision.as_int() == 0) {
    return invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (start.empty()) return invalid("encoded start key empty (version meta.k8s.io/v1)");
  if (start.starts_with('/')) start.erase(0, 1);
  // Nothing in it may lead out of the list.
  for (std::string_view segment : Split(start, '/')) {
    if (segment.empty() || segment == "." || segment == "..") return invalid(start);
  }
  return ContinueToken{revision.as_int(), std::move(start)};
}

}  // namespace pintle::api
