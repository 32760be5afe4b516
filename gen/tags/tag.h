#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/parse/ast.h"

namespace pintle::gen {

// A parsed comment tag such as `+k8s:subfield(name)=+k8s:maxLength=3`.
struct Tag {
  enum class ValueType : uint8_t { kNone, kString, kInt, kBool, kTag };
  struct Argument {
    std::string name;  // empty for the positional one
    ValueType type = ValueType::kNone;
    std::string text;
  };

  Position position;  // of the name
  std::string name;
  std::vector<Argument> arguments;
  ValueType value_type = ValueType::kNone;
  std::string value;  // as written; of strings the contents
  std::unique_ptr<Tag> payload;
};

// `string`, `int`, `bool`, `tag`: for messages.
std::string_view ValueTypeName(Tag::ValueType type);

// The tag at the start of a comment line, if there is one that begins with `+k8s:` or `+pintle:`;
// only its name is looked at.
std::optional<std::string> TagNameOf(const ast::CommentLine& line);

// Parses the tag of a comment line. On a syntax error adds a message and returns nothing.
std::optional<Tag> ParseTag(const ast::CommentLine& line, Diagnostics& diagnostics);

}  // namespace pintle::gen
