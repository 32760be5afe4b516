#include "gen/model/names.h"

#include <algorithm>

#include "pintle/base/strings.h"

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

// Macros of the standard headers and of compilers that are spelled like members.
constexpr std::string_view kMacros[] = {"errno", "i386", "linux", "unix"};
// What generated code calls by these names from within the namespaces of packages.
constexpr std::string_view kOwnNamespaces[] = {"field",  "pintle",   "std",
                                               "tables", "typeinfo", "validate"};

bool IsReserved(std::string_view name) {
  return std::ranges::binary_search(kKeywords, name) ||
         std::ranges::find(kMacros, name) != std::end(kMacros) || name == "typeinfo";
}

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
  if (IsReserved(out)) out += '_';
  return out;
}

std::string CppTypeName(std::string_view name) {
  std::string out;
  for (char c : name) out += IsWordCharacter(c) || c == '_' ? c : 'X';
  if (IsLower(out[0])) out[0] = static_cast<char>(out[0] - 'a' + 'A');
  if (!IsUpper(out[0])) out.insert(0, "T");
  return out;
}

std::string CppNamespace(std::string_view folder) {
  std::string out;
  for (std::string_view part : Split(folder, '/')) {
    std::string name;
    for (char c : part) name += IsWordCharacter(c) ? c : '_';
    if (name.empty() || IsDigit(name.front())) name.insert(0, "_");
    // An underscore and a capital, or two underscores, belong to the compiler.
    while (name.find("__") != std::string::npos) name.erase(name.find("__"), 1);
    bool taken = std::ranges::find(kOwnNamespaces, name) != std::end(kOwnNamespaces);
    if (taken || IsReserved(name)) name += '_';
    out += (out.empty() ? "" : "::") + name;
  }
  return out;
}

std::string UniqueName(const std::string& name,
                       const std::function<bool(const std::string&)>& taken) {
  std::string unique = name;
  for (int i = 2; taken(unique); ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

bool IsExported(std::string_view name) { return !name.empty() && IsUpper(name[0]); }

}  // namespace pintle::gen
