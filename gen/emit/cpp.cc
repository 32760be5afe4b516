#include "gen/emit/cpp.h"

#include <fmt/format.h>

#include <cctype>
#include <map>

#include "pintle/base/strings.h"

namespace pintle::gen {

std::string CppStructName(const Named& named, const Package& package) {
  if (named.package == &package) return named.cpp_name;
  return "::" + named.package->cpp_namespace + "::" + named.cpp_name;
}

std::string CppType(const Type& type, const Package& package) {
  switch (type.kind) {
    case Kind::kBool:
      return "bool";
    case Kind::kInt32:
      return "int32_t";
    case Kind::kInt64:
      return "int64_t";
    case Kind::kUint32:
      return "uint32_t";
    case Kind::kUint64:
      return "uint64_t";
    case Kind::kFloat:
      return "float";
    case Kind::kDouble:
      return "double";
    case Kind::kString:
      return "typeinfo::Str";
    case Kind::kBinary:
      return "typeinfo::Binary";
    case Kind::kAny:
      return "typeinfo::Any";
    case Kind::kTime:
      return "typeinfo::Time";
    case Kind::kMicroTime:
      return "typeinfo::MicroTime";
    case Kind::kDuration:
      return "typeinfo::Duration";
    case Kind::kQuantity:
      return "typeinfo::Quantity";
    case Kind::kIntOrString:
      return "typeinfo::IntOrString";
    case Kind::kStruct:
    case Kind::kUnion:
      return CppStructName(*type.named, package);
    case Kind::kOpt:
      return fmt::format("typeinfo::Opt<{}>", CppType(*type.element, package));
    case Kind::kPtr:
      return fmt::format("typeinfo::Ptr<{}>", CppType(*type.element, package));
    case Kind::kList:
      return fmt::format("typeinfo::List<{}>", CppType(*type.element, package));
    case Kind::kMap:
      return fmt::format("typeinfo::Map<{}>", CppType(*type.element, package));
  }
  return {};
}

std::string CppString(std::string_view text) {
  std::string out = "\"";
  bool utf8 = IsValidUtf8(text);
  for (char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '?':
        // Two in a row would begin a trigraph.
        out += out.ends_with('?') ? "\\?" : "?";
        break;
      default:
        if (static_cast<uint8_t>(c) < 0x20 || c == 0x7f || (!utf8 && (c & 0x80) != 0)) {
          // Octal with three digits cannot swallow what follows.
          out += fmt::format("\\{:03o}", static_cast<uint8_t>(c));
        } else {
          out += c;
        }
    }
  }
  return out + '"';
}

std::string CppComment(std::string_view text, std::string_view indent) {
  std::string out;
  if (text.empty()) return out;
  std::string valid = ReplaceInvalidUtf8(text);
  for (std::string_view line : Split(valid, '\n')) {
    while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r'))
      line.remove_suffix(1);
    out += indent;
    out += line.empty() ? "//" : "// ";
    out += line;
    // A backslash at the end would join the next line to the comment.
    if (line.ends_with('\\')) out += '.';
    out += '\n';
  }
  return out;
}

std::string FileHeader(const Package& package) {
  return fmt::format("// Made by pintle-gen from {}. Changes are lost with the next build.\n",
                     package.folder);
}

std::string NamespaceAliases(const Package& package) {
  if (package.cpp_namespace.starts_with("pintle::")) return {};
  return "namespace field = ::pintle::field;\nnamespace typeinfo = ::pintle::typeinfo;\n"
         "namespace validate = ::pintle::validate;\n\n";
}

bool Mentions(std::string_view code, std::string_view name) {
  auto in_word = [&](size_t at) {
    return at < code.size() &&
           (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
  };
  for (size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
    if ((at == 0 || !in_word(at - 1)) && !in_word(at + name.size())) return true;
  }
  return false;
}

namespace {

// Structs within structs.
constexpr int kMaxStructDepth = 1000;

// Depth-first over members held by value; `state` is 1 while a struct is being visited, 2 when it
// is done.
struct Orderer {
  const Package& package;
  Diagnostics& diagnostics;
  std::map<const Named*, int> state;
  std::vector<const Named*> order;

  void Visit(const Named& named, int depth) {
    int& at = state[&named];
    if (at == 2) return;
    if (at == 1) {
      return diagnostics.Add(named.position,
                             fmt::format("the struct {} holds itself by value", named.name));
    }
    if (depth > kMaxStructDepth) {
      return diagnostics.Add(named.position, "structs hold each other too deeply");
    }
    at = 1;
    for (const Field& field : named.fields) {
      if (field.type->is_struct() && field.type->named->package == &package)
        Visit(*field.type->named, depth + 1);
    }
    state[&named] = 2;
    order.push_back(&named);
  }
};

}  // namespace

std::vector<const Named*> StructsInOrder(const Package& package, Diagnostics& diagnostics) {
  Orderer orderer{package, diagnostics, {}, {}};
  for (const Named& named : package.types) {
    if (named.type != nullptr && named.type->is_struct() && named.type->named == &named)
      orderer.Visit(named, 0);
  }
  return orderer.order;
}

}  // namespace pintle::gen
