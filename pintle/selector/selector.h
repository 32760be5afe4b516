#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/error.h"

namespace pintle::api {

using StringPairs = std::vector<std::pair<std::string, std::string>>;

// A label selector: requirements that must all hold. Empty matches everything.
class LabelSelector {
 public:
  // 400 with the parser's text on bad syntax, keys or values.
  static Result<LabelSelector> Parse(std::string_view text);
  bool Matches(const StringPairs& labels) const;
  bool empty() const { return requirements_.empty(); }

 private:
  enum class Operator : uint8_t { kIn, kNotIn, kExists, kDoesNotExist, kGreater, kLess };
  struct Requirement {
    std::string key;
    Operator op;
    std::vector<std::string> values;  // sorted
  };
  friend class LabelSelectorParser;

  std::vector<Requirement> requirements_;
};

// A field selector: `field=value`, `==`, `!=` terms that must all hold.
class FieldSelector {
 public:
  // The name a label has in the index of a kind; an error if it has none.
  using ConvertLabel = std::function<Result<std::string>(std::string_view label)>;

  // 400 with the parser's text on bad syntax.
  static Result<FieldSelector> Parse(std::string_view text);
  // Puts the names of the index in place of the labels.
  Status Convert(const ConvertLabel& convert);
  bool Matches(const StringPairs& fields) const;
  bool empty() const { return terms_.empty(); }
  // Whether it looks at one of these fields.
  bool LooksAt(const std::vector<std::string>& fields) const;
  // Adds the term `field=value`.
  void Pin(std::string_view field, std::string_view value);
  // The value `field` is pinned to by an equality, if any.
  const std::string* Pinned(std::string_view field) const;

 private:
  struct Term {
    std::string field;
    std::string value;
    bool equal;
  };
  std::vector<Term> terms_;
};

}  // namespace pintle::api
