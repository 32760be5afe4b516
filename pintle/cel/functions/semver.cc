#include <fmt/format.h>

#include <array>
#include <compare>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

struct Version {
  std::array<uint64_t, 3> numbers = {};
  std::string_view prerelease;  // build metadata takes no part in anything
};

bool IsDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool AreIdentifiers(std::string_view text, bool numbers_are_plain) {
  constexpr std::string_view kAllowed =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
  for (std::string_view word : Split(text, '.')) {
    if (word.empty() || word.find_first_not_of(kAllowed) != std::string_view::npos) return false;
    if (numbers_are_plain && IsDigits(word) && word.size() > 1 && word[0] == '0') return false;
  }
  return true;
}

// The last of the numbers and what follows it: `3-alpha.1+build`.
bool TakeSuffixes(std::string_view& numbers, std::string_view& prerelease) {
  if (size_t plus = numbers.find('+'); plus != std::string_view::npos) {
    if (!AreIdentifiers(numbers.substr(plus + 1), false)) return false;
    numbers = numbers.substr(0, plus);
  }
  if (size_t dash = numbers.find('-'); dash != std::string_view::npos) {
    prerelease = numbers.substr(dash + 1);
    if (!AreIdentifiers(prerelease, true)) return false;
    numbers = numbers.substr(0, dash);
  }
  return true;
}

// `normalize`: a leading v, missing numbers and leading zeros are put right.
std::optional<Version> ParseVersion(std::string_view text, bool normalize) {
  if (normalize && (text.starts_with('v') || text.starts_with('V'))) text.remove_prefix(1);
  Version version;
  if (!TakeSuffixes(text, version.prerelease)) return std::nullopt;
  std::vector<std::string_view> numbers = Split(text, '.');
  if (numbers.size() > 3 || (numbers.size() < 3 && !normalize)) return std::nullopt;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!IsDigits(numbers[i])) return std::nullopt;
    if (!normalize && numbers[i].size() > 1 && numbers[i][0] == '0') return std::nullopt;
    std::optional<uint64_t> number = ParseUint64(numbers[i]);
    if (!number) return std::nullopt;
    version.numbers[i] = *number;
  }
  return version;
}

std::strong_ordering OrderWords(std::string_view a, std::string_view b) {
  bool a_number = IsDigits(a);
  bool b_number = IsDigits(b);
  if (a_number != b_number) {
    return a_number ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  // Numbers have no leading zeros: the longer one is larger.
  if (a_number && a.size() != b.size()) return a.size() <=> b.size();
  return a <=> b;
}

std::strong_ordering OrderVersions(const Version& a, const Version& b) {
  if (auto order = a.numbers <=> b.numbers; order != 0) return order;
  // A version without prerelease comes after those with one.
  if (a.prerelease.empty() || b.prerelease.empty()) {
    return a.prerelease.empty() <=> b.prerelease.empty();
  }
  std::vector<std::string_view> left = Split(a.prerelease, '.');
  std::vector<std::string_view> right = Split(b.prerelease, '.');
  for (size_t i = 0; i < left.size() && i < right.size(); ++i) {
    if (auto order = OrderWords(left[i], right[i]); order != 0) return order;
  }
  return left.size() <=> right.size();
}

class SemverDatum final : public OpaqueDatum {
 public:
  explicit SemverDatum(const Version& version) : version(version) {}
  std::string_view type_name() const override { return kSemverType; }
  bool Equals(const OpaqueDatum& other) const override {
    return OrderVersions(version, static_cast<const SemverDatum&>(other).version) == 0;
  }
  Version version;
};

const Version& VersionOf(const Datum& datum) {
  return static_cast<const SemverDatum&>(datum.opaque()).version;
}
bool Normalizes(Arguments arguments) { return arguments.size() > 1 && arguments[1].as_bool(); }

Datum Parse(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  if (auto version = ParseVersion(text, Normalizes(arguments))) {
    return Datum::Opaque(evaluation.arena().New<SemverDatum>(*version));
  }
  return NewError(evaluation.arena(), fmt::format("invalid semantic version {}", Quoted(text)));
}
Datum IsSemver(Evaluation&, Arguments arguments) {
  return Datum::Bool(ParseVersion(arguments[0].text(), Normalizes(arguments)).has_value());
}

template <size_t kIndex>
Datum Number(Evaluation&, Arguments arguments) {
  return Datum::Int(static_cast<int64_t>(VersionOf(arguments[0]).numbers[kIndex]));
}

std::strong_ordering OrderOf(Arguments arguments) {
  return OrderVersions(VersionOf(arguments[0]), VersionOf(arguments[1]));
}
Datum IsLessThan(Evaluation&, Arguments arguments) { return Datum::Bool(OrderOf(arguments) < 0); }
Datum IsGreaterThan(Evaluation&, Arguments arguments) {
  return Datum::Bool(OrderOf(arguments) > 0);
}
Datum CompareTo(Evaluation&, Arguments arguments) {
  std::strong_ordering order = OrderOf(arguments);
  return Datum::Int(order < 0 ? -1 : static_cast<int>(order > 0));
}

constexpr Row kRows[] = {
    {"semver", "string_to_semver", "(string) semver", Parse, TextCost, TextEstimate},
    {"semver", "string_bool_to_semver", "(string, bool) semver", Parse, TextCost, TextEstimate},
    {"isSemver", "is_semver_string", "(string) bool", IsSemver, TextCost, TextEstimate},
    {"isSemver", "is_semver_string_bool", "(string, bool) bool", IsSemver, TextCost, TextEstimate},
    {"major", "semver_major", "semver.() int", Number<0>},
    {"minor", "semver_minor", "semver.() int", Number<1>},
    {"patch", "semver_patch", "semver.() int", Number<2>},
    {"isLessThan", "semver_is_less_than", "semver.(semver) bool", IsLessThan},
    {"isGreaterThan", "semver_is_greater_than", "semver.(semver) bool", IsGreaterThan},
    {"compareTo", "semver_compare_to", "semver.(semver) int", CompareTo},
};

}  // namespace

std::span<const Row> SemverRows() { return kRows; }

}  // namespace pintle::cel
