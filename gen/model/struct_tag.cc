#include "gen/model/struct_tag.h"

#include "gen/parse/lexer.h"

namespace pintle::gen {

std::optional<std::string> StructTagValue(std::string_view tag, std::string_view key) {
  while (!tag.empty()) {
    size_t begin = tag.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    tag.remove_prefix(begin);
    size_t colon = tag.find(':');
    if (colon == std::string_view::npos || colon + 1 >= tag.size() || tag[colon + 1] != '"') break;
    std::string_view name = tag.substr(0, colon);
    size_t end = colon + 2;
    while (end < tag.size() && tag[end] != '"') end += tag[end] == '\\' ? 2 : 1;
    if (end >= tag.size()) break;
    if (name == key) {
      std::string value;
      if (!Unquote(tag.substr(colon + 1, end - colon), value)) break;
      return value;
    }
    tag.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace pintle::gen
