#include "pintle/cel/macros.h"

#include <algorithm>

#include "pintle/cel/build.h"

namespace pintle::cel {
namespace {

constexpr const char* kUnusedVariable = "#unused";
constexpr const char* kSortInput = "@__sortBy_input__";
// What accumulators were once called; no variable may be called so.
constexpr const char* kFormerAccumulator = "__result__";
constexpr const char* kNotIdentifier = "argument is not an identifier";

class Expansion {
 public:
  Expansion(uint32_t offset, Call call, std::vector<Issue>& issues)
      : offset_(offset), call_(std::move(call)), issues_(issues) {}

  ExprPtr Has();
  ExprPtr All() { return Fold(MakeConstant(offset_, true), NotFalse(Result()), &Expansion::And); }
  ExprPtr Exists() {
    return Fold(MakeConstant(offset_, false), NotFalse(MakeCall(offset_, "!_", Result())),
                &Expansion::Or);
  }
  ExprPtr ExistsOne();
  ExprPtr Map();
  ExprPtr Filter();
  ExprPtr TransformList() { return MapOver(2); }
  ExprPtr TransformMap();
  ExprPtr TransformMapEntry();
  ExprPtr OptMap(bool flat);
  ExprPtr SortBy();

 private:
  ExprPtr Result() const { return MakeIdent(offset_, kAccumulator); }
  ExprPtr NotFalse(ExprPtr operand) const {
    return MakeCall(offset_, kNotStrictlyFalse, std::move(operand));
  }
  ExprPtr And(ExprPtr test) { return MakeCall(offset_, "_&&_", Result(), std::move(test)); }
  ExprPtr Or(ExprPtr test) { return MakeCall(offset_, "_||_", Result(), std::move(test)); }

  // The name an argument declares; empty, with an issue, if it is no simple name.
  std::string Name(size_t index) {
    const Expr& argument = *call_.arguments[index];
    const auto* ident = std::get_if<Ident>(&argument.node);
    if (ident == nullptr || ident->name.starts_with('.')) {
      issues_.push_back({argument.offset, no_name_});
      return {};
    }
    if (ident->name == kFormerAccumulator) {
      issues_.push_back({argument.offset, "iteration variable overwrites accumulator variable"});
      return {};
    }
    return ident->name;
  }

  // A fold over the target whose first `names` arguments name its variables.
  ExprPtr Over(size_t names, ExprPtr init, ExprPtr condition, ExprPtr step, ExprPtr result) {
    Comprehension fold;
    fold.variable = Name(0);
    if (fold.variable.empty()) return nullptr;
    if (names == 2) {
      fold.second_variable = Name(1);
      if (fold.second_variable.empty()) return nullptr;
      if (fold.variable == fold.second_variable) {
        issues_.push_back(
            {call_.arguments[1]->offset, "duplicate variable name: " + fold.variable});
        return nullptr;
      }
    }
    fold.range = std::move(call_.target);
    fold.accumulator = kAccumulator;
    fold.init = std::move(init);
    fold.condition = std::move(condition);
    fold.step = std::move(step);
    fold.result = std::move(result);
    return MakeExpr(offset_, std::move(fold));
  }

  // Folds whose last argument is a test.
  ExprPtr Fold(ExprPtr init, ExprPtr condition, ExprPtr (Expansion::*step)(ExprPtr)) {
    ExprPtr next = (this->*step)(std::move(call_.arguments.back()));
    return Over(call_.arguments.size() - 1, std::move(init), std::move(condition), std::move(next),
                Result());
  }

  ExprPtr Always() const { return MakeConstant(offset_, true); }
  ExprPtr Appended(ExprPtr element) const {
    ListLiteral list;
    list.elements.push_back(std::move(element));
    return MakeCall(offset_, "_+_", Result(), MakeExpr(offset_, std::move(list)));
  }
  // `test ? step : accumulator`.
  ExprPtr If(ExprPtr test, ExprPtr step) const {
    return MakeCall(offset_, "_?_:_", std::move(test), std::move(step), Result());
  }
  ExprPtr MapOver(size_t names);
  ExprPtr TransformInto(ExprPtr step);
  // `name` means `value` in `body`.
  ExprPtr Bind(std::string name, ExprPtr value, ExprPtr body) const;

  uint32_t offset_;
  Call call_;
  std::vector<Issue>& issues_;
  const char* no_name_ = "argument must be a simple name";
};

ExprPtr Expansion::Has() {
  auto* select = std::get_if<Select>(&call_.arguments[0]->node);
  if (select == nullptr || select->test || select->optional) {
    issues_.push_back({call_.arguments[0]->offset, "invalid argument to has() macro"});
    return nullptr;
  }
  select->test = true;
  return MakeExpr(offset_, std::move(*select));
}

ExprPtr Expansion::ExistsOne() {
  ExprPtr count = MakeCall(offset_, "_+_", Result(), MakeConstant(offset_, int64_t{1}));
  ExprPtr step = If(std::move(call_.arguments.back()), std::move(count));
  ExprPtr one = MakeCall(offset_, "_==_", Result(), MakeConstant(offset_, int64_t{1}));
  return Over(call_.arguments.size() - 1, MakeConstant(offset_, int64_t{0}), Always(),
              std::move(step), std::move(one));
}

// (variables..., [test,] element)
ExprPtr Expansion::MapOver(size_t names) {
  ExprPtr step = Appended(std::move(call_.arguments.back()));
  if (call_.arguments.size() == names + 2) {
    step = If(std::move(call_.arguments[names]), std::move(step));
  }
  return Over(names, MakeExpr(offset_, ListLiteral()), Always(), std::move(step), Result());
}

ExprPtr Expansion::Map() {
  no_name_ = kNotIdentifier;
  return MapOver(1);
}

ExprPtr Expansion::Filter() {
  no_name_ = kNotIdentifier;
  std::string name = Name(0);
  if (name.empty()) return nullptr;
  ExprPtr step = If(std::move(call_.arguments[1]), Appended(MakeIdent(offset_, name)));
  return Over(1, MakeExpr(offset_, ListLiteral()), Always(), std::move(step), Result());
}

ExprPtr Expansion::TransformInto(ExprPtr step) {
  constexpr size_t kWithTest = 4;
  if (call_.arguments.size() == kWithTest) {
    step = If(std::move(call_.arguments[2]), std::move(step));
  }
  return Over(2, MakeExpr(offset_, MapLiteral()), Always(), std::move(step), Result());
}

ExprPtr Expansion::TransformMap() {
  std::string key = Name(0);
  if (key.empty()) return nullptr;
  return TransformInto(MakeCall(offset_, kMapInsert, Result(), MakeIdent(offset_, key),
                                std::move(call_.arguments.back())));
}

ExprPtr Expansion::TransformMapEntry() {
  return TransformInto(MakeCall(offset_, kMapInsert, Result(), std::move(call_.arguments.back())));
}

// A fold over nothing: only its init and its result are evaluated.
ExprPtr Expansion::Bind(std::string name, ExprPtr value, ExprPtr body) const {
  Comprehension bind;
  bind.variable = kUnusedVariable;
  bind.range = MakeExpr(offset_, ListLiteral());
  bind.accumulator = name;
  bind.init = std::move(value);
  bind.condition = MakeConstant(offset_, false);
  bind.step = MakeIdent(offset_, std::move(name));
  bind.result = std::move(body);
  return MakeExpr(offset_, std::move(bind));
}

// The optional is bound to a name so that it is evaluated once.
ExprPtr Expansion::OptMap(bool flat) {
  constexpr const char* kTarget = "@target";
  no_name_ = flat ? "optFlatMap() variable name must be a simple identifier"
                  : "optMap() variable name must be a simple identifier";
  std::string name = Name(0);
  if (name.empty()) return nullptr;
  ExprPtr value = MakeMemberCall(offset_, MakeIdent(offset_, kTarget), "value");
  ExprPtr mapped = Bind(name, std::move(value), std::move(call_.arguments[1]));
  if (!flat) {
    mapped = MakeMemberCall(offset_, MakeIdent(offset_, "optional"), "of", std::move(mapped));
  }
  ExprPtr has = MakeMemberCall(offset_, MakeIdent(offset_, kTarget), "hasValue");
  ExprPtr none = MakeMemberCall(offset_, MakeIdent(offset_, "optional"), "none");
  ExprPtr choice = MakeCall(offset_, "_?_:_", std::move(has), std::move(mapped), std::move(none));
  return Bind(kTarget, std::move(call_.target), std::move(choice));
}

// The list is bound to a name so that it is evaluated once.
ExprPtr Expansion::SortBy() {
  ExprPtr input = std::move(call_.target);
  call_.target = MakeIdent(offset_, kSortInput);
  ExprPtr keys = Map();
  if (keys == nullptr) return nullptr;
  ExprPtr sorted =
      MakeMemberCall(offset_, MakeIdent(offset_, kSortInput), kSortByKeys, std::move(keys));
  return Bind(kSortInput, std::move(input), std::move(sorted));
}

struct Macro {
  std::string_view name;
  bool member;
  size_t arguments;
  ExprPtr (*expand)(Expansion& expansion);
};

ExprPtr ExpandAll(Expansion& expansion) { return expansion.All(); }
ExprPtr ExpandExists(Expansion& expansion) { return expansion.Exists(); }
ExprPtr ExpandExistsOne(Expansion& expansion) { return expansion.ExistsOne(); }
ExprPtr ExpandMap(Expansion& expansion) { return expansion.Map(); }
ExprPtr ExpandTransformList(Expansion& expansion) { return expansion.TransformList(); }
ExprPtr ExpandTransformMap(Expansion& expansion) { return expansion.TransformMap(); }
ExprPtr ExpandTransformMapEntry(Expansion& expansion) { return expansion.TransformMapEntry(); }

constexpr Macro kMacros[] = {
    {"has", false, 1, [](Expansion& expansion) { return expansion.Has(); }},
    {"all", true, 2, ExpandAll},
    {"all", true, 3, ExpandAll},
    {"exists", true, 2, ExpandExists},
    {"exists", true, 3, ExpandExists},
    {"exists_one", true, 2, ExpandExistsOne},
    {"exists_one", true, 3, ExpandExistsOne},
    {"existsOne", true, 2, ExpandExistsOne},
    {"existsOne", true, 3, ExpandExistsOne},
    {"map", true, 2, ExpandMap},
    {"map", true, 3, ExpandMap},
    {"filter", true, 2, [](Expansion& expansion) { return expansion.Filter(); }},
    {"transformList", true, 3, ExpandTransformList},
    {"transformList", true, 4, ExpandTransformList},
    {"transformMap", true, 3, ExpandTransformMap},
    {"transformMap", true, 4, ExpandTransformMap},
    {"transformMapEntry", true, 3, ExpandTransformMapEntry},
    {"transformMapEntry", true, 4, ExpandTransformMapEntry},
    {"optMap", true, 2, [](Expansion& expansion) { return expansion.OptMap(false); }},
    {"optFlatMap", true, 2, [](Expansion& expansion) { return expansion.OptMap(true); }},
    {"sortBy", true, 2, [](Expansion& expansion) { return expansion.SortBy(); }},
};

const Macro* FindMacro(std::string_view function, bool member, size_t arguments) {
  const auto* found = std::ranges::find_if(kMacros, [&](const Macro& macro) {
    return macro.name == function && macro.member == member && macro.arguments == arguments;
  });
  return found == std::end(kMacros) ? nullptr : found;
}

}  // namespace

bool IsMacro(std::string_view function, bool member, size_t arguments) {
  return FindMacro(function, member, arguments) != nullptr;
}

ExprPtr ExpandMacro(uint32_t offset, Call call, std::vector<Issue>& issues) {
  const Macro* macro = FindMacro(call.function, call.target != nullptr, call.arguments.size());
  Expansion expansion(offset, std::move(call), issues);
  return macro->expand(expansion);
}

}  // namespace pintle::cel
