#include "pintle/scheme/field_labels.h"

#include <fmt/format.h>

#include "pintle/scheme/scheme.h"

namespace pintle::scheme {
namespace {

constexpr std::string_view kName = "metadata.name";
constexpr std::string_view kNamespace = "metadata.namespace";

}  // namespace

Result<std::string_view> ConvertFieldLabel(const KindInfo& info, std::string_view label) {
  if (label == kName) return kName;
  // Kinds with labels of their own say exactly what they have; the others take both.
  bool own = !info.field_labels.empty();
  if (label == kNamespace && (info.namespaced || !own)) return kNamespace;
  for (const FieldLabel& known : info.field_labels) {
    if (known.label == label) return known.indexed_name();
  }
  if (!own) {
    return BadRequest(
        fmt::format("\"{}\" is not a known field selector: only \"metadata.name\", "
                    "\"metadata.namespace\"",
                    label));
  }
  if (info.label_errors_name_kind) {
    return BadRequest(fmt::format("field label \"{}\" not supported for {}", label, info.kind));
  }
  return BadRequest(fmt::format("field label not supported: {}", label));
}

}  // namespace pintle::scheme
