#include "pintle/validate/ports.h"

#include <algorithm>

#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

constexpr int64_t kMaxPort = 65535;
constexpr std::string_view kPercentText =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or "
    "'93%', regex used for validation is '[0-9]+%')";

bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Messages IsPortNumber(int64_t port) {
  if (port >= 1 && port <= kMaxPort) return {};
  return {"must be between 1 and 65535, inclusive"};
}

Messages IsPortName(std::string_view text) {
  Messages messages;
  if (text.size() > kPortNameMaxBytes) messages.push_back(MaxCharactersMessage(kPortNameMaxBytes));
  if (text.empty() ||
      !std::ranges::all_of(text, [](char c) { return IsLetter(c) || IsDigit(c) || c == '-'; })) {
    messages.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!std::ranges::any_of(text, IsLetter)) {
    messages.emplace_back("must contain at least one letter (a-z)");
  }
  if (text.find("--") != std::string_view::npos) {
    messages.emplace_back("must not contain consecutive hyphens");
  }
  if (!text.empty() && (text.front() == '-' || text.back() == '-')) {
    messages.emplace_back("must not begin or end with a hyphen");
  }
  return messages;
}

Messages IsPortNumberOrName(const typeinfo::IntOrString& port) {
  return port.is_text ? IsPortName(port.text) : IsPortNumber(port.number);
}

Messages IsPercent(std::string_view text) {
  bool good = text.size() > 1 && text.back() == '%' &&
              std::ranges::all_of(text.substr(0, text.size() - 1), IsDigit);
  if (good) return {};
  return {std::string(kPercentText)};
}

int64_t PercentOf(std::string_view text) {
  if (!IsPercent(text).empty()) return 0;
  std::optional<int64_t> number = ParseInt64(text.substr(0, text.size() - 1));
  return std::min<int64_t>(number.value_or(INT32_MAX), INT32_MAX);
}

}  // namespace pintle::validate
