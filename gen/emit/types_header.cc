#include "gen/emit/types_header.h"

#include <fmt/format.h>

#include "gen/emit/cpp.h"

namespace pintle::gen {
namespace {

void EmitConstant(std::string& out, const EnumValue& value) {
  out += CppComment(Prose(value.doc), "");
  out +=
      fmt::format("inline constexpr typeinfo::Str k{} = {};\n", value.name, CppString(value.text));
}

void EmitConstants(std::string& out, const Package& package) {
  for (const Named& named : package.types) {
    if (named.constants.empty()) continue;
    std::string prose = Prose(named.doc);
    out += CppComment(prose.empty() ? named.name : prose, "") + "\n";
    for (const EnumValue& value : named.constants) EmitConstant(out, value);
    out += '\n';
  }
  for (const EnumValue& value : package.constants) EmitConstant(out, value);
  if (!package.constants.empty()) out += '\n';
}

std::string_view Initializer(const Type& type) {
  switch (type.kind) {
    case Kind::kBool:
      return " = false";
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble:
      return " = 0";
    default:
      return "";
  }
}

void EmitStruct(std::string& out, const Named& named, const Package& package) {
  out += CppComment(Prose(named.doc), "");
  if (named.fields.empty()) {
    out += fmt::format("struct {} {{}};\n\n", named.name);
    return;
  }
  out += fmt::format("struct {} {{\n", named.name);
  for (const Field& field : named.fields) {
    out += CppComment(Prose(field.doc), "  ");
    out += fmt::format("  {} {}{};\n", CppType(*field.type, package), field.cpp_name,
                       Initializer(*field.type));
  }
  out += "};\n\n";
}

}  // namespace

std::string TypesHeader(const Package& package, const std::vector<const Named*>& structs) {
  std::string out = FileHeader(package);
  out += "#pragma once\n\n";
  for (const Package* import : package.imports) {
    out += fmt::format("#include \"{}/types.h\"\n", import->folder);
  }
  out += "#include \"pintle/typeinfo/type_info.h\"\n#include \"pintle/typeinfo/types.h\"\n\n";
  out += fmt::format("namespace {} {{\n\n", package.cpp_namespace);
  if (!NamespaceAliases(package).empty()) out += "namespace typeinfo = ::pintle::typeinfo;\n\n";
  for (const Named* named : structs) out += fmt::format("struct {};\n", named->name);
  if (!structs.empty()) out += '\n';
  EmitConstants(out, package);
  for (const Named* named : structs) EmitStruct(out, *named, package);
  out += fmt::format("}}  // namespace {}\n\nnamespace pintle::typeinfo {{\n\n",
                     package.cpp_namespace);
  for (const Named* named : structs) {
    out += fmt::format("template <>\nconst TypeInfo& TypeOf<{}::{}>();\n", package.cpp_namespace,
                       named->name);
  }
  out += "\n}  // namespace pintle::typeinfo\n";
  return out;
}

}  // namespace pintle::gen
