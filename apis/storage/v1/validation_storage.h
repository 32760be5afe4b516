#pragma once

#include "apis/storage/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::storage::v1 {

field::ErrorList ValidateStorageClass(const StorageClass& storage_class);
field::ErrorList ValidateStorageClassUpdate(const StorageClass& storage_class,
                                            const StorageClass& old);

}  // namespace pintle::apis::storage::v1
