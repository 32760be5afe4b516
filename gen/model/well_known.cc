#include "gen/model/well_known.h"

namespace pintle::gen {
namespace {

struct WellKnown {
  std::string_view import_path;
  std::string_view name;
  Kind kind;
};

constexpr std::string_view kMeta = "k8s.io/apimachinery/pkg/apis/meta/v1";
constexpr std::string_view kUnstructured = "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured";
constexpr std::string_view kRuntime = "k8s.io/apimachinery/pkg/runtime";
constexpr std::string_view kTypes = "k8s.io/apimachinery/pkg/types";
constexpr std::string_view kExtensions = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/";

constexpr WellKnown kWellKnown[] = {
    {kMeta, "Time", Kind::kTime},
    {kMeta, "MicroTime", Kind::kMicroTime},
    {kMeta, "Duration", Kind::kDuration},
    {kMeta, "FieldsV1", Kind::kAny},
    {kUnstructured, "Unstructured", Kind::kAny},
    {kRuntime, "RawExtension", Kind::kAny},
    {kRuntime, "Object", Kind::kAny},
    {kTypes, "UID", Kind::kString},
    {kTypes, "NodeName", Kind::kString},
    {"k8s.io/apimachinery/pkg/api/resource", "Quantity", Kind::kQuantity},
    {"k8s.io/apimachinery/pkg/util/intstr", "IntOrString", Kind::kIntOrString},
    // Of Go's own library.
    {"encoding/json", "RawMessage", Kind::kAny},
    {"encoding/json", "Number", Kind::kAny},
    {"net", "IP", Kind::kString},
    {"time", "Duration", Kind::kInt64},  // nanoseconds
    {"time", "Time", Kind::kTime},
};

}  // namespace

std::optional<Kind> WellKnownType(std::string_view import_path, std::string_view name) {
  for (const WellKnown& known : kWellKnown) {
    if (known.import_path == import_path && known.name == name) return known.kind;
  }
  if (import_path.starts_with(kExtensions) && name == "JSON") return Kind::kAny;
  return std::nullopt;
}

}  // namespace pintle::gen
