#include "pintle/cel/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "pintle/cel/assign.h"
#include "pintle/cel/walk.h"

namespace pintle::cel {
namespace {

constexpr std::string_view kOptionalName = "optional_type";

// The type of what has been reported already: fits everywhere, so that one fault is one issue.
const TypeRef& FaultyType() {
  static const TypeRef type = std::make_shared<const Type>(Type{TypeKind::kDyn, "!error!", {}});
  return type;
}

// The names of types that expressions may compare type(x) with.
TypeRef NamedType(std::string_view name) {
  static const std::pair<std::string_view, TypeRef> kTypes[] = {
      {"bool", BoolType()},
      {"int", IntType()},
      {"uint", UintType()},
      {"double", DoubleType()},
      {"string", StringType()},
      {"bytes", BytesType()},
      {"null_type", NullType()},
      {"list", ListType(DynType())},
      {"map", MapType(DynType(), DynType())},
      {"type", std::make_shared<const Type>(Type{TypeKind::kType, {}, {}})},
      {"google.protobuf.Duration", DurationType()},
      {"google.protobuf.Timestamp", TimestampType()},
      {"optional_type", OptionalType(DynType())},
      {"net.IP", OpaqueType("net.IP")},
      {"net.CIDR", OpaqueType("net.CIDR")},
  };
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return nullptr;
}

// `a.b.c` if the expression is nothing but names, and no more of them than names of types and
// functions have; else empty.
constexpr int kMostNameParts = 4;
std::string QualifiedName(const Expr& expr, int parts = kMostNameParts) {
  if (const auto* ident = std::get_if<Ident>(&expr.node)) return ident->name;
  const auto* select = std::get_if<Select>(&expr.node);
  if (select == nullptr || select->test || select->optional || parts == 1) return {};
  std::string prefix = QualifiedName(*select->operand, parts - 1);
  return prefix.empty() ? prefix : prefix + "." + select->field;
}

bool IsOptional(const Type& type) {
  return type.kind == TypeKind::kOpaque && type.name == kOptionalName;
}

// `(int, string)`, or `int.(string)` for a member.
std::string ArgumentsText(std::span<const TypeRef> types, bool member) {
  std::string text;
  if (member) text = types[0]->Text() + ".";
  text += '(';
  for (size_t i = member ? 1 : 0; i < types.size(); ++i) {
    if (i > (member ? 1U : 0U)) text += ", ";
    text += types[i]->Text();
  }
  return text + ')';
}

void CollectParameters(const Type& type, std::vector<std::string_view>& names) {
  if (type.kind == TypeKind::kParameter && std::ranges::find(names, type.name) == names.end()) {
    names.push_back(type.name);
  }
  for (const TypeRef& parameter : type.parameters) CollectParameters(*parameter, names);
}

// Recursion follows the expression, whose depth the parser bounds.
class Checker {
 public:
  Checker(const Environment& environment, std::vector<bool>& uses, std::vector<Issue>& issues)
      : environment_(environment),
        functions_(environment.functions != nullptr ? *environment.functions : StandardFunctions()),
        uses_(uses),
        issues_(issues) {}

  void Run(Expr& root) {
    Node(root);
    Finish(root);
  }

 private:
  struct Local {
    std::string_view name;
    TypeRef type;
  };

  void Node(Expr& expr) {
    std::visit([&](auto& node) { expr.type = TypeOf(expr, node); }, expr.node);
  }

  // Type variables that stayed open become dyn.
  void Finish(Expr& expr) {
    expr.type = variables_.Substitute(expr.type, true);
    ForEachChild(expr, [&](Expr& child) { Finish(child); });
  }

  void Fail(const Expr& expr, std::string message) {
    issues_.push_back({expr.offset, std::move(message)});
  }
  void FailType(const Expr& expr, const TypeRef& wanted, const TypeRef& found) {
    Fail(expr, fmt::format("expected type '{}' but found '{}'", wanted->Text(), found->Text()));
  }
  TypeRef Undeclared(const Expr& expr, std::string_view name) {
    Fail(expr, fmt::format("undeclared reference to '{}' (in container '')", name));
    return FaultyType();
  }

  static TypeRef TypeOf(Expr&, Constant& constant) {
    struct Visitor {
      TypeRef operator()(std::nullptr_t) const { return NullType(); }
      TypeRef operator()(bool) const { return BoolType(); }
      TypeRef operator()(int64_t) const { return IntType(); }
      TypeRef operator()(uint64_t) const { return UintType(); }
      TypeRef operator()(double) const { return DoubleType(); }
      TypeRef operator()(const std::string&) const { return StringType(); }
      TypeRef operator()(const Constant::Bytes&) const { return BytesType(); }
    };
    return std::visit(Visitor(), constant.value);
  }

  TypeRef TypeOf(Expr& expr, Ident& ident) {
    std::string_view name = ident.name;
    bool global = name.starts_with('.');
    if (global) name.remove_prefix(1);
    for (size_t i = global ? 0 : locals_.size(); i-- > 0;) {
      if (locals_[i].name != name) continue;
      ident.local = true;
      ident.slot = static_cast<int>(locals_.size() - 1 - i);
      return locals_[i].type;
    }
    for (size_t i = 0; i < environment_.variables.size(); ++i) {
      if (environment_.variables[i].name != name) continue;
      ident.slot = static_cast<int>(i);
      uses_[i] = true;
      return environment_.variables[i].type;
    }
    if (TypeRef type = NamedType(name)) return TypeType(type);
    return Undeclared(expr, ident.name);
  }

  TypeRef TypeOf(Expr& expr, Select& select) {
    if (!select.test && !select.optional) {
      std::string name = QualifiedName(expr);
      if (TypeRef type = name.empty() ? nullptr : NamedType(name)) {
        expr.node = Ident{.name = std::move(name)};
        return TypeType(type);
      }
    }
    TypeRef type = FieldType(expr, select);
    return select.test ? BoolType() : variables_.Substitute(type, false);
  }

  TypeRef FieldType(Expr& expr, Select& select) {
    Node(*select.operand);
    TypeRef operand = variables_.Substitute(select.operand->type, false);
    bool optional = select.optional;
    if (IsOptional(*operand)) {
      optional = true;
      operand = operand->parameters[0];
    }
    TypeRef field = FaultyType();
    switch (operand->kind) {
      case TypeKind::kMap:
        field = operand->parameters[1];
        break;
      case TypeKind::kObject: {
        TypeRef found = environment_.provider != nullptr
                            ? environment_.provider->FindField(operand->name, select.field)
                            : nullptr;
        if (found != nullptr) {
          field = found;
        } else {
          Fail(expr, fmt::format("undefined field '{}'", select.field));
        }
        break;
      }
      case TypeKind::kParameter:
        variables_.Assign(DynType(), operand);
        field = DynType();
        break;
      case TypeKind::kDyn:
        field = DynType();
        break;
      default:
        Fail(expr, fmt::format("type '{}' does not support field selection", operand->Text()));
        field = DynType();
    }
    return optional ? OptionalType(field) : field;
  }

  TypeRef TypeOf(Expr& expr, Call& call) {
    for (ExprPtr& argument : call.arguments) Node(*argument);
    if (call.target != nullptr) {
      // `sets.contains(...)` is a function of that name rather than a member of `sets`.
      std::string prefix = QualifiedName(*call.target);
      std::string name = prefix + "." + call.function;
      const Function* function = prefix.empty() ? nullptr : functions_.Find(name);
      if (function != nullptr) {
        call.target.reset();
        call.function = std::move(name);
        return Resolve(expr, call, *function);
      }
      Node(*call.target);
    }
    const Function* function = functions_.Find(call.function);
    if (function == nullptr) return Undeclared(expr, call.function);
    return Resolve(expr, call, *function);
  }

  TypeRef Resolve(Expr& expr, Call& call, const Function& function) {
    call.declaration = &function;
    if (call.function == "_&&_" || call.function == "_||_") return Logical(call);
    std::vector<TypeRef> arguments;
    if (call.target != nullptr) arguments.push_back(call.target->type);
    for (const ExprPtr& argument : call.arguments) arguments.push_back(argument->type);
    TypeRef result;
    for (size_t i = 0; i < function.overloads.size(); ++i) {
      const Overload& overload = function.overloads[i];
      if (overload.member != (call.target != nullptr)) continue;
      TypeRef found = TryOverload(overload, arguments);
      if (found == nullptr) continue;
      call.overloads.push_back(static_cast<int>(i));
      if (result == nullptr) {
        result = std::move(found);
      } else if (result->kind != TypeKind::kDyn && !SameType(*result, *found)) {
        result = DynType();
      }
    }
    if (result != nullptr) return result;
    for (TypeRef& argument : arguments) argument = variables_.Substitute(argument, true);
    Fail(expr, fmt::format("found no matching overload for '{}' applied to '{}'", call.function,
                           ArgumentsText(arguments, call.target != nullptr)));
    return FaultyType();
  }

  // The result type if the arguments fit; else null.
  TypeRef TryOverload(const Overload& overload, std::span<const TypeRef> arguments) {
    if (overload.arguments.size() != arguments.size()) return nullptr;
    std::vector<std::string_view> names;
    for (const TypeRef& argument : overload.arguments) CollectParameters(*argument, names);
    CollectParameters(*overload.result, names);
    std::vector<std::pair<std::string_view, TypeRef>> parameters;
    for (std::string_view name : names) parameters.emplace_back(name, variables_.Fresh());
    std::vector<TypeRef> wanted;
    for (const TypeRef& argument : overload.arguments) {
      wanted.push_back(Instantiate(argument, parameters));
    }
    if (!variables_.AssignAll(arguments, wanted)) return nullptr;
    return variables_.Substitute(Instantiate(overload.result, parameters), false);
  }

  TypeRef Logical(Call& call) {
    bool fits = true;
    for (const ExprPtr& argument : call.arguments) {
      if (variables_.Assign(argument->type, BoolType())) continue;
      FailType(*argument, BoolType(), argument->type);
      fits = false;
    }
    call.overloads.push_back(0);
    return fits ? BoolType() : FaultyType();
  }

  // The type of an entry marked with `?`, which must be an optional.
  TypeRef Unwrapped(const Expr& expr) {
    if (IsOptional(*expr.type)) return expr.type->parameters[0];
    if (expr.type->kind != TypeKind::kDyn) FailType(expr, OptionalType(expr.type), expr.type);
    return expr.type;
  }

  // Different types make dyn: CheckLiterals() says where they may not differ.
  TypeRef Join(const TypeRef& previous, const TypeRef& current) {
    if (previous == nullptr) return current;
    if (variables_.Assign(previous, current)) return MoreGeneral(previous, current);
    return DynType();
  }

  TypeRef TypeOf(Expr&, ListLiteral& list) {
    TypeRef element;
    for (size_t i = 0; i < list.elements.size(); ++i) {
      Expr& expr = *list.elements[i];
      Node(expr);
      bool optional = !list.optional.empty() && list.optional[i];
      element = Join(element, optional ? Unwrapped(expr) : expr.type);
    }
    return ListType(element != nullptr ? element : variables_.Fresh());
  }

  TypeRef TypeOf(Expr&, MapLiteral& map) {
    TypeRef key;
    TypeRef value;
    for (MapLiteral::Entry& entry : map.entries) {
      Node(*entry.key);
      key = Join(key, KeyType(*entry.key));
      Node(*entry.value);
      value = Join(value, entry.optional ? Unwrapped(*entry.value) : entry.value->type);
    }
    if (key != nullptr) return MapType(key, value);
    key = variables_.Fresh();
    return MapType(key, variables_.Fresh());
  }

  TypeRef TypeOf(Expr&, Comprehension& fold) {
    Node(*fold.range);
    Node(*fold.init);
    bool two = !fold.second_variable.empty();
    auto [first, second] = VariableTypes(*fold.range, two);
    locals_.push_back({fold.accumulator, fold.init->type});
    locals_.push_back({fold.variable, first});
    if (two) locals_.push_back({fold.second_variable, second});
    Node(*fold.condition);
    Expect(*fold.condition, BoolType());
    Node(*fold.step);
    Expect(*fold.step, fold.init->type);
    locals_.resize(locals_.size() - (two ? 2 : 1));
    Node(*fold.result);
    locals_.pop_back();
    return variables_.Substitute(fold.result->type, false);
  }

  std::pair<TypeRef, TypeRef> VariableTypes(const Expr& range, bool two) {
    TypeRef type = variables_.Substitute(range.type, false);
    switch (type->kind) {
      case TypeKind::kList:
        return {two ? IntType() : type->parameters[0], type->parameters[0]};
      case TypeKind::kMap:
        return {type->parameters[0], type->parameters[1]};
      case TypeKind::kDyn:
      case TypeKind::kParameter:
        variables_.Assign(DynType(), type);
        return {DynType(), DynType()};
      default:
        Fail(range, fmt::format("expression of type '{}' cannot be range of a comprehension (must "
                                "be list, map, or dynamic)",
                                type->Text()));
        return {FaultyType(), FaultyType()};
    }
  }

  // Keys are plain values: a type that is in both parts of a map, and the map in both parts of
  // another, would grow without end.
  TypeRef KeyType(const Expr& expr) {
    TypeRef type = variables_.Substitute(expr.type, false);
    switch (type->kind) {
      case TypeKind::kList:
      case TypeKind::kMap:
      case TypeKind::kObject:
      case TypeKind::kOpaque:
        Fail(expr, fmt::format("unsupported key type '{}' in map", type->Text()));
        return FaultyType();
      default:
        return expr.type;
    }
  }

  void Expect(const Expr& expr, const TypeRef& wanted) {
    if (!variables_.Assign(expr.type, wanted)) FailType(expr, wanted, expr.type);
  }

  const Environment& environment_;
  const FunctionSet& functions_;
  std::vector<bool>& uses_;
  std::vector<Issue>& issues_;
  TypeVariables variables_;
  std::vector<Local> locals_;
};

}  // namespace

void Check(Expr& root, const Environment& environment, std::vector<bool>& uses,
           std::vector<Issue>& issues) {
  uses.assign(environment.variables.size(), false);
  Checker(environment, uses, issues).Run(root);
}

}  // namespace pintle::cel
