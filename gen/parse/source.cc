#include "gen/parse/source.h"

#include <fmt/format.h>

namespace pintle::gen {
namespace {

constexpr size_t kMaxMessages = 1000;

}  // namespace

std::string_view SourceFile::Line(uint32_t line) const {
  std::string_view rest = text;
  for (uint32_t at = 1; at < line; ++at) {
    size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  std::string_view found = rest.substr(0, rest.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

void Diagnostics::Add(const Position& position, std::string_view message) {
  if (messages_.size() == kMaxMessages) {
    ++left_out_;
    return;
  }
  if (position.file == nullptr) {
    messages_.push_back(fmt::format("{}\n", message));
    return;
  }
  std::string_view line = position.file->Line(position.line);
  std::string caret = "    ";
  for (size_t i = 0; i + 1 < position.column && i < line.size(); ++i) {
    caret += line[i] == '\t' ? '\t' : ' ';
  }
  messages_.push_back(fmt::format("{}:{}:{}: {}\n    {}\n{}^\n", position.file->path, position.line,
                                  position.column, message, line, caret));
}

std::string Diagnostics::Text() const {
  std::string text;
  for (const std::string& message : messages_) text += message;
  if (left_out_ > 0) text += fmt::format("and {} more\n", left_out_);
  return text;
}

}  // namespace pintle::gen
