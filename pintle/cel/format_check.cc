#include <fmt/format.h>

#include <optional>

#include "pintle/cel/check.h"
#include "pintle/cel/functions/format_text.h"

namespace pintle::cel {
namespace {

std::string_view ShownType(const Type& type) {
  switch (type.kind) {
    case TypeKind::kDyn:
      return type.name;
    case TypeKind::kNull:
      return "null_type";
    case TypeKind::kDuration:
      return "google.protobuf.Duration";
    case TypeKind::kTimestamp:
      return "google.protobuf.Timestamp";
    default:
      break;
  }
  std::string_view text = KindText(type.kind);
  return text.empty() ? std::string_view(type.name) : text;
}

bool Takes(char clause, TypeKind kind) {
  bool whole = kind == TypeKind::kInt || kind == TypeKind::kUint;
  bool text = kind == TypeKind::kString;
  if (kind == TypeKind::kDyn) return true;
  switch (clause) {
    case 's':
      return kind != TypeKind::kObject && kind != TypeKind::kOpaque;
    case 'f':
    case 'e':
      // Some texts stand for numbers that have no digits.
      return kind == TypeKind::kDouble || text;
    case 'b':
      return whole || kind == TypeKind::kBool;
    case 'x':
    case 'X':
      return whole || text || kind == TypeKind::kBytes;
    default:
      return whole;
  }
}

// The first expression in an argument that the clause does not take; null if there is none. What
// literals contain is looked at too. Recursion follows the expression, whose depth the parser
// bounds.
const Expr* FindWrong(char clause, const Expr& argument) {
  if (!Takes(clause, argument.type->kind)) return &argument;
  if (clause != 's') return nullptr;
  if (const auto* list = std::get_if<ListLiteral>(&argument.node)) {
    for (const ExprPtr& element : list->elements) {
      if (const Expr* wrong = FindWrong(clause, *element)) return wrong;
    }
  } else if (const auto* map = std::get_if<MapLiteral>(&argument.node)) {
    for (const MapLiteral::Entry& entry : map->entries) {
      if (const Expr* wrong = FindWrong(clause, *entry.key)) return wrong;
      if (const Expr* wrong = FindWrong(clause, *entry.value)) return wrong;
    }
  }
  return nullptr;
}

// The first fault; nothing if there is none.
std::optional<Issue> FindFault(uint32_t offset, std::string_view format,
                               const std::vector<ExprPtr>& arguments) {
  FormatReader reader(format);
  std::string text;
  size_t used = 0;
  for (; reader.FindClause(text); ++used) {
    if (reader.done()) return Issue{offset, std::string(kUnfinishedFormat)};
    if (used >= arguments.size()) {
      return Issue{offset, fmt::format("index {} out of range", used)};
    }
    std::string error;
    std::optional<FormatClause> clause = reader.Read(error);
    if (!clause) return Issue{offset, std::move(error)};
    if (const Expr* wrong = FindWrong(clause->letter, *arguments[used])) {
      return Issue{wrong->offset, WrongClause(clause->letter, ShownType(*wrong->type))};
    }
  }
  if (used == arguments.size()) return std::nullopt;
  return Issue{offset,
               fmt::format("too many arguments supplied to string.format (expected {}, got {})",
                           used, arguments.size())};
}

}  // namespace

void CheckFormat(uint32_t offset, const Call& call, std::vector<Issue>& issues) {
  if (call.function != "format" || call.target == nullptr || call.arguments.size() != 1) return;
  const auto* constant = std::get_if<Constant>(&call.target->node);
  const auto* list = std::get_if<ListLiteral>(&call.arguments[0]->node);
  const auto* format = constant ? std::get_if<std::string>(&constant->value) : nullptr;
  if (format == nullptr || list == nullptr) return;
  if (auto fault = FindFault(offset, *format, list->elements)) issues.push_back(*std::move(fault));
}

}  // namespace pintle::cel
