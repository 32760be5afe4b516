#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pintle::http {

enum class PlusSign { kLiteral, kSpace };

// `text` with %XX decoded, and `+` read as a space where asked; nothing if a `%` is not followed by
// two hex digits.
std::optional<std::string> PercentDecode(std::string_view text, PlusSign plus);

// The decoded parameters of a URL query, in order. A pair that cannot be decoded is left out, as is
// one with a `;` (which some clients take for a separator and others do not); malformed() tells.
class Query {
 public:
  Query() = default;
  // `raw` is the query without its `?`.
  explicit Query(std::string_view raw);

  bool Has(std::string_view name) const;
  std::optional<std::string> First(std::string_view name) const;
  std::vector<std::string> All(std::string_view name) const;
  const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }
  // Whether a pair was left out.
  bool malformed() const { return malformed_; }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
  bool malformed_ = false;
};

}  // namespace pintle::http
