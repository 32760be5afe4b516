#pragma once

#include <string>

#include "pintle/base/strings.h"
#include "pintle/schema/crd.h"

// What decoding a definition fills in before it is validated, for tests that start from values. The
// defaults themselves belong to the typed definition.
namespace pintle::schema {

constexpr int64_t kHttpsPort = 443;

inline Value DefaultNames(Arena& arena, const Value& names) {
  if (!names.is_object()) return names;
  Value out = names;
  std::string_view kind = names.FindString("kind");
  if (names.FindString("singular").empty() && !kind.empty()) {
    out = out.With(arena, "singular", Value::String(arena, ToLower(kind)));
  }
  if (names.FindString("listKind").empty() && !kind.empty()) {
    out = out.With(arena, "listKind", Value::String(arena, std::string(kind) + "List"));
  }
  return out;
}

inline Value DefaultConversion(Arena& arena, const Value& conversion) {
  if (conversion.is_null()) return conversion.With(arena, "strategy", Value("None"));
  Value webhook = conversion.Find("webhook");
  Value config = webhook.Find("clientConfig");
  Value service = config.Find("service");
  if (!service.is_object() || service.Has("port")) return conversion;
  service = service.With(arena, "port", Value(kHttpsPort));
  config = config.With(arena, "service", service);
  webhook = webhook.With(arena, "clientConfig", config);
  return conversion.With(arena, "webhook", webhook);
}

inline Value DefaultCrd(Arena& arena, const Value& crd) {
  Value spec = crd.Find("spec");
  if (!spec.is_object()) return crd;
  Value names = spec.Find("names");
  Value conversion = spec.Find("conversion");
  Value new_names = DefaultNames(arena, names);
  Value new_conversion = DefaultConversion(arena, conversion);
  Value out = spec;
  if (new_names != names) out = out.With(arena, "names", new_names);
  if (new_conversion != conversion) out = out.With(arena, "conversion", new_conversion);
  return out == spec ? crd : crd.With(arena, "spec", out);
}

}  // namespace pintle::schema
