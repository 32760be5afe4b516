#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pintle {

// What changed between two texts, given by their lines: hunks of `diff -u` with three lines around
// each change, without names of files. Empty if nothing changed.
//
//     @@ -3,7 +3,7 @@
//      before
//     -old
//     +new
//      after
//
// Lines are paired by the longest block both texts have, then the longest ones left and right of it
// and so on; in a text of 200 lines or more, those that make up over a hundredth of it do not begin
// a block. Time is bounded: past a number of steps, what is not paired yet counts as changed.
std::string UnifiedDiff(std::span<const std::string_view> before,
                        std::span<const std::string_view> after);

}  // namespace pintle
