#include "pintle/api/patch_request.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/field/errors.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"
#include "pintle/patch/merge_patch.h"
#include "pintle/patch/strategic.h"

namespace pintle::api {
namespace {

constexpr std::string_view kMergeType = "application/merge-patch+json";
constexpr std::string_view kStrategicType = "application/strategic-merge-patch+json";

// 422 for a patch whose result is not an object of the kind.
std::unexpected<Error> InvalidResult(const Value& result, std::string_view cause) {
  field::ErrorList errors;
  errors.push_back(field::Invalid(field::Path("patch"), codec::ToJson(result), cause));
  return std::unexpected(field::InvalidStatus("", "", "", errors));
}

}  // namespace

Result<PatchType> PatchTypeOf(const http::Request& request,
                              const write::ResourceDefinition& resource) {
  std::string_view header = request.headers.Get("Content-Type");
  std::string_view type = header.substr(0, header.find(';'));
  if (type == kMergeType) return PatchType::kMerge;
  if (type == kStrategicType && !resource.custom) return PatchType::kStrategic;
  std::string accepted(kMergeType);
  if (!resource.custom) accepted += fmt::format(", {}", kStrategicType);
  return Fail(Reason::kUnsupportedMediaType,
              "the body of the request was in an unknown format - accepted media types include: " +
                  accepted);
}

Status PatchRequest::Parse() {
  arena_ = std::make_shared<Arena>();
  bool collect = validation_ != FieldValidation::kIgnore;
  auto parsed = codec::ParseJson(body_, *arena_, collect ? &findings_ : nullptr);
  if (!parsed) return BadRequest("error decoding patch: " + parsed.error().message());
  if (type_ == PatchType::kStrategic && parsed->is_null()) *parsed = Value::EmptyObject();
  if (!parsed->is_object()) {
    return BadRequest(
        fmt::format("error decoding patch: {} is not an object", KindName(parsed->kind())));
  }
  patch_ = *parsed;
  return {};
}

Result<object::Object> PatchRequest::Apply(const object::Object& current,
                                           write::Warnings& warnings) {
  if (!patch_) PINTLE_RETURN_IF_ERROR(Parse());
  auto arena = std::make_shared<Arena>(4096);
  arena->Keep(arena_);
  arena->Keep(current.shared_arena());
  Value document = object::ToDocument(resource_.kind, current, version_, *arena);
  Value result;
  if (type_ == PatchType::kMerge) {
    result = patch::MergePatch(*arena, document, *patch_);
  } else {
    const scheme::KindVersion* version = resource_.kind.typed->Find(version_);
    PINTLE_TRY(result, patch::StrategicMerge(*arena, *version->type, document, *patch_));
  }
  bool collect = validation_ != FieldValidation::kIgnore;
  auto decoded = object::DecodeDocument(resource_.kind, version_, arena, result, collect);
  if (!decoded) return InvalidResult(result, decoded.error().message());
  field::Findings findings = findings_;
  findings.Append(decoded->findings);
  if (!findings.empty()) {
    if (validation_ == FieldValidation::kStrict) return InvalidResult(result, findings.Message());
    for (const std::string& text : findings.texts()) warnings.Add(text);
  }
  return std::move(decoded->object);
}

}  // namespace pintle::api
