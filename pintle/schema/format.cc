#include "pintle/schema/format.h"

#include <re2/re2.h>

#include <array>
#include <string>
#include <utility>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"

namespace pintle::schema {
namespace {

using re2::RE2;

constexpr std::array<std::pair<std::string_view, Format>, 26> kStringFormats = {{
    {"bsonobjectid", Format::kBsonObjectId},
    {"uri", Format::kUri},
    {"email", Format::kEmail},
    {"hostname", Format::kHostname},
    {"ipv4", Format::kIpv4},
    {"ipv6", Format::kIpv6},
    {"cidr", Format::kCidr},
    {"mac", Format::kMac},
    {"uuid", Format::kUuid},
    {"uuid3", Format::kUuid3},
    {"uuid4", Format::kUuid4},
    {"uuid5", Format::kUuid5},
    {"isbn", Format::kIsbn},
    {"isbn10", Format::kIsbn10},
    {"isbn13", Format::kIsbn13},
    {"creditcard", Format::kCreditCard},
    {"ssn", Format::kSsn},
    {"hexcolor", Format::kHexColor},
    {"rgbcolor", Format::kRgbColor},
    {"byte", Format::kByte},
    {"password", Format::kPassword},
    {"date", Format::kDate},
    {"duration", Format::kDuration},
    {"datetime", Format::kDateTime},
    {"k8sshortname", Format::kShortName},
    {"k8slongname", Format::kLongName},
}};

bool Matches(std::string_view text, const RE2& regex) {
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), regex);
}

// `version` is the first digit of the third group, 0 for any. The variant is the first of the
// fourth.
bool IsUuid(std::string_view text, char version, bool check_variant) {
  constexpr size_t kDigits = 32;
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t at = digits.size();
    if (text[i] == '-' && (at == 8 || at == 12 || at == 16 || at == 20) && text[i - 1] != '-') {
      continue;
    }
    char c = static_cast<char>(text[i] | 0x20);
    bool hex = (text[i] >= '0' && text[i] <= '9') || (c >= 'a' && c <= 'f');
    if (!hex || at == kDigits) return false;
    digits += c;
  }
  if (digits.size() != kDigits) return false;
  if (version != 0 && digits[12] != version) return false;
  return !check_variant || std::string_view("89ab").find(digits[16]) != std::string_view::npos;
}

std::string WithoutBlanksAndDashes(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '-' && c != ' ' && c != '\t' && c != '\n' && c != '\r') out += c;
  }
  return out;
}

bool IsIsbn10(std::string_view text) {
  std::string digits = WithoutBlanksAndDashes(text);
  static const RE2 kShape("[0-9]{9}[0-9X]");
  if (!Matches(digits, kShape)) return false;
  int sum = 0;
  for (int i = 0; i < 9; ++i) sum += (i + 1) * (digits[i] - '0');
  sum += 10 * (digits[9] == 'X' ? 10 : digits[9] - '0');
  return sum % 11 == 0;
}

bool IsIsbn13(std::string_view text) {
  std::string digits = WithoutBlanksAndDashes(text);
  static const RE2 kShape("[0-9]{13}");
  if (!Matches(digits, kShape)) return false;
  int sum = 0;
  for (int i = 0; i < 13; ++i) sum += (i % 2 == 0 ? 1 : 3) * (digits[i] - '0');
  return sum % 10 == 0;
}

bool IsCreditCard(std::string_view text) {
  std::string digits;
  for (char c : text) {
    if (c >= '0' && c <= '9') digits += c;
  }
  // Visa, Mastercard (both ranges), Discover, American Express, Diners Club, JCB, UnionPay.
  static const RE2 kIssuer(
      "4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|(222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|"
      "2720)"
      "[0-9]{12}|6(011|5[0-9]{2})[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[68][0-9])[0-9]{11}|"
      "(2131|1800|35[0-9]{3})[0-9]{11}|6[27][0-9]{14}");
  if (!Matches(digits, kIssuer)) return false;
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    int digit = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 == 0;
}

// Unlike in fields of type bytes there may be no line breaks.
bool IsByte(std::string_view text) {
  static const RE2 kBase64(
      "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");
  return Matches(text, kBase64);
}

bool IsText(Format format, std::string_view text) {
  static const RE2 kHex24("[0-9a-fA-F]{24}");
  static const RE2 kSsn("[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}");
  static const RE2 kHexColor("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");
  static const RE2 kRgbColor(
      R"(rgb\(\s*(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*,)"
      R"(\s*(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*\))");
  switch (format) {
    case Format::kBsonObjectId:
      return Matches(text, kHex24);
    case Format::kSsn:
      return text.size() == 11 && Matches(text, kSsn);
    case Format::kHexColor:
      return Matches(text, kHexColor);
    case Format::kRgbColor:
      return Matches(text, kRgbColor);
    default:
      return true;
  }
}

// Labels as in IsDns1123Label, but of any length.
bool IsLongName(std::string_view text) {
  static const RE2 kSegments("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  return text.size() <= validate::kDns1123SubdomainMaxBytes && Matches(text, kSegments);
}

}  // namespace

Format FindFormat(std::string_view type, std::string_view name) {
  if (name.empty()) return Format::kNone;
  std::string plain;
  for (char c : name) {
    if (c != '-') plain += c;
  }
  if (type == "integer") {
    if (plain == "int32") return Format::kInt32;
    return plain == "int64" ? Format::kInt64 : Format::kNone;
  }
  if (type == "number") {
    if (plain == "float") return Format::kFloat;
    return plain == "double" ? Format::kDouble : Format::kNone;
  }
  if (type != "string" && !type.empty()) return Format::kNone;
  for (const auto& [known, format] : kStringFormats) {
    if (known == plain) return format;
  }
  return Format::kNone;
}

bool HasFormat(Format format, std::string_view text) {
  using namespace format_detail;  // NOLINT(google-build-using-namespace): this function's own parts
  switch (format) {
    case Format::kUri:
      return IsUri(text);
    case Format::kEmail:
      return IsEmail(text);
    case Format::kHostname:
      return IsHostname(text);
    case Format::kIpv4:
      return text.find('.') != std::string_view::npos && IsIp(text);
    case Format::kIpv6:
      return text.find(':') != std::string_view::npos && IsIp(text);
    case Format::kCidr:
      return IsCidr(text);
    case Format::kMac:
      return IsMac(text);
    case Format::kUuid:
      return IsUuid(text, 0, false);
    case Format::kUuid3:
      return IsUuid(text, '3', false);
    case Format::kUuid4:
      return IsUuid(text, '4', true);
    case Format::kUuid5:
      return IsUuid(text, '5', true);
    case Format::kIsbn:
      return IsIsbn10(text) || IsIsbn13(text);
    case Format::kIsbn10:
      return IsIsbn10(text);
    case Format::kIsbn13:
      return IsIsbn13(text);
    case Format::kCreditCard:
      return IsCreditCard(text);
    case Format::kByte:
      return IsByte(text);
    case Format::kDate:
      return IsDate(text);
    case Format::kDateTime:
      return IsDateTime(text);
    case Format::kDuration:
      return IsDuration(text);
    case Format::kShortName:
      return validate::IsDns1123Label(text).empty();
    case Format::kLongName:
      return IsLongName(text);
    default:
      return IsText(format, text);
  }
}

}  // namespace pintle::schema
