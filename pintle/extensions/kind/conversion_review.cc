#include "pintle/extensions/kind/conversion_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apis/meta/v1/types.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/codec/document.h"
#include "pintle/field/errors.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::extensions {
namespace {

using apis::meta::v1::ObjectMeta;

constexpr std::string_view kReviewKind = "ConversionReview";
constexpr std::string_view kStrictVersion = "v1";
constexpr std::array<std::string_view, 2> kReviewVersions = {kStrictVersion, "v1beta1"};

std::unexpected<Error> Refuse(std::string cause) {
  return Fail(Reason::kUnknown, std::move(cause));
}

std::string ReviewApiVersion(const Review& review) {
  return "apiextensions.k8s.io/" + review.version;
}

std::string Joined(const field::ErrorList& errors) {
  std::vector<std::string> texts;
  for (const field::Error& error : errors) texts.push_back(error.Text());
  return texts.size() == 1 ? texts.front() : fmt::format("[{}]", fmt::join(texts, ", "));
}

// A map of metadata as the answer has it. Nothing is checked that did not change: the object was
// good with it.
Result<Value> AcceptMap(std::string_view name, const Value& before, const Value& now,
                        Arena& arena) {
  if (!now.is_object()) {
    return Refuse(fmt::format("invalid metadata.{} of type {} in converted object", name,
                              KindName(now.kind())));
  }
  for (const Member& member : now.members()) {
    if (member.value.is_string()) continue;
    return Refuse(fmt::format("metadata.{}[{}] must be a string, but is {} in converted object",
                              name, member.key(),
                              member.value.is_int() ? "int64" : KindName(member.value.kind())));
  }
  if (now == before) return now;
  ObjectMeta meta;
  Value metadata = Value().With(arena, name, now);
  PINTLE_RETURN_IF_ERROR(
      typeinfo::FromValue(metadata, typeinfo::TypeOf<ObjectMeta>(), &meta, arena, nullptr));
  field::ErrorList errors;
  field::Path path("metadata");
  apis::meta::v1::ValidateLabels(meta.labels, path.Child("labels"), errors);
  apis::meta::v1::ValidateAnnotations(meta.annotations, path.Child("annotations"), errors);
  if (!errors.empty()) return Refuse(Joined(errors));
  return now;
}

Result<Value> RestoredMetadata(const Value& original, const Value& converted, Arena& arena) {
  const Value* answered = converted.FindPtr("metadata");
  if (answered == nullptr) return Refuse("missing metadata in converted object");
  if (!answered->is_object()) {
    return Refuse(
        fmt::format("invalid metadata of type {} in converted object", KindName(answered->kind())));
  }
  Value metadata = original.Find("metadata");
  for (std::string_view name : {"labels", "annotations"}) {
    Value now = answered->Find(name);
    if (now.is_null()) {
      metadata = metadata.Without(arena, name);
      continue;
    }
    PINTLE_TRY(Value accepted, AcceptMap(name, metadata.Find(name), now, arena));
    metadata = metadata.With(arena, name, accepted);
  }
  return metadata;
}

Status CheckIdentity(const Review& review, const Value& original, const Value& converted) {
  std::string_view api_version = converted.FindString("apiVersion");
  if (api_version != review.desired_api_version) {
    return Refuse(fmt::format("invalid groupVersion (expected {}, received {})",
                              review.desired_api_version, api_version));
  }
  std::string_view kind = original.FindString("kind");
  if (converted.FindString("kind") != kind) {
    return Refuse(
        fmt::format("invalid kind (expected {}, received {})", kind, converted.FindString("kind")));
  }
  constexpr std::array<std::array<std::string_view, 2>, 3> kKept = {
      {{"name", "name"}, {"namespace", "namespace"}, {"uid", "UID"}}};
  Value before = original.Find("metadata");
  Value now = converted.Find("metadata");
  if (!now.is_object()) return {};  // refused later
  for (const auto& [key, shown] : kKept) {
    if (before.FindString(key) == now.FindString(key)) continue;
    return Refuse(fmt::format("must have the same {}: {} != {}", shown, before.FindString(key),
                              now.FindString(key)));
  }
  return {};
}

}  // namespace

Result<std::string> ChooseReviewVersion(const std::vector<std::string>& understood) {
  auto known = std::ranges::find_first_of(understood, kReviewVersions);
  if (known == understood.end()) return Refuse("no supported conversion review versions");
  return *known;
}

std::string EncodeReview(const Review& review, std::span<const Value> objects) {
  Arena arena;
  Value request = Value::Object(
      arena, {{"uid", Value(std::string_view(review.uid))},
              {"desiredAPIVersion", Value(std::string_view(review.desired_api_version))},
              {"objects", Value::List(arena, objects)}});
  std::string api_version = ReviewApiVersion(review);
  return codec::ToJson(Value::Object(arena, {{"kind", Value(kReviewKind)},
                                             {"apiVersion", Value(std::string_view(api_version))},
                                             {"request", request}}));
}

Result<std::vector<Value>> DecodeReview(const Review& review, std::string_view answer,
                                        Arena& arena) {
  auto root = codec::ParseJson(answer, arena);
  if (!root) return Refuse("the answer is not JSON: " + root.error().message());
  if (!root->is_object()) return Refuse("the answer is not a JSON object");
  std::string api_version = ReviewApiVersion(review);
  const bool strict = review.version == kStrictVersion;
  if (strict &&
      (root->FindString("apiVersion") != api_version || root->FindString("kind") != kReviewKind)) {
    return Refuse(fmt::format("expected webhook response of {}, Kind={}, got {}, Kind={}",
                              api_version, kReviewKind, root->FindString("apiVersion"),
                              root->FindString("kind")));
  }
  Value response = root->Find("response");
  if (!response.is_object()) return Refuse("no response provided");
  if (strict && response.FindString("uid") != review.uid) {
    return Refuse(fmt::format("expected response.uid=\"{}\", got \"{}\"", review.uid,
                              response.FindString("uid")));
  }
  Value result = response.Find("result");
  std::string_view status = result.FindString("status");
  if (status != "Success") {
    std::string message(result.FindString("message"));
    return Refuse(!message.empty()
                      ? std::move(message)
                      : fmt::format("response.result.status was '{}', not 'Success'", status));
  }
  Value objects = response.Find("convertedObjects");
  if (objects.is_null()) return std::vector<Value>();
  if (!objects.is_list()) return Refuse("response.convertedObjects is not a list");
  return std::vector<Value>(objects.items().begin(), objects.items().end());
}

Result<Value> AcceptConverted(const Review& review, const Value& original, const Value& converted,
                              Arena& arena) {
  if (!converted.is_object()) return Refuse("it is not an object");
  PINTLE_RETURN_IF_ERROR(CheckIdentity(review, original, converted));
  PINTLE_TRY(Value metadata, RestoredMetadata(original, converted, arena));
  return converted.With(arena, "metadata", metadata);
}

}  // namespace pintle::extensions
