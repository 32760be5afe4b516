#include "gen/parse/build_constraint.h"

#include <algorithm>
#include <optional>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

constexpr std::string_view kSystems[] = {
    "aix",  "android", "darwin",  "dragonfly", "freebsd", "hurd",   "illumos", "ios", "js",
    "nacl", "netbsd",  "openbsd", "plan9",     "solaris", "wasip1", "windows", "zos"};
constexpr std::string_view kProcessors[] = {
    "386",    "arm", "arm64", "armbe",   "arm64be", "loong64", "mips",  "mips64",  "mips64le",
    "mipsle", "ppc", "ppc64", "ppc64le", "riscv",   "riscv64", "s390x", "sparc64", "wasm"};
constexpr std::string_view kTagsThatAreOn[] = {"linux", "amd64", "unix", "gc", "cgo"};

// Parentheses and negations of a constraint nest at most this deep.
constexpr int kMaxDepth = 32;

template <typename List>
bool Contains(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

bool IsOn(std::string_view tag) { return Contains(kTagsThatAreOn, tag) || tag.starts_with("go1."); }

// `a && !(b || c)`; nothing if it cannot be parsed.
class Expression {
 public:
  explicit Expression(std::string_view text) : text_(text) {}

  std::optional<bool> Run() {
    bool value = Or(0);
    SkipSpaces();
    if (failed_ || at_ != text_.size()) return std::nullopt;
    return value;
  }

 private:
  void SkipSpaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool Accept(std::string_view symbol) {
    SkipSpaces();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }
  bool Or(int depth) {
    bool value = And(depth);
    while (!failed_ && Accept("||")) value = And(depth) || value;
    return value;
  }
  bool And(int depth) {
    bool value = Not(depth);
    while (!failed_ && Accept("&&")) value = Not(depth) && value;
    return value;
  }
  bool Not(int depth) {
    if (depth > kMaxDepth) failed_ = true;
    if (failed_) return false;
    if (Accept("!")) return !Not(depth + 1);
    if (Accept("(")) {
      bool value = Or(depth + 1);
      if (!Accept(")")) failed_ = true;
      return value;
    }
    SkipSpaces();
    size_t end = std::min(text_.find_first_of(" \t()!&|", at_), text_.size());
    std::string_view tag = text_.substr(at_, end - at_);
    if (tag.empty()) failed_ = true;
    at_ = end;
    return IsOn(tag);
  }

  std::string_view text_;
  size_t at_ = 0;
  bool failed_ = false;
};

// The older form: spaces are "or", commas are "and".
bool OldFormHolds(std::string_view text) {
  bool any = false;
  for (std::string_view option : Split(text, ' ')) {
    if (option.empty()) continue;
    bool all = true;
    for (std::string_view term : Split(option, ',')) {
      bool negated = term.starts_with('!');
      if (negated) term.remove_prefix(1);
      all = all && IsOn(term) != negated;
    }
    any = any || all;
  }
  return any;
}

}  // namespace

bool IsExcludedByName(std::string_view file_name) {
  if (file_name.starts_with('_') || file_name.starts_with('.')) return true;
  std::string_view stem = file_name.substr(0, file_name.rfind('.'));
  std::vector<std::string_view> parts = Split(stem, '_');
  auto foreign = [](std::string_view part) {
    return Contains(kSystems, part) || Contains(kProcessors, part);
  };
  if (parts.size() > 1 && foreign(parts.back())) return true;
  return parts.size() > 2 && parts.back() == "amd64" && Contains(kSystems, parts[parts.size() - 2]);
}

bool IsExcludedByConstraint(const ast::File& file, Diagnostics& diagnostics) {
  bool old_form_excludes = false;
  for (const ast::Comment& comment : file.comments) {
    for (const ast::CommentLine& line : comment) {
      if (line.position.line >= file.package_position.line) return old_form_excludes;
      std::string_view text = line.text;
      if (text.starts_with("go:build ")) {
        auto holds = Expression(TrimSpace(text.substr(9))).Run();
        if (!holds) diagnostics.Add(line.position, "this build constraint cannot be understood");
        return holds.has_value() && !*holds;
      }
      text = TrimSpace(text);
      if (text.starts_with("+build ") && !OldFormHolds(text.substr(7))) old_form_excludes = true;
    }
  }
  return old_form_excludes;
}

}  // namespace pintle::gen
