#pragma once

#include <string>
#include <string_view>

#include "gen/model/model.h"

// How things of the model are written in C++.
namespace pintle::gen {

// `typeinfo::List<typeinfo::Str>`: the type of a member, seen from namespace `package`.
std::string CppType(const Type& type, const Package& package);
// A declared struct: `ConfigMap` in its own package, else with its namespace.
std::string CppStructName(const Named& named, const Package& package);
// A string literal.
std::string CppString(std::string_view text);
// `text` as comment lines, each beginning with `indent`.
std::string CppComment(std::string_view text, std::string_view indent);
// The comment at the head of every emitted file.
std::string FileHeader(const Package& package);
// `typeinfo` means pintle::typeinfo in the generated namespaces; an alias is needed outside of
// pintle.
std::string NamespaceAliases(const Package& package);
// Whether `name` stands in `code` as a word.
bool Mentions(std::string_view code, std::string_view name);
// The structs of a package, each after those it holds by value. Adds a message for a struct that
// holds itself.
std::vector<const Named*> StructsInOrder(const Package& package, Diagnostics& diagnostics);

}  // namespace pintle::gen
