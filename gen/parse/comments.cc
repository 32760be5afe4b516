#include "gen/parse/comments.h"

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

bool IsBlank(const SourceFile& file, uint32_t line) { return TrimSpace(file.Line(line)).empty(); }

}  // namespace

CommentIndex::CommentIndex(std::vector<CommentGroup> groups) : groups_(std::move(groups)) {
  for (size_t i = 0; i < groups_.size(); ++i) {
    const CommentGroup& group = groups_[i];
    (group.trailing ? trailing_[group.first_line] : by_last_line_[group.last_line]) = i;
  }
}

const CommentGroup* CommentIndex::EndingAt(uint32_t line) const {
  auto found = by_last_line_.find(line);
  return found != by_last_line_.end() ? &groups_[found->second] : nullptr;
}

ast::Comment CommentIndex::DocAbove(uint32_t line) const {
  const CommentGroup* group = EndingAt(line - 1);
  return group != nullptr ? group->lines : ast::Comment();
}

ast::Comment CommentIndex::SecondDocAbove(uint32_t line) const {
  const CommentGroup* doc = EndingAt(line - 1);
  const uint32_t between = (doc != nullptr ? doc->first_line : line) - 1;
  const CommentGroup* second = EndingAt(between - 1);
  // A declaration of one line has a comment of its own.
  if (second == nullptr || !IsBlank(*second->lines.front().position.file, between)) return {};
  return second->lines;
}

ast::Comment CommentIndex::Between(uint32_t first, uint32_t last) const {
  ast::Comment lines;
  for (const CommentGroup& group : groups_) {
    if (group.first_line <= first || group.last_line >= last) continue;
    lines.insert(lines.end(), group.lines.begin(), group.lines.end());
  }
  return lines;
}

ast::Comment CommentIndex::Behind(uint32_t line) const {
  auto found = trailing_.find(line);
  return found != trailing_.end() ? groups_[found->second].lines : ast::Comment();
}

}  // namespace pintle::gen
