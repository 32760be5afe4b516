#include "gen/model/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/model/constants.h"
#include "gen/model/names.h"
#include "gen/model/proto_numbers.h"
#include "gen/model/resolver.h"
#include "gen/model/scope.h"
#include "gen/model/well_known.h"

namespace pintle::gen {
namespace {

std::string NamespaceOf(const std::string& folder,
                        const std::map<std::string, std::string>& namespaces) {
  size_t best = 0;
  std::string found = CppNamespace(folder);
  for (const auto& [prefix, cpp_namespace] : namespaces) {
    bool matches = folder.starts_with(prefix) && (folder.size() == prefix.size() ||
                                                  prefix.empty() || folder[prefix.size()] == '/');
    if (!matches || prefix.size() < best) continue;
    best = prefix.size();
    std::string_view rest = std::string_view(folder).substr(prefix.size());
    if (rest.starts_with('/')) rest.remove_prefix(1);
    found = cpp_namespace;
    if (!rest.empty()) found += (found.empty() ? "" : "::") + CppNamespace(rest);
  }
  return found;
}

void ReadPackageComment(Package& package, const ast::Comment& comment) {
  package.comments.push_back(comment);
  for (std::string& prefix : MarkerValues(comment, "k8s:openapi-model-package")) {
    package.openapi_prefix = std::move(prefix);
  }
  for (std::string& root : MarkerValues(comment, "k8s:validation-gen")) {
    // `true` and `false` stand above a type and concern it alone.
    if (root != "true" && root != "false") package.validation_roots.push_back(std::move(root));
  }
  for (const ast::CommentLine& line : comment) {
    for (std::string& hub : MarkerValues({line}, "pintle:conversionHub")) {
      package.conversion_hub = std::move(hub);
      package.conversion_hub_position = line.position;
      package.conversion_hub_position.column += static_cast<uint32_t>(line.text.find('+') + 1);
    }
  }
}

void DeclareType(Unit& unit, const ast::File& file, const ast::TypeDeclaration& declaration,
                 Diagnostics& diagnostics) {
  Package& package = *unit.package;
  // The well-known type wins over its declaration, so that upstream packages can be read as they
  // are. A type called `_` exists only for the compiler.
  if (WellKnownType(package.import_path, declaration.name) || declaration.name == "_") return;
  if (package.by_name.contains(declaration.name)) {
    return diagnostics.Add(declaration.position,
                           fmt::format("the type {} is declared twice", declaration.name));
  }
  Named& named = package.Declare(declaration.name, declaration.position);
  named.doc = declaration.doc;
  named.second_doc = declaration.second_doc;
  unit.types[declaration.name] = {&named, &file, &declaration};
}

void Declare(const ParsedPackage& parsed, const BuildOptions& options, Model& model, Scope& scope,
             Diagnostics& diagnostics) {
  Package& package = model.AddPackage();
  package.folder = parsed.folder;
  package.import_path = parsed.import_path;
  package.generated = parsed.generated;
  package.as_needed = parsed.as_needed;
  package.cpp_namespace = NamespaceOf(parsed.folder, options.namespaces);
  Unit& unit = scope.Add(parsed, package);
  for (const ast::File& file : parsed.files) {
    for (const ast::Comment& comment : file.comments) ReadPackageComment(package, comment);
    for (const ast::TypeDeclaration& declaration : file.types) {
      DeclareType(unit, file, declaration, diagnostics);
    }
  }
}

// Resolves what a package declares; others come along when they are referred to.
void ResolveOwn(Unit& unit, Resolver& resolver) {
  for (const ast::File& file : unit.parsed->files) {
    for (const ast::TypeDeclaration& type : file.types) {
      auto found = unit.types.find(type.name);
      if (found == unit.types.end() || !IsExported(type.name)) continue;
      Named& named = *found->second.named;
      named.skipped = resolver.ReasonToSkip(found->second);
      if (named.skipped.empty()) resolver.Resolve(found->second);
    }
  }
}

void FindImports(Package& package) {
  std::map<std::string, const Package*> found;
  auto add = [&](const Type* type) {
    for (; type != nullptr; type = type->element) {
      if (type->named != nullptr && type->named->package != &package) {
        found[type->named->package->folder] = type->named->package;
      }
    }
  };
  for (const Named& named : package.types) {
    add(named.type);
    for (const Field& field : named.fields) add(field.type);
  }
  for (const auto& [folder, imported] : found) package.imports.push_back(imported);
}

void FindCircles(Package& package) {
  for (const Package* import : package.imports) {
    std::set<const Package*> reached = {import};
    std::vector<const Package*> open = {import};
    while (!open.empty()) {
      const Package* at = open.back();
      open.pop_back();
      for (const Package* next : at->imports) {
        if (reached.insert(next).second) open.push_back(next);
      }
    }
    if (reached.contains(&package)) package.circular_imports.insert(import);
  }
}

}  // namespace

void BuildModel(std::vector<ParsedPackage> packages, const BuildOptions& options, Model& model,
                Diagnostics& diagnostics) {
  Scope scope;
  for (const ParsedPackage& parsed : packages) Declare(parsed, options, model, scope, diagnostics);
  Resolver resolver(scope, model, diagnostics);
  for (Unit& unit : scope.units()) {
    if (unit.package->generated && !unit.package->as_needed) ResolveOwn(unit, resolver);
  }
  resolver.Finish();
  CheckMessagesInside(model, diagnostics);
  ConstantEvaluator constants(scope, resolver, model);
  for (Unit& unit : scope.units()) {
    constants.AddConstants(unit);
    FindImports(*unit.package);
  }
  for (Package& package : model.packages()) FindCircles(package);
  for (ParsedPackage& parsed : packages) {
    for (ast::File& file : parsed.files) model.Keep(std::move(file));
  }
}

}  // namespace pintle::gen
