#include "pintle/schema/field_path.h"

#include <optional>

#include "pintle/schema/open_api.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

const Value kAnySchema = Value::EmptyObject();

// Reads the steps of a path one after the other; after an error `error` is set.
class StepReader {
 public:
  StepReader(std::string_view path, FieldPathSyntax syntax) : rest_(path), syntax_(syntax) {}

  bool at_end() const { return rest_.empty(); }
  const std::string& error() const { return error_; }

  std::optional<std::string> Next() {
    char c = rest_.front();
    if (c == '.') return Name();
    if (c == '[') {
      if (syntax_ == FieldPathSyntax::kPlain) return Fail("array notation is not allowed");
      return Bracketed();
    }
    return Fail("expected [ or . but got: " +
                std::string(rest_.substr(0, rest_.find_first_of(".["))));
  }

 private:
  std::optional<std::string> Fail(std::string text) {
    error_ = std::move(text);
    return std::nullopt;
  }

  std::optional<std::string> Name() {
    rest_.remove_prefix(1);
    size_t end = rest_.find_first_of(".[");
    std::string name(rest_.substr(0, end));
    if (name.empty() && end == std::string_view::npos) return Fail("unexpected end of JSON path");
    rest_.remove_prefix(name.size());
    return name;
  }

  std::optional<std::string> Bracketed() {
    rest_.remove_prefix(1);
    if (rest_.empty()) return Fail("unexpected end of JSON path");
    if (rest_.front() != '\'') {
      return Fail("expected single quoted string but got " + std::string(rest_.substr(0, 1)));
    }
    rest_.remove_prefix(1);
    std::string name;
    while (!rest_.empty() && rest_.front() != '\'') {
      char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '\\') {
        std::optional<char> escaped = Escape();
        if (!escaped) return Fail("unexpected end of JSON path");
        c = *escaped;
      }
      name += c;
    }
    if (rest_.empty()) return Fail("unexpected end of JSON path");
    rest_.remove_prefix(1);
    if (rest_.empty()) return Fail("unexpected end of JSON path");
    if (rest_.front() != ']') {
      return Fail("expected ] but got " + std::string(rest_.substr(0, 1)));
    }
    rest_.remove_prefix(1);
    return name;
  }

  std::optional<char> Escape() {
    constexpr std::string_view kLetters = "abfnrtv'\\";
    constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v'\\";
    if (rest_.empty()) return std::nullopt;
    size_t at = kLetters.find(rest_.front());
    if (at == std::string_view::npos) return std::nullopt;
    rest_.remove_prefix(1);
    return kMeanings[at];
  }

  std::string_view rest_;
  FieldPathSyntax syntax_;
  std::string error_;
};

const Value* Step(const Value& schema, std::string_view name) {
  if (const Value* property = schema.Find("properties").FindPtr(name)) return property;
  if (!MembersOf(schema, "properties").empty()) return nullptr;
  const Value* additional = schema.FindPtr("additionalProperties");
  if (additional == nullptr) return nullptr;
  if (additional->is_object()) return additional;
  return *additional == Value(true) ? &kAnySchema : nullptr;
}

}  // namespace

FieldPathResult ResolveFieldPath(const Value& schema, std::string_view path,
                                 FieldPathSyntax syntax) {
  FieldPathResult result;
  const Value* at = &schema;
  StepReader steps(path, syntax);
  if (steps.at_end()) result.error = "unexpected end of JSON path";
  while (!steps.at_end()) {
    std::optional<std::string> name = steps.Next();
    if (!name) {
      result.error = steps.error();
      return result;
    }
    at = Step(*at, *name);
    if (at == nullptr) {
      result.error = "does not refer to a valid field";
      return result;
    }
  }
  if (result.error.empty()) result.schema = at;
  return result;
}

std::string NormalizedFieldPath(const Structural& schema, std::string_view path) {
  std::string text;
  const Structural* at = &schema;
  StepReader steps(path, FieldPathSyntax::kWithBrackets);
  while (!steps.at_end()) {
    std::optional<std::string> name = steps.Next();
    if (!name || at == nullptr) return {};
    if (const Structural* property = at->FindProperty(*name)) {
      if (!text.empty()) text += '.';
      text += *name;
      at = property;
    } else {
      text += '[' + *name + ']';
      at = at->additional_properties;
    }
  }
  return text;
}

}  // namespace pintle::schema
