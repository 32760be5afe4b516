#include <algorithm>
#include <utility>

#include "pintle/cel/binder.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/macros.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

std::string_view RuntimeName(const Type& type) {
  if (!type.name.empty()) return type.name;
  switch (type.kind) {
    case TypeKind::kNull:
      return "null_type";
    case TypeKind::kList:
      return "list";
    case TypeKind::kMap:
      return "map";
    default:
      return {};
  }
}

}  // namespace

const Node* Binder::Bind(const Expr& expr, bool counted) {
  struct Visitor {
    Binder& binder;
    const Expr& expr;
    bool counted;
    const Node* operator()(const Constant& constant) const { return binder.BindConstant(constant); }
    const Node* operator()(const Ident& ident) const {
      return binder.BindIdent(ident, expr, counted);
    }
    const Node* operator()(const Select& select) const {
      return binder.BindSelect(select, counted);
    }
    const Node* operator()(const Call& call) const { return binder.BindCall(call, counted); }
    const Node* operator()(const ListLiteral& list) const { return binder.BindList(list); }
    const Node* operator()(const MapLiteral& map) const { return binder.BindMap(map); }
    const Node* operator()(const Comprehension& fold) const { return binder.BindFold(fold); }
  };
  return std::visit(Visitor{*this, expr, counted}, expr.node);
}

const Node* Binder::BindConstant(const Constant& constant) {
  struct Visitor {
    Arena& arena;
    Datum operator()(std::nullptr_t) const { return {}; }
    Datum operator()(bool value) const { return Datum::Bool(value); }
    Datum operator()(int64_t value) const { return Datum::Int(value); }
    Datum operator()(uint64_t value) const { return Datum::Uint(value); }
    Datum operator()(double value) const { return Datum::Double(value); }
    Datum operator()(const std::string& value) const { return NewString(arena, value); }
    Datum operator()(const Constant::Bytes& value) const {
      return Datum::Bytes(arena.Copy(value.data));
    }
  };
  return NewConstant(std::visit(Visitor{code_.arena}, constant.value));
}

const Node* Binder::BindIdent(const Ident& ident, const Expr& expr, bool counted) {
  uint32_t cost = counted ? kSelectCost : 0;
  if (auto local = FindLocal(ident.name)) {
    Node* node = New(Operation::kLocal, cost);
    node->slot = *local;
    return node;
  }
  if (ident.slot < 0) {  // the name of a type
    std::string name = ident.name;
    if (expr.type && expr.type->kind == TypeKind::kType && !expr.type->parameters.empty()) {
      std::string_view known = RuntimeName(*expr.type->parameters[0]);
      if (!known.empty()) name = known;
    }
    Node* node = New(Operation::kConstant, cost);
    node->constant = Datum::Type(code_.arena.Copy(name));
    return node;
  }
  Node* node = New(Operation::kVariable, cost);
  node->slot = static_cast<uint32_t>(ident.slot);
  return node;
}

const Node* Binder::BindSelect(const Select& select, bool counted) {
  const Node* operand = Bind(*select.operand, counted && !select.test);
  Node* node = New(select.test ? Operation::kTest : Operation::kSelect, kSelectCost);
  node->cost += StartCost(*operand, counted && !select.test);
  node->optional = select.optional;
  node->constant = NewString(code_.arena, select.field);
  node->children = Children({operand});
  return node;
}

const Node* Binder::BindIndex(const Call& call, bool counted) {
  const Node* operand = Bind(*call.arguments[0], counted);
  const Node* index = Bind(*call.arguments[1]);
  Node* node = New(Operation::kIndex, StartCost(*operand, counted));
  // The cost of a name as index is its own.
  if (!IsChain(*index)) node->cost += kSelectCost;
  node->optional = call.function == "_[?_]";
  node->children = Children({operand, index});
  return node;
}

const Node* Binder::BindList(const ListLiteral& list) {
  std::vector<const Node*> children;
  std::vector<Datum> constants;
  for (const ExprPtr& element : list.elements) {
    children.push_back(Bind(*element));
    if (children.back()->operation == Operation::kConstant) {
      constants.push_back(children.back()->constant);
    }
  }
  bool optional = std::ranges::find(list.optional, true) != list.optional.end();
  if (!optional && constants.size() == children.size()) {
    return NewConstant(NewList(code_.arena, constants));
  }
  Node* node = New(Operation::kList, kListCost);
  node->children = Children(children);
  if (optional) {
    auto* flags = code_.arena.NewArray<bool>(children.size());
    std::ranges::copy(list.optional, flags);
    node->optional_elements = flags;
  }
  return node;
}

const Node* Binder::BindMap(const MapLiteral& map) {
  Node* node = New(Operation::kMap, kMapCost);
  std::vector<const Node*> children;
  bool constant = true;
  auto* flags = code_.arena.NewArray<bool>(map.entries.size());
  for (size_t i = 0; i < map.entries.size(); ++i) {
    const MapLiteral::Entry& entry = map.entries[i];
    children.push_back(Bind(*entry.key));
    children.push_back(Bind(*entry.value));
    flags[i] = entry.optional;
    constant = constant && !entry.optional;
  }
  for (const Node* child : children) constant &= child->operation == Operation::kConstant;
  node->children = Children(children);
  node->optional_elements = flags;
  if (!constant) return node;
  EvaluationLimits limits;
  Evaluation evaluation({}, code_.arena, limits, nullptr);
  Datum value = evaluation.Run(*node);
  return value.is_error() ? node : NewConstant(value);
}

const Node* Binder::BindFold(const Comprehension& fold) {
  const Node* range = Bind(*fold.range);
  const Node* init = Bind(*fold.init);
  Node* node = New(Operation::kFold);
  node->slot = locals_;
  node->two_variables = !fold.second_variable.empty();
  node->makes_list = fold.accumulator == kAccumulator && init->constant.is(Kind::kList);
  node->makes_map = fold.accumulator == kAccumulator && init->constant.is(Kind::kMap);
  locals_ += kLocalsOfFold;
  code_.locals = std::max<size_t>(code_.locals, locals_);
  scope_.emplace_back(fold.accumulator, node->slot + 2);
  scope_.emplace_back(fold.variable, node->slot);
  if (node->two_variables) scope_.emplace_back(fold.second_variable, node->slot + 1);
  const Node* condition = Bind(*fold.condition);
  const Node* step = Bind(*fold.step);
  scope_.resize(scope_.size() - (node->two_variables ? 2 : 1));
  const Node* result = Bind(*fold.result);
  scope_.pop_back();
  locals_ -= kLocalsOfFold;
  node->children = Children({range, init, condition, step, result});
  return node;
}

std::string_view Executable::fault() const { return code_->fault; }

Executable Executable::Bind(const Expr& checked) {
  auto code = std::make_shared<Code>();
  code->root = Binder(*code).Bind(checked);
  return Executable(std::move(code));
}

}  // namespace pintle::cel
