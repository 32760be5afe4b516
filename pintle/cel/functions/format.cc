#include <algorithm>
#include <cctype>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"
#include "pintle/cel/functions/url_text.h"
#include "pintle/cel/time_text.h"
#include "pintle/field/names.h"

namespace pintle::cel {
namespace {

using Messages = std::vector<std::string>;

template <Messages (*kCheck)(std::string_view)>
Messages PrefixOf(std::string_view text) {
  return kCheck(validate::MaskTrailingDash(text));
}

Messages CheckUri(std::string_view text) {
  std::string error;
  if (ParseUrl(text, error)) return {};
  return {error};
}

// 32 hexadecimal digits; each dash of the usual form may be left out.
Messages CheckUuid(std::string_view text) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  size_t at = 0;
  bool good = true;
  for (char wanted : kShape) {
    bool there = at < text.size();
    if (wanted == '-') {
      if (there && text[at] == '-') ++at;
      continue;
    }
    good = good && there && std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
    ++at;
  }
  return good && at == text.size() ? Messages() : Messages{"does not match the UUID format"};
}

Messages CheckByte(std::string_view text) {
  return !text.empty() && Base64Decode(text) ? Messages() : Messages{"invalid base64"};
}
Messages CheckDate(std::string_view text) {
  bool good = ParseTimestamp(std::string(text) + "T00:00:00Z").has_value();
  return good ? Messages() : Messages{"invalid date"};
}
// The letters may be small.
Messages CheckDateTime(std::string_view text) {
  std::string capital(text);
  std::ranges::replace(capital, 't', 'T');
  std::ranges::replace(capital, 'z', 'Z');
  return ParseTimestamp(capital) ? Messages() : Messages{"invalid datetime"};
}

struct NamedFormat {
  std::string_view name;
  Messages (*check)(std::string_view text);
  size_t pattern_size;  // of a regular expression that does about the same, for cost
};

constexpr NamedFormat kFormats[] = {
    {"dns1123Label", validate::IsDns1123Label, 30},
    {"dns1123Subdomain", validate::IsDns1123Subdomain, 60},
    {"dns1035Label", validate::IsDns1035Label, 30},
    {"qualifiedName", validate::IsQualifiedName, 60},
    {"dns1123LabelPrefix", PrefixOf<validate::IsDns1123Label>, 30},
    {"dns1123SubdomainPrefix", PrefixOf<validate::IsDns1123Subdomain>, 60},
    {"dns1035LabelPrefix", PrefixOf<validate::IsDns1035Label>, 30},
    {"labelValue", validate::IsLabelValue, 40},
    {"uri", CheckUri, 1000},
    {"uuid", CheckUuid, 200},
    {"byte", CheckByte, 100},
    {"date", CheckDate, 100},
    {"datetime", CheckDateTime, 300},
};
// What estimates take it to be.
constexpr double kUsualPattern = 128;

class FormatDatum final : public OpaqueDatum {
 public:
  explicit FormatDatum(const NamedFormat& format) : format(format) {}
  std::string_view type_name() const override { return kFormatType; }
  bool Equals(const OpaqueDatum& other) const override {
    return &format == &static_cast<const FormatDatum&>(other).format;
  }
  const NamedFormat& format;
};

Datum New(Evaluation& evaluation, const NamedFormat& format) {
  return Datum::Opaque(evaluation.arena().New<FormatDatum>(format));
}

Datum Named(Evaluation& evaluation, Arguments arguments) {
  for (const NamedFormat& format : kFormats) {
    if (format.name == arguments[0].text()) {
      return Datum::Optional(evaluation.arena(), New(evaluation, format));
    }
  }
  return Datum::None();
}

template <size_t kIndex>
Datum Get(Evaluation& evaluation, Arguments) {
  return New(evaluation, kFormats[kIndex]);
}

const NamedFormat& FormatOf(const Datum& datum) {
  return static_cast<const FormatDatum&>(datum.opaque()).format;
}

Datum Validate(Evaluation& evaluation, Arguments arguments) {
  Arena& arena = evaluation.arena();
  std::vector<Datum> texts;
  for (const std::string& message : FormatOf(arguments[0]).check(arguments[1].text())) {
    texts.push_back(NewString(arena, message));
  }
  return texts.empty() ? Datum::None() : Datum::Optional(arena, NewList(arena, texts));
}

uint64_t ValidateCost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[1]) + 1, kTextFactor) *
         Scaled(FormatOf(arguments[0]).pattern_size, kPatternFactor);
}
// Which format it is is not known.
Estimate ValidateEstimate(Sizes sizes, Estimate*) {
  return Scaled(Scaled(sizes[1].size, kTextFactor), kUsualPattern * kPatternFactor);
}

constexpr Row kRows[] = {
    {"format.named", "format_named", "(string) optional(format)", Named},
    {"validate", "format_validate", "format.(string) optional(list(string))", Validate,
     ValidateCost, ValidateEstimate},
    {"format.dns1123Label", "format_dns1123Label", "() format", Get<0>},
    {"format.dns1123Subdomain", "format_dns1123Subdomain", "() format", Get<1>},
    {"format.dns1035Label", "format_dns1035Label", "() format", Get<2>},
    {"format.qualifiedName", "format_qualifiedName", "() format", Get<3>},
    {"format.dns1123LabelPrefix", "format_dns1123LabelPrefix", "() format", Get<4>},
    {"format.dns1123SubdomainPrefix", "format_dns1123SubdomainPrefix", "() format", Get<5>},
    {"format.dns1035LabelPrefix", "format_dns1035LabelPrefix", "() format", Get<6>},
    {"format.labelValue", "format_labelValue", "() format", Get<7>},
    {"format.uri", "format_uri", "() format", Get<8>},
    {"format.uuid", "format_uuid", "() format", Get<9>},
    {"format.byte", "format_byte", "() format", Get<10>},
    {"format.date", "format_date", "() format", Get<11>},
    {"format.datetime", "format_datetime", "() format", Get<12>},
};

}  // namespace

std::span<const Row> FormatRows() { return kRows; }

}  // namespace pintle::cel
