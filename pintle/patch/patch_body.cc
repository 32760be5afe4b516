#include "pintle/patch/patch_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/field/errors.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/finding_causes.h"
#include "pintle/object/read/nearest_field.h"
#include "pintle/object/read/read.h"
#include "pintle/patch/depth.h"
#include "pintle/patch/merge_patch.h"
#include "pintle/patch/strategic.h"
#include "pintle/patch/strip.h"
#include "pintle/value/numbers.h"

namespace pintle::patch {

using field::Finding;

namespace {

// 422 that says what is wrong and shows neither the object nor the patch, which may hold secrets.
Error Refusal(std::string_view cause) {
  field::Error error{.type = field::ErrorType::kInvalid,
                     .field = "patch",
                     .body = fmt::format("Invalid value: {}", cause)};
  return field::InvalidStatus("", "", "", {std::move(error)});
}

}  // namespace

Status PatchBody::ParseMerge() {
  auto parsed = codec::ParseJson(body_, *arena_, collects_ ? &findings_ : nullptr);
  if (!parsed && collects_) return BadRequest("error decoding patch: " + parsed.error().message());
  if (!parsed || parsed->is_null()) return BadRequest("Invalid JSON Patch");
  if (!parsed->is_object()) {
    if (collects_) {
      return BadRequest(
          fmt::format("error decoding patch: {} is not an object", KindName(parsed->kind())));
    }
    // A list takes the place of the object, and fails as such.
    if (!parsed->is_list()) return BadRequest("Invalid JSON Patch");
  }
  patch_ = *parsed;
  findings_.MarkAsIn(Finding::In::kMergePatch);
  return {};
}

Status PatchBody::ParseStrategic() {
  PINTLE_TRY(patch_, format_.media == object::MediaType::kCbor
                         ? codec::ParseCbor(body_, *arena_, codec::CborText::kRepaired)
                         : codec::ParseJson(body_, *arena_, collects_ ? &findings_ : nullptr));
  findings_.MarkAsIn(Finding::In::kMergePatch);
  if (patch_.is_null()) patch_ = Value::EmptyObject();
  if (patch_.is_object()) return {};
  return BadRequest(fmt::format("{} is not an object", KindName(patch_.kind())));
}

Status PatchBody::Parse() {
  arena_ = std::make_shared<Arena>();
  if (format_.type != PatchType::kJson) {
    PINTLE_RETURN_IF_ERROR(format_.type == PatchType::kMerge ? ParseMerge() : ParseStrategic());
    if (!FitsDepth(patch_, kMaxPatchDepth)) {
      return BadRequest(fmt::format("patch is nested deeper than {} levels", kMaxPatchDepth));
    }
    // 2.0 is as good as 2 here, other than in bodies.
    if (format_.type == PatchType::kStrategic && HasWholeDoubles(patch_)) {
      patch_ = WithWholeNumbers(*arena_, patch_);
    }
    return {};
  }
  PINTLE_TRY(json_patch_, JsonPatch::Parse(body_, *arena_, collects_ ? &findings_ : nullptr));
  return {};
}

bool PatchBody::IsEmpty() const {
  return json_patch_ ? json_patch_->empty() : patch_.is_object() && patch_.size() == 0;
}

Result<Value> PatchBody::Patched(Arena& arena, const Value& document) const {
  if (json_patch_) return json_patch_->Apply(arena, document);
  if (format_.type == PatchType::kStrategic) return StrategicallyPatched(arena, document);
  return MergePatch(arena, document, patch_);
}

Result<Value> PatchBody::StrategicallyPatched(Arena& arena, const Value& document) const {
  const scheme::KindVersion* version = kind_.typed->Find(version_);
  PINTLE_TRY(Value result, StrategicMerge(arena, *version->type, document, patch_));
  // What the object is does not change; what cannot be a name is refused all the same.
  for (std::string_view name : {"apiVersion", "kind"}) {
    Value said = result.Find(name);
    if (said != document.Find(name) && (said.is_string() || said.is_null())) {
      result = result.With(arena, name, document.Find(name));
    }
  }
  return result;
}

Result<object::Decoded> PatchBody::Decode(const std::shared_ptr<Arena>& arena,
                                          const Value& result) const {
  if (json_patch_ && json_patch_->has_repeats()) {
    return object::DecodeJsonDocument(kind_, version_, arena, json_patch_->TextOf(result),
                                      collects_);
  }
  field::Findings findings;
  if (format_.type == PatchType::kStrategic) findings.Widen();
  PINTLE_TRY(object::Decoded decoded, object::DecodeDocument(kind_, version_, arena, result,
                                                             collects_, std::move(findings)));
  if (format_.type == PatchType::kStrategic) decoded.findings.Sort();
  return decoded;
}

bool PatchBody::HasPlace(const Finding& finding) const {
  if (finding.in != Finding::In::kObject) return true;
  if (format_.type == PatchType::kJson) return false;
  // A strategic merge puts elements of lists where it wants.
  return format_.type == PatchType::kMerge || finding.path.find('[') == std::string::npos;
}

std::optional<std::string> PatchBody::Meant(const Finding& finding) const {
  if (finding.kind != Finding::Kind::kUnknown) return std::nullopt;
  if (finding.in == Finding::In::kJsonPatch) return JsonPatch::NearestMember(finding.path);
  return object::NearestField(kind_, version_, finding.path);
}

Error PatchBody::StrictRefusal(const field::Findings& findings) const {
  Error refusal = Refusal(field::StrictMessage(findings));
  ErrorDetails details = *refusal.details();
  auto positions = object::FindingPositions(format_.media, body_);
  object::CauseList causes;
  for (Finding finding : findings.items()) {
    if (!causes.HasRoom()) break;
    if (positions && HasPlace(finding)) object::Locate(finding, *positions);
    auto meant = causes.WantsMeant() ? Meant(finding) : std::nullopt;
    causes.Add(object::FindingCause(finding, meant));
  }
  for (Cause& cause : causes.Take()) details.causes.push_back(std::move(cause));
  return std::move(refusal.WithDetails(std::move(details)));
}

Result<object::Decoded> PatchBody::Apply(const object::Object& current, field::Findings& misspelt) {
  if (!arena_) PINTLE_RETURN_IF_ERROR(Parse());
  if (IsEmpty()) return object::Decoded{current.Copy(), {}};
  auto arena = std::make_shared<Arena>(4096);
  arena->Keep(arena_);
  arena->Keep(current.shared_arena());
  Value document = object::ToDocument(kind_, current, version_, *arena);
  arena->Limit(object::RoomToRead(body_.size()) + 2 * current.shared_arena()->allocated_bytes());
  auto patched = Patched(*arena, document);
  if (!patched && json_patch_ && json_patch_->has_misspelt_members()) misspelt = findings_;
  PINTLE_TRY(Value result, std::move(patched));
  object::Decoded decoded;
  if (IsSame(result, document)) {
    decoded.object = current.Copy();
  } else {
    auto read = Decode(arena, result);
    if (arena->spent()) return std::unexpected(object::TooMuchToRead());
    if (!read) return std::unexpected(Refusal(read.error().message()));
    decoded = *std::move(read);
  }
  field::Findings findings = findings_;
  findings.Append(std::move(decoded.findings));
  decoded.findings = std::move(findings);
  return decoded;
}

}  // namespace pintle::patch
