#include "gen/parse/parser.h"

#include <fmt/format.h>

#include <utility>

#include "gen/parse/comments.h"
#include "gen/parse/lexer.h"
#include "gen/parse/type_parser.h"

namespace pintle::gen {
namespace {

using ast::TypeExpression;

// Type and value of the last constant that had any: what the lines below it repeat.
struct Repeated {
  std::shared_ptr<const TypeExpression> type;
  std::vector<std::vector<Token>> values;
};

// Recursive descent over the declarations of a file.
class Parser {
 public:
  Parser(LexedFile lexed, Diagnostics& diagnostics)
      : comments_(std::move(lexed.comments)),
        tokens_(std::move(lexed.tokens), diagnostics),
        types_(tokens_, comments_) {}

  bool Run(ast::File& file) {
    file.package_position = tokens_.Peek().position;
    tokens_.Expect("package");
    file.package = tokens_.Name("the name of the package");
    tokens_.EndStatement();
    while (!tokens_.AtEnd()) Declaration(file);
    for (const CommentGroup& group : comments_.groups()) file.comments.push_back(group.lines);
    return !tokens_.failed();
  }

 private:
  void Declaration(ast::File& file) {
    if (tokens_.AtSemicolon()) {
      tokens_.Take();
    } else if (tokens_.Is("import")) {
      Group([&](uint32_t, int64_t) { ImportSpec(file); });
    } else if (tokens_.Is("type")) {
      Group([&](uint32_t line, int64_t) { TypeSpec(file, line); });
    } else if (tokens_.Is("const")) {
      Repeated repeated;
      Group([&](uint32_t line, int64_t iota) { ConstantSpec(file, line, iota, repeated); });
    } else if (tokens_.Is("func")) {
      Function(file);
    } else if (tokens_.Is("var")) {
      tokens_.SkipStatement();
    } else {
      tokens_.FailExpected("a declaration (import, type, const, var or func)");
    }
  }

  // `keyword spec` or `keyword ( spec; spec )`; `one` gets the line whose comment documents the
  // spec, and its number in the group.
  template <typename One>
  void Group(One one) {
    uint32_t line = tokens_.Take().position.line;
    if (!tokens_.Is("(")) {
      one(line, 0);
      return;
    }
    Position open = tokens_.Take().position;
    for (int64_t i = 0; !tokens_.AtEnd() && !tokens_.Is(")"); ++i) {
      one(tokens_.Peek().position.line, i);
    }
    if (tokens_.AtEnd()) return tokens_.Fail(open, "this bracket is never closed");
    tokens_.Expect(")");
    tokens_.EndStatement();
  }

  void ImportSpec(ast::File& file) {
    ast::Import import;
    import.position = tokens_.Peek().position;
    if (tokens_.Accept(".")) {
      import.name = ".";
    } else if (tokens_.IsName()) {
      import.name = std::string(tokens_.Take().text);
    }
    if (tokens_.Peek().kind != TokenKind::kString) {
      return tokens_.FailExpected("the path of the import in quotes");
    }
    import.path = tokens_.Take().value;
    tokens_.EndStatement();
    file.imports.push_back(std::move(import));
  }

  void TypeSpec(ast::File& file, uint32_t line) {
    ast::TypeDeclaration declaration;
    declaration.doc = comments_.DocAbove(line);
    declaration.second_doc = comments_.SecondDocAbove(line);
    declaration.position = tokens_.Peek().position;
    declaration.name = tokens_.Name("the name of a type");
    if (AtTypeParameters()) TypeParameters(declaration);
    declaration.alias = tokens_.Accept("=");
    declaration.type = types_.Type();
    tokens_.EndStatement();
    if (!tokens_.failed()) file.types.push_back(std::move(declaration));
  }

  // `[T any]`, `[K, V any]`; `[N]T`, `[2 * N]T` and `[p.N]T` are arrays.
  bool AtTypeParameters() const {
    return tokens_.Is("[") && tokens_.IsName(1) &&
           (tokens_.IsName(2) || tokens_.Is(",", 2) || tokens_.Is("[", 2) || tokens_.Is("~", 2));
  }

  void TypeParameters(ast::TypeDeclaration& declaration) {
    tokens_.Take();
    while (!tokens_.AtEnd() && !tokens_.Is("]")) {
      declaration.parameters.push_back(tokens_.Name("the name of a type parameter"));
      while (!tokens_.AtEnd() && !tokens_.Is(",") && !tokens_.Is("]")) {
        if (tokens_.Is("[") || tokens_.Is("(") || tokens_.Is("{")) {
          tokens_.SkipBrackets();
        } else {
          tokens_.Take();
        }
      }
      if (!tokens_.Accept(",")) break;
    }
    tokens_.Expect("]");
  }

  void ConstantSpec(ast::File& file, uint32_t line, int64_t iota, Repeated& repeated) {
    ast::Comment doc = comments_.DocAbove(line);
    std::vector<std::pair<std::string, Position>> names;
    do {
      Position position = tokens_.Peek().position;
      names.emplace_back(tokens_.Name("the name of a constant"), position);
    } while (tokens_.Accept(","));
    bool typed = !tokens_.Is("=") && !tokens_.AtSemicolon() && !tokens_.Is(")");
    std::shared_ptr<const TypeExpression> type;
    if (typed) type = std::make_shared<TypeExpression>(types_.Type());
    if (tokens_.Accept("=")) {
      repeated.type = type;
      repeated.values = Values();
    }
    ast::Comment behind = comments_.Behind(tokens_.last_line());
    tokens_.EndStatement();
    if (tokens_.failed()) return;
    for (size_t i = 0; i < names.size(); ++i) {
      ast::Constant constant;
      constant.doc = doc;
      constant.line_comment = behind;
      constant.position = names[i].second;
      constant.name = std::move(names[i].first);
      constant.type = repeated.type;
      if (i < repeated.values.size()) constant.value = repeated.values[i];
      constant.iota = iota;
      file.constants.push_back(std::move(constant));
    }
  }

  // `expression, expression`: the tokens of each.
  std::vector<std::vector<Token>> Values() {
    std::vector<std::vector<Token>> values(1);
    int depth = 0;
    while (!tokens_.AtEnd() && (depth > 0 || !(tokens_.AtSemicolon() || tokens_.Is(")")))) {
      if (tokens_.Is("(") || tokens_.Is("[") || tokens_.Is("{")) ++depth;
      if (tokens_.Is(")") || tokens_.Is("]") || tokens_.Is("}")) --depth;
      if (depth == 0 && tokens_.Is(",")) {
        tokens_.Take();
        values.emplace_back();
      } else {
        values.back().push_back(tokens_.Take());
      }
    }
    return values;
  }

  // Keeps the name of a method and skips the rest.
  void Function(ast::File& file) {
    if (tokens_.Is("(", 1)) {
      ast::Method method;
      size_t behind = tokens_.AfterBrackets(1);
      // `(r *T)`, `(T)`, `(r *T[K])`: the last name before the end or the type arguments.
      for (size_t i = 2; i < behind && !tokens_.Is("[", i); ++i) {
        if (tokens_.IsName(i)) method.receiver = std::string(tokens_.Peek(i).text);
      }
      if (tokens_.IsName(behind)) method.name = std::string(tokens_.Peek(behind).text);
      file.methods.push_back(std::move(method));
    }
    tokens_.SkipStatement();
  }

  CommentIndex comments_;
  TokenStream tokens_;
  TypeParser types_;
};

}  // namespace

std::optional<ast::File> ParseFile(std::unique_ptr<SourceFile> source, Diagnostics& diagnostics) {
  LexedFile lexed;
  if (!Lex(*source, lexed, diagnostics)) return std::nullopt;
  ast::File file;
  if (!Parser(std::move(lexed), diagnostics).Run(file)) return std::nullopt;
  file.source = std::move(source);
  return file;
}

}  // namespace pintle::gen
