#include "pintle/cel/functions/url_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::cel {
namespace {

constexpr auto kNone = std::string_view::npos;

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Characters that stand for themselves in a path.
bool IsPathCharacter(char c) {
  return IsLetter(c) || IsDigit(c) || std::string_view("-_.~!$&'()*+,;=:@/[]").find(c) != kNone;
}
bool IsHostCharacter(char c) {
  return IsLetter(c) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("-_.~!$&'()*+,;=:[]<>\"%").find(c) != kNone;
}

// The scheme before the first colon, if there is one. False: a colon with nothing before it.
bool TakeScheme(std::string_view& rest, std::string_view& scheme) {
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (IsLetter(c) || (i > 0 && (IsDigit(c) || c == '+' || c == '-' || c == '.'))) continue;
    if (c != ':') return true;
    if (i == 0) return false;
    scheme = rest.substr(0, i);
    rest.remove_prefix(i + 1);
    return true;
  }
  return true;
}

bool IsPort(std::string_view port) {
  return port.empty() || (port[0] == ':' && std::ranges::all_of(port.substr(1), IsDigit));
}

bool CheckHost(std::string_view host, std::string& error) {
  if (host.starts_with('[')) {
    size_t end = host.rfind(']');
    if (end == kNone) {
      error = "missing ']' in host";
      return false;
    }
    if (!IsPort(host.substr(end + 1))) {
      error = fmt::format("invalid port {} after host", Quoted(host.substr(end + 1)));
      return false;
    }
    return true;
  }
  size_t colon = host.rfind(':');
  if (colon != kNone && !IsPort(host.substr(colon))) {
    error = fmt::format("invalid port {} after host", Quoted(host.substr(colon)));
    return false;
  }
  for (char c : host) {
    if (IsHostCharacter(c)) continue;
    error = fmt::format("invalid character {} in host name", Quoted(std::string_view(&c, 1)));
    return false;
  }
  return true;
}

// A fragment takes no part in whether a text is a URL, and is none of its parts.
void DropFragment(UrlParts& parts) {
  if (size_t mark = parts.path.find('#'); mark != kNone) {
    parts.path = parts.path.substr(0, mark);
    parts.query = {};
  } else {
    parts.query = parts.query.substr(0, parts.query.find('#'));
  }
}

}  // namespace

std::optional<std::string> Unescape(std::string_view text, bool plus) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      bool room = i + 2 < text.size();
      int high = room ? HexValue(text[i + 1]) : -1;
      int low = room ? HexValue(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string EscapedPath(std::string_view path) {
  bool plain = std::ranges::all_of(path, [](char c) { return c == '%' || IsPathCharacter(c); });
  if (plain) return std::string(path);
  std::string out;
  for (char c : Unescape(path, false).value_or(std::string(path))) {
    if (IsPathCharacter(c) && std::string_view("!'()*[]").find(c) == kNone) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::optional<UrlParts> ParseUrl(std::string_view text, std::string& error) {
  auto failed = [&](std::string_view why) -> std::optional<UrlParts> {
    error = fmt::format("parse {}: {}", Quoted(text), why);
    return std::nullopt;
  };
  auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(text, is_control)) {
    return failed("net/url: invalid control character in URL");
  }
  if (text.empty()) return failed("empty url");
  UrlParts parts;
  std::string_view rest = text;
  if (rest == "*") {
    parts.path = rest;
    return parts;
  }
  if (!TakeScheme(rest, parts.scheme)) return failed("missing protocol scheme");
  if (size_t query = rest.find('?'); query != kNone) {
    parts.query = rest.substr(query + 1);
    rest = rest.substr(0, query);
  }
  if (!rest.starts_with('/')) {
    if (parts.scheme.empty()) return failed("invalid URI for request");
    return parts;  // as in mailto:someone
  }
  if (!parts.scheme.empty() && rest.starts_with("//")) {
    rest.remove_prefix(2);
    std::string_view authority = rest.substr(0, rest.find('/'));
    rest.remove_prefix(authority.size());
    size_t at = authority.rfind('@');
    parts.host = at == kNone ? authority : authority.substr(at + 1);
    std::string why;
    if (!CheckHost(parts.host, why)) return failed(why);
  }
  if (!Unescape(rest, false)) {
    size_t at = rest.find('%');
    return failed(fmt::format("invalid URL escape {}", Quoted(rest.substr(at, 3))));
  }
  parts.path = rest;
  DropFragment(parts);
  // `//host/path` is a path as far as it must be absolute, and has a host all the same.
  if (parts.scheme.empty() && parts.path.starts_with("//") && !parts.path.starts_with("///")) {
    std::string_view authority = parts.path.substr(2, parts.path.find('/', 2) - 2);
    std::string why;
    if (CheckHost(authority, why)) {
      parts.host = authority;
      parts.path.remove_prefix(2 + authority.size());
    }
  }
  return parts;
}

}  // namespace pintle::cel
