#pragma once

#include <unordered_map>
#include <vector>

#include "gen/parse/lexer.h"

namespace pintle::gen {

// Which comment belongs to what stands on a line.
class CommentIndex {
 public:
  explicit CommentIndex(std::vector<CommentGroup> groups);

  // The group whose last line is directly above `line`.
  ast::Comment DocAbove(uint32_t line) const;
  // The group with one blank line between it and the doc comment, or `line` if there is none.
  ast::Comment SecondDocAbove(uint32_t line) const;
  // The group behind the code on `line`.
  ast::Comment Behind(uint32_t line) const;

  // The lines of all groups that start after `first` and end before `last`.
  ast::Comment Between(uint32_t first, uint32_t last) const;

  const std::vector<CommentGroup>& groups() const { return groups_; }

 private:
  const CommentGroup* EndingAt(uint32_t line) const;

  std::vector<CommentGroup> groups_;
  std::unordered_map<uint32_t, size_t> by_last_line_;  // those that stand alone
  std::unordered_map<uint32_t, size_t> trailing_;      // by first line
};

}  // namespace pintle::gen
