#include "gen/model/names.h"

#include <algorithm>

namespace pintle::gen {
namespace {

constexpr std::string_view kKeywords[] = {
    "alignas",       "alignof",     "and",
    "and_eq",        "asm",         "auto",
    "bitand",        "bitor",       "bool",
    "break",         "case",        "catch",
    "char",          "char16_t",    "char32_t",
    "char8_t",       "class",       "co_await",
    "co_return",     "co_yield",    "compl",
    "concept",       "const",       "const_cast",
    "consteval",     "constexpr",   "constinit",
    "continue",      "decltype",    "default",
    "delete",        "do",          "double",
    "dynamic_cast",  "else",        "enum",
    "explicit",      "export",      "extern",
    "false",         "float",       "for",
    "friend",        "goto",        "if",
    "inline",        "int",         "long",
    "mutable",       "namespace",   "new",
    "noexcept",      "not",         "not_eq",
    "nullptr",       "operator",    "or",
    "or_eq",         "private",     "protected",
    "public",        "register",    "reinterpret_cast",
    "requires",      "return",      "short",
    "signed",        "sizeof",      "static",
    "static_assert", "static_cast", "struct",
    "switch",        "template",    "this",
    "thread_local",  "throw",       "true",
    "try",           "typedef",     "typeid",
    "typename",      "union",       "unsigned",
    "using",         "virtual",     "void",
    "volatile",      "wchar_t",     "while",
    "xor",           "xor_eq",
};
static_assert(std::ranges::is_sorted(kKeywords));

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordCharacter(char c) { return IsUpper(c) || IsLower(c) || IsDigit(c); }

// True if a new word begins at `i`: at an upper-case letter after a lower-case one or a digit, and
// at the last upper-case letter before lower-case ones (`HTTPGet`), except for the plural of an
// abbreviation (`IPs`).
bool BeginsWord(std::string_view name, size_t i) {
  if (i == 0 || !IsUpper(name[i])) return false;
  if (!IsUpper(name[i - 1])) return true;
  if (i + 1 >= name.size() || !IsLower(name[i + 1])) return false;
  bool plural = name[i + 1] == 's' && (i + 2 == name.size() || !IsLower(name[i + 2]));
  return !plural;
}

}  // namespace

std::string CppMemberName(std::string_view name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    if (!IsWordCharacter(name[i])) {
      if (!out.empty() && out.back() != '_') out += '_';
      continue;
    }
    if (BeginsWord(name, i) && !out.empty() && out.back() != '_') out += '_';
    out += IsUpper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  if (out.empty() || IsDigit(out.front())) out.insert(0, "field_");
  if (std::ranges::binary_search(kKeywords, std::string_view(out))) out += '_';
  return out;
}

std::string CppNamespace(std::string_view folder) {
  std::string out;
  for (char c : folder) {
    if (c == '/') {
      out += "::";
    } else {
      out += IsWordCharacter(c) ? c : '_';
    }
  }
  return out;
}

}  // namespace pintle::gen
