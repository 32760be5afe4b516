#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/bytes.h"
#include "pintle/extensions/kind/webhook_converter.h"
#include "pintle/resource/definition.h"

namespace pintle::extensions {

// What all custom kinds of a server have in common.
struct CustomKindOptions {
  schema::PruneMode prune_mode = schema::PruneMode::kKep;
  bool store_cbor = true;
  // What `scale` endpoints speak; without it there are none.
  std::shared_ptr<const write::ResourceDefinition> scale{};
  ConversionEnvironment conversion{};
};

// Gives the openAPIV3Schema of a version of a definition, null if it has none. Thread-safe.
using SchemaReader = std::function<Document(std::string_view version)>;

// Reads them from the definition as it is stored, each time they are asked for: the bytes are those
// the cache has anyway. `definitions` is the kind of definitions.
SchemaReader StoredSchemas(std::shared_ptr<const object::Kind> definitions, Bytes stored);
// Has copies of them.
SchemaReader CopiedSchemas(const apis::apiextensions::v1::CustomResourceDefinition& crd);

// The resource a definition describes: schemas, strategies, tables. Nothing of `crd` is referred to
// afterwards; its schemas are read when they are needed. `epoch` grows with every definition made.
std::shared_ptr<write::ResourceDefinition> MakeCustomResource(
    const apis::apiextensions::v1::CustomResourceDefinition& crd, const CustomKindOptions& options,
    uint64_t epoch, const SchemaReader& schemas);

}  // namespace pintle::extensions
