#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/parse/source.h"

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
    kArray,      // [n]element
    kMap,        // map[key]element
    kStruct,     // fields
    kInterface,  // contents are skipped
    kFunction,
    kChannel,
    kGeneric,  // element[...]
  };
  Kind kind = Kind::kName;
  Position position;
  std::string package;  // qualifier, empty for a name of the same package
  std::string name;
  std::unique_ptr<TypeExpression> key;
  std::unique_ptr<TypeExpression> element;
  std::vector<Field> fields;
};

struct Field {
  Comment doc;
  Position position;
  std::string name;  // for an embedded field the name of its type
  bool embedded = false;
  TypeExpression type;
  std::string tag;  // contents of the struct tag
  Position tag_position;
};

struct TypeDeclaration {
  Comment doc;
  // The block one blank line above the doc comment (or the declaration): generator control only.
  Comment second_doc;
  Position position;
  std::string name;
  bool alias = false;
  bool generic = false;
  TypeExpression type;
};

struct Constant {
  Comment doc;
  Position position;
  std::string name;
  std::optional<TypeExpression> type;
  std::optional<std::string> text;  // the value, if it is a text
};

struct Import {
  Position position;
  std::string name;  // local name, empty if not given
  std::string path;
};

struct File {
  std::unique_ptr<SourceFile> source;
  std::string package;
  std::vector<Comment> comments;  // all of the file, in order
  std::vector<Import> imports;
  std::vector<TypeDeclaration> types;
  std::vector<Constant> constants;
};

}  // namespace pintle::gen::ast
