#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateNode(const Node& node, const ValidationOptions& options);
// The changes alone, as updates of the status are checked.
field::ErrorList ValidateNodeStatusUpdate(const Node& node, const Node& old,
                                          const ValidationOptions& options);
field::ErrorList ValidateNodeUpdate(const Node& node, const Node& old,
                                    const ValidationOptions& options);

}  // namespace pintle::apis::core::v1
