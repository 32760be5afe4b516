#include "pintle/base/strings.h"

#include <fmt/format.h>

#include <vector>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/find_text.h"
#include "pintle/cel/functions/format_text.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

// No text that a function makes is longer.
constexpr size_t kLongestText = size_t{64} << 20;

Datum OutOfRange(Evaluation& evaluation, int64_t index) {
  return NewError(evaluation.arena(), fmt::format("index out of range: {}", index));
}

// Where character `index` begins; the end of the text for its number of characters. Nothing beyond.
std::optional<size_t> ByteOffset(std::string_view text, int64_t index) {
  size_t at = 0;
  for (; index > 0; --index) {
    if (at >= text.size()) return std::nullopt;
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return at;
}

size_t CharacterBytes(std::string_view text) { return *ByteOffset(text, 1); }

Datum CharAt(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  int64_t index = arguments[1].as_int();
  std::optional<size_t> at = index < 0 ? std::nullopt : ByteOffset(text, index);
  if (!at) return OutOfRange(evaluation, index);
  if (*at == text.size()) return Datum::String("");
  return Datum::String(text.substr(*at, CharacterBytes(text.substr(*at))));
}

Datum Found(std::string_view text, size_t at) {
  if (at == std::string_view::npos) return Datum::Int(-1);
  return Datum::Int(static_cast<int64_t>(CountCharacters(text.substr(0, at))));
}

Datum IndexOf(Evaluation&, Arguments arguments) {
  return Found(arguments[0].text(), FindText(arguments[0].text(), arguments[1].text()));
}
Datum IndexOfFrom(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  int64_t from = arguments[2].as_int();
  std::optional<size_t> at = from < 0 ? std::nullopt : ByteOffset(text, from);
  if (from < 0 || (!at && arguments[1].text().empty())) return OutOfRange(evaluation, from);
  // Nothing can be found behind the end.
  if (!at) return Datum::Int(-1);
  const size_t found = FindText(text.substr(*at), arguments[1].text());
  return Found(text, found == std::string_view::npos ? found : *at + found);
}
Datum LastIndexOf(Evaluation&, Arguments arguments) {
  return Found(arguments[0].text(), FindLastText(arguments[0].text(), arguments[1].text()));
}
Datum LastIndexOfFrom(Evaluation& evaluation, Arguments arguments) {
  std::string_view text = arguments[0].text();
  int64_t from = arguments[2].as_int();
  std::optional<size_t> at = from < 0 ? std::nullopt : ByteOffset(text, from);
  if (from < 0 || (!at && arguments[1].text().empty())) return OutOfRange(evaluation, from);
  if (arguments[1].text().empty()) return arguments[2];
  // No character begins there.
  if (!at || *at == text.size()) return Datum::Int(-1);
  return Found(text, FindLastText(text, arguments[1].text(), *at));
}

template <char kFirst, char kLast, char kTo>
Datum ChangeCase(Evaluation& evaluation, Arguments arguments) {
  std::string text(arguments[0].text());
  for (char& c : text) {
    if (c >= kFirst && c <= kLast) c = static_cast<char>(c - kFirst + kTo);
  }
  return NewString(evaluation.arena(), text);
}

Datum Replaced(Evaluation& evaluation, Arguments arguments, int64_t most) {
  std::string_view rest = arguments[0].text();
  std::string_view from = arguments[1].text();
  std::string_view to = arguments[2].text();
  std::string out;
  for (int64_t count = 0; most < 0 || count < most; ++count) {
    // An empty text stands before every character and at the end.
    size_t at = from.empty() ? (count == 0     ? 0
                                : rest.empty() ? std::string_view::npos
                                               : CharacterBytes(rest))
                             : FindText(rest, from);
    if (at == std::string_view::npos) break;
    out.append(rest.substr(0, at)).append(to);
    if (out.size() > kLongestText) return Datum::Error("result of replace is too long");
    rest.remove_prefix(at + from.size());
  }
  out.append(rest);
  return NewString(evaluation.arena(), out);
}
Datum Replace(Evaluation& evaluation, Arguments arguments) {
  return Replaced(evaluation, arguments, -1);
}
Datum ReplaceSome(Evaluation& evaluation, Arguments arguments) {
  return Replaced(evaluation, arguments, arguments[3].as_int());
}

Datum SplitInto(Evaluation& evaluation, Arguments arguments, int64_t most) {
  std::string_view rest = arguments[0].text();
  std::string_view separator = arguments[1].text();
  std::vector<Datum> pieces;
  if (most == 0 || (separator.empty() && rest.empty())) return NewList(evaluation.arena(), pieces);
  while (most < 0 || static_cast<int64_t>(pieces.size()) < most - 1) {
    size_t at = FindText(rest, separator);
    if (separator.empty()) {
      at = CharacterBytes(rest);
      if (at == rest.size()) break;
    }
    if (at == std::string_view::npos) break;
    pieces.push_back(Datum::String(rest.substr(0, at)));
    rest.remove_prefix(at + separator.size());
  }
  pieces.push_back(Datum::String(rest));
  return NewList(evaluation.arena(), pieces);
}
Datum Split(Evaluation& evaluation, Arguments arguments) {
  return SplitInto(evaluation, arguments, -1);
}
Datum SplitSome(Evaluation& evaluation, Arguments arguments) {
  return SplitInto(evaluation, arguments, arguments[2].as_int());
}

Datum SubstringFrom(Evaluation& evaluation, Arguments arguments) {
  int64_t start = arguments[1].as_int();
  std::optional<size_t> at = start < 0 ? std::nullopt : ByteOffset(arguments[0].text(), start);
  if (!at) return OutOfRange(evaluation, start);
  return Datum::String(arguments[0].text().substr(*at));
}
Datum Substring(Evaluation& evaluation, Arguments arguments) {
  int64_t start = arguments[1].as_int();
  int64_t end = arguments[2].as_int();
  if (start > end) {
    return NewError(evaluation.arena(),
                    fmt::format("invalid substring range. start: {}, end: {}", start, end));
  }
  std::string_view text = arguments[0].text();
  std::optional<size_t> from = start < 0 ? std::nullopt : ByteOffset(text, start);
  if (!from) return OutOfRange(evaluation, start);
  std::optional<size_t> to = ByteOffset(text.substr(*from), end - start);
  if (!to) return OutOfRange(evaluation, end);
  return Datum::String(text.substr(*from, *to));
}

bool IsSpace(uint32_t c) {
  return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

Datum Trim(Evaluation&, Arguments arguments) {
  std::string_view text = arguments[0].text();
  size_t start = text.size();
  size_t end = text.size();
  bool seen = false;
  for (size_t at = 0; at < text.size();) {
    uint32_t character = 0;
    size_t bytes = std::max<size_t>(1, DecodeUtf8(text.substr(at), &character));
    if (!IsSpace(character)) {
      if (!seen) start = at;
      seen = true;
      end = at + bytes;
    }
    at += bytes;
  }
  return Datum::String(text.substr(start, end - start));
}

Datum Format(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::string text =
      FormatText(evaluation.arena(), arguments[0].text(), arguments[1].list(), error);
  if (!error.empty()) return NewError(evaluation.arena(), error);
  return NewString(evaluation.arena(), text);
}

Datum Quote(Evaluation& evaluation, Arguments arguments) {
  std::string out = "\"";
  for (char c : ReplaceInvalidUtf8(arguments[0].text())) {
    constexpr std::string_view kSpecial = "\a\b\f\n\r\t\v\\\"";
    constexpr std::string_view kLetters = "abfnrtv\\\"";
    size_t at = kSpecial.find(c);
    if (at == std::string_view::npos) {
      out += c;
    } else {
      out += '\\';
      out += kLetters[at];
    }
  }
  return NewString(evaluation.arena(), out + '"');
}

Datum JoinWith(Evaluation& evaluation, const ListDatum& list, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < list.size(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    if (!item.is(Kind::kString)) {
      return item.is_error() ? item : Datum::Error(kNoSuchOverload);
    }
    if (i > 0) out += separator;
    out += item.text();
    if (out.size() > kLongestText) return Datum::Error("result of join is too long");
  }
  return NewString(evaluation.arena(), out);
}
Datum Join(Evaluation& evaluation, Arguments arguments) {
  return JoinWith(evaluation, arguments[0].list(), "");
}
Datum JoinBy(Evaluation& evaluation, Arguments arguments) {
  return JoinWith(evaluation, arguments[0].list(), arguments[1].text());
}

uint64_t IndexCost(Arguments arguments, const Datum&) { return TraversalCost(arguments[0]); }

// The longest result replaces the shortest finds by the longest texts, and the other way round.
Estimate ReplaceEstimate(Sizes sizes, Estimate* result_size) {
  Estimate text = sizes[0].size;
  Estimate from = sizes[1].size;
  Estimate to = sizes[2].size;
  auto count = [](uint64_t size, uint64_t each) {
    return Saturated(std::ceil(static_cast<double>(size) / static_cast<double>(each)));
  };
  Estimate size;
  if (from.least == 0) {
    size.most = AddCapped(MultiplyCapped(AddCapped(text.most, 1), to.most), text.most);
  } else if (to.most <= from.least) {
    size.most = text.most;
  } else {
    size.most = MultiplyCapped(count(text.most, from.least), to.most);
  }
  if (from.most == 0) {
    size.least = AddCapped(MultiplyCapped(AddCapped(text.least, 1), to.least), text.least);
  } else if (from.most <= to.least) {
    size.least = text.least;
  } else {
    size.least = MultiplyCapped(count(text.least, from.most), to.least);
  }
  SetSize(result_size, size);
  return Scaled(text, 2 * kTextFactor);
}

// At worst every character becomes an element.
Estimate SplitEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, {0, sizes[0].size.most});
  return Scaled(sizes[0].size, 2 * kTextFactor);
}

uint64_t JoinCost(Arguments, const Datum& result) {
  return Scaled(SizeOf(result), 2 * kTextFactor);
}
Estimate JoinEstimate(Sizes sizes, Estimate* result_size) {
  Estimate count = sizes[0].size;
  Estimate size = Product(count, sizes[0].element_size);
  if (sizes.size() > 1) {
    Estimate separators = {count.least > 0 ? count.least - 1 : 0,
                           count.most > 0 ? count.most - 1 : 0};
    size = Sum(size, Product(sizes[1].size, separators));
  }
  SetSize(result_size, size);
  return Scaled(size, kTextFactor);
}

Estimate QuoteEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size,
          {AddCapped(sizes[0].size.least, 2), AddCapped(MultiplyCapped(sizes[0].size.most, 2), 2)});
  return Scaled(sizes[0].size, kTextFactor);
}

constexpr Row kRows[] = {
    {"charAt", "string_char_at_int", "string.(int) string", CharAt},
    {"indexOf", "string_index_of_string", "string.(string) int", IndexOf, IndexCost, TextEstimate},
    {"indexOf", "string_index_of_string_int", "string.(string, int) int", IndexOfFrom, IndexCost,
     TextEstimate},
    {"lastIndexOf", "string_last_index_of_string", "string.(string) int", LastIndexOf, IndexCost,
     TextEstimate},
    {"lastIndexOf", "string_last_index_of_string_int", "string.(string, int) int", LastIndexOfFrom,
     IndexCost, TextEstimate},
    {"lowerAscii", "string_lower_ascii", "string.() string", ChangeCase<'A', 'Z', 'a'>, TextCost,
     SameTextEstimate},
    {"upperAscii", "string_upper_ascii", "string.() string", ChangeCase<'a', 'z', 'A'>, TextCost,
     SameTextEstimate},
    {"replace", "string_replace_string_string", "string.(string, string) string", Replace,
     TwiceTextCost, ReplaceEstimate},
    {"replace", "string_replace_string_string_int", "string.(string, string, int) string",
     ReplaceSome, TwiceTextCost, ReplaceEstimate},
    {"split", "string_split_string", "string.(string) list(string)", Split, TwiceTextCost,
     SplitEstimate},
    {"split", "string_split_string_int", "string.(string, int) list(string)", SplitSome,
     TwiceTextCost, SplitEstimate},
    {"substring", "string_substring_int", "string.(int) string", SubstringFrom, TextCost,
     SameTextEstimate},
    {"substring", "string_substring_int_int", "string.(int, int) string", Substring, TextCost,
     SameTextEstimate},
    {"trim", "string_trim", "string.() string", Trim, TextCost, SameTextEstimate},
    {"format", "string_format", "string.(list(dyn)) string", Format, TextCost, TextEstimate},
    {"strings.quote", "strings_quote", "(string) string", Quote, TextCost, QuoteEstimate},
    {"join", "list_join", "list(string).() string", Join, JoinCost, JoinEstimate},
    {"join", "list_join_string", "list(string).(string) string", JoinBy, JoinCost, JoinEstimate},
};

}  // namespace

std::span<const Row> StringRows() { return kRows; }

}  // namespace pintle::cel
