#include "pintle/api/request/apply_body.h"

#include <fmt/format.h>

#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace pintle::api {

Status CheckApplyBody(const object::Kind& endpoint, std::string_view version,
                      object::MediaType media, std::string_view body) {
  Arena arena;
  auto parsed = media == object::MediaType::kCbor
                    ? codec::ParseCbor(body, arena, codec::CborText::kRepaired)
                    : codec::ParseYaml(body, arena, nullptr);
  if (!parsed) return BadRequest("error decoding YAML: " + parsed.error().message());
  if (!parsed->is_object() && !parsed->is_null()) {
    return BadRequest(
        fmt::format("error decoding YAML: {} is not an object", KindName(parsed->kind())));
  }
  scheme::GroupVersion sent;
  std::string_view api_version = parsed->FindString("apiVersion");
  std::string_view kind = parsed->FindString("kind");
  if (!scheme::GroupVersion::Parse(api_version, &sent)) {
    return BadRequest(fmt::format("unexpected GroupVersion string: {}", api_version));
  }
  scheme::GroupVersion expected{endpoint.group, std::string(version)};
  if (sent != expected || kind != endpoint.kind) {
    return BadRequest(
        fmt::format("invalid object type: {}/{}, Kind={}", sent.group, sent.version, kind));
  }
  if (!parsed->FindPath({"metadata", "managedFields"}).is_null()) {
    return BadRequest("metadata.managedFields must be nil");
  }
  return {};
}

}  // namespace pintle::api
