#include "pintle/selector/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/field/errors.h"
#include "pintle/field/names.h"

namespace pintle::api {
namespace {

// An absent label reads as nothing, not as an empty text.
const std::string* FindPair(const StringPairs& pairs, std::string_view key) {
  auto at = std::ranges::find(pairs, key, &std::pair<std::string, std::string>::first);
  return at != pairs.end() ? &at->second : nullptr;
}

}  // namespace

// Recursive descent over `key op value, ...`.
class LabelSelectorParser {
 public:
  explicit LabelSelectorParser(std::string_view text) : text_(text) { Advance(); }

  Result<LabelSelector> Parse() {
    LabelSelector selector;
    if (token_.empty()) return selector;
    if (!BeginsRequirement()) {
      return BadRequest(
          fmt::format("found '{}', expected: !, identifier, or 'end of string'", token_));
    }
    for (;;) {
      PINTLE_TRY(LabelSelector::Requirement requirement, ParseRequirement());
      PINTLE_RETURN_IF_ERROR(CheckValues(requirement));
      selector.requirements_.push_back(std::move(requirement));
      if (token_.empty()) break;
      if (token_ != ",") {
        return BadRequest(fmt::format("found '{}', expected: ',' or 'end of string'", token_));
      }
      Advance();
      if (!BeginsRequirement()) {
        return BadRequest(fmt::format("found '{}', expected: identifier after ','", token_));
      }
    }
    std::ranges::stable_sort(selector.requirements_, {}, &LabelSelector::Requirement::key);
    return selector;
  }

 private:
  using Operator = LabelSelector::Operator;

  static bool IsSpecial(char c) {
    return std::string_view("=!(),<>").find(c) != std::string_view::npos;
  }

  bool IsIdentifier() const { return !token_.empty() && !IsSpecial(token_[0]); }
  bool BeginsRequirement() const { return IsIdentifier() || token_ == "!"; }

  void Advance() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
    size_t start = at_;
    if (at_ == text_.size()) {
      token_ = {};
      return;
    }
    if (IsSpecial(text_[at_])) {
      std::string_view two = text_.substr(at_, 2);
      at_ += two == "==" || two == "!=" ? 2 : 1;
    } else {
      while (at_ < text_.size() && !IsSpecial(text_[at_]) &&
             std::string_view(" \t\r\n").find(text_[at_]) == std::string_view::npos) {
        ++at_;
      }
    }
    token_ = text_.substr(start, at_ - start);
  }

  Result<LabelSelector::Requirement> ParseRequirement() {
    bool negated = token_ == "!";
    if (negated) Advance();
    if (!IsIdentifier()) {
      return BadRequest(
          fmt::format("unable to parse requirement: found '{}', expected: identifier", token_));
    }
    LabelSelector::Requirement requirement{std::string(token_), Operator::kExists, {}};
    if (auto messages = validate::IsQualifiedName(requirement.key); !messages.empty()) {
      return BadRequest(fmt::format("unable to parse requirement: <nil>: Invalid value: {}: {}",
                                    Quoted(requirement.key), Join(messages, "; ")));
    }
    Advance();
    if (negated) {
      requirement.op = Operator::kDoesNotExist;
      return requirement;
    }
    if (token_.empty() || token_ == ",") return requirement;
    if (token_ == "in" || token_ == "notin") {
      requirement.op = token_ == "in" ? Operator::kIn : Operator::kNotIn;
      Advance();
      PINTLE_RETURN_IF_ERROR(ParseSet(requirement.values));
      return requirement;
    }
    if (token_ == "=" || token_ == "==") {
      requirement.op = Operator::kIn;
    } else if (token_ == "!=") {
      requirement.op = Operator::kNotIn;
    } else if (token_ == ">") {
      requirement.op = Operator::kGreater;
    } else if (token_ == "<") {
      requirement.op = Operator::kLess;
    } else {
      return BadRequest(fmt::format(
          "unable to parse requirement: found '{}', expected: in, notin, =, ==, !=, gt, lt",
          token_));
    }
    Advance();
    if (token_.empty() || token_ == ",") {
      requirement.values.emplace_back();
    } else if (IsIdentifier()) {
      requirement.values.emplace_back(token_);
      Advance();
    } else {
      return BadRequest(
          fmt::format("unable to parse requirement: found '{}', expected: identifier", token_));
    }
    return requirement;
  }

  // "(" [value] {"," [value]} ")"; the values sorted, each once.
  Status ParseSet(std::vector<std::string>& values) {
    if (token_ != "(") {
      return BadRequest(
          fmt::format("unable to parse requirement: found '{}' expected: '('", token_));
    }
    Advance();
    std::string_view expected = "',', ')' or identifier";
    for (;;) {
      if (IsIdentifier()) {
        values.emplace_back(token_);
        Advance();
        expected = "',' or ')'";
      } else if (token_ == "," || token_ == ")") {
        values.emplace_back();
      }
      if (token_ == ")") break;
      if (token_ != ",") {
        return BadRequest(
            fmt::format("unable to parse requirement: found '{}', expected: {}", token_, expected));
      }
      Advance();
      expected = "',', or identifier";
    }
    Advance();
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return {};
  }

  static Status CheckValues(const LabelSelector::Requirement& requirement) {
    const bool numeric = requirement.op == Operator::kGreater || requirement.op == Operator::kLess;
    field::ErrorList errors;
    const field::Path path("values");
    for (size_t i = 0; numeric && i < requirement.values.size(); ++i) {
      if (ParseInt64(requirement.values[i])) continue;
      errors.push_back(field::Invalid(path.Index(i), requirement.values[i],
                                      "for 'Gt', 'Lt' operators, the value must be an integer"));
    }
    for (size_t i = 0; i < requirement.values.size(); ++i) {
      const std::string& value = requirement.values[i];
      auto messages = validate::IsLabelValue(value);
      if (messages.empty()) continue;
      errors.push_back(field::Invalid(path.Index(i).Key(requirement.key), std::string_view(value),
                                      Join(messages, "; ")));
    }
    if (errors.empty()) return {};
    std::vector<std::string> texts;
    for (const field::Error& error : errors) texts.push_back(error.Text());
    std::string joined = Join(texts, ", ");
    return BadRequest("unable to parse requirement: " +
                      (texts.size() == 1 ? joined : "[" + joined + "]"));
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string_view token_;
};

Result<LabelSelector> LabelSelector::Parse(std::string_view text) {
  return LabelSelectorParser(text).Parse();
}

bool LabelSelector::Matches(const StringPairs& labels) const {
  return std::ranges::all_of(requirements_, [&](const Requirement& requirement) {
    const std::string* value = FindPair(labels, requirement.key);
    auto listed = [&] { return std::ranges::binary_search(requirement.values, *value); };
    switch (requirement.op) {
      case Operator::kIn:
        return value != nullptr && listed();
      case Operator::kNotIn:
        return value == nullptr || !listed();
      case Operator::kExists:
        return value != nullptr;
      case Operator::kDoesNotExist:
        return value == nullptr;
      case Operator::kGreater:
      case Operator::kLess: {
        auto number = value != nullptr ? ParseInt64(*value) : std::nullopt;
        auto bound = ParseInt64(requirement.values[0]);
        if (!number || !bound) return false;
        return requirement.op == Operator::kGreater ? *number > *bound : *number < *bound;
      }
    }
    return false;
  });
}

namespace {

// Splits at commas that are not escaped.
std::vector<std::string_view> SplitTerms(std::string_view text) {
  std::vector<std::string_view> terms;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == ',') {
      terms.push_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  terms.push_back(text.substr(start));
  return terms;
}

Result<std::string> Unescape(std::string_view value) {
  std::string out;
  for (size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\') {
      char next = i + 1 < value.size() ? value[i + 1] : '\0';
      if (next != '\\' && next != ',' && next != '=') {
        return BadRequest(
            fmt::format("invalid field selector: invalid escape sequence: {}", value.substr(i, 2)));
      }
      out += next;
      ++i;
    } else if (value[i] == '=') {
      return BadRequest(fmt::format("invalid field selector: unescaped character in value: {}",
                                    static_cast<int>(value[i])));
    } else {
      out += value[i];
    }
  }
  return out;
}

}  // namespace

Result<FieldSelector> FieldSelector::Parse(std::string_view text) {
  FieldSelector selector;
  std::vector<std::string_view> terms = SplitTerms(text);
  std::ranges::sort(terms);
  for (std::string_view term : terms) {
    if (term.empty()) continue;
    size_t at = 0;
    while (at < term.size() && term[at] != '=' && term.substr(at, 2) != "!=") ++at;
    if (at == term.size()) {
      return BadRequest(fmt::format("invalid selector: '{}'; can't understand '{}'", text, term));
    }
    const bool unequal = term[at] == '!';
    const size_t length = unequal || term.substr(at, 2) == "==" ? 2 : 1;
    PINTLE_TRY(std::string value, Unescape(term.substr(at + length)));
    selector.terms_.push_back(Term{std::string(term.substr(0, at)), std::move(value), !unequal});
  }
  return selector;
}

Status FieldSelector::Convert(const ConvertLabel& convert) {
  for (Term& term : terms_) {
    PINTLE_TRY(term.field, convert(term.field));
  }
  return {};
}

bool FieldSelector::Matches(const StringPairs& fields) const {
  return std::ranges::all_of(terms_, [&](const Term& term) {
    const std::string* value = FindPair(fields, term.field);
    std::string_view actual = value != nullptr ? std::string_view(*value) : std::string_view();
    return (actual == term.value) == term.equal;
  });
}

bool FieldSelector::LooksAt(const std::vector<std::string>& fields) const {
  return std::ranges::any_of(terms_, [&](const Term& term) {
    return std::ranges::find(fields, term.field) != fields.end();
  });
}

void FieldSelector::Pin(std::string_view field, std::string_view value) {
  terms_.push_back(Term{std::string(field), std::string(value), true});
}

const std::string* FieldSelector::Pinned(std::string_view field) const {
  for (const Term& term : terms_) {
    if (term.equal && term.field == field) return &term.value;
  }
  return nullptr;
}

}  // namespace pintle::api
