#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/cel/datum.h"

// What string.format() understands, for those who run it and those who check it.
namespace pintle::cel {

// `%s`, `%.2f`
struct FormatClause {
  char letter = 's';
  int precision = 0;
};

// Reads a format from left to right.
class FormatReader {
 public:
  explicit FormatReader(std::string_view format) : rest_(format) {}

  // Appends what stands before the next clause to `out` and skips its `%`. False if there is none.
  bool FindClause(std::string& out);
  // After FindClause(): whether nothing follows the `%`.
  bool done() const { return rest_.empty(); }
  // The clause that was found; nothing, with `error` set, if it is none. Not at the end.
  std::optional<FormatClause> Read(std::string& error);

 private:
  std::string_view rest_;
};

inline constexpr std::string_view kUnfinishedFormat = "unexpected end of string";

// The fault of a clause that does not take such an argument.
std::string WrongClause(char clause, std::string_view type_name);

// `format` with its clauses (%s %d %f %e %b %o %x %X, precision as in %.2f, %%) replaced by
// arguments. `error` is set if that cannot be.
std::string FormatText(Arena& arena, std::string_view format, const ListDatum& arguments,
                       std::string& error);

}  // namespace pintle::cel
