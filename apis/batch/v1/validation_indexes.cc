#include "apis/batch/v1/validation_indexes.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::apis::batch::v1 {
namespace {

Result<int64_t> ParseIndex(std::string_view text, int64_t completions) {
  std::optional<int64_t> index = ParseInt64(text);
  if (!index) {
    return BadRequest(fmt::format("cannot convert string to integer for index: {}", Quoted(text)));
  }
  if (*index >= completions) return BadRequest(fmt::format("too large index: {}", Quoted(text)));
  return *index;
}

// `3` or `3-5`.
Result<IndexInterval> ParseInterval(std::string_view fragment, int64_t completions) {
  std::vector<std::string_view> ends = Split(fragment, '-');
  if (ends.size() > 2) {
    return BadRequest(
        fmt::format("the fragment {} violates the requirement that an index "
                    "interval can have at most two parts separated by '-'",
                    Quoted(fragment)));
  }
  Result<int64_t> first = ParseIndex(ends[0], completions);
  if (!first) return std::unexpected(first.error());
  if (ends.size() == 1) return IndexInterval{*first, *first};
  Result<int64_t> last = ParseIndex(ends[1], completions);
  if (!last) return std::unexpected(last.error());
  if (*first >= *last) {
    return BadRequest(
        fmt::format("non-increasing order, previous: {}, current: {}", *first, *last));
  }
  return IndexInterval{*first, *last};
}

}  // namespace

Result<std::vector<IndexInterval>> ParseIndexes(std::string_view text, int64_t completions) {
  std::vector<IndexInterval> intervals;
  if (text.empty()) return intervals;
  for (std::string_view fragment : Split(text, ',')) {
    Result<IndexInterval> interval = ParseInterval(fragment, completions);
    if (!interval) return std::unexpected(interval.error());
    if (!intervals.empty() && intervals.back().last >= interval->first) {
      return BadRequest(fmt::format("non-increasing order, previous: {}, current: {}",
                                    intervals.back().last, interval->first));
    }
    intervals.push_back(*interval);
  }
  return intervals;
}

std::vector<IndexInterval> ReadableIndexes(std::string_view text, int64_t completions) {
  std::vector<IndexInterval> intervals;
  for (std::string_view fragment : Split(text, ',')) {
    Result<IndexInterval> interval = ParseInterval(fragment, completions);
    if (interval) intervals.push_back(*interval);
  }
  return intervals;
}

int64_t CountIndexes(const std::vector<IndexInterval>& intervals) {
  int64_t count = 0;
  for (const IndexInterval& interval : intervals) count += interval.last - interval.first + 1;
  return count;
}

int64_t FirstCommonIndex(const std::vector<IndexInterval>& a, const std::vector<IndexInterval>& b) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].first <= b[j].last && b[j].first <= a[i].last) {
      return std::max(a[i].first, b[j].first);
    }
    if (a[i].first <= b[j].first) {
      ++i;
    } else {
      ++j;
    }
  }
  return -1;
}

}  // namespace pintle::apis::batch::v1
