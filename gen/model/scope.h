#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gen/model/builder.h"
#include "gen/model/model.h"

namespace pintle::gen {

// Where a type is declared.
struct Declaration {
  Named* named = nullptr;
  const ast::File* file = nullptr;
  const ast::TypeDeclaration* type = nullptr;
};

struct ConstantDeclaration {
  const ast::File* file = nullptr;
  const ast::Constant* constant = nullptr;
};

// A package with its declarations by name.
struct Unit {
  Package* package = nullptr;
  const ParsedPackage* parsed = nullptr;
  std::string name;  // of its package clause
  std::map<std::string, Declaration, std::less<>> types;
  std::map<std::string, ConstantDeclaration, std::less<>> constants;
  std::map<std::string, std::set<std::string>, std::less<>> methods;  // by name of the type

  bool HasMethod(std::string_view type, std::string_view method) const;
};

// The packages of a run, and how files name each other's.
class Scope {
 public:
  struct Imported {
    std::string path;      // empty if nothing is imported under the name
    Unit* unit = nullptr;  // null if the package is not part of the run
  };

  Unit& Add(const ParsedPackage& parsed, Package& package);
  std::deque<Unit>& units() { return units_; }
  Unit& UnitOf(const Package& package) const { return *by_package_.at(&package); }

  // What `file` calls `name`.
  Imported Import(const ast::File& file, std::string_view name) const;
  // Packages whose names `file` uses without a qualifier.
  std::vector<Imported> DotImports(const ast::File& file) const;

 private:
  Imported Find(const std::string& path) const;

  std::deque<Unit> units_;
  std::map<std::string, Unit*> by_path_;
  std::map<const Package*, Unit*> by_package_;
};

}  // namespace pintle::gen
