#include "pintle/cel/functions/format_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

constexpr int kUsualPrecision = 6;
constexpr int kMostPrecision = 1000;
constexpr size_t kLongestText = size_t{4} << 20;

std::string DoubleText(double number, int precision) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  return fmt::format("{:.{}f}", number, precision);
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
      out += DoubleText(datum.as_double(), kUsualPrecision);
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
      return std::isfinite(datum.as_double()) ? ShownNumber(datum.as_double())
                                              : DoubleText(datum.as_double(), 0);
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

// Nothing if the clause does not take such an argument.
std::optional<std::string> ClauseText(Arena& arena, char clause, int precision,
                                      const Datum& datum) {
  bool whole = datum.is(Kind::kInt) || datum.is(Kind::kUint);
  bool text = datum.is(Kind::kString) || datum.is(Kind::kBytes);
  switch (clause) {
    case 's':
      if (datum.is(Kind::kError) || datum.is(Kind::kOpaque)) return std::nullopt;
      return PlainText(arena, datum);
    case 'f':
    case 'e': {
      if (!whole && !datum.is(Kind::kDouble)) return std::nullopt;
      double number = datum.is(Kind::kDouble) ? datum.as_double()
                      : datum.is(Kind::kInt)  ? static_cast<double>(datum.as_int())
                                              : static_cast<double>(datum.as_uint());
      if (clause == 'f' || !std::isfinite(number)) return DoubleText(number, precision);
      return fmt::format("{:.{}e}", number, precision);
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
  if (!whole) return std::nullopt;
  return InBase(datum, clause);
}

std::string_view ClauseName(char clause) {
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

// `.2` before a clause; false if it is none.
bool ReadPrecision(std::string_view format, size_t& at, int& precision) {
  precision = kUsualPrecision;
  if (at >= format.size() || format[at] != '.') return true;
  precision = 0;
  size_t start = ++at;
  for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
    precision = precision * 10 + (format[at] - '0');
    if (precision > kMostPrecision) return false;
  }
  return at > start;
}

}  // namespace

std::string FormatText(Arena& arena, std::string_view format, const ListDatum& arguments,
                       std::string& error) {
  std::string out;
  size_t used = 0;
  for (size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    if (++at < format.size() && format[at] == '%') {
      out += '%';
      continue;
    }
    int precision = 0;
    if (!ReadPrecision(format, at, precision) || at >= format.size()) {
      error = "could not parse formatting clause: unexpected end of string";
      return {};
    }
    char clause = format[at];
    if (std::string_view("sdfebxXo").find(clause) == std::string_view::npos) {
      error = fmt::format(
          "could not parse formatting clause: unrecognized formatting clause \"{}\"", clause);
      return {};
    }
    if (used >= arguments.size()) {
      error = fmt::format("index {} out of range", used);
      return {};
    }
    Datum argument = arguments.At(arena, used++);
    std::optional<std::string> text = ClauseText(arena, clause, precision, argument);
    if (!text) {
      error = fmt::format("error during formatting: {}, was given {}", ClauseName(clause),
                          TypeName(argument));
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
