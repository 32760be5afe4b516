#include "pintle/api/request/patch_request.h"

namespace pintle::api {
namespace {

Status Report(const patch::PatchBody& patch, FieldValidation validation,
              const field::Findings& findings, write::Warnings& warnings) {
  if (validation == FieldValidation::kStrict && !findings.empty()) {
    return std::unexpected(patch.StrictRefusal(findings));
  }
  warnings.AddFindings(findings);
  return {};
}

}  // namespace

Result<object::Object> ApplyPatch(patch::PatchBody& patch, FieldValidation validation,
                                  const object::Object& current, write::Warnings& warnings) {
  field::Findings misspelt;
  auto patched = patch.Apply(current, misspelt);
  PINTLE_RETURN_IF_ERROR(Report(patch, validation, misspelt, warnings));
  if (!patched) return std::unexpected(std::move(patched).error());
  PINTLE_RETURN_IF_ERROR(Report(patch, validation, patched->findings, warnings));
  return std::move(patched->object);
}

}  // namespace pintle::api
