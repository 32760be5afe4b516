#pragma once

#include "pintle/api/request/options.h"
#include "pintle/object/object.h"
#include "pintle/patch/patch_body.h"
#include "pintle/resource/warnings.h"

namespace pintle::api {

// Applies a patch and says what was found in it as the request wants to hear it: in mode Strict a
// refusal, else warnings.
Result<object::Object> ApplyPatch(patch::PatchBody& patch, FieldValidation validation,
                                  const object::Object& current, write::Warnings& warnings);

}  // namespace pintle::api
