#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::gen {

// A file of the input. Everything that was parsed from it points back here, so it outlives the
// run's model.
struct SourceFile {
  std::string path;  // as shown in messages
  std::string text;

  // The text of the 1-based line, without its end.
  std::string_view Line(uint32_t line) const;
};

// A place in the input. Columns count bytes from 1.
struct Position {
  const SourceFile* file = nullptr;
  uint32_t line = 0;
  uint32_t column = 0;
};

// What is wrong with the input, each with its place:
//
//   apis/core/v1/types.go:7:9: the name "Stirng" is not declared; did you mean "string"?
//       Name Stirng `json:"name"`
//            ^
class Diagnostics {
 public:
  void Add(const Position& position, std::string_view message);
  bool empty() const { return messages_.empty(); }
  size_t size() const { return messages_.size() + left_out_; }
  // The messages, one after the other, each ending in a newline. One fault may make thousands:
  // those beyond the first are counted only.
  std::string Text() const;

 private:
  std::vector<std::string> messages_;
  size_t left_out_ = 0;
};

}  // namespace pintle::gen
