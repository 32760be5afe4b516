#pragma once

#include <fmt/format.h>

#include <string>

#include "pintle/cel/ast.h"

namespace pintle::cel {

// A tree as text: `_+_(a, 1)`, `a.f`, `has(a.f)`, `[a, ?b]`, `fold(v in r; acc = i; c; s; r)`.
inline std::string TreeText(const Expr& expr);

namespace internal {

struct TreeWriter {
  std::string operator()(const Constant& constant) const {
    struct Visitor {
      std::string operator()(std::nullptr_t) const { return "null"; }
      std::string operator()(bool value) const { return value ? "true" : "false"; }
      std::string operator()(int64_t value) const { return fmt::to_string(value); }
      std::string operator()(uint64_t value) const { return fmt::format("{}u", value); }
      std::string operator()(double value) const { return fmt::format("{}d", value); }
      std::string operator()(const std::string& value) const { return "'" + value + "'"; }
      std::string operator()(const Constant::Bytes& value) const { return "b'" + value.data + "'"; }
    };
    return std::visit(Visitor(), constant.value);
  }
  std::string operator()(const Ident& ident) const { return ident.name; }
  std::string operator()(const Select& select) const {
    std::string text =
        fmt::format("{}.{}{}", TreeText(*select.operand), select.optional ? "?" : "", select.field);
    return select.test ? "has(" + text + ")" : text;
  }
  std::string operator()(const Call& call) const {
    std::string text = call.target ? TreeText(*call.target) + "." : "";
    text += call.function + "(";
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      text += (i > 0 ? ", " : "") + TreeText(*call.arguments[i]);
    }
    return text + ")";
  }
  std::string operator()(const ListLiteral& list) const {
    std::string text = "[";
    for (size_t i = 0; i < list.elements.size(); ++i) {
      bool optional = !list.optional.empty() && list.optional[i];
      text += std::string(i > 0 ? ", " : "") + (optional ? "?" : "") + TreeText(*list.elements[i]);
    }
    return text + "]";
  }
  std::string operator()(const MapLiteral& map) const {
    std::string text = "{";
    for (const auto& entry : map.entries) {
      text += fmt::format("{}{}{}: {}", text.size() > 1 ? ", " : "", entry.optional ? "?" : "",
                          TreeText(*entry.key), TreeText(*entry.value));
    }
    return text + "}";
  }
  std::string operator()(const Comprehension& fold) const {
    std::string names = fold.variable;
    if (!fold.second_variable.empty()) names += ", " + fold.second_variable;
    return fmt::format("fold({} in {}; {} = {}; {}; {}; {})", names, TreeText(*fold.range),
                       fold.accumulator, TreeText(*fold.init), TreeText(*fold.condition),
                       TreeText(*fold.step), TreeText(*fold.result));
  }
};

}  // namespace internal

inline std::string TreeText(const Expr& expr) {
  return std::visit(internal::TreeWriter(), expr.node);
}

}  // namespace pintle::cel
