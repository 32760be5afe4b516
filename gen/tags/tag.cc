#include "gen/tags/tag.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// Chains longer than this are a mistake.
constexpr int kMaxChainLength = 16;

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsIdentifierCharacter(char c) { return IsLetter(c) || IsDigit(c) || c == '-' || c == '.'; }
bool IsNameCharacter(char c) { return IsIdentifierCharacter(c) || c == ':'; }

// Recursive descent over one line; the first error ends it.
class TagParser {
 public:
  TagParser(const ast::CommentLine& line, Diagnostics& diagnostics)
      : line_(line), diagnostics_(diagnostics) {
    at_ = start_ = line.text.find('+') + 1;
    end_ = line.text.find_last_not_of(" \t\r") + 1;
  }

  std::optional<Tag> Run() {
    Tag tag = ParseChain(0);
    SkipSpaces();
    if (!failed_ && at_ < end_ && Peek() != '#') FailUnexpected();
    if (failed_) return std::nullopt;
    return tag;
  }

 private:
  char Peek() const { return at_ < end_ ? line_.text[at_] : '\0'; }
  void SkipSpaces() {
    while (Peek() == ' ' || Peek() == '\t') ++at_;
  }
  Position Here() const {
    Position position = line_.position;
    position.column += static_cast<uint32_t>(at_);
    return position;
  }
  void Fail(std::string_view message) {
    if (!failed_) diagnostics_.Add(Here(), message);
    failed_ = true;
  }
  void FailUnexpected() {
    if (at_ >= end_) return Fail("unexpected end of input");
    Fail(fmt::format("unexpected character '{}' at position {}", Peek(), at_ - start_));
  }

  Tag ParseChain(int depth) {
    Tag tag;
    tag.position = Here();
    if (depth > kMaxChainLength) {
      Fail("too many tags in one chain");
      return tag;
    }
    if (!IsLetter(Peek())) {
      Fail(fmt::format("expected identifier at position {}", at_ - start_));
      return tag;
    }
    while (IsNameCharacter(Peek())) tag.name += line_.text[at_++];
    if (Peek() == '(') ParseArguments(tag);
    if (!failed_ && Peek() == '=') {
      ++at_;
      ParseValue(tag, depth);
    }
    return tag;
  }

  void ParseValue(Tag& tag, int depth) {
    if (Peek() == '+' && at_ + 1 < end_ && IsLetter(line_.text[at_ + 1])) {
      ++at_;
      tag.value_type = Tag::ValueType::kTag;
      tag.payload = std::make_unique<Tag>(ParseChain(depth + 1));
      return;
    }
    ParseScalar(tag.value_type, tag.value);
  }

  void ParseArguments(Tag& tag) {
    ++at_;
    while (!failed_ && Peek() != ')') {
      Tag::Argument argument;
      size_t start = at_;
      ParseScalar(argument.type, argument.text);
      if (failed_) return;
      if (Peek() == ':') {
        if (!IsLetter(line_.text[start])) return FailUnexpected();
        ++at_;
        SkipSpaces();
        argument.name = std::move(argument.text);
        argument.text.clear();
        ParseScalar(argument.type, argument.text);
      }
      if (failed_) return;
      CheckMixed(tag, argument);
      tag.arguments.push_back(std::move(argument));
      if (Peek() == ',') {
        ++at_;
        SkipSpaces();
      } else if (Peek() != ')') {
        return FailUnexpected();
      }
    }
    ++at_;
  }

  void CheckMixed(const Tag& tag, const Tag::Argument& argument) {
    if (tag.arguments.empty()) return;
    if (tag.arguments.front().name.empty() != argument.name.empty()) {
      return Fail("can't mix named and positional arguments");
    }
    if (argument.name.empty()) Fail("multiple arguments must use 'name: value' syntax");
  }

  void ParseScalar(Tag::ValueType& type, std::string& text) {
    char c = Peek();
    if (c == '"' || c == '`') {
      type = Tag::ValueType::kString;
      ParseString(c, text);
    } else if (IsDigit(c) || c == '-' || c == '+') {
      type = Tag::ValueType::kInt;
      ParseNumber(text);
    } else if (IsLetter(c)) {
      while (IsIdentifierCharacter(Peek())) text += line_.text[at_++];
      type = text == "true" || text == "false" ? Tag::ValueType::kBool : Tag::ValueType::kString;
    } else {
      FailUnexpected();
    }
  }

  void ParseNumber(std::string& text) {
    size_t start = at_;
    text += line_.text[at_++];
    while (IsDigit(Peek()) || IsLetter(Peek())) text += line_.text[at_++];
    if (ParseInt64(text)) return;
    at_ = start;
    Fail(fmt::format("invalid number \"{}\" at position {}", text, start - start_));
  }

  void ParseString(char quote, std::string& text) {
    size_t start = at_++;
    while (at_ < end_ && Peek() != quote) {
      if (Peek() == '\\') {
        ++at_;
        if (Peek() != '\\' && Peek() != quote)
          return Fail(fmt::format("unhandled escaped character '{}'", Peek()));
      }
      text += line_.text[at_++];
    }
    if (at_ >= end_) {
      at_ = start;
      return Fail(fmt::format("unterminated string at position {}", start - start_));
    }
    ++at_;
  }

  const ast::CommentLine& line_;
  Diagnostics& diagnostics_;
  size_t start_ = 0;  // positions in messages count from here
  size_t at_ = 0;
  size_t end_ = 0;
  bool failed_ = false;
};

}  // namespace

std::string_view ValueTypeName(Tag::ValueType type) {
  static constexpr std::string_view kNames[] = {"none", "string", "int", "bool", "tag"};
  return kNames[static_cast<size_t>(type)];
}

std::optional<std::string> TagNameOf(const ast::CommentLine& line) {
  std::string_view text = TrimSpace(line.text);
  if (!text.starts_with("+k8s:") && !text.starts_with("+pintle:")) return std::nullopt;
  text.remove_prefix(1);
  size_t end = 0;
  while (end < text.size() && IsNameCharacter(text[end])) ++end;
  return std::string(text.substr(0, end));
}

std::optional<Tag> ParseTag(const ast::CommentLine& line, Diagnostics& diagnostics) {
  return TagParser(line, diagnostics).Run();
}

}  // namespace pintle::gen
