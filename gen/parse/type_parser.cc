#include "gen/parse/type_parser.h"

#include <utility>

namespace pintle::gen {
namespace {

using ast::TypeExpression;

// Deeper nesting than this is no API.
constexpr int kMaxTypeDepth = 64;

}  // namespace

std::unique_ptr<TypeExpression> TypeParser::Element(int depth) {
  return std::make_unique<TypeExpression>(Type(depth + 1));
}

TypeExpression TypeParser::Type(int depth) {
  TypeExpression type;
  type.position = tokens_.Peek().position;
  if (depth > kMaxTypeDepth) {
    tokens_.Fail(type.position, "this type is nested too deeply");
    return type;
  }
  if (tokens_.Accept("(")) {
    type = Type(depth + 1);
    tokens_.Expect(")");
  } else if (tokens_.Accept("*")) {
    type.kind = TypeExpression::Kind::kPointer;
    type.element = Element(depth);
  } else if (tokens_.Is("[")) {
    ListType(type, depth);
  } else if (tokens_.Accept("map")) {
    type.kind = TypeExpression::Kind::kMap;
    tokens_.Expect("[");
    type.key = Element(depth);
    tokens_.Expect("]");
    type.element = Element(depth);
  } else if (tokens_.Accept("struct")) {
    type.kind = TypeExpression::Kind::kStruct;
    StructBody(type, depth);
  } else if (tokens_.Accept("interface")) {
    type.kind = TypeExpression::Kind::kInterface;
    if (!tokens_.Is("{")) tokens_.FailExpected("'{'");
    tokens_.SkipBrackets();
  } else if (tokens_.Is("func")) {
    type.kind = TypeExpression::Kind::kFunction;
    FunctionType(depth);
  } else if (tokens_.Is("chan") || tokens_.Is("<-")) {
    type.kind = TypeExpression::Kind::kChannel;
    tokens_.Accept("<-");
    tokens_.Expect("chan");
    tokens_.Accept("<-");
    type.element = Element(depth);
  } else {
    NamedType(type, depth);
  }
  return type;
}

void TypeParser::ListType(TypeExpression& type, int depth) {
  if (tokens_.Is("]", 1)) {
    type.kind = TypeExpression::Kind::kSlice;
  } else {
    type.kind = TypeExpression::Kind::kArray;
  }
  tokens_.SkipBrackets();
  type.element = Element(depth);
}

void TypeParser::NamedType(TypeExpression& type, int depth) {
  type.name = tokens_.Name("a type");
  if (tokens_.Accept(".")) {
    type.package = std::move(type.name);
    type.name = tokens_.Name("the name of a type");
  }
  if (!tokens_.Is("[") || tokens_.Is("]", 1)) return;
  type.kind = TypeExpression::Kind::kGeneric;
  tokens_.Take();
  while (!tokens_.AtEnd() && !tokens_.Is("]")) {
    type.arguments.push_back(Type(depth + 1));
    if (!tokens_.Accept(",")) break;
  }
  tokens_.Expect("]");
}

bool TypeParser::StartsType() const {
  return tokens_.IsName() || tokens_.Is("*") || tokens_.Is("[") || tokens_.Is("(") ||
         tokens_.Is("<-");
}

void TypeParser::FunctionType(int depth) {
  tokens_.Take();
  if (!tokens_.Is("(")) return tokens_.FailExpected("'('");
  tokens_.SkipBrackets();
  if (tokens_.Is("(")) {
    tokens_.SkipBrackets();
  } else if (StartsType()) {
    Type(depth + 1);
  }
}

void TypeParser::StructBody(TypeExpression& type, int depth) {
  Position open = tokens_.Peek().position;
  tokens_.Expect("{");
  while (!tokens_.AtEnd() && !tokens_.Is("}")) StructField(type, depth);
  if (!tokens_.failed() && tokens_.AtEnd())
    return tokens_.Fail(open, "this bracket is never closed");
  type.comments = comments_.Between(open.line, tokens_.Peek().position.line);
  tokens_.Expect("}");
}

// `T`, `p.T`, `*T`, `T[A]`: a type alone. `T [4]A` is a field T: there is something behind the
// bracket.
bool TypeParser::AtEmbeddedField() const {
  if (tokens_.Is("*")) return true;
  if (!tokens_.IsName()) return false;
  size_t behind = 1;
  if (tokens_.Is(".", 1)) return true;
  if (tokens_.Is("[", 1)) behind = tokens_.AfterBrackets(1);
  TokenKind kind = tokens_.Peek(behind).kind;
  return tokens_.Is("}", behind) || kind == TokenKind::kSemicolon || kind == TokenKind::kString;
}

void TypeParser::StructField(TypeExpression& owner, int depth) {
  ast::Field field;
  field.doc = comments_.DocAbove(tokens_.Peek().position.line);
  field.embedded = AtEmbeddedField();
  std::vector<std::pair<std::string, Position>> names;
  if (field.embedded) {
    names.emplace_back("", tokens_.Peek().position);
  } else {
    do {
      Position position = tokens_.Peek().position;
      names.emplace_back(tokens_.Name("the name of a field"), position);
    } while (tokens_.Accept(","));
  }
  auto type = std::make_shared<TypeExpression>(Type(depth + 1));
  if (field.embedded) names[0].first = type->element ? type->element->name : type->name;
  if (tokens_.Peek().kind == TokenKind::kString) {
    field.tag_position = tokens_.Peek().position;
    field.raw_tag = tokens_.Peek().text.starts_with('`');
    field.tag = tokens_.Take().value;
  }
  field.line_comment = comments_.Behind(tokens_.last_line());
  tokens_.EndStatement();
  if (tokens_.failed()) return;
  field.type = std::move(type);
  for (auto& [name, position] : names) {
    field.name = std::move(name);
    field.position = position;
    owner.fields.push_back(field);
  }
}

}  // namespace pintle::gen
