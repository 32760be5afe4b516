#pragma once

#include "pintle/cel/ast.h"

namespace pintle::cel {

// Calls `visit` with each expression directly below `expr`, in the order of evaluation.
template <typename Visit>
void ForEachChild(Expr& expr, Visit visit) {
  if (auto* select = std::get_if<Select>(&expr.node)) {
    visit(*select->operand);
  } else if (auto* call = std::get_if<Call>(&expr.node)) {
    if (call->target) visit(*call->target);
    for (ExprPtr& argument : call->arguments) visit(*argument);
  } else if (auto* list = std::get_if<ListLiteral>(&expr.node)) {
    for (ExprPtr& element : list->elements) visit(*element);
  } else if (auto* map = std::get_if<MapLiteral>(&expr.node)) {
    for (MapLiteral::Entry& entry : map->entries) {
      visit(*entry.key);
      visit(*entry.value);
    }
  } else if (auto* fold = std::get_if<Comprehension>(&expr.node)) {
    for (ExprPtr* part :
         {&fold->range, &fold->init, &fold->condition, &fold->step, &fold->result}) {
      visit(**part);
    }
  }
}

}  // namespace pintle::cel
