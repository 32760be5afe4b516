#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/cel/ast.h"
#include "pintle/cel/node.h"

// From the tree of a checked expression to the form it is evaluated in. Only bind.cc and
// bind_call.cc include this.
namespace pintle::cel {

inline constexpr uint32_t kSelectCost = 1;
inline constexpr uint32_t kListCost = 10;
inline constexpr uint32_t kMapCost = 30;
inline constexpr uint32_t kCallCost = 1;
inline constexpr uint32_t kLocalsOfFold = 3;

// Binds one expression. Recursion follows its tree, whose height the parser bounds.
class Binder {
 public:
  explicit Binder(Code& code) : code_(code) {}

  // `counted`: whether the name or value that a chain of selections begins with costs something. It
  // does not as a branch of ?: or below has().
  const Node* Bind(const Expr& expr, bool counted = true);

 private:
  Node* New(Operation operation, uint32_t cost = 0) {
    auto* node = code_.arena.New<Node>();
    node->operation = operation;
    node->cost = cost;
    return node;
  }
  const Node* NewConstant(Datum value) {
    Node* node = New(Operation::kConstant);
    node->constant = value;
    return node;
  }
  std::span<const Node* const> Children(const std::vector<const Node*>& children) {
    return {code_.arena.CopyArray(std::span<const Node* const>(children)), children.size()};
  }

  const Node* BindConstant(const Constant& constant);
  const Node* BindIdent(const Ident& ident, const Expr& expr, bool counted);
  const Node* BindSelect(const Select& select, bool counted);
  const Node* BindIndex(const Call& call, bool counted);
  const Node* BindTernary(const Call& call);
  const Node* BindCall(const Call& call, bool counted);
  const Node* BindFunction(const Call& call);
  const Node* BindGrowth(const Call& call);
  const Node* BindList(const ListLiteral& list);
  const Node* BindMap(const MapLiteral& map);
  const Node* BindFold(const Comprehension& fold);
  std::span<const Candidate> Candidates(const Call& call, size_t arguments);
  void BindPattern(Node& node);
  const Node* Folded(const Call& call, const Node* node);
  // The first fault is kept.
  void Fault(std::string_view text) {
    if (code_.fault.empty()) code_.fault = text;
  }
  // Where selections continue a chain that has its cost already.
  static bool IsChain(const Node& node) {
    switch (node.operation) {
      case Operation::kVariable:
      case Operation::kLocal:
      case Operation::kSelect:
      case Operation::kTest:
      case Operation::kIndex:
      case Operation::kTernary:
        return true;
      default:
        return false;
    }
  }
  static uint32_t StartCost(const Node& operand, bool counted) {
    return counted && !IsChain(operand) ? kSelectCost : 0;
  }

  std::optional<uint32_t> FindLocal(std::string_view name) const {
    for (auto at = scope_.rbegin(); at != scope_.rend(); ++at) {
      if (at->first == name) return at->second;
    }
    return std::nullopt;
  }

  Code& code_;
  std::vector<std::pair<std::string_view, uint32_t>> scope_;
  uint32_t locals_ = 0;
};

}  // namespace pintle::cel
