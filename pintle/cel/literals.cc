#include <fmt/format.h>
#include <re2/re2.h>

#include "pintle/base/duration_text.h"
#include "pintle/cel/check.h"
#include "pintle/cel/regex.h"
#include "pintle/cel/time_text.h"
#include "pintle/cel/walk.h"

namespace pintle::cel {
namespace {

const std::string* TextOf(const Expr& expr) {
  const auto* constant = std::get_if<Constant>(&expr.node);
  return constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
}

bool IsRegex(const std::string& text) { return CompileRegex(text)->ok(); }

bool IsTimestamp(std::string_view text) {
  std::optional<Datum> time = ParseTimestamp(text);
  return time && time->as_int() >= kFirstSecond && time->as_int() <= kLastSecond;
}

void CheckCall(const Call& call, std::vector<Issue>& issues) {
  if (call.arguments.empty()) return;
  const Expr& argument = *call.arguments[0];
  const std::string* text = TextOf(argument);
  if (text == nullptr) return;
  bool good = true;
  if (call.function == "duration") good = ParseDuration(*text).has_value();
  if (call.function == "timestamp") good = IsTimestamp(*text);
  if (call.function == "matches") good = IsRegex(*text);
  if (!good) issues.push_back({argument.offset, fmt::format("invalid {} argument", call.function)});
}

// Reports the first part whose type is not that of the first one.
class Uniform {
 public:
  explicit Uniform(std::vector<Issue>& issues) : issues_(issues) {}

  void Add(const Expr& expr, bool optional) {
    const TypeRef& type =
        optional && !expr.type->parameters.empty() ? expr.type->parameters[0] : expr.type;
    if (first_ == nullptr) first_ = type;
    if (reported_ || SameType(*first_, *type)) return;
    reported_ = true;
    issues_.push_back({expr.offset, fmt::format("expected type '{}' but found '{}'", first_->Text(),
                                                type->Text())});
  }

 private:
  std::vector<Issue>& issues_;
  TypeRef first_;
  bool reported_ = false;
};

void CheckNode(const Expr& expr, bool may_mix, std::vector<Issue>& issues) {
  if (const auto* call = std::get_if<Call>(&expr.node)) {
    CheckCall(*call, issues);
    CheckFormat(expr.offset, *call, issues);
  }
  if (may_mix) return;
  if (const auto* list = std::get_if<ListLiteral>(&expr.node)) {
    Uniform elements(issues);
    for (size_t i = 0; i < list->elements.size(); ++i) {
      elements.Add(*list->elements[i], !list->optional.empty() && list->optional[i]);
    }
  } else if (const auto* map = std::get_if<MapLiteral>(&expr.node)) {
    Uniform keys(issues);
    Uniform values(issues);
    for (const MapLiteral::Entry& entry : map->entries) {
      keys.Add(*entry.key, false);
      values.Add(*entry.value, entry.optional);
    }
  }
}

// Recursion follows the expression, whose depth the parser bounds.
void Walk(Expr& expr, bool may_mix, std::vector<Issue>& issues) {
  CheckNode(expr, may_mix, issues);
  // What string.format() takes may be of different types.
  const auto* call = std::get_if<Call>(&expr.node);
  if (call != nullptr && call->function == "format") may_mix = true;
  ForEachChild(expr, [&](Expr& child) { Walk(child, may_mix, issues); });
}

}  // namespace

void CheckLiterals(Expr& root, std::vector<Issue>& issues) { Walk(root, false, issues); }

}  // namespace pintle::cel
