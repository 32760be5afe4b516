#pragma once

#include "gen/parse/ast.h"
#include "gen/parse/comments.h"
#include "gen/parse/token_stream.h"

namespace pintle::gen {

// Parses type expressions, struct bodies included. Errors go to the stream.
class TypeParser {
 public:
  TypeParser(TokenStream& tokens, const CommentIndex& comments)
      : tokens_(tokens), comments_(comments) {}

  ast::TypeExpression Type() { return Type(0); }

 private:
  ast::TypeExpression Type(int depth);
  std::unique_ptr<ast::TypeExpression> Element(int depth);
  void ListType(ast::TypeExpression& type, int depth);
  void NamedType(ast::TypeExpression& type, int depth);
  void FunctionType(int depth);
  bool StartsType() const;
  void StructBody(ast::TypeExpression& type, int depth);
  void StructField(ast::TypeExpression& owner, int depth);
  bool AtEmbeddedField() const;

  TokenStream& tokens_;
  const CommentIndex& comments_;
};

}  // namespace pintle::gen
