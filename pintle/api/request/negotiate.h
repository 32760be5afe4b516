#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/http/server.h"
#include "pintle/object/media_type.h"

namespace pintle::api {

// What a response is turned into before it is encoded.
enum class Transform : uint8_t { kNone, kTable, kPartialMetadata, kPartialMetadataList };

// The result of negotiating a response.
struct Negotiated {
  object::MediaType media = object::MediaType::kJson;
  Transform transform = Transform::kNone;
  // `v1` or `v1beta1` of meta.k8s.io when there is a transform.
  std::string transform_version = "v1";
  bool pretty = false;
};

// Not every kind has a Protobuf form; metadata and errors of all do.
enum class ProtobufOffer : uint8_t { kAll, kMetadataOnly };

// What an endpoint can produce.
struct Offer {
  bool cbor = true;
  ProtobufOffer protobuf = ProtobufOffer::kAll;
  bool tables = true;
  bool transforms = true;
  // Watches cannot be YAML, and accept application/cbor-seq.
  bool watch = false;
  // A list, which may also be asked for as a watch; only named in refusals.
  bool list = false;
  // Compiled-in resources refuse ranges such as `application/*` without an exact type beside them.
  bool exact_types = false;
};

// Chooses by the Accept header; 406 if nothing fits.
Result<Negotiated> NegotiateResponse(const http::Request& request, const Offer& offer);

// The Content-Type of a watch.
std::string_view StreamContentType(object::MediaType media);

// One clause of an Accept header with its parameters, best first.
struct AcceptClause {
  std::string type;
  std::string subtype;
  double quality = 1;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string_view Parameter(std::string_view name) const;
};
// Of very many only the first count.
std::vector<AcceptClause> ParseAccept(std::string_view header);

// The formats a request body may have besides JSON and YAML.
struct BodyFormats {
  bool cbor = true;
  bool protobuf = true;
};

// What they are called, separated by commas.
std::string AcceptedBodyTypes(BodyFormats formats);

// The format of a request body by its Content-Type (JSON when there is none); 415 otherwise.
Result<object::MediaType> RequestMediaType(const http::Request& request, BodyFormats formats);

// Pretty printing: asked for by `pretty`, or by people's clients.
bool WantsPretty(const http::Request& request);

}  // namespace pintle::api
