#include "pintle/cel/source.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle::cel {
namespace {

struct Place {
  size_t line = 1;
  size_t column = 0;  // characters before it
  std::string_view text;
};

bool StartsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

Place Locate(std::string_view source, size_t offset) {
  Place place;
  offset = std::min(offset, source.size());
  size_t start = 0;
  for (size_t i = 0; i < offset; ++i) {
    if (source[i] != '\n') continue;
    ++place.line;
    start = i + 1;
  }
  size_t end = std::min(source.find('\n', start), source.size());
  place.text = source.substr(start, end - start);
  place.column = std::ranges::count_if(source.substr(start, offset - start), StartsCharacter);
  return place;
}

// A caret below the character, after a dot for each one before it. Those below characters of more
// than one byte are wide.
std::string CaretLine(const Place& place) {
  auto is_wide = [&](size_t at) {
    return at + 1 < place.text.size() && !StartsCharacter(place.text[at + 1]);
  };
  std::string line;
  size_t at = 0;
  for (size_t i = 0; i < place.column && at < place.text.size(); ++i) {
    line += is_wide(at) ? "\uff0e" : ".";
    ++at;
    while (at < place.text.size() && !StartsCharacter(place.text[at])) ++at;
  }
  return line + (at < place.text.size() && is_wide(at) ? "\uff3e" : "^");
}

std::string IssueText(std::string_view source, const Issue& issue) {
  Place place = Locate(source, issue.offset);
  std::string shown(place.text);
  std::ranges::replace(shown, '\t', ' ');
  return fmt::format("ERROR: <input>:{}:{}: {}\n | {}\n | {}", place.line, place.column + 1,
                     issue.message, shown, CaretLine(place));
}

}  // namespace

std::string IssuesText(std::string_view source, std::vector<Issue> issues) {
  std::ranges::stable_sort(issues, {}, &Issue::offset);
  std::string text;
  for (size_t i = 0; i < std::min(issues.size(), kMostShownIssues); ++i) {
    if (i > 0) text += '\n';
    text += IssueText(source, issues[i]);
  }
  if (issues.size() > kMostShownIssues) {
    text += fmt::format("\n{} more errors were truncated", issues.size() - kMostShownIssues);
  }
  return text;
}

}  // namespace pintle::cel
