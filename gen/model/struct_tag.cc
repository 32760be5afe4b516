#include "gen/model/struct_tag.h"

#include <fmt/format.h>

#include "gen/parse/lexer.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

bool IsKeyCharacter(char c) {
  return static_cast<uint8_t>(c) > ' ' && c != ':' && c != '"' && c != 0x7f;
}

}  // namespace

std::optional<StructTagFault> ParseStructTag(std::string_view tag,
                                             std::vector<StructTagPart>& out) {
  size_t at = 0;
  while (true) {
    while (at < tag.size() && (tag[at] == ' ' || tag[at] == '\t' || tag[at] == '\n')) ++at;
    if (at >= tag.size()) return std::nullopt;
    size_t begin = at;
    while (at < tag.size() && IsKeyCharacter(tag[at])) ++at;
    std::string_view key = tag.substr(begin, at - begin);
    if (key.empty()) {
      return StructTagFault{begin, "this struct tag needs a key here; write `json:\"name\"`"};
    }
    if (at >= tag.size() || tag[at] != ':') {
      return StructTagFault{
          begin, fmt::format("the key {} of this struct tag needs a value; write `{}:\"...\"`",
                             Quoted(key), key)};
    }
    if (at + 1 >= tag.size() || tag[at + 1] != '"') {
      return StructTagFault{
          at + 1, fmt::format("the value of {} in this struct tag must stand in quotes directly "
                              "behind the colon",
                              Quoted(key))};
    }
    size_t end = at + 2;
    while (end < tag.size() && tag[end] != '"') end += tag[end] == '\\' ? 2 : 1;
    if (end >= tag.size()) {
      return StructTagFault{
          at + 1,
          fmt::format("the value of {} in this struct tag has no closing quote", Quoted(key))};
    }
    StructTagPart part{std::string(key), {}, begin};
    if (!Unquote(tag.substr(at + 1, end - at), part.value)) {
      return StructTagFault{at + 1, fmt::format("the value of {} in this struct tag has an escape "
                                                "that does not exist",
                                                Quoted(key))};
    }
    if (FindTagPart(out, key) != nullptr) {
      return StructTagFault{begin, fmt::format("this struct tag has two {} parts", key)};
    }
    out.push_back(std::move(part));
    at = end + 1;
  }
}

const StructTagPart* FindTagPart(const std::vector<StructTagPart>& parts, std::string_view key) {
  for (const StructTagPart& part : parts) {
    if (part.key == key) return &part;
  }
  return nullptr;
}

}  // namespace pintle::gen
