#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/api/openapi/paths.h"
#include "pintle/base/bytes.h"
#include "pintle/registry/registry.h"

namespace pintle::api {

struct OpenApiDocument {
  Bytes json;
  // ContentHash of the JSON; in quotes it is the ETag.
  std::string hash;
};

// A document in Protobuf form, with the hash of its JSON.
struct OpenApiProtobuf {
  Bytes protobuf;
  std::string hash;
};

// The OpenAPI documents of the server, made when they are first asked for and kept. The document of
// a group version stays as long as its resources do, so that a new custom resource costs only its
// own group. Thread-safe; while a document is being made, others who want one wait.
class OpenApiDocuments {
 public:
  explicit OpenApiDocuments(OpenApiOptions options) : options_(std::move(options)) {}

  // The document at `api/v1` or `apis/<group>/<version>`; nothing if that is not served.
  std::optional<OpenApiDocument> V3(const Registry& registry, std::string_view path);
  std::optional<OpenApiProtobuf> V3Protobuf(const Registry& registry, std::string_view path);
  // The index, which needs the hash of every document.
  OpenApiDocument V3Index(const Registry& registry);
  OpenApiDocument V2(const Registry& registry);
  OpenApiProtobuf V2Protobuf(const Registry& registry);

 private:
  using Definitions = std::vector<std::shared_ptr<const write::ResourceDefinition>>;
  struct Entry {
    // What the document was made of; kept so that addresses identify definitions.
    Definitions definitions;
    // Its JSON is kept once somebody has asked for it: the index takes only the hash of each, and
    // with many custom resources they are large.
    OpenApiDocument document;
    Bytes protobuf{};  // made when it is asked for
  };
  // A document of the whole registry; no bytes: not made yet.
  template <typename Document>
  struct Whole {
    uint64_t generation = 0;
    Document document;
  };

  // Both need mutex_.
  const OpenApiDocument& EnsureV2(const Registry& registry);
  // With the document, or at least its hash.
  Entry& Ensure(std::string_view group, const ServedVersion& version, bool with_document);

  const OpenApiOptions options_;
  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, Entry, std::less<>> v3_;
  Whole<OpenApiDocument> v3_index_;
  Whole<OpenApiDocument> v2_;
  Whole<OpenApiProtobuf> v2_protobuf_;
};

}  // namespace pintle::api
