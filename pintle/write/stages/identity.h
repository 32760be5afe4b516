#pragma once

#include <string_view>

#include "pintle/base/error.h"
#include "pintle/write/stages/draft.h"

// Which object it is: the one that the request names.
namespace pintle::write {

// Clears what only the server sets; 400 unless the namespace of `object` is that of the request or
// missing, and then it gets it.
Status TakeAsNew(const Request& request, const ResourceDefinition& resource, Object& object);

// 400 unless name and namespace of `object` are those of the request; without a namespace it gets
// the request's. A body can be refused by it before anything is read.
Status CheckNames(const Request& request, const ResourceDefinition& resource, Object& object);

// Stage: the one or the other.
Status CheckIdentity(const Request& request, const Rules& rules, Draft& draft);

// 409 unless the uid that `object` names, if it names one, is that of the object that is there;
// `current` is empty where there is none.
Status CheckUid(const Request& request, const ResourceDefinition& resource, const Object& object,
                std::string_view current);

// Name checks for building storage keys: 400 on failure.
Status CheckPathName(std::string_view name);

}  // namespace pintle::write
