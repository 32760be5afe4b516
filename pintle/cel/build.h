#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pintle/cel/ast.h"
#include "pintle/cel/walk.h"

// Nodes of the tree in one line each.
namespace pintle::cel {

template <typename Node>
ExprPtr MakeExpr(uint32_t offset, Node node) {
  auto expr = std::make_unique<Expr>();
  expr->offset = offset;
  expr->node = std::move(node);
  ForEachChild(*expr,
               [&](const Expr& child) { expr->height = std::max(expr->height, child.height + 1); });
  return expr;
}

inline ExprPtr MakeIdent(uint32_t offset, std::string name) {
  return MakeExpr(offset, Ident{.name = std::move(name)});
}

template <typename T>
ExprPtr MakeConstant(uint32_t offset, T value) {
  return MakeExpr(offset, Constant{std::move(value)});
}

template <typename... Arguments>
ExprPtr MakeCall(uint32_t offset, std::string function, Arguments... arguments) {
  Call call;
  call.function = std::move(function);
  (call.arguments.push_back(std::move(arguments)), ...);
  return MakeExpr(offset, std::move(call));
}

template <typename... Arguments>
ExprPtr MakeMemberCall(uint32_t offset, ExprPtr target, std::string function,
                       Arguments... arguments) {
  ExprPtr expr = MakeCall(offset, std::move(function), std::move(arguments)...);
  expr->height = std::max(expr->height, target->height + 1);
  std::get<Call>(expr->node).target = std::move(target);
  return expr;
}

}  // namespace pintle::cel
