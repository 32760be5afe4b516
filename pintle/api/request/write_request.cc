#include "pintle/api/request/write_request.h"

#include <fmt/format.h>

#include "pintle/object/read/decode.h"
#include "pintle/object/read/finding_causes.h"

namespace pintle::api {
namespace {

using write::Verb;
using write::Verbs;

constexpr int64_t kMaxBodyBytes = 3 * 1024 * 1024;

// Only the first document of a body is read, and nobody wrote the others to be ignored.
Status CheckDocuments(Exchange& exchange, const WriteOptions& options, const object::Kind& kind,
                      const object::DecodedBody& body) {
  if (!body.more_documents) return {};
  if (options.field_validation == FieldValidation::kStrict) {
    return object::CannotHandle(body.kind, body.version, kind,
                                "strict decoding error: the body has more than one YAML document");
  }
  exchange.warnings.AddOwn(kFirstDocumentOnly);
  return {};
}

// Findings as the request wants them: an error, warnings, or nothing.
Status ApplyFindings(Exchange& exchange, const WriteOptions& options, const object::Kind& kind,
                     object::MediaType media, const object::DecodedBody& body) {
  if (!body.findings.empty() && options.field_validation == FieldValidation::kStrict) {
    Error refusal =
        object::CannotHandle(body.kind, body.version, kind, field::StrictMessage(body.findings))
            .error();
    ErrorDetails details;
    details.causes =
        object::FindingCauses(kind, body.version, media, exchange.request.body, body.findings);
    return std::unexpected(std::move(refusal.WithDetails(std::move(details))));
  }
  exchange.warnings.AddFindings(body.findings);
  return {};
}

}  // namespace

Status CheckBodySize(const http::Request& request) {
  if (!request.body_too_large) return {};
  return Fail(Reason::kRequestEntityTooLarge,
              fmt::format("Request entity too large: limit is {}", kMaxBodyBytes));
}

Result<WriteOptions> ReadWriteOptions(Exchange& exchange, WriteVerb verb) {
  PINTLE_TRY(WriteOptions options, ParseWriteOptions(exchange.query, verb));
  if (!exchange.field_validation_enabled) options.field_validation = FieldValidation::kIgnore;
  exchange.asked.dry_run = options.dry_run;
  exchange.asked.tells_losses = options.field_validation != FieldValidation::kIgnore;
  return options;
}

Status DecideBodyFormat(Exchange& exchange) {
  constexpr Verbs kWithBody = {Verb::kCreate, Verb::kUpdate, Verb::kDelete,
                               Verb::kDeleteCollection};
  if (exchange.verb == Verb::kPatch) {
    PINTLE_TRY(exchange.patch_format,
               PatchFormatOf(exchange.request, exchange.definition(), exchange.cbor_enabled));
  } else if (kWithBody.Has(exchange.verb)) {
    exchange.body_media = RequestMediaType(exchange.request, BodyFormatsOf(exchange));
  }
  return {};
}

bool NeedsBody(const Exchange& exchange) {
  constexpr Verbs kMayHaveNone = {Verb::kDelete, Verb::kDeleteCollection};
  constexpr Verbs kWithObject = {Verb::kCreate, Verb::kUpdate};
  const write::Endpoint* endpoint = exchange.endpoint();
  if (endpoint != nullptr && endpoint->connect) return false;
  if (kWithObject.Has(exchange.verb)) return exchange.body_media.has_value();
  return exchange.verb == Verb::kPatch || kMayHaveNone.Has(exchange.verb);
}

Result<object::Object> DecodeRequest(Exchange& exchange, const WriteOptions& options,
                                     const write::ResourceDefinition& spoken,
                                     std::string_view version) {
  PINTLE_TRY(object::MediaType media, exchange.body_media);
  bool collect = options.field_validation != FieldValidation::kIgnore;
  PINTLE_TRY(object::DecodedBody decoded,
             object::DecodeBody(spoken.kind, version, media, exchange.request.body, collect));
  EndStage(exchange.stages.get(), "decode");
  PINTLE_RETURN_IF_ERROR(CheckDocuments(exchange, options, spoken.kind, decoded));
  // What a body of another version has is measured by that version: findings would mislead.
  if (options.field_validation == FieldValidation::kStrict) PINTLE_RETURN_IF_ERROR(decoded.fits);
  PINTLE_RETURN_IF_ERROR(ApplyFindings(exchange, options, spoken.kind, media, decoded));
  PINTLE_RETURN_IF_ERROR(decoded.fits);
  return std::move(decoded.object);
}

}  // namespace pintle::api
