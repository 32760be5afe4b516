#pragma once

#include <cstdint>
#include <memory>

#include "apis/apiextensions/v1/types.h"
#include "pintle/storage/cache/event_window.h"
#include "pintle/write/strategy.h"

namespace pintle::extensions {

struct CustomResourceOptions {
  schema::PruneMode prune_mode = schema::PruneMode::kKep;
  bool store_cbor = true;
  // Of the caches of custom resources.
  storage::WindowLimits event_window{};
};

// The resource a definition describes: schemas compiled, strategies, table. Nothing of `crd` is
// referred to afterwards. `epoch` grows with every definition made.
std::shared_ptr<write::ResourceDefinition> MakeCustomResource(
    const apis::apiextensions::v1::CustomResourceDefinition& crd,
    const CustomResourceOptions& options, uint64_t epoch);

}  // namespace pintle::extensions
