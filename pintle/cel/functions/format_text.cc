#include "pintle/cel/functions/format_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

constexpr int kUsualPrecision = 6;
constexpr uint64_t kMostPrecision = 1000;
constexpr size_t kLongestText = size_t{4} << 20;

// As literals of the language have it.
std::string NestedDouble(double number) {
  if (!std::isfinite(number)) return Quoted(ShownNumber(number));
  return fmt::format("{:.{}f}", number, kUsualPrecision);
}

// %f and %e write numbers as American English does: `1,234.50`.
std::string WithoutDigits(double number) {
  if (std::isnan(number)) return "NaN";
  return number < 0 ? "-\u221e" : "\u221e";
}
std::string FixedText(double number, int precision) {
  constexpr size_t kGroup = 3;
  if (!std::isfinite(number)) return WithoutDigits(number);
  std::string text = fmt::format("{:.{}f}", number, precision);
  size_t first = text.starts_with('-') ? 1 : 0;
  for (size_t at = std::min(text.find('.'), text.size()); at > first + kGroup;) {
    at -= kGroup;
    text.insert(at, 1, ',');
  }
  return text;
}
// `1.052033 x 10^03`, with the exponent raised. The precision asked for changes nothing.
std::string ScientificText(double number) {
  constexpr std::string_view kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                          "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  if (!std::isfinite(number)) return WithoutDigits(number);
  std::string plain = fmt::format("{:.{}e}", number, kUsualPrecision);
  size_t exponent = plain.find('e');
  std::string text = plain.substr(0, exponent) + "\u202f\u00d7\u202f10";
  for (char c : std::string_view(plain).substr(exponent + 1)) {
    if (c == '-') text += "\u207b";
    if (c >= '0' && c <= '9') text += kRaised[c - '0'];
  }
  return text;
}

// Within lists and maps texts are quoted and times are named. What is longer than kLongestText is
// cut.
void AppendNested(Arena& arena, const Datum& datum, std::string& out);

void AppendMap(Arena& arena, const MapDatum& map, std::string& out) {
  std::vector<std::string> entries;
  size_t size = 0;
  for (size_t i = 0; i < map.size() && size < kLongestText; ++i) {
    std::string& entry = entries.emplace_back();
    AppendNested(arena, map.KeyAt(arena, i), entry);
    entry += ':';
    AppendNested(arena, map.ValueAt(arena, i), entry);
    size += entry.size();
  }
  std::ranges::sort(entries);
  out += "{" + Join(entries, ", ") + "}";
}

void AppendNested(Arena& arena, const Datum& datum, std::string& out) {
  switch (datum.kind()) {
    case Kind::kDouble:
      out += NestedDouble(datum.as_double());
      break;
    case Kind::kUint:
      out += fmt::to_string(datum.as_uint());
      break;
    case Kind::kDuration:
      out += fmt::format("duration(\"{}\")", SecondsText(datum.as_int()));
      break;
    case Kind::kTimestamp:
      out += fmt::format("timestamp(\"{}\")", TimestampText(datum.as_int(), datum.nanoseconds()));
      break;
    case Kind::kType:
      out += datum.text();
      break;
    case Kind::kList:
      out += '[';
      for (size_t i = 0; i < datum.list().size() && out.size() < kLongestText; ++i) {
        if (i > 0) out += ", ";
        AppendNested(arena, datum.list().At(arena, i), out);
      }
      out += ']';
      break;
    case Kind::kMap:
      AppendMap(arena, datum.map(), out);
      break;
    default:
      out += DatumText(datum);
  }
}

std::string PlainText(Arena& arena, const Datum& datum) {
  switch (datum.kind()) {
    case Kind::kString:
    case Kind::kBytes:
      return std::string(datum.text());
    case Kind::kDouble:
      return ShownNumber(datum.as_double());
    case Kind::kDuration:
      return SecondsText(datum.as_int());
    case Kind::kTimestamp:
      return TimestampText(datum.as_int(), datum.nanoseconds());
    default: {
      std::string text;
      AppendNested(arena, datum, text);
      return text;
    }
  }
}

std::string InBase(const Datum& datum, char clause) {
  bool is_int = datum.is(Kind::kInt);
  bool negative = is_int && datum.as_int() < 0;
  uint64_t amount = negative ? 0 - datum.as_uint() : datum.as_uint();
  std::string sign = negative ? "-" : "";
  switch (clause) {
    case 'b':
      return sign + fmt::format("{:b}", amount);
    case 'o':
      return sign + fmt::format("{:o}", amount);
    case 'x':
      return sign + fmt::format("{:x}", amount);
    case 'X':
      return sign + fmt::format("{:X}", amount);
    default:
      return sign + fmt::to_string(amount);
  }
}

// What %f and %e show: doubles, and the texts that stand for those without digits.
std::optional<double> Shown(const Datum& datum) {
  if (datum.is(Kind::kDouble)) return datum.as_double();
  if (!datum.is(Kind::kString)) return std::nullopt;
  if (datum.text() == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (datum.text() == "Infinity") return std::numeric_limits<double>::infinity();
  if (datum.text() == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

// Nothing if the clause does not take such an argument.
std::optional<std::string> ClauseText(Arena& arena, const FormatClause& clause,
                                      const Datum& datum) {
  bool text = datum.is(Kind::kString) || datum.is(Kind::kBytes);
  switch (clause.letter) {
    case 's':
      if (datum.is(Kind::kError) || datum.is(Kind::kOpaque)) return std::nullopt;
      return PlainText(arena, datum);
    case 'f':
    case 'e': {
      std::optional<double> number = Shown(datum);
      if (!number) return std::nullopt;
      return clause.letter == 'f' ? FixedText(*number, clause.precision) : ScientificText(*number);
    }
    case 'b':
      if (datum.is(Kind::kBool)) return datum.as_bool() ? "1" : "0";
      break;
    case 'x':
      if (text) return HexLower(datum.text());
      break;
    case 'X': {
      if (!text) break;
      std::string hex = HexLower(datum.text());
      for (char& c : hex) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
      return hex;
    }
    default:
      break;
  }
  if (!datum.is(Kind::kInt) && !datum.is(Kind::kUint)) return std::nullopt;
  return InBase(datum, clause.letter);
}

std::string_view ClauseRule(char clause) {
  switch (clause) {
    case 'd':
      return "decimal clause can only be used on integers";
    case 'f':
      return "fixed-point clause can only be used on doubles";
    case 'e':
      return "scientific clause can only be used on doubles";
    case 'b':
      return "only integers and bools can be formatted as binary";
    case 'o':
      return "octal clause can only be used on integers";
    case 's':
      return "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
             "types, durations, and timestamps";
    default:
      return "only integers, byte buffers, and strings can be formatted as hex";
  }
}

}  // namespace

bool FormatReader::FindClause(std::string& out) {
  while (!rest_.empty()) {
    char c = rest_[0];
    rest_.remove_prefix(1);
    if (c == '%' && !rest_.starts_with('%')) return true;
    if (c == '%') rest_.remove_prefix(1);
    out += c;
  }
  return false;
}

std::optional<FormatClause> FormatReader::Read(std::string& error) {
  auto failed = [&](std::string_view why) -> std::optional<FormatClause> {
    error = fmt::format("could not parse formatting clause: {}", why);
    return std::nullopt;
  };
  FormatClause clause;
  clause.precision = kUsualPrecision;
  if (rest_.starts_with('.')) {
    size_t end = std::min(rest_.find_first_not_of("0123456789", 1), rest_.size());
    std::string_view digits = rest_.substr(1, end - 1);
    rest_.remove_prefix(end);
    if (rest_.empty()) {
      return failed("error while parsing precision: could not find end of precision specifier");
    }
    std::optional<uint64_t> precision = ParseUint64(digits);
    if (!precision || *precision > kMostPrecision) {
      return failed(
          fmt::format("error while parsing precision: error while converting precision to "
                      "integer: strconv.Atoi: parsing {}: {}",
                      Quoted(digits), digits.empty() ? "invalid syntax" : "value out of range"));
    }
    clause.precision = static_cast<int>(*precision);
  }
  clause.letter = rest_[0];
  rest_.remove_prefix(1);
  if (std::string_view("sdfebxXo").find(clause.letter) == std::string_view::npos) {
    std::string shown;
    AppendUtf8(shown, static_cast<unsigned char>(clause.letter));
    return failed(fmt::format("unrecognized formatting clause \"{}\"", shown));
  }
  return clause;
}

std::string WrongClause(char clause, std::string_view type_name) {
  return fmt::format("error during formatting: {}, was given {}", ClauseRule(clause), type_name);
}

std::string FormatText(Arena& arena, std::string_view format, const ListDatum& arguments,
                       std::string& error) {
  FormatReader reader(format);
  std::string out;
  for (size_t used = 0; reader.FindClause(out); ++used) {
    if (used >= arguments.size()) {
      error = fmt::format("index {} out of range", used);
      return {};
    }
    if (reader.done()) {
      error = kUnfinishedFormat;
      return {};
    }
    std::optional<FormatClause> clause = reader.Read(error);
    if (!clause) return {};
    Datum argument = arguments.At(arena, used);
    std::optional<std::string> text = ClauseText(arena, *clause, argument);
    if (!text) {
      error = WrongClause(clause->letter, TypeName(argument));
      return {};
    }
    out += *text;
    if (out.size() > kLongestText) {
      error = "result of format is too long";
      return {};
    }
  }
  return out;
}

}  // namespace pintle::cel
