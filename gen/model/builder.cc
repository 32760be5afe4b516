#include "gen/model/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gen/model/field_tags.h"
#include "gen/model/names.h"
#include "gen/model/well_known.h"
#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

using ast::TypeExpression;

// Declarations that refer to each other by plain names nest at most this deep.
constexpr int kMaxAliasDepth = 32;

class Builder {
 public:
  Builder(const BuildOptions& options, Model& model, Diagnostics& diagnostics)
      : options_(options), model_(model), diagnostics_(diagnostics) {}

  void Run(std::vector<ParsedPackage>& packages) {
    for (ParsedPackage& parsed : packages) Declare(parsed);
    for (Unit& unit : units_) {
      for (auto& [named, source] : unit.declared) Resolve(*named);
    }
    for (Unit& unit : units_) {
      for (auto& [named, source] : unit.declared) {
        if (named->type != nullptr && named->type->is_struct()) FillStruct(unit, *named, source);
      }
      AddConstants(unit);
      FindImports(*unit.package);
    }
  }

 private:
  // Where a declaration came from: its expression, and the imports of its file.
  struct Source {
    const ast::File* file = nullptr;
    const ast::TypeDeclaration* declaration = nullptr;
  };
  struct Unit {
    Package* package = nullptr;
    const ParsedPackage* parsed = nullptr;
    std::vector<std::pair<Named*, Source>> declared;
  };

  void Fail(const Position& position, std::string_view message) {
    diagnostics_.Add(position, message);
  }

  std::string NamespaceOf(const std::string& folder) const {
    size_t best = 0;
    std::string found = CppNamespace(folder);
    for (const auto& [prefix, cpp_namespace] : options_.namespaces) {
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

  void Declare(const ParsedPackage& parsed) {
    Package& package = model_.AddPackage();
    package.folder = parsed.folder;
    package.import_path = parsed.import_path;
    package.generated = parsed.generated;
    package.cpp_namespace = NamespaceOf(parsed.folder);
    by_path_[parsed.import_path] = &package;
    by_path_[parsed.folder] = &package;
    Unit unit{&package, &parsed, {}};
    for (const ast::File& file : parsed.files) {
      for (const ast::Comment& comment : file.comments) ReadPackageComment(package, comment);
      for (const ast::TypeDeclaration& declaration : file.types) {
        DeclareType(unit, file, declaration);
      }
    }
    units_.push_back(std::move(unit));
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
  }

  void DeclareType(Unit& unit, const ast::File& file, const ast::TypeDeclaration& declaration) {
    // The well-known type wins over its declaration, so that upstream packages can be read as they
    // are.
    if (WellKnownType(unit.package->import_path, declaration.name)) return;
    if (unit.package->by_name.contains(declaration.name)) {
      return Fail(declaration.position,
                  fmt::format("the type {} is declared twice", declaration.name));
    }
    Named& named = unit.package->types.emplace_back();
    named.package = unit.package;
    named.position = declaration.position;
    named.doc = declaration.doc;
    named.second_doc = declaration.second_doc;
    named.name = declaration.name;
    unit.package->by_name[declaration.name] = &named;
    unit.declared.emplace_back(&named, Source{&file, &declaration});
    sources_[&named] = {&file, &declaration};
  }

  // Gives a declared type its Type; follows names as deep as needed.
  const Type* Resolve(Named& named) {
    if (named.type != nullptr) return named.type;
    if (!resolving_.insert(&named).second || resolving_.size() > kMaxAliasDepth) {
      Fail(named.position, fmt::format("the type {} is declared by itself", named.name));
      return nullptr;
    }
    const Source& source = sources_[&named];
    const ast::TypeDeclaration& declaration = *source.declaration;
    if (declaration.generic) {
      Fail(named.position, "generic types have no place in an API");
    } else if (declaration.type.kind == TypeExpression::Kind::kStruct) {
      bool is_union = HasMarker(named.doc, "pintle:jsonUnion");
      named.type = model_.Intern(is_union ? Kind::kUnion : Kind::kStruct, nullptr, &named);
    } else {
      const Type* target = TypeOf(*named.package, *source.file, declaration.type);
      if (target == nullptr || declaration.alias) {
        named.type = target;
      } else if (target->is_struct()) {
        // `type B A`: a struct of its own with the fields of A.
        named.type = model_.Intern(target->kind, nullptr, &named);
        copies_[&named] = target->named;
      } else {
        named.type = model_.Intern(target->kind, target->element, &named);
      }
    }
    resolving_.erase(&named);
    return named.type;
  }

  const Package* Imported(const ast::File& file, const TypeExpression& expression,
                          std::string& path) {
    for (const ast::Import& import : file.imports) {
      auto found = by_path_.find(import.path);
      std::string local = import.name;
      if (local.empty()) local = import.path.substr(import.path.rfind('/') + 1);
      if (local != expression.package) continue;
      path = import.path;
      return found != by_path_.end() ? found->second : nullptr;
    }
    Fail(expression.position, fmt::format("nothing is imported as {}", Quoted(expression.package)));
    return nullptr;
  }

  const Type* Builtin(std::string_view name) {
    static const std::map<std::string_view, Kind> kBuiltins = {
        {"string", Kind::kString}, {"bool", Kind::kBool},   {"int", Kind::kInt64},
        {"int32", Kind::kInt32},   {"int64", Kind::kInt64}, {"float64", Kind::kDouble},
        {"any", Kind::kAny},
    };
    auto found = kBuiltins.find(name);
    return found != kBuiltins.end() ? model_.Intern(found->second) : nullptr;
  }

  const Type* NamedType(const Package& package, const ast::File& file,
                        const TypeExpression& expression) {
    const Package* home = &package;
    std::string path = package.import_path;
    if (!expression.package.empty()) {
      size_t before = diagnostics_.size();
      home = Imported(file, expression, path);
      if (diagnostics_.size() != before) return nullptr;
    }
    if (auto kind = WellKnownType(path, expression.name)) return model_.Intern(*kind);
    if (home == nullptr) {
      Fail(expression.position,
           fmt::format("the package {} is not part of this run; map it to a folder with --import",
                       Quoted(path)));
      return nullptr;
    }
    auto found = home->by_name.find(expression.name);
    if (found != home->by_name.end()) return Resolve(*found->second);
    if (expression.package.empty()) {
      if (const Type* builtin = Builtin(expression.name)) return builtin;
    }
    FailUnknownName(*home, expression);
    return nullptr;
  }

  void FailUnknownName(const Package& home, const TypeExpression& expression) {
    static constexpr std::string_view kUnsupported[] = {
        "int8", "int16", "uint", "uint8", "uint16", "uint32", "uint64", "byte", "float32"};
    if (std::ranges::find(kUnsupported, expression.name) != std::end(kUnsupported)) {
      return Fail(
          expression.position,
          fmt::format("the type {} has no place in an API; use int32 or int64", expression.name));
    }
    std::vector<std::string> candidates = {"string", "bool", "int32", "int64", "float64"};
    for (const auto& [name, named] : home.by_name) candidates.push_back(name);
    std::string message = fmt::format("the type {} is not declared", Quoted(expression.name));
    if (auto nearest = NearestName(expression.name, candidates)) {
      message += fmt::format("; did you mean {}?", Quoted(*nearest));
    }
    Fail(expression.position, message);
  }

  const Type* TypeOf(const Package& package, const ast::File& file,
                     const TypeExpression& expression) {
    switch (expression.kind) {
      case TypeExpression::Kind::kName:
        return NamedType(package, file, expression);
      case TypeExpression::Kind::kPointer:
        return PointerType(package, file, expression);
      case TypeExpression::Kind::kSlice: {
        if (expression.element->kind == TypeExpression::Kind::kName &&
            expression.element->package.empty() &&
            (expression.element->name == "byte" || expression.element->name == "uint8")) {
          return model_.Intern(Kind::kBinary);
        }
        const Type* element = TypeOf(package, file, *expression.element);
        return element != nullptr ? model_.Intern(Kind::kList, element) : nullptr;
      }
      case TypeExpression::Kind::kMap:
        return MapType(package, file, expression);
      case TypeExpression::Kind::kInterface:
        return model_.Intern(Kind::kAny);
      case TypeExpression::Kind::kStruct:
        Fail(expression.position, "give this struct a name of its own");
        return nullptr;
      case TypeExpression::Kind::kArray:
        Fail(expression.position, "arrays of a fixed size are not supported; use a slice");
        return nullptr;
      case TypeExpression::Kind::kFunction:
      case TypeExpression::Kind::kChannel:
        Fail(expression.position, "functions and channels cannot be part of an API");
        return nullptr;
      case TypeExpression::Kind::kGeneric:
        Fail(expression.position, "generic types have no place in an API");
        return nullptr;
    }
    return nullptr;
  }

  const Type* PointerType(const Package& package, const ast::File& file,
                          const TypeExpression& expression) {
    const Type* element = TypeOf(package, file, *expression.element);
    if (element == nullptr) return nullptr;
    if (element->is_struct()) return model_.Intern(Kind::kPtr, element);
    if (element->is_scalar() || element->kind == Kind::kTime || element->kind == Kind::kMicroTime) {
      return model_.Intern(Kind::kOpt, element);
    }
    if (element->kind == Kind::kAny) return element;
    Fail(expression.position, fmt::format("pointers to {} are not supported",
                                          element->kind == Kind::kMap    ? "maps"
                                          : element->kind == Kind::kList ? "lists"
                                                                         : "pointers and bytes"));
    return nullptr;
  }

  const Type* MapType(const Package& package, const ast::File& file,
                      const TypeExpression& expression) {
    const Type* key = TypeOf(package, file, *expression.key);
    const Type* element = TypeOf(package, file, *expression.element);
    if (key == nullptr || element == nullptr) return nullptr;
    if (key->kind != Kind::kString) {
      Fail(expression.key->position, "maps with keys other than strings are not supported");
      return nullptr;
    }
    return model_.Intern(Kind::kMap, element);
  }

  void FillStruct(Unit& unit, Named& named, const Source& source) {
    const Source* from = &source;
    for (auto copy = copies_.find(&named); copy != copies_.end();
         copy = copies_.find(copy->second)) {
      from = &sources_[copy->second];
    }
    if (source.declaration->alias) return;
    std::set<std::string> names;
    for (const ast::Field& declared : from->declaration->type.fields) {
      Field field;
      if (!FillField(*unit.package, *from->file, declared, field)) continue;
      if (!names.insert(field.cpp_name).second) {
        Fail(declared.position,
             fmt::format("two fields of {} are called {}", named.name, field.cpp_name));
        continue;
      }
      named.fields.push_back(std::move(field));
    }
  }

  bool FillField(const Package& package, const ast::File& file, const ast::Field& declared,
                 Field& field) {
    bool exported = declared.embedded || (declared.name[0] >= 'A' && declared.name[0] <= 'Z');
    if (!exported) return false;
    field.position = declared.position;
    field.doc = declared.doc;
    field.go_name = declared.name;
    field.type = TypeOf(package, file, declared.type);
    if (field.type == nullptr) return false;
    // What is absent when nil: a pointer, or a value of any type.
    field.pointer = declared.type.kind == TypeExpression::Kind::kPointer ||
                    declared.type.kind == TypeExpression::Kind::kInterface ||
                    declared.type.name == "any";
    ReadStructTag(declared, field, diagnostics_);
    return true;
  }

  void AddConstants(Unit& unit) {
    for (const ast::File& file : unit.parsed->files) {
      for (const ast::Constant& constant : file.constants) {
        bool exported = constant.name[0] >= 'A' && constant.name[0] <= 'Z';
        if (!constant.text || !exported) continue;
        EnumValue value{constant.position, constant.doc, constant.name, *constant.text};
        Named* named = constant.type ? Declared(*unit.package, file, *constant.type) : nullptr;
        if (named != nullptr && named->package == unit.package) {
          named->constants.push_back(std::move(value));
        } else {
          unit.package->constants.push_back(std::move(value));
        }
      }
    }
  }

  Named* Declared(const Package& package, const ast::File& file, const TypeExpression& expression) {
    const Package* home = &package;
    std::string path;
    if (!expression.package.empty()) home = Imported(file, expression, path);
    if (home == nullptr) return nullptr;
    auto found = home->by_name.find(expression.name);
    return found != home->by_name.end() ? found->second : nullptr;
  }

  void FindImports(Package& package) {
    std::map<std::string, const Package*> found;
    for (const Named& named : package.types) {
      for (const Field& field : named.fields) {
        for (const Type* type = field.type; type != nullptr; type = type->element) {
          if (type->named != nullptr && type->named->package != &package) {
            found[type->named->package->folder] = type->named->package;
          }
        }
      }
    }
    for (const auto& [folder, imported] : found) package.imports.push_back(imported);
  }

  const BuildOptions& options_;
  Model& model_;
  Diagnostics& diagnostics_;
  std::map<std::string, Package*> by_path_;
  std::deque<Unit> units_;
  std::map<const Named*, Source> sources_;
  std::map<const Named*, const Named*> copies_;
  std::set<const Named*> resolving_;
};

}  // namespace

void BuildModel(std::vector<ParsedPackage> packages, const BuildOptions& options, Model& model,
                Diagnostics& diagnostics) {
  Builder(options, model, diagnostics).Run(packages);
  for (ParsedPackage& parsed : packages) {
    for (ast::File& file : parsed.files) model.Keep(std::move(file));
  }
}

}  // namespace pintle::gen
