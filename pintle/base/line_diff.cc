#include "pintle/base/line_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace pintle {
namespace {

constexpr size_t kContextLines = 3;
// From this many lines on, lines that recur often do not begin a block.
constexpr size_t kManyLines = 200;
constexpr size_t kPopularShare = 100;
// Enough for texts of some ten thousand lines, and done in less than a tenth of a second.
constexpr size_t kMaxSteps = 4'000'000;

using Lines = std::span<const std::string_view>;

// [first, last) of lines.
struct Range {
  size_t first;
  size_t last;

  size_t size() const { return last - first; }
};

// Lines of one text and the ones of the other that stand in their place.
struct Pair {
  Range before;
  Range after;
};

// Finds the blocks of lines that two texts share. Lines are numbers here, equal ones the same.
class BlockFinder {
 public:
  BlockFinder(Lines before, Lines after) {
    before_ = Numbered(before);
    after_ = Numbered(after);
    places_.resize(numbers_.size());
    for (size_t at = 0; at < after_.size(); ++at) {
      places_[after_[at]].push_back(static_cast<uint32_t>(at));
    }
    if (after_.size() >= kManyLines) {
      size_t most = after_.size() / kPopularShare + 1;
      for (auto& places : places_) {
        if (places.size() > most) places.clear();
      }
    }
    previous_.resize(after_.size() + 1);
    current_.resize(after_.size() + 1);
  }

  // The shared blocks in order, none adjacent to the next in both texts.
  std::vector<Pair> Blocks() {
    std::vector<Pair> found;
    std::vector<Pair> open = {{{0, before_.size()}, {0, after_.size()}}};
    while (!open.empty()) {
      Pair part = open.back();
      open.pop_back();
      Pair block = Longest(part);
      if (block.before.size() == 0) continue;
      found.push_back(block);
      Push(open, {{part.before.first, block.before.first}, {part.after.first, block.after.first}});
      Push(open, {{block.before.last, part.before.last}, {block.after.last, part.after.last}});
    }
    std::ranges::sort(found, {}, [](const Pair& pair) { return pair.before.first; });
    return Merged(found);
  }

 private:
  static void Push(std::vector<Pair>& open, const Pair& part) {
    if (part.before.size() > 0 && part.after.size() > 0) open.push_back(part);
  }

  static std::vector<Pair> Merged(const std::vector<Pair>& blocks) {
    std::vector<Pair> merged;
    for (const Pair& block : blocks) {
      if (!merged.empty() && merged.back().before.last == block.before.first &&
          merged.back().after.last == block.after.first) {
        merged.back().before.last = block.before.last;
        merged.back().after.last = block.after.last;
      } else {
        merged.push_back(block);
      }
    }
    return merged;
  }

  std::vector<uint32_t> Numbered(Lines lines) {
    std::vector<uint32_t> numbers;
    numbers.reserve(lines.size());
    for (std::string_view line : lines) {
      numbers.push_back(
          numbers_.try_emplace(line, static_cast<uint32_t>(numbers_.size())).first->second);
    }
    return numbers;
  }

  // Where in `range` of the second text the line stands that the first has at `at`.
  std::span<const uint32_t> PlacesIn(Range range, size_t at) const {
    const auto& places = places_[before_[at]];
    auto first = std::ranges::lower_bound(places, range.first);
    auto last = std::lower_bound(first, places.end(), range.last);
    return {first, last};
  }

  // The longest block both have in `part`; of several the one that begins first in the first text,
  // then in the second.
  Pair Longest(const Pair& part) {
    Range before{part.before.first, part.before.first};
    Range after{part.after.first, part.after.first};
    std::span<const uint32_t> row_before;
    for (size_t at = part.before.first; at < part.before.last && steps_ < kMaxSteps; ++at) {
      std::span<const uint32_t> row = PlacesIn(part.after, at);
      steps_ += row.size() + 1;
      for (uint32_t place : row) {
        // current_[n + 1] is the length of the block that ends with line n, previous_ the same for
        // the line before this one.
        uint32_t length = previous_[place] + 1;
        current_[place + 1] = length;
        if (length <= before.size()) continue;
        before = {at + 1 - length, at + 1};
        after = {place + 1 - length, size_t{place} + 1};
      }
      for (uint32_t place : row_before) previous_[place + 1] = 0;
      previous_.swap(current_);
      row_before = row;
    }
    for (uint32_t place : row_before) previous_[place + 1] = 0;
    return Extended(part, before, after);
  }

  // Popular lines on both sides belong to the block.
  Pair Extended(const Pair& part, Range before, Range after) const {
    while (before.first > part.before.first && after.first > part.after.first &&
           before_[before.first - 1] == after_[after.first - 1]) {
      --before.first;
      --after.first;
    }
    while (before.last < part.before.last && after.last < part.after.last &&
           before_[before.last] == after_[after.last]) {
      ++before.last;
      ++after.last;
    }
    return {before, after};
  }

  std::unordered_map<std::string_view, uint32_t> numbers_;
  std::vector<uint32_t> before_;
  std::vector<uint32_t> after_;
  std::vector<std::vector<uint32_t>> places_;  // by number, ascending
  std::vector<uint32_t> previous_;
  std::vector<uint32_t> current_;
  size_t steps_ = 0;
};

// What lies between the shared blocks.
std::vector<Pair> ChangesBetween(const std::vector<Pair>& blocks, const Pair& all) {
  std::vector<Pair> changes;
  Pair change = {{0, 0}, {0, 0}};
  auto end = [&](const Range& before, const Range& after) {
    change.before.last = before.first;
    change.after.last = after.first;
    if (change.before.size() > 0 || change.after.size() > 0) changes.push_back(change);
    change = {{before.last, before.last}, {after.last, after.last}};
  };
  for (const Pair& block : blocks) end(block.before, block.after);
  end({all.before.last, all.before.last}, {all.after.last, all.after.last});
  return changes;
}

// `first,count`; the count 1 is left out, and nothing stands after the line before it.
std::string RangeText(Range range) {
  if (range.size() == 1) return fmt::format("{}", range.first + 1);
  return fmt::format("{},{}", range.size() == 0 ? range.first : range.first + 1, range.size());
}

class HunkPrinter {
 public:
  HunkPrinter(Lines before, Lines after) : before_(before), after_(after) {}

  // `changes` are near enough to each other to share their context.
  void Print(std::span<const Pair> changes) {
    const Pair& first = changes.front();
    const Pair& last = changes.back();
    size_t lead = std::min(kContextLines, first.before.first);
    size_t tail = std::min(kContextLines, before_.size() - last.before.last);
    size_t at = first.before.first - lead;
    out_ += fmt::format("@@ -{} +{} @@\n", RangeText({at, last.before.last + tail}),
                        RangeText({first.after.first - lead, last.after.last + tail}));
    for (const Pair& change : changes) {
      Add(' ', before_, {at, change.before.first});
      Add('-', before_, change.before);
      Add('+', after_, change.after);
      at = change.before.last;
    }
    Add(' ', before_, {at, at + tail});
  }

  std::string Take() && { return std::move(out_); }

 private:
  void Add(char mark, Lines lines, Range range) {
    for (size_t at = range.first; at < range.last; ++at) {
      out_ += mark;
      out_ += lines[at];
      out_ += '\n';
    }
  }

  Lines before_;
  Lines after_;
  std::string out_;
};

}  // namespace

std::string UnifiedDiff(Lines before, Lines after) {
  std::vector<Pair> changes =
      ChangesBetween(BlockFinder(before, after).Blocks(), {{0, before.size()}, {0, after.size()}});
  HunkPrinter printer(before, after);
  for (size_t first = 0; first < changes.size();) {
    size_t last = first + 1;
    while (last < changes.size() &&
           changes[last].before.first - changes[last - 1].before.last <= 2 * kContextLines) {
      ++last;
    }
    printer.Print(std::span(changes).subspan(first, last - first));
    first = last;
  }
  return std::move(printer).Take();
}

}  // namespace pintle
