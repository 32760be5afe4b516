#pragma once

#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/http/server.h"
#include "pintle/patch/patch_format.h"
#include "pintle/resource/definition.h"

namespace pintle::api {

using patch::PatchFormat;
using patch::PatchType;

// The formats that a resource takes.
std::vector<patch::NamedFormat> PatchFormatsOf(const write::ResourceDefinition& resource,
                                               bool cbor);

// By Content-Type, letter for letter up to the first `;`; 415 for types this resource does not
// take.
Result<PatchFormat> PatchFormatOf(const http::Request& request,
                                  const write::ResourceDefinition& resource, bool cbor);

// The types that a patch of this resource can have and be carried out, separated by commas.
std::string WorkingPatchTypes(const write::ResourceDefinition& resource, bool cbor);

}  // namespace pintle::api
