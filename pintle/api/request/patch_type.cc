#include "pintle/api/request/patch_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using object::MediaType;
using patch::NamedFormat;

// Compiled-in resources look at the header before anything else: one of the types it lists must be
// a type they take.
Status CheckListed(std::string_view header, const std::vector<NamedFormat>& accepted) {
  for (std::string_view element : Split(header, ',')) {
    std::string_view type = element.substr(0, element.find(';'));
    while (type.starts_with(' ')) type.remove_prefix(1);
    while (type.ends_with(' ')) type.remove_suffix(1);
    if (std::ranges::find(accepted, type, &NamedFormat::name) != accepted.end()) return {};
  }
  return std::unexpected(
      Error(Reason::kUnsupportedMediaType, "415: Unsupported Media Type").WithDetails({}));
}

std::string Names(const std::vector<NamedFormat>& formats) {
  std::string text;
  for (const NamedFormat& format : formats) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", format.name);
  }
  return text;
}

}  // namespace

// Strategic merge needs the tables of a compiled-in kind.
std::vector<NamedFormat> PatchFormatsOf(const write::ResourceDefinition& resource, bool cbor) {
  std::vector<NamedFormat> taken;
  for (const NamedFormat& named : patch::PatchFormats()) {
    if (named.format.type == PatchType::kStrategic && !write::HasStrategicMerge(resource)) continue;
    if (named.format.media == MediaType::kCbor && !cbor) continue;
    taken.push_back(named);
  }
  return taken;
}

Result<PatchFormat> PatchFormatOf(const http::Request& request,
                                  const write::ResourceDefinition& resource, bool cbor) {
  std::string_view header = request.headers.Get("Content-Type");
  std::vector<NamedFormat> accepted = PatchFormatsOf(resource, cbor);
  if (write::MatchesTypesExactly(resource)) PINTLE_RETURN_IF_ERROR(CheckListed(header, accepted));
  std::string_view type = header.substr(0, header.find(';'));
  auto found = std::ranges::find(accepted, type, &NamedFormat::name);
  if (found != accepted.end()) return found->format;
  return Fail(Reason::kUnsupportedMediaType,
              "the body of the request was in an unknown format - accepted media types include: " +
                  Names(accepted));
}

std::string WorkingPatchTypes(const write::ResourceDefinition& resource, bool cbor) {
  std::vector<NamedFormat> working = PatchFormatsOf(resource, cbor);
  // These are looked at and then refused, as long as there is no engine for them.
  std::erase_if(working,
                [](const NamedFormat& named) { return named.format.type == PatchType::kApply; });
  return Names(working);
}

}  // namespace pintle::api
