#include <algorithm>
#include <utility>

#include "pintle/cel/binder.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/macros.h"
#include "pintle/cel/regex.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

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

}  // namespace

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
  auto pattern = CompileRegex(text.text());
  if (!pattern->ok()) {
    Fault(RegexError(*pattern));
    return;  // an error when it is evaluated
  }
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
  if (!value.is_error()) return NewConstant(value);
  Fault(value.text());
  return node;
}

}  // namespace pintle::cel
