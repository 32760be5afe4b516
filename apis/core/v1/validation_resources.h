#pragma once

#include <set>

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/base/quantity.h"
#include "pintle/field/errors.h"

// Names and amounts of resources.
namespace pintle::apis::core::v1 {

// The amount a quantity of an object stands for; decoding has refused what is none.
pintle::Quantity AmountOf(const typeinfo::Quantity& quantity);

// Whether requests may be below the limit.
bool IsOvercommitAllowed(std::string_view resource);
bool IsStandardQuotaResource(std::string_view resource);

void ValidateResourceName(std::string_view name, const field::Path& path, field::ErrorList& errors);
void ValidateContainerResourceName(std::string_view name, const field::Path& path,
                                   field::ErrorList& errors);
void ValidateQuotaResourceName(std::string_view name, const field::Path& path,
                               field::ErrorList& errors);

// Sizes of storage that are reported, in words of their own.
void ValidateReportedQuantity(const typeinfo::Quantity& quantity, const field::Path& path,
                              field::ErrorList& errors);
void ValidateNonNegativeQuantity(const typeinfo::Quantity& quantity, const field::Path& path,
                                 field::ErrorList& errors);
// Not negative, and whole where the resource is counted.
void ValidateResourceQuantity(std::string_view resource, const typeinfo::Quantity& quantity,
                              const field::Path& path, field::ErrorList& errors);

// `claim_names` are those of the pod.
void ValidateContainerResources(const ResourceRequirements& resources,
                                const std::set<typeinfo::Str>& claim_names, const field::Path& path,
                                field::ErrorList& errors);
// Resources of the pod as a whole.
void ValidatePodResources(const PodSpec& spec, const field::Path& path, field::ErrorList& errors);
// What running the pod costs besides its containers.
void ValidateOverhead(const ResourceList& overhead, const field::Path& path,
                      field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
