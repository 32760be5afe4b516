#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/schema/format.h"

namespace pintle::schema::format_detail {
namespace {

using re2::RE2;

bool IsDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool IsIpv4(std::string_view text) {
  std::vector<std::string_view> parts = Split(text, '.');
  if (parts.size() != 4) return false;
  return std::ranges::all_of(parts, [](std::string_view part) {
    if (!IsDigits(part)) return false;
    std::string_view digits = part.substr(std::min(part.find_first_not_of('0'), part.size()));
    return digits.size() <= 3 && ParseUint64(digits.empty() ? "0" : digits).value_or(256) <= 255;
  });
}

bool IsHexGroup(std::string_view text) {
  return !text.empty() && text.size() <= 4 && std::ranges::all_of(text, [](char c) {
    char lower = static_cast<char>(c | 0x20);
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
  });
}

// The number of 16-bit groups in one side of an address, or nothing if it is malformed. The last
// group may be an IPv4 address when `may_end_in_ipv4`.
std::optional<size_t> CountGroups(std::string_view side, bool may_end_in_ipv4) {
  if (side.empty()) return 0;
  std::vector<std::string_view> groups = Split(side, ':');
  size_t count = 0;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (IsHexGroup(groups[i])) {
      ++count;
    } else if (may_end_in_ipv4 && i + 1 == groups.size() && IsIpv4(groups[i])) {
      count += 2;
    } else {
      return std::nullopt;
    }
  }
  return count;
}

bool IsIpv6(std::string_view text) {
  constexpr size_t kGroups = 8;
  size_t gap = text.find("::");
  if (gap == std::string_view::npos) return CountGroups(text, true) == kGroups;
  std::optional<size_t> left = CountGroups(text.substr(0, gap), false);
  std::optional<size_t> right = CountGroups(text.substr(gap + 2), true);
  return left && right && *left + *right < kGroups;
}

bool IsSchemeCharacter(char c, bool first) {
  char lower = static_cast<char>(c | 0x20);
  if (lower >= 'a' && lower <= 'z') return true;
  return !first && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
}

// `%` must be followed by two hexadecimal digits.
bool HasGoodEscapes(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') continue;
    if (i + 2 >= text.size() || !IsHexGroup(text.substr(i + 1, 2))) return false;
  }
  return true;
}

bool IsAuthority(std::string_view text) {
  size_t at = text.rfind('@');
  std::string_view host = at == std::string_view::npos ? text : text.substr(at + 1);
  if (host.starts_with('[')) {
    size_t end = host.find(']');
    if (end == std::string_view::npos) return false;
    host = host.substr(end + 1);
    return host.empty() || (host[0] == ':' && (host.size() == 1 || IsDigits(host.substr(1))));
  }
  size_t colon = host.find(':');
  if (colon != std::string_view::npos && colon + 1 < host.size() &&
      !IsDigits(host.substr(colon + 1))) {
    return false;
  }
  return host.find_first_of(" #\\^`{|}") == std::string_view::npos && HasGoodEscapes(host);
}

// One dot-separated run of atoms: letters, digits, the punctuation mail allows, and anything beyond
// ASCII.
bool IsDotAtom(std::string_view text) {
  for (std::string_view atom : Split(text, '.')) {
    if (atom.empty()) return false;
    for (char c : atom) {
      auto byte = static_cast<unsigned char>(c);
      bool special = std::string_view("()<>[]:;@\\,.\"").find(c) != std::string_view::npos;
      if (byte <= ' ' || byte == 0x7f || special) return false;
    }
  }
  return true;
}

bool IsQuoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i + 1 >= text.size()) return false;
    } else if (text[i] == '"') {
      return false;
    }
  }
  return true;
}

bool IsAddrSpec(std::string_view text) {
  size_t at = text.rfind('@');
  if (at == std::string_view::npos || at == 0) return false;
  std::string_view local = text.substr(0, at);
  std::string_view domain = text.substr(at + 1);
  if (!IsDotAtom(local) && !IsQuoted(local)) return false;
  if (domain.starts_with('[') && domain.ends_with(']')) {
    return IsIp(domain.substr(1, domain.size() - 2));
  }
  return IsDotAtom(domain);
}

}  // namespace

bool IsIp(std::string_view text) {
  return text.find(':') == std::string_view::npos ? IsIpv4(text) : IsIpv6(text);
}

bool IsCidr(std::string_view text) {
  size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  std::string_view address = text.substr(0, slash);
  std::string_view prefix = text.substr(slash + 1);
  if (!IsIp(address) || !IsDigits(prefix) || prefix.size() > 3) return false;
  uint64_t limit = address.find(':') == std::string_view::npos ? 32 : 128;
  return ParseUint64(prefix).value_or(limit + 1) <= limit;
}

bool IsMac(std::string_view text) {
  // Octets with ':' or '-', or pairs of octets with '.'.
  static const RE2 kOctets(
      "[0-9a-fA-F]{2}(?:(?::[0-9a-fA-F]{2}){5}|(?::[0-9a-fA-F]{2}){7}|(?::[0-9a-fA-F]{2}){19}|"
      "(?:-[0-9a-fA-F]{2}){5}|(?:-[0-9a-fA-F]{2}){7}|(?:-[0-9a-fA-F]{2}){19})");
  static const RE2 kPairs(
      "[0-9a-fA-F]{4}(?:(?:\\.[0-9a-fA-F]{4}){2}|(?:\\.[0-9a-fA-F]{4}){3}|(?:\\.[0-9a-fA-F]{4}){9}"
      ")");
  re2::StringPiece piece(text.data(), text.size());
  return RE2::FullMatch(piece, kOctets) || RE2::FullMatch(piece, kPairs);
}

bool IsHostname(std::string_view text) {
  constexpr size_t kMaxBytes = 255;
  constexpr size_t kMaxLabelBytes = 63;
  // A name without dots has at most one dash, after its first character. Dotted numbers are
  // addresses, no names: the last of several labels is alphabetic.
  static const RE2 kName(
      R"([a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]*|)"
      R"((?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\p{S}\p{L}-]*[a-zA-Z0-9\p{S}\p{L}])?\.)+)"
      R"([a-zA-Z\p{L}][a-zA-Z\p{L}]+)");
  return text.size() <= kMaxBytes &&
         std::ranges::all_of(
             Split(text, '.'),
             [](std::string_view label) { return label.size() <= kMaxLabelBytes; }) &&
         RE2::FullMatch(re2::StringPiece(text.data(), text.size()), kName);
}

bool IsUri(std::string_view text) {
  bool has_control = std::ranges::any_of(text, [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  if (text.empty() || has_control) return false;
  if (text == "*") return true;
  if (text.front() == '/') return HasGoodEscapes(text.substr(0, text.find('?')));
  size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  for (size_t i = 0; i < colon; ++i) {
    if (!IsSchemeCharacter(text[i], i == 0)) return false;
  }
  std::string_view rest = text.substr(colon + 1);
  rest = rest.substr(0, rest.find('?'));
  if (rest.starts_with("//")) {
    std::string_view authority = rest.substr(2);
    size_t slash = authority.find('/');
    if (!IsAuthority(authority.substr(0, slash))) return false;
    rest = slash == std::string_view::npos ? std::string_view() : authority.substr(slash);
    return HasGoodEscapes(rest);
  }
  // `scheme:opaque` is taken as it is; a path must have good escapes.
  return !rest.starts_with('/') || HasGoodEscapes(rest);
}

bool IsEmail(std::string_view text) {
  text = TrimSpace(text);
  if (!text.ends_with('>')) return IsAddrSpec(text);
  size_t open = text.rfind('<');
  if (open == std::string_view::npos) return false;
  std::string_view name = TrimSpace(text.substr(0, open));
  if (!name.empty() && !IsQuoted(name)) {
    for (std::string_view word : Split(name, ' ')) {
      if (!word.empty() && !IsDotAtom(word)) return false;
    }
  }
  return IsAddrSpec(text.substr(open + 1, text.size() - open - 2));
}

}  // namespace pintle::schema::format_detail
