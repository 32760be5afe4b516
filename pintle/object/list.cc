#include "pintle/object/list.h"

#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"
#include "pintle/object/read/missing_member.h"

namespace pintle::object {
namespace {

constexpr std::string_view kListEnding = "List";

Result<Value> Parse(MediaType media, std::string_view body, Arena& arena) {
  switch (media) {
    case MediaType::kCbor:
      return codec::ParseCbor(body, arena);
    case MediaType::kYaml:
      return codec::ParseYaml(body, arena, nullptr);
    case MediaType::kProtobuf:
      return BadRequest("there is no type to read it as");
    case MediaType::kJson:
      break;
  }
  return codec::ParseJson(body, arena);
}

}  // namespace

Result<DynamicList> DecodeList(MediaType media, std::string_view body, Arena& arena) {
  PINTLE_TRY(Value root, Parse(media, body, arena));
  auto missing = [&](std::string_view member) {
    return BadRequest(MissingMember(member, media, body));
  };
  std::string_view kind = root.FindString("kind");
  std::string_view api_version = root.FindString("apiVersion");
  if (kind.empty()) return missing("Kind");
  if (api_version.empty()) return missing("apiVersion");
  if (kind.ends_with(kListEnding)) kind.remove_suffix(kListEnding.size());

  DynamicList list;
  list.content = root.Without(arena, "items");
  Value items = root.Find("items");
  if (items.is_null()) return list;
  if (!items.is_list()) {
    return BadRequest(
        "items field of UnstructuredList must be encoded as an array or null if present");
  }
  list.items.reserve(items.size());
  for (Value item : items.items()) {
    if (!item.is_object()) {
      return BadRequest("elements of the items field of UnstructuredList must be encoded as a map");
    }
    bool has_kind = !item.FindString("kind").empty();
    bool has_version = !item.FindString("apiVersion").empty();
    if (has_kind != has_version) return missing(has_version ? "Kind" : "apiVersion");
    if (!has_kind) {
      item = item.With(arena, "apiVersion", Value(api_version)).With(arena, "kind", Value(kind));
    }
    list.items.push_back(item);
  }
  return list;
}

}  // namespace pintle::object
