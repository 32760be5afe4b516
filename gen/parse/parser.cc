#include "gen/parse/parser.h"

#include <fmt/format.h>

#include <utility>

#include "gen/parse/lexer.h"

namespace pintle::gen {
namespace {

using ast::TypeExpression;

// Deeper nesting than this is no API.
constexpr int kMaxTypeDepth = 64;

// A recursive descent parser. After the first error it stands at the end of the file, so that every
// loop stops by itself.
class Parser {
 public:
  Parser(LexedFile lexed, Diagnostics& diagnostics)
      : lexed_(std::move(lexed)), diagnostics_(diagnostics) {}

  bool Run(ast::File& file) {
    ExpectWord("package");
    file.package = Name("the name of the package");
    EndStatement();
    while (!AtEnd()) Declaration(file);
    for (const CommentGroup& group : lexed_.comments) file.comments.push_back(group.lines);
    return !failed_;
  }

 private:
  const Token& Peek(size_t ahead = 0) const {
    size_t at = std::min(at_ + ahead, lexed_.tokens.size() - 1);
    return lexed_.tokens[at];
  }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  bool Is(std::string_view text) const {
    return Peek().text == text && Peek().kind != TokenKind::kString && !AtEnd();
  }
  const Token& Take() { return lexed_.tokens[AtEnd() ? at_ : at_++]; }
  bool Accept(std::string_view text) {
    if (!Is(text)) return false;
    Take();
    return true;
  }

  static std::string Shown(const Token& token) {
    if (token.kind == TokenKind::kEnd) return "the end of the file";
    if (token.kind == TokenKind::kSemicolon && token.text.empty()) return "the end of the line";
    return fmt::format("'{}'", token.text);
  }

  void Fail(const Position& position, std::string_view message) {
    if (!failed_) diagnostics_.Add(position, message);
    failed_ = true;
    at_ = lexed_.tokens.size() - 1;
  }
  void FailExpected(std::string_view what) {
    Fail(Peek().position, fmt::format("expected {}, found {}", what, Shown(Peek())));
  }
  void Expect(std::string_view text) {
    if (!Accept(text)) FailExpected(fmt::format("'{}'", text));
  }
  void ExpectWord(std::string_view word) { Expect(word); }
  std::string Name(std::string_view what) {
    if (Peek().kind != TokenKind::kIdentifier) {
      FailExpected(what);
      return {};
    }
    return std::string(Take().text);
  }
  void EndStatement() {
    if (Peek().kind == TokenKind::kSemicolon) {
      Take();
    } else if (!AtEnd() && !Is(")") && !Is("}")) {
      FailExpected("the end of the line");
    }
  }

  // Skips to the end of the statement, over balanced brackets.
  void SkipStatement() {
    Position open;
    int depth = 0;
    while (!AtEnd()) {
      if (depth == 0 && (Peek().kind == TokenKind::kSemicolon || Is(")") || Is("}"))) break;
      if (Is("(") || Is("{") || Is("[")) {
        if (depth++ == 0) open = Peek().position;
      } else if (Is(")") || Is("}") || Is("]")) {
        --depth;
      }
      Take();
    }
    if (depth != 0) return Fail(open, "this bracket is never closed");
    EndStatement();
  }

  const CommentGroup* GroupEndingAt(uint32_t line) const {
    for (const CommentGroup& group : lexed_.comments) {
      if (group.last_line == line && !group.trailing) return &group;
    }
    return nullptr;
  }
  ast::Comment DocAbove(uint32_t line) const {
    const CommentGroup* group = GroupEndingAt(line - 1);
    return group != nullptr ? group->lines : ast::Comment();
  }
  ast::Comment SecondDocAbove(uint32_t line) const {
    const CommentGroup* doc = GroupEndingAt(line - 1);
    const CommentGroup* second = GroupEndingAt((doc != nullptr ? doc->first_line : line) - 2);
    return second != nullptr ? second->lines : ast::Comment();
  }

  void Declaration(ast::File& file) {
    if (Peek().kind == TokenKind::kSemicolon) {
      Take();
    } else if (Is("import")) {
      Group([&](uint32_t) { ImportSpec(file); });
    } else if (Is("type")) {
      Group([&](uint32_t line) { TypeSpec(file, line); });
    } else if (Is("const")) {
      Group([&](uint32_t line) { ConstantSpec(file, line); });
    } else if (Is("func") || Is("var")) {
      SkipStatement();
    } else {
      FailExpected("a declaration (import, type, const, var or func)");
    }
  }

  // `keyword spec` or `keyword ( spec; spec )`; `one` gets the line whose comment documents the
  // spec.
  template <typename One>
  void Group(One one) {
    uint32_t line = Take().position.line;
    if (!Accept("(")) {
      one(line);
      return;
    }
    while (!AtEnd() && !Is(")")) one(Peek().position.line);
    Expect(")");
    EndStatement();
  }

  void ImportSpec(ast::File& file) {
    ast::Import import;
    import.position = Peek().position;
    if (Accept(".")) {
      import.name = ".";
    } else if (Peek().kind == TokenKind::kIdentifier) {
      import.name = std::string(Take().text);
    }
    if (Peek().kind != TokenKind::kString) return FailExpected("the path of the import in quotes");
    import.path = Take().value;
    EndStatement();
    file.imports.push_back(std::move(import));
  }

  void TypeSpec(ast::File& file, uint32_t line) {
    ast::TypeDeclaration declaration;
    declaration.doc = DocAbove(line);
    declaration.second_doc = SecondDocAbove(line);
    declaration.position = Peek().position;
    declaration.name = Name("the name of a type");
    // `type X[T any] ...` has a name after the bracket, `type X [4]T` and `type X []T` do not.
    if (Is("[") && Peek(1).kind == TokenKind::kIdentifier && Peek(2).text != "]") {
      declaration.generic = true;
      SkipBrackets();
    }
    declaration.alias = Accept("=");
    declaration.type = Type(0);
    EndStatement();
    file.types.push_back(std::move(declaration));
  }

  void SkipBrackets() {
    Position open = Peek().position;
    int depth = 0;
    do {
      if (Is("[") || Is("(") || Is("{")) ++depth;
      if (Is("]") || Is(")") || Is("}")) --depth;
      Take();
    } while (depth > 0 && !AtEnd());
    if (depth > 0) Fail(open, "this bracket is never closed");
  }

  void ConstantSpec(ast::File& file, uint32_t line) {
    ast::Comment doc = DocAbove(line);
    std::vector<std::pair<std::string, Position>> names;
    do {
      Position position = Peek().position;
      names.emplace_back(Name("the name of a constant"), position);
    } while (Accept(","));
    std::optional<TypeExpression> type;
    if (!Is("=") && Peek().kind != TokenKind::kSemicolon && !Is(")")) type = Type(0);
    for (auto& [name, position] : names) {
      ast::Constant constant;
      constant.doc = doc;
      constant.position = position;
      constant.name = name;
      if (type && type->kind == TypeExpression::Kind::kName) constant.type = CopyName(*type);
      file.constants.push_back(std::move(constant));
    }
    if (Accept("=")) {
      if (names.size() == 1) ConstantValue(file.constants.back());
      SkipStatement();
    } else {
      EndStatement();
    }
  }

  static TypeExpression CopyName(const TypeExpression& type) {
    TypeExpression copy;
    copy.position = type.position;
    copy.package = type.package;
    copy.name = type.name;
    return copy;
  }

  // Understands `"text"` and `Type("text")`; other values are skipped by the caller.
  void ConstantValue(ast::Constant& constant) {
    if (Peek().kind == TokenKind::kString && Peek(1).kind == TokenKind::kSemicolon) {
      constant.text = Peek().value;
      return;
    }
    bool conversion = Peek().kind == TokenKind::kIdentifier && Peek(1).text == "(" &&
                      Peek(2).kind == TokenKind::kString && Peek(3).text == ")";
    if (!conversion) return;
    if (!constant.type) {
      TypeExpression type;
      type.position = Peek().position;
      type.name = std::string(Peek().text);
      constant.type = std::move(type);
    }
    constant.text = Peek(2).value;
  }

  std::unique_ptr<TypeExpression> Element(int depth) {
    return std::make_unique<TypeExpression>(Type(depth + 1));
  }

  TypeExpression Type(int depth) {
    TypeExpression type;
    type.position = Peek().position;
    if (depth > kMaxTypeDepth) {
      Fail(type.position, "this type is nested too deeply");
      return type;
    }
    if (Accept("(")) {
      type = Type(depth + 1);
      Expect(")");
    } else if (Accept("*")) {
      type.kind = TypeExpression::Kind::kPointer;
      type.element = Element(depth);
    } else if (Is("[")) {
      ListType(type, depth);
    } else if (Accept("map")) {
      type.kind = TypeExpression::Kind::kMap;
      Expect("[");
      type.key = Element(depth);
      Expect("]");
      type.element = Element(depth);
    } else if (Accept("struct")) {
      type.kind = TypeExpression::Kind::kStruct;
      StructBody(type, depth);
    } else if (Accept("interface")) {
      type.kind = TypeExpression::Kind::kInterface;
      if (!Is("{")) FailExpected("'{'");
      SkipBrackets();
    } else if (Is("func")) {
      type.kind = TypeExpression::Kind::kFunction;
      SkipFunctionType();
    } else if (Is("chan") || Is("<-")) {
      type.kind = TypeExpression::Kind::kChannel;
      Accept("<-");
      Expect("chan");
      Accept("<-");
      type.element = Element(depth);
    } else {
      NamedType(type);
    }
    return type;
  }

  void ListType(TypeExpression& type, int depth) {
    Expect("[");
    if (Accept("]")) {
      type.kind = TypeExpression::Kind::kSlice;
    } else {
      type.kind = TypeExpression::Kind::kArray;
      while (!AtEnd() && !Is("]")) Take();
      Expect("]");
    }
    type.element = Element(depth);
  }

  void NamedType(TypeExpression& type) {
    type.name = Name("a type");
    if (Accept(".")) {
      type.package = std::move(type.name);
      type.name = Name("the name of a type");
    }
    if (Is("[") && Peek(1).text != "]") {
      type.kind = TypeExpression::Kind::kGeneric;
      SkipBrackets();
    }
  }

  void SkipFunctionType() {
    Take();
    if (Is("(")) SkipBrackets();
    if (Is("(")) {
      SkipBrackets();
    } else if (!AtEnd() && Peek().kind != TokenKind::kSemicolon &&
               Peek().kind != TokenKind::kString) {
      Type(1);
    }
  }

  void StructBody(TypeExpression& type, int depth) {
    Position open = Peek().position;
    Expect("{");
    while (!AtEnd() && !Is("}")) StructField(type, depth);
    if (!failed_ && AtEnd()) return Fail(open, "this bracket is never closed");
    Expect("}");
  }

  void StructField(TypeExpression& owner, int depth) {
    ast::Comment doc = DocAbove(Peek().position.line);
    std::vector<std::pair<std::string, Position>> names;
    const Token& first = Peek();
    bool embedded =
        Is("*") || (first.kind == TokenKind::kIdentifier &&
                    (Peek(1).text == "." || Peek(1).text == "}" ||
                     Peek(1).kind == TokenKind::kSemicolon || Peek(1).kind == TokenKind::kString));
    if (!embedded) {
      do {
        Position position = Peek().position;
        names.emplace_back(Name("the name of a field"), position);
      } while (Accept(","));
    }
    Position position = Peek().position;
    ast::Field field;
    field.type = Type(depth + 1);
    field.doc = std::move(doc);
    if (embedded) {
      const TypeExpression& target = field.type.element ? *field.type.element : field.type;
      field.embedded = true;
      field.name = target.name;
      field.position = position;
    } else {
      field.name = names.front().first;
      field.position = names.front().second;
    }
    if (names.size() > 1 && !failed_) {
      return Fail(names[1].second, "an API field is declared alone, with its own tag and comment");
    }
    if (Peek().kind == TokenKind::kString) {
      field.tag_position = Peek().position;
      field.tag = Take().value;
    }
    EndStatement();
    owner.fields.push_back(std::move(field));
  }

  LexedFile lexed_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  bool failed_ = false;
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
