#include "pintle/cel/estimate.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "pintle/cel/macros.h"

namespace pintle::cel {
namespace {

constexpr uint64_t kLargest = std::numeric_limits<uint64_t>::max();
constexpr Estimate kUnknown = {0, kLargest};
// What no function sets: tells whether it gave the size of its result.
constexpr Estimate kUnset = {kLargest, 0};
constexpr Estimate kOne = {1, 1};
constexpr Estimate kListCost = {10, 10};
constexpr Estimate kMapCost = {30, 30};

uint64_t Plus(uint64_t a, uint64_t b) { return a > kLargest - b ? kLargest : a + b; }
uint64_t Times(uint64_t a, uint64_t b) { return b != 0 && a > kLargest / b ? kLargest : a * b; }
Estimate Plus(Estimate a, Estimate b) { return {Plus(a.least, b.least), Plus(a.most, b.most)}; }
Estimate Times(Estimate a, Estimate b) { return {Times(a.least, b.least), Times(a.most, b.most)}; }
Estimate Union(Estimate a, Estimate b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

using Path = std::vector<std::string_view>;

// What the entries of a list or map that the expression itself makes are like.
struct EntrySize {
  TypeKind container = TypeKind::kList;
  Estimate key;
  Estimate value;
};

std::optional<EntrySize> Union(const std::optional<EntrySize>& a,
                               const std::optional<EntrySize>& b) {
  if (!a || !b) return std::nullopt;
  return EntrySize{a->container, Union(a->key, b->key), Union(a->value, b->value)};
}

uint64_t CodePoints(std::string_view text) {
  return static_cast<uint64_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::optional<uint64_t> LiteralSize(const Expr& expr) {
  if (const auto* constant = std::get_if<Constant>(&expr.node)) {
    if (const auto* text = std::get_if<std::string>(&constant->value)) return CodePoints(*text);
    if (const auto* bytes = std::get_if<Constant::Bytes>(&constant->value)) {
      return bytes->data.size();
    }
    return 1;
  }
  if (const auto* list = std::get_if<ListLiteral>(&expr.node)) return list->elements.size();
  if (const auto* map = std::get_if<MapLiteral>(&expr.node)) return map->entries.size();
  return std::nullopt;
}

bool IsScalar(const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kUint:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kTimestamp:
      return true;
    default:
      return false;
  }
}

Path Below(Path path, std::string_view step) {
  path.push_back(step);
  return path;
}

// Recursion follows the expression, whose depth the parser bounds.
class Estimator {
 public:
  explicit Estimator(const SizeProvider& sizes) : sizes_(sizes) {}

  Estimate Cost(const Expr& expr) {
    return std::visit([&](const auto& node) { return CostOf(expr, node); }, expr.node);
  }

 private:
  struct Known {
    Path path;
    std::optional<Estimate> size;
    std::optional<EntrySize> entry;
  };
  struct Local {
    std::string_view name;
    Known known;
  };

  const Local* FindLocal(const Expr& expr) const {
    const auto* ident = std::get_if<Ident>(&expr.node);
    if (ident == nullptr) return nullptr;
    for (size_t i = locals_.size(); i-- > 0;) {
      if (locals_[i].name == ident->name) return &locals_[i];
    }
    return nullptr;
  }

  Path PathOf(const Expr& expr) {
    if (const Local* local = FindLocal(expr)) return local->known.path;
    return known_[&expr].path;
  }

  std::optional<Estimate> Size(const Expr& expr) {
    Known& known = known_[&expr];
    if (known.size) return known.size;
    if (auto size = LiteralSize(expr)) return Estimate{*size, *size};
    if (auto most = Provided(PathOf(expr))) {
      known.size = Estimate{0, *most};
      return known.size;
    }
    if (IsScalar(*expr.type)) return kOne;
    const Local* local = FindLocal(expr);
    return local != nullptr ? local->known.size : std::nullopt;
  }
  Estimate SizeOrUnknown(const Expr& expr) { return Size(expr).value_or(kUnknown); }

  std::optional<uint64_t> Provided(const Path& path) const {
    return path.empty() ? std::nullopt : sizes_.MostElements(path);
  }

  std::optional<EntrySize> Entry(const Expr& expr) {
    if (const Known& known = known_[&expr]; known.entry) return known.entry;
    const Local* local = FindLocal(expr);
    return local != nullptr ? local->known.entry : std::nullopt;
  }

  void CopySizes(const Expr& to, const Expr& from) {
    std::optional<Estimate> size = Size(from);
    std::optional<EntrySize> entry = Entry(from);
    if (size) known_[&to].size = size;
    if (entry) known_[&to].entry = entry;
  }

  static Estimate CostOf(const Expr&, const Constant&) { return {}; }

  Estimate CostOf(const Expr& expr, const Ident& ident) {
    const Local* local = FindLocal(expr);
    known_[&expr].path = local != nullptr ? local->known.path : Path{ident.name};
    return kOne;
  }

  Estimate CostOf(const Expr& expr, const Select& select) {
    Estimate sum = Cost(*select.operand);
    if (select.test) return sum;
    TypeKind kind = select.operand->type->kind;
    if (select.optional || kind == TypeKind::kMap || kind == TypeKind::kObject) {
      sum = Plus(sum, kOne);
    }
    if (!select.optional) known_[&expr].path = Below(PathOf(*select.operand), select.field);
    return sum;
  }

  Estimate CostOf(const Expr& expr, const ListLiteral& list) {
    Estimate sum = kListCost;
    Estimate item = list.elements.empty() ? Estimate{} : kUnset;
    for (const ExprPtr& element : list.elements) {
      sum = Plus(sum, Cost(*element));
      item = Union(item, SizeOrUnknown(*element));
    }
    known_[&expr].entry = EntrySize{TypeKind::kList, kOne, item};
    return sum;
  }

  Estimate CostOf(const Expr& expr, const MapLiteral& map) {
    Estimate sum = kMapCost;
    Estimate key = map.entries.empty() ? Estimate{} : kUnset;
    Estimate value = key;
    for (const MapLiteral::Entry& entry : map.entries) {
      sum = Plus(sum, Plus(Cost(*entry.key), Cost(*entry.value)));
      key = Union(key, SizeOrUnknown(*entry.key));
      value = Union(value, SizeOrUnknown(*entry.value));
    }
    known_[&expr].entry = EntrySize{TypeKind::kMap, key, value};
    return sum;
  }

  Estimate CostOf(const Expr& expr, const Call& call) {
    std::vector<Estimate> costs;
    std::vector<ArgumentSize> sizes;
    std::vector<const Expr*> operands;
    // Arguments before the target: sizes are looked up when both are known.
    for (const ExprPtr& argument : call.arguments) costs.push_back(Cost(*argument));
    Estimate sum;
    if (call.target != nullptr) {
      sum = Cost(*call.target);
      operands.push_back(call.target.get());
    }
    for (const ExprPtr& argument : call.arguments) operands.push_back(argument.get());
    if (call.function == "_&&_" || call.function == "_||_") {
      return {costs[0].least, Plus(costs[0].most, costs[1].most)};
    }
    if (call.function == "_?_:_") return Choice(expr, call, costs);
    for (Estimate cost : costs) sum = Plus(sum, cost);
    if (call.function == "dyn" && !call.arguments.empty()) {
      CopySizes(expr, *call.arguments[0]);
      return Plus(sum, kOne);
    }
    for (const Expr* operand : operands) sizes.push_back(SizesOf(*operand));
    return Plus(sum, FunctionCost(expr, call, operands, sizes));
  }

  Estimate Choice(const Expr& expr, const Call& call, const std::vector<Estimate>& costs) {
    const Expr& yes = *call.arguments[1];
    const Expr& no = *call.arguments[2];
    known_[&expr].size = Union(SizeOrUnknown(yes), SizeOrUnknown(no));
    known_[&expr].entry = Union(Entry(yes), Entry(no));
    return Plus(costs[0], Union(costs[1], costs[2]));
  }

  ArgumentSize SizesOf(const Expr& expr) {
    ArgumentSize sizes{SizeOrUnknown(expr), kUnknown, expr.type};
    if (const auto* constant = std::get_if<Constant>(&expr.node)) {
      if (const auto* number = std::get_if<int64_t>(&constant->value)) sizes.number = *number;
    }
    if (expr.type->kind == TypeKind::kList) {
      if (auto most = Provided(Below(PathOf(expr), kItemsStep))) sizes.element_size = {0, *most};
    }
    return sizes;
  }

  // A range that covers all overloads that may be called.
  Estimate FunctionCost(const Expr& expr, const Call& call,
                        const std::vector<const Expr*>& operands,
                        const std::vector<ArgumentSize>& sizes) {
    Estimate cost = kUnset;
    std::optional<Estimate> result;
    for (int index : call.overloads) {
      const Overload& overload = call.declaration->overloads[static_cast<size_t>(index)];
      Estimate result_size = kUnset;
      Estimate one = overload.estimate != nullptr ? overload.estimate(sizes, &result_size) : kOne;
      cost = Union(cost, one);
      if (result_size.least <= result_size.most) {
        result = result ? Union(*result, result_size) : result_size;
      }
      bool in_list = overload.id == "index_list";
      if (in_list || overload.id == "index_map") {
        std::optional<EntrySize> entry = Entry(*operands[0]);
        result = entry ? std::optional(entry->value) : std::nullopt;
        known_[&expr].path = Below(PathOf(*operands[0]), in_list ? kItemsStep : kValuesStep);
      }
      if (overload.id == "add_list") {
        known_[&expr].entry = Union(Entry(*operands[0]), Entry(*operands[1]));
      }
      if (!result) result = Size(expr);
    }
    if (result) known_[&expr].size = result;
    return cost;
  }

  // A fold over nothing, which gives its accumulator a value: see macros.cc.
  static bool IsBinding(const Comprehension& fold) {
    const auto* range = std::get_if<ListLiteral>(&fold.range->node);
    const auto* condition = std::get_if<Constant>(&fold.condition->node);
    return range != nullptr && range->elements.empty() && condition != nullptr &&
           std::get_if<bool>(&condition->value) != nullptr && !std::get<bool>(condition->value) &&
           fold.accumulator != kAccumulator;
  }

  Known KnownOf(const Expr& expr) { return {PathOf(expr), Size(expr), Entry(expr)}; }

  Estimate CostOf(const Expr& expr, const Comprehension& fold) {
    Estimate sum = Plus(Cost(*fold.range), Cost(*fold.init));
    locals_.push_back({fold.accumulator, KnownOf(*fold.init)});
    if (IsBinding(fold)) {
      sum = Plus(sum, Cost(*fold.result));
      CopySizes(expr, *fold.result);
      locals_.pop_back();
      return sum;
    }
    size_t outer = locals_.size();
    PushVariables(fold);
    Estimate turn = Cost(*fold.condition);
    turn = Plus(turn, Cost(*fold.step));
    std::optional<EntrySize> step_entry = Entry(*fold.step);
    locals_.resize(outer);
    sum = Plus(sum, Cost(*fold.result));
    locals_.pop_back();
    Estimate turns = SizeOrUnknown(*fold.range);
    if (std::holds_alternative<Constant>(fold.init->node)) {
      known_[&expr].size = Size(*fold.init);
    } else if (!std::holds_alternative<Ident>(fold.init->node)) {
      known_[&expr].size = turns;
      known_[&expr].entry = step_entry;
    }
    return Plus(sum, Times(turns, turn));
  }

  void PushVariables(const Comprehension& fold) {
    std::optional<EntrySize> entry = Entry(*fold.range);
    TypeKind container = entry ? entry->container : fold.range->type->kind;
    bool list = container == TypeKind::kList;
    auto push = [&](std::string_view name, std::string_view step, bool key) {
      Known known{Below(PathOf(*fold.range), step), std::nullopt, std::nullopt};
      if (entry) known.size = key ? entry->key : entry->value;
      locals_.push_back({name, std::move(known)});
    };
    if (fold.second_variable.empty()) {
      push(fold.variable, list ? kItemsStep : kKeysStep, !list);
    } else {
      push(fold.variable, list ? kIndicesStep : kKeysStep, true);
      push(fold.second_variable, list ? kItemsStep : kValuesStep, false);
    }
  }

  const SizeProvider& sizes_;
  std::unordered_map<const Expr*, Known> known_;
  std::vector<Local> locals_;
};

}  // namespace

Estimate EstimateCost(const CheckedExpression& expression, const SizeProvider& sizes) {
  return Estimator(sizes).Cost(*expression.root);
}

}  // namespace pintle::cel
