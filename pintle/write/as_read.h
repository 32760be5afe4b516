#pragma once

#include "pintle/base/bytes.h"
#include "pintle/write/strategy.h"

namespace pintle::write {

// The object as a client that reads it will see it. For custom resources that is what comes of its
// stored bytes: the schema of the storage version drops members that only the version of the
// request has, and fills in defaults of what the server took away (a status).
Object AsRead(const ResourceDefinition& resource, Object object, const Bytes& stored);

}  // namespace pintle::write
