#include "gen/model/scope.h"

#include <algorithm>
#include <cctype>

#include "pintle/base/strings.h"

namespace pintle::gen {
namespace {

// The name a package most likely has: the last part of its path, without `go-` and `.v2`.
std::string LikelyName(std::string_view path) {
  std::vector<std::string_view> parts = Split(path, '/');
  auto is_version = [](std::string_view part) {
    return part.size() > 1 && part[0] == 'v' &&
           std::all_of(part.begin() + 1, part.end(),
                       [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  };
  std::string_view name = parts.back();
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && is_version(name.substr(dot + 1))) name = name.substr(0, dot);
  if (name.starts_with("go-")) name.remove_prefix(3);
  return std::string(name);
}

}  // namespace

bool Unit::HasMethod(std::string_view type, std::string_view method) const {
  auto found = methods.find(type);
  return found != methods.end() && found->second.contains(std::string(method));
}

Unit& Scope::Add(const ParsedPackage& parsed, Package& package) {
  Unit& unit = units_.emplace_back();
  unit.package = &package;
  unit.parsed = &parsed;
  if (!parsed.files.empty()) unit.name = parsed.files.front().package;
  by_path_[parsed.import_path] = &unit;
  by_path_[parsed.folder] = &unit;
  by_package_[&package] = &unit;
  for (const ast::File& file : parsed.files) {
    for (const ast::Method& method : file.methods)
      unit.methods[method.receiver].insert(method.name);
    for (const ast::Constant& constant : file.constants) {
      unit.constants.try_emplace(constant.name, ConstantDeclaration{&file, &constant});
    }
  }
  return unit;
}

Scope::Imported Scope::Find(const std::string& path) const {
  auto found = by_path_.find(path);
  return {path, found != by_path_.end() ? found->second : nullptr};
}

Scope::Imported Scope::Import(const ast::File& file, std::string_view name) const {
  for (const ast::Import& import : file.imports) {
    Imported imported = Find(import.path);
    std::string local = import.name;
    if (local.empty())
      local = imported.unit != nullptr ? imported.unit->name : LikelyName(import.path);
    if (local == name) return imported;
  }
  // A package that is not part of the run may be called otherwise than its path says.
  for (const ast::Import& import : file.imports) {
    std::string_view path = import.path;
    bool last = path == name || path.ends_with("/" + std::string(name));
    if (import.name.empty() && last) return Find(import.path);
  }
  return {};
}

std::vector<Scope::Imported> Scope::DotImports(const ast::File& file) const {
  std::vector<Imported> found;
  for (const ast::Import& import : file.imports) {
    if (import.name == ".") found.push_back(Find(import.path));
  }
  return found;
}

}  // namespace pintle::gen
