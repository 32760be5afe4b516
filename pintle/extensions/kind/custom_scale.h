#pragma once

#include <map>
#include <memory>
#include <string>

#include "apis/apiextensions/v1/types.h"
#include "pintle/field/errors.h"
#include "pintle/resource/definition.h"

namespace pintle::extensions {

// Where objects of a version keep what their `scale` shows: dotted paths such as `.spec.replicas`.
struct ScalePaths {
  std::string spec_replicas;
  std::string status_replicas;
  std::string label_selector;  // empty: there is none
};
// Of the versions that have a `scale`.
using ScaleVersions = std::map<std::string, ScalePaths, std::less<>>;

ScalePaths ScalePathsOf(const apis::apiextensions::v1::CustomResourceSubresourceScale& scale);

// The endpoint; `spoken` is what all `scale` endpoints speak.
write::Endpoint CustomScale(std::shared_ptr<const write::ResourceDefinition> spoken,
                            ScaleVersions versions);

// What is at the paths has to be fit for a Scale. Absent is.
void ValidateScaleSpec(const ScalePaths& paths, const Value& object, field::ErrorList& errors);
void ValidateScaleStatus(const ScalePaths& paths, const Value& object, field::ErrorList& errors);

}  // namespace pintle::extensions
