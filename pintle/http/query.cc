#include "pintle/http/query.h"

#include "pintle/base/strings.h"

namespace pintle::http {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<std::string> PercentDecode(std::string_view text, PlusSign plus) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (text.size() - i < 3) return std::nullopt;
      int high = HexDigit(text[i + 1]);
      int low = HexDigit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else if (text[i] == '+' && plus == PlusSign::kSpace) {
      out.push_back(' ');
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

Query::Query(std::string_view raw) {
  if (raw.empty()) return;
  for (std::string_view pair : Split(raw, '&')) {
    if (pair.empty()) continue;
    if (pair.find(';') != std::string_view::npos) {
      malformed_ = true;
      continue;
    }
    size_t equals = pair.find('=');
    auto name = PercentDecode(pair.substr(0, equals), PlusSign::kSpace);
    auto value = equals == std::string_view::npos
                     ? std::optional<std::string>("")
                     : PercentDecode(pair.substr(equals + 1), PlusSign::kSpace);
    if (name && value) {
      pairs_.emplace_back(std::move(*name), std::move(*value));
    } else {
      malformed_ = true;
    }
  }
}

bool Query::Has(std::string_view name) const { return First(name).has_value(); }

std::optional<std::string> Query::First(std::string_view name) const {
  for (const auto& [key, value] : pairs_) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::vector<std::string> Query::All(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : pairs_) {
    if (key == name) values.push_back(value);
  }
  return values;
}

}  // namespace pintle::http
