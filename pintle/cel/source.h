#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::cel {

// A fault in the text of an expression.
struct Issue {
  uint32_t offset = 0;  // in bytes
  std::string message;
};

// So many are shown: each comes with its line, which may be long.
inline constexpr size_t kMostShownIssues = 100;

// The faults as people read them, by position: line and column, the line and a caret below it.
//   ERROR: <input>:1:5: undefined field 'x'
//    | self.x
//    | ....^
std::string IssuesText(std::string_view source, std::vector<Issue> issues);

}  // namespace pintle::cel
