#pragma once

#include <memory>
#include <string_view>

#include "pintle/base/bytes.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/media_type.h"
#include "pintle/object/object.h"

namespace pintle::object {

// An object read from a request together with what strict decoding found in it.
struct Decoded {
  Object object;
  field::Findings findings;
};

// The same of a request's body.
struct DecodedBody : Decoded {
  // What the body says it is, or the endpoint where it does not say.
  std::string kind;
  std::string version;
  // Behind the document of a YAML body, which is all that was read, is another one.
  bool more_documents = false;
  // 400 for a body of another version than the endpoint's.
  Status fits = {};
};

// Reads a request body sent to an endpoint of `version`: identifies the kind, decodes, collects
// findings (when asked to), prunes, defaults and converts to the hub. Failures are 400 with the
// API's wording; 413 for a body that stands for much more than it says (TooMuchToRead).
Result<DecodedBody> DecodeBody(const Kind& kind, std::string_view version, MediaType media,
                               std::string_view body, bool collect_findings);

// 400 for a body that says it is a `said_kind` of `said_version`, sent where `kind` is expected.
std::unexpected<Error> CannotHandle(std::string_view said_kind, std::string_view said_version,
                                    const Kind& kind, std::string_view cause);

// The same for a document that is already a value (a patch result); errors are the bare causes
// without the body's wrapping text. `document` must live in `arena` or be kept alive by it. What is
// found is added to `findings`.
Result<Decoded> DecodeDocument(const Kind& kind, std::string_view version,
                               std::shared_ptr<Arena> arena, const Value& document,
                               bool collect_findings, field::Findings findings = {});
// The same for one that is JSON text, in which members may repeat.
Result<Decoded> DecodeJsonDocument(const Kind& kind, std::string_view version,
                                   std::shared_ptr<Arena> arena, std::string_view json,
                                   bool collect_findings);

// Reads stored bytes (JSON, or with their prefixes CBOR and Protobuf) of any version the kind
// knows, leniently, in hub form; the revision becomes metadata.resourceVersion.
Result<Object> DecodeStored(const Kind& kind, const Bytes& stored, int64_t revision);

}  // namespace pintle::object
