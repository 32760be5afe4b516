#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apis/meta/v1/types.h"
#include "pintle/api/request/attributes.h"
#include "pintle/api/request/negotiate.h"
#include "pintle/api/request/patch_type.h"
#include "pintle/base/cancellation.h"
#include "pintle/base/error.h"
#include "pintle/base/stage_times.h"
#include "pintle/base/task.h"
#include "pintle/http/query.h"
#include "pintle/http/server.h"
#include "pintle/metrics/metrics.h"
#include "pintle/object/object.h"
#include "pintle/registry/registry.h"
#include "pintle/resource/request.h"
#include "pintle/resource/warnings.h"

namespace pintle::api {

// One request on its way through the handlers: what was asked, by whom, and how the answer is to
// look. Lives as long as the request; used on its executor only.
struct Exchange {
  Exchange(http::Request& request, http::ResponseWriter& writer)
      : request(request), writer(writer) {
    asked.cancellation = &cancellation;
  }

  http::Request& request;
  http::ResponseWriter& writer;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  // Once its time is over, or its client was seen to have gone, there is nobody to answer.
  Cancellation cancellation;
  // Who asks for what, and how a write of it is to be done, once its options are read.
  write::Request asked;
  // Of `asked`; nothing if that is not for a resource, or its method is none of the verbs.
  std::optional<write::Verb> verb;
  http::Query query;
  // Who asked to be that user; empty if nobody did.
  std::string impersonator;
  std::string audit_id;
  Negotiated negotiated;
  // How the body is written; of a patch, what it is too. DecideBodyFormat sets the one or the
  // other.
  Result<object::MediaType> body_media = object::MediaType::kJson;
  PatchFormat patch_format;
  write::Warnings warnings;
  bool cbor_enabled = true;
  bool field_validation_enabled = true;
  // Null where nobody counts.
  Metrics* metrics = nullptr;
  // Null for requests that are not for a resource.
  std::shared_ptr<const ServedResource> resource;
  // Where the resource was found.
  const RegistryHolder* registry = nullptr;
  // What its stages took; null unless it is to be logged.
  std::unique_ptr<StageTimes> stages;
  // For metrics: the code that was sent.
  int status_sent = 0;
  // It was answered in place of its handler, which may still be at work, and logged then.
  bool answered_late = false;

  const write::ResourceDefinition& definition() const { return *resource->definition; }
  // The endpoint of another kind that the path names; null if it names none.
  const write::Endpoint* endpoint() const;
  // What bodies and answers are of: the resource, or the kind that the endpoint speaks.
  const write::ResourceDefinition& spoken() const;
  // Another definition of the resource is served by now, or none.
  bool IsOutdated() const {
    return registry != nullptr && registry->Current()->Find(asked.what.group, asked.what.version,
                                                            asked.what.resource) != resource;
  }
};

// The formats that the body of a request to this endpoint, with this method, may have.
BodyFormats BodyFormatsOf(const Exchange& exchange);

// The headers every answer has, warnings included.
http::Headers StandardHeaders(const Exchange& exchange, std::string_view content_type);

// Sends bytes that are already encoded.
Task<void> Reply(Exchange& exchange, int status, std::string_view content_type,
                 std::vector<Bytes> body);
// Sends a value in the negotiated format (as JSON lines have it, with a newline when compact).
// `type` is what it is in Protobuf.
Task<void> ReplyValue(Exchange& exchange, int status, const Value& value,
                      const typeinfo::TypeInfo& type);
// Sends an error as a Status in the negotiated format; as indented JSON where negotiation asked for
// a transform.
Task<void> ReplyError(Exchange& exchange, const Error& error);
Task<void> ReplyText(Exchange& exchange, int status, std::string text);

// A Status for `error`.
const apis::meta::v1::Status* MakeStatus(Arena& arena, const Error& error);

// `Warning` header values for texts, within the budget of characters the API allows. Of more than
// clients can take the last says how many there are besides, `more` beyond the texts among them.
// Texts may hold any character.
std::vector<std::string> WarningHeaders(const std::vector<std::string>& texts, size_t more = 0);

}  // namespace pintle::api
