#include "pintle/extensions/kind/custom_scale.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <vector>

#include "apis/autoscaling/scale.h"
#include "apis/autoscaling/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::extensions {
namespace {

using apis::autoscaling::v1::Scale;
using write::Object;

constexpr int64_t kMaxReplicas = std::numeric_limits<int32_t>::max();
// Stands in a Scale that is patched for a number that the object does not have.
constexpr int32_t kNoReplicas = std::numeric_limits<int32_t>::min();

std::vector<std::string_view> Segments(std::string_view path) {
  if (path.starts_with('.')) path.remove_prefix(1);
  return Split(path, '.');
}

std::string_view TypeText(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kString:
      return "string";
    case Value::Kind::kBool:
      return "bool";
    case Value::Kind::kInt:
      return "int64";
    case Value::Kind::kDouble:
      return "float64";
    case Value::Kind::kList:
      return "list";
    case Value::Kind::kObject:
      return "object";
    case Value::Kind::kNull:
      break;
  }
  return "null";
}

std::unexpected<Error> WrongType(std::string_view path, const Value& found,
                                 std::string_view expected) {
  std::string shown = found.is_string() ? std::string(found.as_string()) : codec::ToJson(found);
  return Fail(Reason::kUnknown, fmt::format("{} accessor error: {} is of the type {}, expected {}",
                                            path, shown, TypeText(found), expected));
}

// What stands at a path; null if nothing does, or null somewhere on the way.
Result<const Value*> At(const Value& object, std::string_view path) {
  const Value* at = &object;
  for (std::string_view segment : Segments(path)) {
    if (at->is_null()) return nullptr;
    if (!at->is_object()) return WrongType(path, *at, "object");
    at = at->FindPtr(segment);
    if (at == nullptr) return nullptr;
  }
  return at;
}

Result<std::optional<int64_t>> IntegerAt(const Value& object, std::string_view path) {
  PINTLE_TRY(const Value* found, At(object, path));
  if (found == nullptr) return std::nullopt;
  if (!found->is_int()) return WrongType(path, *found, "int64");
  return found->as_int();
}

Result<std::string_view> TextAt(const Value& object, std::string_view path) {
  if (path.empty()) return std::string_view();
  PINTLE_TRY(const Value* found, At(object, path));
  if (found == nullptr) return std::string_view();
  if (!found->is_string()) return WrongType(path, *found, "string");
  return found->as_string();
}

// `object` with a number at the path; objects on the way are made where there are none.
Value WithInteger(Arena& arena, const Value& object, std::string_view path, int64_t number) {
  std::vector<std::string_view> segments = Segments(path);
  std::vector<Value> owners;
  Value at = object;
  for (std::string_view segment : segments) {
    owners.push_back(at.is_object() ? at : Value::EmptyObject());
    at = owners.back().Find(segment);
  }
  Value changed(number);
  for (size_t i = segments.size(); i-- > 0;) {
    changed = owners[i].With(arena, arena.Copy(segments[i]), changed);
  }
  return changed;
}

void ValidateReplicas(const std::string& path, const Value& object, field::ErrorList& errors) {
  auto found = IntegerAt(object, path);
  field::Path at(path);
  if (!found) {
    errors.push_back(field::Invalid(at, int64_t{0}, found.error().message()));
    return;
  }
  int64_t replicas = found->value_or(0);
  if (replicas < 0) {
    errors.push_back(field::Invalid(at, replicas, "should be a non-negative integer"));
  } else if (replicas > kMaxReplicas) {
    errors.push_back(field::Invalid(
        at, replicas, fmt::format("should be less than or equal to {}", kMaxReplicas)));
  }
}

// The endpoint's functions, for all versions.
class ScaleView {
 public:
  explicit ScaleView(ScaleVersions versions) : versions_(std::move(versions)) {}

  Result<Object> Show(const Object& object) const {
    PINTLE_TRY(std::optional<int64_t> replicas,
               IntegerAt(object.content(), PathsOf(object).spec_replicas));
    if (!replicas) {
      return InternalError(fmt::format("the spec replicas field \"{}\" does not exist",
                                       PathsOf(object).spec_replicas));
    }
    return View(object, static_cast<int32_t>(*replicas));
  }

  Result<Object> ShowToPatch(const Object& object) const {
    PINTLE_TRY(std::optional<int64_t> replicas,
               IntegerAt(object.content(), PathsOf(object).spec_replicas));
    return View(object, static_cast<int32_t>(replicas.value_or(kNoReplicas)));
  }

  Status Put(const Object& view, Object& object) const {
    const Scale& scale = view.As<Scale>();
    const ScalePaths& paths = PathsOf(object);
    if (scale.spec.replicas == kNoReplicas) {
      return BadRequest(
          fmt::format("the spec replicas field \"{}\" cannot be empty", paths.spec_replicas));
    }
    object.set_content(
        WithInteger(object.arena(), object.content(), paths.spec_replicas, scale.spec.replicas));
    return {};
  }

 private:
  // Objects come in the version of the request, which has a `scale`.
  const ScalePaths& PathsOf(const Object& object) const {
    return versions_.find(object.version())->second;
  }

  Result<Object> View(const Object& object, int32_t replicas) const {
    const ScalePaths& paths = PathsOf(object);
    PINTLE_TRY(std::optional<int64_t> current, IntegerAt(object.content(), paths.status_replicas));
    PINTLE_TRY(std::string_view selector, TextAt(object.content(), paths.label_selector));
    return apis::autoscaling::MakeScale(
        object, {.replicas = replicas,
                 .current_replicas = static_cast<int32_t>(current.value_or(0)),
                 .selector = selector});
  }

  const ScaleVersions versions_;
};

}  // namespace

ScalePaths ScalePathsOf(const apis::apiextensions::v1::CustomResourceSubresourceScale& scale) {
  return {.spec_replicas = std::string(scale.spec_replicas_path),
          .status_replicas = std::string(scale.status_replicas_path),
          .label_selector = std::string(scale.label_selector_path.value_or(""))};
}

write::Endpoint CustomScale(std::shared_ptr<const write::ResourceDefinition> spoken,
                            ScaleVersions versions) {
  auto view = std::make_shared<const ScaleView>(std::move(versions));
  write::Endpoint scale = apis::autoscaling::ScaleEndpoint(std::move(spoken));
  scale.view = [view](const Object& object) { return view->Show(object); };
  scale.view_to_patch = [view](const Object& object) { return view->ShowToPatch(object); };
  scale.put = [view](const Object& shown, Object& object) { return view->Put(shown, object); };
  return scale;
}

void ValidateScaleSpec(const ScalePaths& paths, const Value& object, field::ErrorList& errors) {
  ValidateReplicas(paths.spec_replicas, object, errors);
}

void ValidateScaleStatus(const ScalePaths& paths, const Value& object, field::ErrorList& errors) {
  ValidateReplicas(paths.status_replicas, object, errors);
  auto selector = TextAt(object, paths.label_selector);
  if (!selector) {
    errors.push_back(
        field::Invalid(field::Path(paths.label_selector), "", selector.error().message()));
  }
}

}  // namespace pintle::extensions
