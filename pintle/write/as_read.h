#pragma once

#include <string>

#include "pintle/base/bytes.h"
#include "pintle/base/task.h"
#include "pintle/resource/definition.h"

namespace pintle::write {

// The object as it is stored: of a custom resource in the storage version. 413 if that is more than
// any engine keeps, so that a dry run says so too.
Task<Result<Bytes>> ToStored(const ResourceDefinition& resource, const Object& object);

// What was read from the store, of a custom resource in the version of the request.
Task<Result<Object>> FromStored(const ResourceDefinition& resource, const Bytes& stored,
                                int64_t revision, const std::string& version);

// The object as a client that reads it will see it. For custom resources that is what comes of its
// stored bytes: the schema of the storage version drops members that only the version of the
// request has, and fills in defaults of what the server took away (a status).
Task<Result<Object>> AsRead(const ResourceDefinition& resource, Object object, const Bytes& stored,
                            const std::string& version);

}  // namespace pintle::write
