#include <fmt/format.h>
#include <re2/re2.h>

#include <vector>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

constexpr int64_t kAll = -1;

Datum MatchesPattern(Evaluation& evaluation, Arguments arguments) {
  Datum error;
  const re2::RE2* pattern = evaluation.Pattern(arguments[1].text(), &error);
  if (pattern == nullptr) return error;
  return Datum::Bool(re2::RE2::PartialMatch(arguments[0].text(), *pattern));
}

// Matches from left to right; an empty one right after another is none.
std::vector<Datum> Matches(const re2::RE2& pattern, std::string_view text, int64_t most) {
  std::vector<Datum> found;
  size_t previous_end = std::string_view::npos;
  for (size_t at = 0; at <= text.size() && (most < 0 || std::ssize(found) < most);) {
    re2::StringPiece match;
    if (!pattern.Match(text, at, text.size(), re2::RE2::UNANCHORED, &match, 1)) break;
    auto start = static_cast<size_t>(match.data() - text.data());
    size_t end = start + match.size();
    if (!match.empty() || start != previous_end) {
      found.push_back(Datum::String(text.substr(start, match.size())));
    }
    previous_end = end;
    at = end;
    if (!match.empty()) continue;
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return found;
}

// find() and findAll() say more of what is wrong than matches().
Datum Illegal(Evaluation& evaluation, const Datum& error) {
  return NewError(evaluation.arena(), fmt::format("Illegal regex: {}", error.text()));
}

Datum Find(Evaluation& evaluation, Arguments arguments) {
  Datum error;
  const re2::RE2* pattern = evaluation.Pattern(arguments[1].text(), &error);
  if (pattern == nullptr) return Illegal(evaluation, error);
  std::vector<Datum> found = Matches(*pattern, arguments[0].text(), 1);
  return found.empty() ? Datum::String("") : found[0];
}

Datum FindMany(Evaluation& evaluation, Arguments arguments, int64_t most) {
  Datum error;
  const re2::RE2* pattern = evaluation.Pattern(arguments[1].text(), &error);
  if (pattern == nullptr) return Illegal(evaluation, error);
  return NewList(evaluation.arena(), Matches(*pattern, arguments[0].text(), most));
}
Datum FindAll(Evaluation& evaluation, Arguments arguments) {
  return FindMany(evaluation, arguments, kAll);
}
Datum FindSome(Evaluation& evaluation, Arguments arguments) {
  return FindMany(evaluation, arguments, arguments[2].as_int());
}

// One more than the text has, so that a dear pattern costs something on an empty text.
uint64_t Cost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[0]) + 1, kTextFactor) *
         Scaled(SizeOf(arguments[1]), kPatternFactor);
}
Estimate MatchEstimate(Sizes sizes, Estimate*) {
  return Product(Scaled(Sum(sizes[0].size, {1, 1}), kTextFactor),
                 Scaled(sizes[1].size, kPatternFactor));
}
Estimate FindEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, sizes[0].size);
  return MatchEstimate(sizes, nullptr);
}

constexpr Row kRows[] = {
    {"matches", "matches", "(string, string) bool", MatchesPattern, Cost, MatchEstimate, 1},
    {"matches", "matches_string", "string.(string) bool", MatchesPattern, Cost, MatchEstimate, 1},
    {"find", "string_find_string", "string.(string) string", Find, Cost, FindEstimate, 1},
    {"findAll", "string_find_all_string", "string.(string) list(string)", FindAll, Cost,
     FindEstimate, 1},
    {"findAll", "string_find_all_string_int", "string.(string, int) list(string)", FindSome, Cost,
     FindEstimate, 1},
};

}  // namespace

std::span<const Row> RegexRows() { return kRows; }

}  // namespace pintle::cel
