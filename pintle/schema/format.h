#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pintle::schema {

// The values of `format` that are checked. Others are annotations.
enum class Format : uint8_t {
  kNone,
  kInt32,
  kInt64,
  kFloat,
  kDouble,
  // Formats of strings; the first one marks where they begin.
  kBsonObjectId,
  kUri,
  kEmail,
  kHostname,
  kIpv4,
  kIpv6,
  kCidr,
  kMac,
  kUuid,
  kUuid3,
  kUuid4,
  kUuid5,
  kIsbn,
  kIsbn10,
  kIsbn13,
  kCreditCard,
  kSsn,
  kHexColor,
  kRgbColor,
  kByte,
  kPassword,
  kDate,
  kDuration,
  kDateTime,
  kShortName,
  kLongName,
};

inline bool IsStringFormat(Format format) { return format >= Format::kBsonObjectId; }

// The format called `name` (dashes do not count) in a schema of type `type`, which may be empty;
// kNone if it is not checked for that type.
Format FindFormat(std::string_view type, std::string_view name);

// Whether `text` has a format of strings.
bool HasFormat(Format format, std::string_view text);

// Parts of HasFormat; each checks the whole text.
namespace format_detail {
bool IsUri(std::string_view text);
bool IsEmail(std::string_view text);
bool IsHostname(std::string_view text);
// Dotted quads may have leading zeros.
bool IsIp(std::string_view text);
bool IsCidr(std::string_view text);
bool IsMac(std::string_view text);
bool IsDate(std::string_view text);
bool IsDateTime(std::string_view text);
bool IsDuration(std::string_view text);
// How long what IsDuration() takes is.
std::optional<std::chrono::nanoseconds> ParseSpelledDuration(std::string_view text);
}  // namespace format_detail

}  // namespace pintle::schema
