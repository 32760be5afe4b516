#include "pintle/field/names.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

constexpr std::string_view kLabelText =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end "
    "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view kSubdomainText =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kSubdomainCaselessText =
    "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and "
    "end with an "
    "alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kDns1035Text =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for "
    "validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view kQualifiedNameText =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr std::string_view kLabelValueText =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used "
    "for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
constexpr std::string_view kConfigMapKeyText =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name', "
    " or 'KEY_NAME',  "
    "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

constexpr std::string_view kSubdomainUnderscoreText =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' "
    "or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
    "for validation is "
    "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kWildcardText =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which "
    "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric "
    "character (e.g. '*.example.com', regex used for validation is "
    "'\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kHttpHeaderText =
    "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', "
    "regex used for validation is '[-A-Za-z0-9]+')";
constexpr std::string_view kSysctlText =
    "must have at most 253 characters and match regex "
    "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
constexpr std::string_view kConditionReasonText =
    "a condition reason must start with alphabetic character, optionally followed by a string of "
    "alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. "
    "'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex "
    "used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLowerOrDigit(char c) { return IsLower(c) || IsDigit(c); }
bool IsAlphanumeric(char c) { return IsLowerOrDigit(c) || IsUpper(c); }

// Not empty, `edge` characters at both ends, `edge` ones or one of `extra` between.
template <typename Edge>
bool HasForm(std::string_view text, Edge edge, std::string_view extra) {
  if (text.empty() || !edge(text.front()) || !edge(text.back())) return false;
  for (char c : text) {
    if (!edge(c) && extra.find(c) == std::string_view::npos) return false;
  }
  return true;
}

template <typename Edge>
bool IsDottedLabels(std::string_view text, Edge edge) {
  while (true) {
    size_t dot = text.find('.');
    if (!HasForm(text.substr(0, dot), edge, "-")) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool IsQualifiedNamePart(std::string_view text) { return HasForm(text, IsAlphanumeric, "-_."); }

}  // namespace

// The rules of names speak of characters, those of labels and of declared formats of bytes; the API
// has it so.
std::string MaxCharactersMessage(size_t max_characters) {
  return fmt::format("must be no more than {} characters", max_characters);
}

static std::string MaxBytesMessage(size_t max_bytes) {
  return fmt::format("must be no more than {} bytes", max_bytes);
}

static Messages CheckLabel(std::string_view text, std::string (*too_long)(size_t)) {
  Messages messages;
  if (text.size() > kDns1123LabelMaxBytes) messages.push_back(too_long(kDns1123LabelMaxBytes));
  if (!HasForm(text, IsLowerOrDigit, "-")) {
    bool subdomain = IsDottedLabels(text, IsLowerOrDigit);
    messages.emplace_back(subdomain ? "must not contain dots" : kLabelText);
  }
  return messages;
}

static Messages CheckSubdomain(std::string_view text, std::string (*too_long)(size_t)) {
  Messages messages;
  if (text.size() > kDns1123SubdomainMaxBytes) {
    messages.push_back(too_long(kDns1123SubdomainMaxBytes));
  }
  if (!IsDottedLabels(text, IsLowerOrDigit)) messages.emplace_back(kSubdomainText);
  return messages;
}

Messages IsDns1123Label(std::string_view text) { return CheckLabel(text, MaxCharactersMessage); }

Messages IsDns1123Subdomain(std::string_view text) {
  return CheckSubdomain(text, MaxCharactersMessage);
}

Messages IsShortName(std::string_view text) { return CheckLabel(text, MaxBytesMessage); }

Messages IsLongName(std::string_view text) { return CheckSubdomain(text, MaxBytesMessage); }

Messages IsDns1123SubdomainCaseless(std::string_view text) {
  Messages messages;
  if (text.size() > kDns1123SubdomainMaxBytes) {
    messages.push_back(MaxBytesMessage(kDns1123SubdomainMaxBytes));
  }
  if (!IsDottedLabels(text, IsAlphanumeric)) messages.emplace_back(kSubdomainCaselessText);
  return messages;
}

Messages IsDns1123SubdomainWithUnderscore(std::string_view text) {
  Messages messages;
  if (text.size() > kDns1123SubdomainMaxBytes) {
    messages.push_back(MaxCharactersMessage(kDns1123SubdomainMaxBytes));
  }
  bool good = true;
  for (std::string_view part : Split(text, '.')) {
    if (part.starts_with('_')) part.remove_prefix(1);
    good = good && HasForm(part, IsLowerOrDigit, "-_");
  }
  if (!good) messages.emplace_back(kSubdomainUnderscoreText);
  return messages;
}

Messages IsWildcardDns1123Subdomain(std::string_view text) {
  Messages messages;
  if (text.size() > kDns1123SubdomainMaxBytes) {
    messages.push_back(MaxCharactersMessage(kDns1123SubdomainMaxBytes));
  }
  if (!text.starts_with("*.") || !IsDottedLabels(text.substr(2), IsLowerOrDigit)) {
    messages.emplace_back(kWildcardText);
  }
  return messages;
}

Messages IsHttpHeaderName(std::string_view text) {
  bool good = !text.empty();
  for (char c : text) good = good && (IsAlphanumeric(c) || c == '-');
  if (good) return {};
  return {std::string(kHttpHeaderText)};
}

Messages IsEnvironmentName(std::string_view text) {
  if (text.empty()) return {"environment variable name must be non-empty"};
  for (char c : text) {
    if (c < ' ' || c > '~' || c == '=') {
      return {
          "a valid environment variable name must consist only of printable ASCII characters "
          "other than '='"};
    }
  }
  return {};
}

Messages IsSysctlName(std::string_view text) {
  bool good = text.size() <= kDns1123SubdomainMaxBytes;
  std::string dotted(text);
  for (char& c : dotted) c = c == '/' ? '.' : c;
  for (std::string_view part : Split(dotted, '.')) {
    good = good && HasForm(part, IsLowerOrDigit, "-_");
  }
  if (good) return {};
  return {std::string(kSysctlText)};
}

Messages IsConditionReason(std::string_view text) {
  bool good = !text.empty() && (IsLower(text.front()) || IsUpper(text.front())) &&
              (IsAlphanumeric(text.back()) || text.back() == '_');
  for (char c : text) good = good && (IsAlphanumeric(c) || c == '_' || c == ',' || c == ':');
  if (good) return {};
  return {std::string(kConditionReasonText)};
}

Messages IsDns1035Label(std::string_view text) {
  Messages messages;
  if (text.size() > kDns1035LabelMaxBytes)
    messages.push_back(MaxCharactersMessage(kDns1035LabelMaxBytes));
  if (!HasForm(text, IsLowerOrDigit, "-") || !IsLower(text.front()))
    messages.emplace_back(kDns1035Text);
  return messages;
}

Messages IsPathSegmentName(std::string_view text) {
  if (text == ".") return {"may not be '.'"};
  if (text == "..") return {"may not be '..'"};
  Messages messages;
  if (text.find('/') != std::string_view::npos) messages.emplace_back("may not contain '/'");
  if (text.find('%') != std::string_view::npos) messages.emplace_back("may not contain '%'");
  return messages;
}

Messages IsQualifiedName(std::string_view text) {
  Messages messages;
  std::string_view name = text;
  size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    if (text.find('/', slash + 1) != std::string_view::npos) {
      return {
          fmt::format("a valid label key {} with an optional DNS subdomain prefix and '/' (e.g. "
                      "'example.com/MyName')",
                      kQualifiedNameText)};
    }
    std::string_view prefix = text.substr(0, slash);
    name = text.substr(slash + 1);
    if (prefix.empty()) {
      messages.emplace_back("prefix part must be non-empty");
    } else {
      for (const std::string& message : IsLongName(prefix)) {
        messages.push_back("prefix part " + message);
      }
    }
  }
  if (name.empty()) {
    messages.emplace_back("name part must be non-empty");
  } else if (name.size() > kLabelNameMaxBytes) {
    messages.push_back("name part " + MaxBytesMessage(kLabelNameMaxBytes));
  }
  if (!IsQualifiedNamePart(name))
    messages.push_back(fmt::format("name part {}", kQualifiedNameText));
  return messages;
}

Messages IsLabelValue(std::string_view text) {
  Messages messages;
  if (text.size() > kLabelValueMaxBytes) messages.push_back(MaxBytesMessage(kLabelValueMaxBytes));
  if (!text.empty() && !IsQualifiedNamePart(text)) messages.emplace_back(kLabelValueText);
  return messages;
}

Messages IsConfigMapKey(std::string_view text) {
  Messages messages;
  if (text.size() > kDns1123SubdomainMaxBytes) {
    messages.push_back(MaxCharactersMessage(kDns1123SubdomainMaxBytes));
  }
  bool well_formed = !text.empty();
  for (char c : text)
    well_formed = well_formed && (IsAlphanumeric(c) || c == '-' || c == '_' || c == '.');
  if (!well_formed) messages.emplace_back(kConfigMapKeyText);
  if (text == ".") {
    messages.emplace_back("must not be '.'");
  } else if (text == "..") {
    messages.emplace_back("must not be '..'");
  } else if (text.starts_with("..")) {
    messages.emplace_back("must not start with '..'");
  }
  return messages;
}

std::string MaskTrailingDash(std::string_view prefix) {
  if (prefix.size() > 1 && prefix.back() == '-') {
    return std::string(prefix.substr(0, prefix.size() - 2)) + "a";
  }
  return std::string(prefix);
}

}  // namespace pintle::validate
