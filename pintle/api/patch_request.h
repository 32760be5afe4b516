#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "pintle/api/options.h"
#include "pintle/field/findings.h"
#include "pintle/http/server.h"
#include "pintle/object/object.h"
#include "pintle/write/strategy.h"

namespace pintle::api {

enum class PatchType : uint8_t { kMerge, kStrategic };

// By Content-Type, exactly as sent up to the first `;`; 415 for types this resource does not take.
Result<PatchType> PatchTypeOf(const http::Request& request,
                              const write::ResourceDefinition& resource);

// A patch as a transform: parsed once, applied to whatever the current object is. `body` and
// `resource` must outlive it.
class PatchRequest {
 public:
  PatchRequest(const write::ResourceDefinition& resource, std::string_view version, PatchType type,
               FieldValidation validation, std::string_view body)
      : resource_(resource), version_(version), type_(type), validation_(validation), body_(body) {}

  // The patched object in hub form. 400 for a patch that cannot be read, 422 for one whose result
  // cannot.
  Result<object::Object> Apply(const object::Object& current, write::Warnings& warnings);

 private:
  Status Parse();

  const write::ResourceDefinition& resource_;
  const std::string version_;
  const PatchType type_;
  const FieldValidation validation_;
  const std::string_view body_;
  std::shared_ptr<Arena> arena_;  // of patch_; kept alive by results, which share its data
  std::optional<Value> patch_;
  field::Findings findings_;
};

}  // namespace pintle::api
