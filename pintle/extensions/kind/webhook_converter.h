#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "pintle/object/convert.h"
#include "pintle/webhook/caller.h"

namespace pintle::extensions {

// What a conversion may take from the call to the last byte of the answer.
inline constexpr std::chrono::milliseconds kConversionTimeout{30'000};

// What conversion webhooks need of the server that calls them.
struct ConversionEnvironment {
  webhook::Environment webhooks;
  // A fresh random UUID. Thread-safe.
  std::function<std::string()> new_uid;
  std::chrono::milliseconds timeout = kConversionTimeout;
};

// The converter a definition asks for; null for one without a webhook.
std::shared_ptr<const object::Converter> MakeConverter(
    const apis::apiextensions::v1::CustomResourceDefinition& crd,
    const ConversionEnvironment& environment);

}  // namespace pintle::extensions
