#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"
#include "pintle/validate/addresses.h"

// The addresses of a service and their families.
namespace pintle::apis::core::v1 {

inline constexpr std::string_view kMayNotChangeOnceSet = "may not change once set";

bool IsHeadless(const Service& service);
// What an update may leave as it is.
validate::OldTexts TextsOf(const typeinfo::List<typeinfo::Str>& list);

// `old` is null for a service that is created.
void ValidateClusterIps(const ServiceSpec& spec, const Service* old, bool strict,
                        field::ErrorList& errors);
void ValidateIpUpdates(const Service& service, const Service& old, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
