#include <algorithm>
#include <utility>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/macros.h"
#include "pintle/cel/node.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

constexpr uint32_t kSelectCost = 1;
constexpr uint32_t kListCost = 10;
constexpr uint32_t kMapCost = 30;
constexpr uint32_t kCallCost = 1;
constexpr uint32_t kLocalsOfFold = 3;

constexpr std::string_view kConversions[] = {"bool", "bytes",  "double",    "duration", "dyn",
                                             "int",  "string", "timestamp", "uint"};

uint32_t Bit(Kind kind) { return uint32_t{1} << static_cast<unsigned>(kind); }

// Kinds of values that an argument of this type may have.
uint32_t KindsOf(const Type& type) {
  switch (type.kind) {
    case TypeKind::kNull:
      return Bit(Kind::kNull);
    case TypeKind::kBool:
      return Bit(Kind::kBool);
    case TypeKind::kInt:
      return Bit(Kind::kInt);
    case TypeKind::kUint:
      return Bit(Kind::kUint);
    case TypeKind::kDouble:
      return Bit(Kind::kDouble);
    case TypeKind::kString:
      return Bit(Kind::kString);
    case TypeKind::kBytes:
      return Bit(Kind::kBytes);
    case TypeKind::kDuration:
      return Bit(Kind::kDuration);
    case TypeKind::kTimestamp:
      return Bit(Kind::kTimestamp);
    case TypeKind::kList:
      return Bit(Kind::kList);
    case TypeKind::kMap:
      return Bit(Kind::kMap);
    case TypeKind::kObject:
      return Bit(Kind::kObject);
    case TypeKind::kOpaque:
      return type.name == "optional_type" ? Bit(Kind::kOptional) : Bit(Kind::kOpaque);
    case TypeKind::kType:
      return Bit(Kind::kType);
    case TypeKind::kDyn:
    case TypeKind::kParameter:
      return ~uint32_t{0};
  }
  return 0;
}

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

class Binder {
 public:
  explicit Binder(Code& code) : code_(code) {}

  // `counted`: whether the name or value that a chain of selections begins with costs something. It
  // does not as a branch of ?: or below has().
  const Node* Bind(const Expr& expr, bool counted = true) {
    struct Visitor {
      Binder& binder;
      const Expr& expr;
      bool counted;
      const Node* operator()(const Constant& constant) const {
        return binder.BindConstant(constant);
      }
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

  const Node* BindConstant(const Constant& constant) {
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

const Node* Binder::BindTernary(const Call& call) {
  const Node* condition = Bind(*call.arguments[0]);
  const Node* yes = Bind(*call.arguments[1], false);
  const Node* no = Bind(*call.arguments[2], false);
  Node* node = New(Operation::kTernary);
  node->children = Children({condition, yes, no});
  return node;
}

const Node* Binder::BindCall(const Call& call, bool counted) {
  if (call.target == nullptr) {
    if (call.function == "_[_]" || call.function == "_[?_]") return BindIndex(call, counted);
    if (call.function == "_?_:_") return BindTernary(call);
    bool conjunction = call.function == "_&&_";
    if (conjunction || call.function == "_||_") {
      Node* node = New(conjunction ? Operation::kAnd : Operation::kOr);
      node->children = Children({Bind(*call.arguments[0]), Bind(*call.arguments[1])});
      return node;
    }
    if (call.function == kNotStrictlyFalse) {
      Node* node = New(Operation::kNotStrictlyFalse, kCallCost);
      node->children = Children({Bind(*call.arguments[0])});
      return node;
    }
    if (const Node* growth = BindGrowth(call)) return growth;
  }
  return BindFunction(call);
}

// `@result + [element]` and `cel.@mapInsert(@result, ...)`: nobody but the fold has its
// accumulator, so that it can grow in place.
const Node* Binder::BindGrowth(const Call& call) {
  bool insert = call.function == kMapInsert;
  if (!insert && call.function != "_+_") return nullptr;
  const auto* ident = std::get_if<Ident>(&call.arguments[0]->node);
  if (ident == nullptr || ident->name != kAccumulator) return nullptr;
  std::optional<uint32_t> slot = FindLocal(kAccumulator);
  if (!slot) return nullptr;
  std::vector<const Node*> children;
  Node* node = New(insert ? Operation::kInsert : Operation::kAppend, kSelectCost + kCallCost);
  node->slot = *slot;
  if (insert) {
    for (size_t i = 1; i < call.arguments.size(); ++i) {
      children.push_back(Bind(*call.arguments[i]));
    }
  } else {
    const auto* list = std::get_if<ListLiteral>(&call.arguments[1]->node);
    if (list == nullptr || list->elements.size() != 1 || !list->optional.empty()) return nullptr;
    children.push_back(Bind(*list->elements[0]));
    if (children[0]->operation != Operation::kConstant) node->cost += kListCost;
  }
  node->children = Children(children);
  return node;
}

std::span<const Candidate> Binder::Candidates(const Call& call, size_t arguments) {
  std::vector<Candidate> candidates;
  for (int index : call.overloads) {
    const Overload& overload = call.declaration->overloads[static_cast<size_t>(index)];
    if (overload.arguments.size() != arguments || overload.run == nullptr) continue;
    Candidate candidate;
    candidate.overload = &overload;
    for (size_t i = 0; i < arguments; ++i) {
      const Type& type = *overload.arguments[i];
      candidate.kinds[i] = KindsOf(type);
      if (candidate.kinds[i] != Bit(Kind::kOpaque)) continue;
      candidate.opaque[i] = &type.name;
      candidate.has_opaque = true;
    }
    candidates.push_back(candidate);
  }
  return {code_.arena.CopyArray(std::span<const Candidate>(candidates)), candidates.size()};
}

const Node* Binder::BindFunction(const Call& call) {
  std::vector<const Node*> children;
  bool member = call.target != nullptr && !call.overloads.empty() &&
                call.declaration->overloads[static_cast<size_t>(call.overloads[0])].member;
  if (member) children.push_back(Bind(*call.target));
  for (const ExprPtr& argument : call.arguments) children.push_back(Bind(*argument));
  Node* node = New(Operation::kCall);
  if (children.size() <= kMostArguments) node->candidates = Candidates(call, children.size());
  node->children = Children(children);
  BindPattern(*node);
  return Folded(call, node);
}

void Binder::BindPattern(Node& node) {
  if (node.candidates.empty()) return;
  int at = node.candidates[0].overload->pattern_argument;
  if (at < 0 || node.children[static_cast<size_t>(at)]->operation != Operation::kConstant) return;
  const Datum& text = node.children[static_cast<size_t>(at)]->constant;
  if (!text.is(Kind::kString)) return;
  auto pattern = std::make_unique<re2::RE2>(text.text(), re2::RE2::Quiet);
  if (!pattern->ok()) return;  // an error when it is evaluated
  node.pattern = pattern.get();
  code_.patterns.push_back(std::move(pattern));
}

// Conversions of constants are constants. Whether something is in a constant list of plain values
// costs nothing.
const Node* Binder::Folded(const Call& call, const Node* node) {
  auto is_constant = [](const Node* child) { return child->operation == Operation::kConstant; };
  if (call.function == "@in" && node->children.size() == 2 && is_constant(node->children[1]) &&
      node->children[1]->constant.is(Kind::kList)) {
    const ListDatum& list = node->children[1]->constant.list();
    for (size_t i = 0; i < list.size(); ++i) {
      Kind kind = list.At(code_.arena, i).kind();
      if (kind > Kind::kString) return node;
    }
    Node* free = New(Operation::kCall);
    *free = *node;
    free->free = true;
    return free;
  }
  if (std::ranges::find(kConversions, call.function) == std::end(kConversions)) return node;
  if (node->children.size() != 1 || !is_constant(node->children[0])) return node;
  EvaluationLimits limits;
  Evaluation evaluation({}, code_.arena, limits, nullptr);
  Datum value = evaluation.Run(*node);
  return value.is_error() ? node : NewConstant(value);
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

}  // namespace

Executable Executable::Bind(const Expr& checked) {
  auto code = std::make_shared<Code>();
  code->root = Binder(*code).Bind(checked);
  return Executable(std::move(code));
}

}  // namespace pintle::cel
