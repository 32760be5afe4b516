#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gen/parse/source.h"
#include "gen/parse/token.h"

// Declarations of a Go file as they are written; names are not resolved yet.
namespace pintle::gen::ast {

// One line of a comment without its markers. `position` is that of the first character after them.
struct CommentLine {
  Position position;
  std::string text;
};
using Comment = std::vector<CommentLine>;

struct Field;

struct TypeExpression {
  enum class Kind : uint8_t {
    kName,       // `package.name`
    kPointer,    // *element
    kSlice,      // []element
    kArray,      // [n]element; the length is skipped
    kMap,        // map[key]element
    kStruct,     // fields
    kInterface,  // contents are skipped
    kFunction,   // contents are skipped
    kChannel,
    kGeneric,  // `package.name[arguments]`
  };
  Kind kind = Kind::kName;
  Position position;
  std::string package;  // qualifier, empty for a name of the same package
  std::string name;
  std::unique_ptr<TypeExpression> key;
  std::unique_ptr<TypeExpression> element;
  std::vector<TypeExpression> arguments;
  std::vector<Field> fields;
  Comment comments;  // of a struct: all lines of comments between its braces
};

struct Field {
  Comment doc;
  Comment line_comment;  // behind the field, on its line
  Position position;
  std::string name;  // for an embedded field the name of its type
  bool embedded = false;
  std::shared_ptr<const TypeExpression> type;  // shared by the fields of `A, B string`
  std::string tag;                             // contents of the struct tag
  Position tag_position;                       // of its opening quote
  bool raw_tag = false;                        // in back quotes: contents stand as written
};

struct TypeDeclaration {
  Comment doc;
  // The block one blank line above the doc comment (or the declaration): generator control only.
  Comment second_doc;
  Position position;
  std::string name;
  bool alias = false;
  std::vector<std::string> parameters;  // of a generic type; constraints are skipped
  TypeExpression type;
};

// One name of a constant declaration. What a line leaves out is filled in from the line above, as
// the language says, so `type` and `value` are what counts for this name.
struct Constant {
  Comment doc;
  Comment line_comment;
  Position position;
  std::string name;
  std::shared_ptr<const TypeExpression> type;  // null if not given
  std::vector<Token> value;                    // tokens of the expression
  int64_t iota = 0;
};

struct Import {
  Position position;
  std::string name;  // local name, `.` or `_`; empty if not given
  std::string path;
};

// `func (receiver) name(...)`; all that is kept of functions.
struct Method {
  std::string receiver;  // name of the type
  std::string name;
};

struct File {
  std::unique_ptr<SourceFile> source;
  std::string package;
  Position package_position;
  std::vector<Comment> comments;  // all of the file, in order
  std::vector<Import> imports;
  std::vector<TypeDeclaration> types;
  std::vector<Constant> constants;
  std::vector<Method> methods;
};

}  // namespace pintle::gen::ast
