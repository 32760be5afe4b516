#include "gen/emit/types_header.h"

#include <fmt/format.h>

#include "gen/emit/cpp.h"

namespace pintle::gen {
namespace {

void EmitConstant(std::string& out, const EnumValue& value, const std::string& type) {
  bool text = value.type->kind == Kind::kString;
  out += CppComment(Prose(value.doc), "");
  out += fmt::format("inline constexpr {} k{} = {};\n", type, value.name,
                     text ? CppString(value.text) : value.text);
}

// Names for what is no struct, each with its constants.
void EmitAliases(std::string& out, const Package& package) {
  for (const Named& named : package.types) {
    if (named.type == nullptr || (named.type->is_struct() && named.type->named == &named)) continue;
    out += CppComment(Prose(named.doc), "");
    out += fmt::format("using {} = {};\n", named.cpp_name, CppType(*named.type, package));
    for (const EnumValue& value : named.constants) EmitConstant(out, value, named.cpp_name);
    out += '\n';
  }
}

void EmitConstants(std::string& out, const Package& package) {
  for (const EnumValue& value : package.constants) {
    EmitConstant(out, value, CppType(*value.type, package));
  }
  if (!package.constants.empty()) out += '\n';
}

// Every member has one, so that `Thing{.name = "x"}` leaves out the others without a warning.
std::string_view Initializer(const Type& type) {
  switch (type.kind) {
    case Kind::kBool:
      return " = false";
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
    case Kind::kFloat:
    case Kind::kDouble:
      return " = 0";
    default:
      return " = {}";
  }
}

void EmitStruct(std::string& out, const Named& named, const Package& package) {
  out += CppComment(Prose(named.doc), "");
  if (named.fields.empty()) {
    out += fmt::format("struct {} {{}};\n\n", named.cpp_name);
    return;
  }
  out += fmt::format("struct {} {{\n", named.cpp_name);
  for (const Field& field : named.fields) {
    out += CppComment(Prose(field.doc), "  ");
    out += fmt::format("  {} {}{};\n", CppType(*field.type, package), field.cpp_name,
                       Initializer(*field.type));
  }
  out += "};\n\n";
}

// Whether structs of `package` hold structs of `other` themselves, not by reference.
const Field* HeldByValue(const Package& package, const Package& other) {
  for (const Named& named : package.types) {
    for (const Field& field : named.fields) {
      if (field.type->is_struct() && field.type->named->package == &other) return &field;
    }
  }
  return nullptr;
}

// Packages that import each other: one declares the structs of the other it refers to.
std::string ForwardDeclarations(const Package& package, const Package& other) {
  std::set<std::string> names;
  auto add = [&](const Type* type) {
    for (; type != nullptr; type = type->element) {
      if (type->is_struct() && type->named->package == &other) names.insert(type->named->cpp_name);
    }
  };
  for (const Named& named : package.types) {
    add(named.type);
    for (const Field& field : named.fields) add(field.type);
  }
  if (names.empty()) return {};
  std::string out = fmt::format("namespace {} {{\n", other.cpp_namespace);
  for (const std::string& name : names) out += fmt::format("struct {};\n", name);
  return out + fmt::format("}}  // namespace {}\n\n", other.cpp_namespace);
}

}  // namespace

std::string TypesHeader(const Package& package, const std::vector<const Named*>& structs,
                        Diagnostics& diagnostics) {
  std::string out = FileHeader(package);
  std::string forward;
  out += "#pragma once\n\n";
  for (const Package* import : package.imports) {
    if (package.circular_imports.contains(import)) {
      const Field* field = HeldByValue(package, *import);
      if (field == nullptr) {
        forward += ForwardDeclarations(package, *import);
        continue;
      }
      if (HeldByValue(*import, package) != nullptr) {
        diagnostics.Add(field->position,
                        fmt::format("structs of this package and of {} hold each other by value",
                                    import->folder));
      }
    }
    out += fmt::format("#include \"{}/types.h\"\n", import->folder);
  }
  out += "#include \"pintle/typeinfo/type_info.h\"\n#include \"pintle/typeinfo/types.h\"\n\n";
  out += forward;
  out += fmt::format("namespace {} {{\n\n", package.cpp_namespace);
  if (!NamespaceAliases(package).empty()) out += "namespace typeinfo = ::pintle::typeinfo;\n\n";
  for (const Named* named : structs) out += fmt::format("struct {};\n", named->cpp_name);
  if (!structs.empty()) out += '\n';
  EmitAliases(out, package);
  EmitConstants(out, package);
  for (const Named* named : structs) EmitStruct(out, *named, package);
  out += fmt::format("}}  // namespace {}\n\nnamespace pintle::typeinfo {{\n\n",
                     package.cpp_namespace);
  for (const Named* named : structs) {
    out += fmt::format("template <>\nconst TypeInfo& TypeOf<::{}::{}>();\n", package.cpp_namespace,
                       named->cpp_name);
  }
  out += "\n}  // namespace pintle::typeinfo\n";
  return out;
}

}  // namespace pintle::gen
