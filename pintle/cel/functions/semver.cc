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

bool HasLeadingZero(std::string_view text) { return text.size() > 1 && text[0] == '0'; }

bool IsIdentifier(std::string_view text) {
  constexpr std::string_view kAllowed =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
  return text.find_first_not_of(kAllowed) == std::string_view::npos;
}

// What is wrong with one of the numbers; empty if nothing is.
std::string ReadNumber(std::string_view text, std::string_view name, uint64_t& number) {
  if (text.find_first_not_of("0123456789") != std::string_view::npos) {
    return fmt::format("Invalid character(s) found in {} number {}", name, Quoted(text));
  }
  if (HasLeadingZero(text)) {
    std::string title(name);
    title[0] = static_cast<char>(title[0] - 'a' + 'A');
    return fmt::format("{} number must not contain leading zeroes {}", title, Quoted(text));
  }
  std::optional<uint64_t> read = ParseUint64(text);
  if (read) {
    number = *read;
    return {};
  }
  return fmt::format("strconv.ParseUint: parsing {}: {}", Quoted(text),
                     text.empty() ? "invalid syntax" : "value out of range");
}

// What is wrong with `alpha.1` of `1.2.3-alpha.1`; empty if nothing is.
std::string CheckPrerelease(std::string_view text) {
  for (std::string_view word : Split(text, '.')) {
    if (word.empty()) return "Prerelease is empty";
    if (IsDigits(word) && HasLeadingZero(word)) {
      return "Numeric PreRelease version must not contain leading zeroes " + Quoted(word);
    }
    if (!IsIdentifier(word)) return "Invalid character(s) found in prerelease " + Quoted(word);
  }
  return {};
}

std::string CheckBuild(std::string_view text) {
  for (std::string_view word : Split(text, '.')) {
    if (word.empty()) return "Build meta data is empty";
    if (!IsIdentifier(word)) return "Invalid character(s) found in build meta data " + Quoted(word);
  }
  return {};
}

// Major, minor, and the rest with patch number and suffixes.
std::vector<std::string_view> Parts(std::string_view text) {
  std::vector<std::string_view> parts;
  constexpr size_t kMost = 3;
  while (parts.size() + 1 < kMost) {
    size_t dot = text.find('.');
    if (dot == std::string_view::npos) break;
    parts.push_back(text.substr(0, dot));
    text.remove_prefix(dot + 1);
  }
  parts.push_back(text);
  return parts;
}

// What is wrong with a version; empty if nothing is.
std::string ReadVersion(std::string_view text, Version& version) {
  if (text.empty()) return "Version string empty";
  std::vector<std::string_view> parts = Parts(text);
  if (parts.size() != 3) return "No Major.Minor.Patch elements found";
  constexpr std::string_view kNames[] = {"major", "minor", "patch"};
  std::string_view patch = parts[2];
  std::optional<std::string_view> build;
  if (size_t plus = patch.find('+'); plus != std::string_view::npos) {
    build = patch.substr(plus + 1);
    patch = patch.substr(0, plus);
  }
  std::optional<std::string_view> prerelease;
  if (size_t dash = patch.find('-'); dash != std::string_view::npos) {
    prerelease = patch.substr(dash + 1);
    patch = patch.substr(0, dash);
  }
  parts[2] = patch;
  std::string fault;
  for (size_t i = 0; i < parts.size() && fault.empty(); ++i) {
    fault = ReadNumber(parts[i], kNames[i], version.numbers[i]);
  }
  if (fault.empty() && prerelease) {
    version.prerelease = *prerelease;
    fault = CheckPrerelease(*prerelease);
  }
  if (fault.empty() && build) fault = CheckBuild(*build);
  return fault;
}

// Puts a leading v, missing numbers and leading zeros right; the fault if that cannot be.
std::string Normalize(std::string_view text, std::string& out) {
  if (text.starts_with('v')) text.remove_prefix(1);
  std::vector<std::string_view> parts = Parts(text);
  for (std::string_view& part : parts) {
    while (part.size() > 1 && part[0] == '0' && part[1] >= '0' && part[1] <= '9') {
      part.remove_prefix(1);
    }
  }
  if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string_view::npos) {
    return "short version cannot contain PreRelease/Build meta data";
  }
  while (parts.size() < 3) parts.push_back("0");
  out = fmt::format("{}.{}.{}", parts[0], parts[1], parts[2]);
  return {};
}

// The version refers to text in the arena. Nothing, with `error` set, if there is none.
std::optional<Version> ParseVersion(Arena& arena, std::string_view text, bool normalize,
                                    std::string& error) {
  if (normalize) {
    std::string normal;
    error = Normalize(text, normal);
    if (!error.empty()) return std::nullopt;
    text = arena.Copy(normal);
  }
  Version version;
  error = ReadVersion(text, version);
  if (!error.empty()) return std::nullopt;
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
  Arena& arena = evaluation.arena();
  std::string error;
  auto version = ParseVersion(arena, arguments[0].text(), Normalizes(arguments), error);
  if (version) return Datum::Opaque(arena.New<SemverDatum>(*version));
  return NewError(arena, error);
}
Datum IsSemver(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  auto version =
      ParseVersion(evaluation.arena(), arguments[0].text(), Normalizes(arguments), error);
  return Datum::Bool(version.has_value());
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
