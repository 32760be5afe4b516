#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

// Appends `text` in double quotes the way API messages quote strings: `"` and `\` escaped, control
// bytes and invalid UTF-8 as \a \n \x1f, non-printable code points as \u/\U, printable ones as they
// are.
void AppendQuoted(std::string& out, std::string_view text);
std::string Quoted(std::string_view text);

// Shortest digits that read back as `value`: plain notation for 1e-6 <= |x| < 1e21, else `1e+23`;
// integral values print without `.0`. This is how JSON and messages show doubles.
void AppendDouble(std::string& out, double value);
// The same at `out`, which has room for kMaxDoubleBytes; returns the end. NaN and infinities, for
// which there is no number, are `null`.
inline constexpr size_t kMaxDoubleBytes = 32;
char* PutDouble(char* out, double value);
// The same digits as field errors show them: with an exponent of two digits or more below 1e-4 and
// from 1e+06 on.
std::string ShownNumber(double number);

// Splits at every `separator`; an empty text gives one empty piece.
std::vector<std::string_view> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& pieces, std::string_view separator);
std::string_view TrimSpace(std::string_view text);
std::string ToLower(std::string_view text);
bool EqualIgnoreCase(std::string_view a, std::string_view b);

// Base-10 with optional sign, the whole text; nothing on any other input or overflow.
std::optional<int64_t> ParseInt64(std::string_view text);
std::optional<uint64_t> ParseUint64(std::string_view text);

std::string HexLower(std::string_view bytes);
// Standard alphabet with padding.
std::string Base64Encode(std::string_view bytes);
// Standard alphabet, padding required, CR and LF ignored. On failure nothing, and `*bad_offset` (if
// not null) is the index of the offending byte.
std::optional<std::string> Base64Decode(std::string_view text, size_t* bad_offset = nullptr);
// URL alphabet without padding.
std::string Base64UrlEncode(std::string_view bytes);
std::optional<std::string> Base64UrlDecode(std::string_view text, size_t* bad_offset = nullptr);

// Length of the valid UTF-8 sequence at the start of `text`, 0 if it is invalid or empty; the code
// point goes to `*code_point`.
size_t DecodeUtf8(std::string_view text, uint32_t* code_point);
void AppendUtf8(std::string& out, uint32_t code_point);
bool IsValidUtf8(std::string_view text);
// `text` if it has at most `most` bytes, else its beginning and its end with `...` between them,
// cut between characters: for messages that repeat what was sent.
std::string Shortened(std::string_view text, size_t most);
// `text` with every invalid byte replaced by U+FFFD.
std::string ReplaceInvalidUtf8(std::string_view text);

// The candidate with the smallest edit distance to `word`, if it is close enough to be meant; for
// "did you mean" messages.
std::optional<std::string> NearestName(std::string_view word,
                                       const std::vector<std::string>& candidates);

}  // namespace pintle
