#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules of ResourceQuota and LimitRange, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateResourceQuota(const ResourceQuota& quota);
field::ErrorList ValidateResourceQuotaUpdate(const ResourceQuota& quota, const ResourceQuota& old);
field::ErrorList ValidateResourceQuotaStatusUpdate(const ResourceQuota& quota,
                                                   const ResourceQuota& old);

field::ErrorList ValidateLimitRange(const LimitRange& range);
field::ErrorList ValidateLimitRangeUpdate(const LimitRange& range, const LimitRange& old);

}  // namespace pintle::apis::core::v1
